#include "games/gomoku/player.h"

namespace garlic::gomoku {
namespace {

// How many fours a VCF search may try, by the depth left.
std::uint32_t vcf_budget(int depth) {
    if (depth <= 0) return 40;
    if (depth <= 2) return 150;
    if (depth <= 5) return 500;
    return depth <= 9 ? 2'000 : 50'000;
}

// The longest line that is reported.
constexpr std::size_t kLongestLine = 120;

// By threat level: the move-ordering score for playing there, and for denying it to the opponent.
constexpr std::array<int, kThreatLevels> kAttack{0, 0, 0, 1000, 1400, 3000, 0, 1200, 5000, 8000, 9000, 0};
constexpr std::array<int, kThreatLevels> kDefence{0, 0, 0, 0, 0, 2500, 0, 0, 4000, 6000, 8500, 0};

}  // namespace

template <Rule kRule>
void Player<kRule>::legal_moves(MoveList<Rules>& out) const {
    if (this->over()) return;
    const Side us = this->mover();
    const auto push_all = [&](const Cells& cells, std::size_t most) {
        cells.each([&](int cell) {
            if (out.size() < most && this->may_play(us, cell)) out.push(Board::move_to(cell));
        });
    };
    if (const int size = this->size(); this->empties() == size * size) {
        out.push(Board::move_to(size / 2 * Board::kLargest + size / 2));  // the centre is the best first move
        return;
    }
    if (this->fives(us).any()) return push_all(this->fives(us), 1);
    if (in_check()) {
        push_all(this->fives(other(us)), 1);
    } else if (is_threatened()) {
        push_all(threats_[threat_place()].answers, Rules::kMaxMoves);
    } else {
        push_all(this->empty(), Rules::kMaxMoves);
    }
    // Lost, or only forbidden points are left.
    if (out.empty()) push_all(this->empty(), 1);
    if (out.empty()) out.push(Rules::kPass);
}

template <Rule kRule>
bool Player<kRule>::is_legal(Move move) const {
    if (move == Rules::kPass || move.column >= this->size() || move.row >= this->size()) return false;
    const int cell = Board::cell_of(move);
    return this->empty().test(cell) && this->may_play(this->mover(), cell);
}

template <Rule kRule>
Score Player<kRule>::evaluate() const {
    return points((this->value() + this->evaluation().situations[situation()]) / kWeightUnit);
}

template <Rule kRule>
std::size_t Player<kRule>::situation() const {
    const Side us = this->mover();
    const Side them = other(us);
    std::size_t bits = 0;
    const auto note = [&](const Cells& points) { bits = 2 * bits + (points.any() ? 1 : 0); };
    note(this->fours(us));
    note(this->threats(us));
    note(this->fours(them));
    note(this->winning(them));
    note(this->threats(them));
    return bits;
}

template <Rule kRule>
int Player<kRule>::hint(Side us, Move move) const {
    if (move == Rules::kPass) return -1;
    const int cell = Board::cell_of(move);
    return kAttack[static_cast<std::size_t>(this->threat_level(us, cell))] +
           kDefence[static_cast<std::size_t>(this->threat_level(other(us), cell))];
}

template <Rule kRule>
int Player<kRule>::quiet_hint(Side us, Move move) const {
    const int cell = Board::cell_of(move);
    const auto& order = this->evaluation().orders[this->at(us)];
    return order[this->shapes(us, cell)].attack + order[this->shapes(other(us), cell)].defence;
}

template <Rule kRule>
std::optional<Score> Player<kRule>::prove(int depth, Meter& meter, std::vector<Move>& line) {
    const Side us = this->mover();
    const Side them = other(us);
    VcfSearch<kRule> vcf(*this, vcf_table_, meter);
    const std::uint32_t budget = vcf_budget(depth);
    if (const int plies = vcf.solve(budget); plies > 0) {
        line.clear();
        vcf.append_line(line, kLongestLine);
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
    const int plies = vcf.solve(budget);
    Cells answers;
    if (plies > 0) {
        threat_line_.clear();
        vcf.append_line(threat_line_, kLongestLine);
        answers = vcf.answers(threat_line_);
    }
    this->change_turn();
    if (plies == 0 || meter.spent()) return std::nullopt;
    bool stops = false;
    answers.each([&](int cell) { stops = stops || this->may_play(us, cell); });
    if (!stops) return loss_in(plies + 1);
    threats_[threat_place()] = {this->key(), answers};
    return std::nullopt;
}

template class Player<Rule::kFreestyle>;
template class Player<Rule::kStandard>;
template class Player<Rule::kRenju>;

}  // namespace garlic::gomoku

namespace garlic {

template class Engine<gomoku::FreestylePlayer>;
template class Engine<gomoku::StandardPlayer>;
template class Engine<gomoku::RenjuPlayer>;

}  // namespace garlic
