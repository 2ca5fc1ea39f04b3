#include "games/gomoku_player.h"

namespace garlic {
namespace {

// How many fours may be tried to prove a win, by the depth that is left to search.
std::uint32_t fours_allowed(int depth) {
    if (depth <= 0) return 40;
    if (depth <= 2) return 150;
    return depth <= 5 ? 500 : 2'000;
}

// The longest line that is told.
constexpr std::size_t kLongestLine = 120;

// By kind of point: what a stone there promises to its side, and what it takes from the other.
constexpr std::array<int, kGomokuKinds> kAttack{0, 0, 0, 1000, 1400, 3000, 0, 1200, 5000, 8000, 9000, 0};
constexpr std::array<int, kGomokuKinds> kDefence{0, 0, 0, 0, 0, 2500, 0, 0, 4000, 6000, 8500, 0};

}  // namespace

template <GomokuRule kRule>
void GomokuPlayer<kRule>::legal_moves(MoveList<Rules>& out) const {
    if (this->over()) return;
    const Side us = this->mover();
    const auto push_all = [&](const Cells& cells, std::size_t most) {
        cells.each([&](int cell) {
            if (out.size() < most && this->may_play(us, cell)) out.push(Board::move_to(cell));
        });
    };
    if (this->fives(us).any()) return push_all(this->fives(us), 1);
    if (in_check()) {
        push_all(this->fives(other(us)), 1);
    } else if (is_threatened()) {
        push_all(threats_[threat_place()].answers, Rules::kMaxMoves);
    } else {
        push_all(this->empty(), Rules::kMaxMoves);
    }
    // It is lost, or only forbidden points are left.
    if (out.empty()) push_all(this->empty(), 1);
    if (out.empty()) out.push(Rules::kPass);
}

template <GomokuRule kRule>
bool GomokuPlayer<kRule>::is_legal(Move move) const {
    if (move == Rules::kPass || move.column >= this->size() || move.row >= this->size()) return false;
    const int cell = Board::cell_of(move);
    return this->empty().test(cell) && this->may_play(this->mover(), cell);
}

template <GomokuRule kRule>
Score GomokuPlayer<kRule>::evaluate() const {
    const Side us = this->mover();
    return points((this->worth(us, true) - this->worth(other(us), false)) / kGomokuFineness);
}

template <GomokuRule kRule>
std::array<int, GomokuPlayer<kRule>::kFeatures> GomokuPlayer<kRule>::features() const {
    std::array<int, kFeatures> counts{};
    for (const Side side : {Side::kFirst, Side::kSecond}) {
        const bool to_move = side == this->mover();
        const int block = kGomokuBlock * gomoku_block(kRule, side, to_move);
        this->empty().each([&](int cell) {
            for (const int feature : gomoku_features(this->shapes(side, cell)))
                counts[static_cast<std::size_t>(block + feature)] += to_move ? 1 : -1;
        });
    }
    return counts;
}

template <GomokuRule kRule>
int GomokuPlayer<kRule>::hint(Side us, Move move) const {
    if (move == Rules::kPass) return -1;
    const int cell = Board::cell_of(move);
    return kAttack[static_cast<std::size_t>(this->kind(us, cell))] +
           kDefence[static_cast<std::size_t>(this->kind(other(us), cell))];
}

template <GomokuRule kRule>
int GomokuPlayer<kRule>::quiet_hint(Side us, Move move) const {
    const int cell = Board::cell_of(move);
    return 4 * this->verdict(us, cell).promise + 3 * this->verdict(other(us), cell).promise;
}

template <GomokuRule kRule>
std::optional<Score> GomokuPlayer<kRule>::prove(int depth, Meter& meter, std::vector<Move>& line) {
    const Side us = this->mover();
    const Side them = other(us);
    GomokuFours<kRule> fours(*this, fours_, meter);
    const std::uint32_t budget = fours_allowed(depth);
    if (const int plies = fours.solve(budget); plies > 0) {
        line.clear();
        fours.tell(line, kLongestLine);
        return win_in(plies);
    }
    if (in_check()) {
        const Cells& fives = this->fives(them);
        bool stops = false;
        fives.each([&](int cell) { stops = stops || this->may_play(us, cell); });
        return stops && fives.count() == 1 ? std::nullopt : std::optional(loss_in(2));
    }
    if (depth <= 0 || meter.spent() || this->fours(them).none()) return std::nullopt;

    this->change_turn();
    const int plies = fours.solve(budget);
    Cells answers;
    if (plies > 0) {
        threat_line_.clear();
        fours.tell(threat_line_, kLongestLine);
        answers = fours.answers(threat_line_);
    }
    this->change_turn();
    if (plies == 0 || meter.spent()) return std::nullopt;
    bool stops = false;
    answers.each([&](int cell) { stops = stops || this->may_play(us, cell); });
    if (!stops) return loss_in(plies + 1);
    threats_[threat_place()] = {this->key(), answers};
    return std::nullopt;
}

template class GomokuPlayer<GomokuRule::kFreestyle>;
template class GomokuPlayer<GomokuRule::kStandard>;
template class GomokuPlayer<GomokuRule::kRenju>;
template class Engine<GomokuFreestylePlayer>;
template class Engine<GomokuStandardPlayer>;
template class Engine<GomokuRenjuPlayer>;

}  // namespace garlic
