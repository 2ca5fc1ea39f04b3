#include "games/xiangqi/rules.h"

#include <algorithm>

#include "games/xiangqi/board/keys.h"

namespace garlic::xiangqi {

namespace {

constexpr bool attacks(Piece piece) { return kind_of(piece) >= kHorse; }

class Lister {
public:
    Lister(const Board& board, MoveList<Position>& out) : board_(board), out_(out) {}
    void all(int from) {
        board_.each_target(from, [&](int to) { one(from, to); });
    }
    void one(int from, int to) { out_.push({static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to)}); }

private:
    const Board& board_;
    MoveList<Position>& out_;
};

class Counter {
public:
    explicit Counter(const Board& board) : board_(board) {}
    void all(int from) { count_ += board_.count_targets(from); }
    void one(int, int) { ++count_; }
    std::size_t count() const { return static_cast<std::size_t>(count_); }

private:
    const Board& board_;
    int count_ = 0;
};

}  // namespace

template <class Sink>
void Position::generate(Sink& sink) const {
    const auto danger = board_.danger(mover_);
    const int king = board_.king(mover_);

    if (danger.checkers > 0) {
        board_.each_piece(mover_, [&](int from) {
            const bool any_target = from == king || from == danger.screen || danger.checkers > 1;
            board_.each_target(from, [&](int to) {
                if ((any_target || danger.answers.test(to)) && board_.is_safe(from, to)) sink.one(from, to);
            });
        });
        return;
    }
    const bool has_hollow = danger.hollow.any();
    board_.each_piece(mover_, [&](int from) {
        if (from == king || danger.guards.test(from)) {
            board_.each_target(from, [&](int to) {
                if (board_.is_safe(from, to)) sink.one(from, to);
            });
        } else if (has_hollow) {
            board_.each_target(from, [&](int to) {
                if (!danger.hollow.test(to)) sink.one(from, to);
            });
        } else {
            sink.all(from);
        }
    });
}

void Position::legal_moves(MoveList<Position>& out) const {
    if (is_finished()) return;
    Lister lister(board_, out);
    generate(lister);
}

std::size_t Position::count_moves() const {
    if (is_finished()) return 0;
    Counter counter(board_);
    generate(counter);
    return counter.count();
}

bool Position::can_move() const {
    Counter counter(board_);
    generate(counter);
    return counter.count() > 0;
}

bool Position::is_legal(Move move) const {
    const Piece piece = board_.at(move.from);
    if (piece == kEmpty || side_of(piece) != mover_ || !board_.reaches(move.from, move.to)) return false;
    return board_.is_safe(move.from, move.to);
}

std::uint64_t Position::key_after(Move move) const {
    const Piece piece = board_.at(move.from);
    const Piece taken = board_.at(move.to);
    const std::uint64_t key = key_ ^ key_of(piece, move.from) ^ key_of(piece, move.to) ^ kBlackToMove;
    return taken == kEmpty ? key : key ^ key_of(taken, move.to);
}

Position::Undo Position::make(Move move) {
    const std::uint64_t key = key_after(move);
    const Piece piece = board_.at(move.from);
    const Piece taken = board_.shift(move.from, move.to);
    const Undo undo{taken, static_cast<std::uint8_t>(quiet_), static_cast<std::uint16_t>(fullmove_), first_};
    past_.push_back({key_, move});
    key_ = key;
    ++quiet_;
    const int step = move.to - move.from;
    const bool forward = kind_of(piece) == kPawn && (step == kColumns || step == -kColumns);
    if (taken != kEmpty) {
        attackers_ -= attacks(taken);
        quiet_ = 0;
    }
    if (taken != kEmpty || forward) first_ = static_cast<std::uint32_t>(past_.size());
    if (mover_ == Side::kSecond) fullmove_ = std::min(kLastFullmove, fullmove_ + 1);
    mover_ = other(mover_);
    return undo;
}

void Position::undo(Move move, Undo undo) {
    board_.shift_back(move.from, move.to, undo.taken);
    attackers_ += undo.taken != kEmpty && attacks(undo.taken);
    quiet_ = undo.quiet;
    fullmove_ = undo.fullmove;
    first_ = undo.first;
    key_ = past_.back().key;
    past_.pop_back();
    mover_ = other(mover_);
}

Position::Undo Position::skip() {
    const Undo undo{kEmpty, static_cast<std::uint8_t>(quiet_), static_cast<std::uint16_t>(fullmove_), first_};
    first_ = static_cast<std::uint32_t>(past_.size());
    key_ ^= kBlackToMove;
    mover_ = other(mover_);
    return undo;
}

void Position::unskip(Undo undo) {
    first_ = undo.first;
    key_ ^= kBlackToMove;
    mover_ = other(mover_);
}

int Position::place_of_appearance(int appearances) const {
    // A cycle takes at least two moves of each side.
    for (int place = static_cast<int>(past_.size()) - 4; place >= static_cast<int>(first_); place -= 2)
        if (past_[static_cast<std::size_t>(place)].key == key_ && --appearances == 0) return place;
    return -1;
}

int Position::earlier_appearances() const {
    int count = 0;
    for (int place = static_cast<int>(past_.size()) - 4; place >= static_cast<int>(first_); place -= 2)
        count += past_[static_cast<std::size_t>(place)].key == key_;
    return count;
}

std::optional<Position::Ending> Position::outcome() const {
    if (!can_move()) return Ending{other(mover_), in_check() ? "checkmate" : "stalemate"};
    if (earlier_appearances() >= 2) return judge_cycle(2);
    if (attackers_ == 0) return Ending{std::nullopt, "insufficient material"};
    if (quiet_ >= kLastQuietPly) return Ending{std::nullopt, "120 plies without capture"};
    return std::nullopt;
}

Score Position::result() const {
    const auto ending = outcome();
    if (!ending || !ending->winner) return kDraw;
    return *ending->winner == mover_ ? win_in(0) : loss_in(0);
}

std::string Position::outcome_str() const {
    const auto ending = outcome();
    if (!ending) return "";
    const char* const winner = !ending->winner ? "- " : *ending->winner == Side::kFirst ? "a " : "b ";
    return winner + std::string(ending->reason);
}

}  // namespace garlic::xiangqi

namespace garlic {

template std::uint64_t perft<xiangqi::Position>(xiangqi::Position&, int);

}  // namespace garlic
