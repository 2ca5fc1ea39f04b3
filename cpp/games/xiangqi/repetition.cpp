// The result of a repetition; the rules are written down in garlic/games/xiangqi/repetition.py.
#include "games/xiangqi/rules.h"

namespace garlic::xiangqi {
namespace {

// Only the order matters: a horse for a chariot is a gain, a horse for a cannon is not.
constexpr int value(Piece piece) {
    switch (kind_of(piece)) {
        case kChariot: return 3;
        case kHorse:
        case kCannon: return 2;
        default: return 1;
    }
}

bool can_take(Board& board, int from, int to) { return board.targets(from).test(to) && board.is_safe(from, to); }

// Could `taker`, having captured `victim`, be legally recaptured?
bool is_protected(Board& board, int taker, int victim) {
    const Side defender = other(side_of(board.at(taker)));
    const Piece taken = board.shift(taker, victim);
    // The board must not change during the iteration over its pieces.
    const Board after = board;
    bool found = false;
    after.each_piece(defender, [&](int from) { found = found || can_take(board, from, victim); });
    board.shift_back(taker, victim, taken);
    return found;
}

// Does the new attack of `attacker` on `victim` count as a chase?
bool is_chase(Board& board, int attacker, int victim) {
    const Piece piece = board.at(victim);
    if (kind_of(piece) == kKing) return false;
    if (kind_of(piece) == kPawn && !crossed_river(victim, side_of(piece))) return false;
    if (!board.is_safe(attacker, victim)) return false;
    const int gain = value(piece) - value(board.at(attacker));
    if (gain == 0 && can_take(board, victim, attacker)) return false;
    return gain > 0 || !is_protected(board, attacker, victim);
}

// The enemy pieces that a move, which captures nothing, chases.
Squares chased(const Board& before, Board after, Position::Move move) {
    const Side side = side_of(before.at(move.from));
    Squares enemies;
    after.each_piece(other(side), [&](int square) { enemies.set(square); });
    Squares found;
    const Board fixed = after;
    fixed.each_piece(side, [&](int attacker) {
        const Kind kind = kind_of(fixed.at(attacker));
        if (kind == kKing || kind == kPawn) return;
        const int came_from = attacker == move.to ? move.from : attacker;
        const Squares attacked = fixed.targets(attacker) & enemies;
        if (attacked.none()) return;
        attacked.without(before.targets(came_from)).without(found).each([&](int victim) {
            if (is_chase(after, attacker, victim)) found.set(victim);
        });
    });
    return found;
}

}  // namespace

Position::Ending Position::judge_cycle(int appearances) const {
    const int first = place_of_appearance(appearances);
    assert(first >= 0);
    Board board = board_;
    // Nothing was captured since: moves are undone by moving back.
    for (int place = static_cast<int>(past_.size()) - 1; place >= first; --place) {
        const Move move = past_[static_cast<std::size_t>(place)].move;
        board.shift(move.to, move.from);
    }

    bool checks_only[2] = {true, true};
    Squares hunted[2];  // pieces chased by every move so far
    bool has_moved[2] = {false, false};
    for (std::size_t place = static_cast<std::size_t>(first); place < past_.size(); ++place) {
        const Move move = past_[place].move;
        const Side side = side_of(board.at(move.from));
        const auto own = static_cast<std::size_t>(side);
        auto& victims = hunted[1 - own];
        if (victims.test(move.from)) {
            victims.reset(move.from);
            victims.set(move.to);
        }
        Board after = board;
        after.shift(move.from, move.to);
        checks_only[own] = checks_only[own] && after.in_check(other(side));
        const auto quarry = chased(board, after, move);
        hunted[own] = has_moved[own] ? hunted[own] & quarry : quarry;
        has_moved[own] = true;
        board = after;
    }
    const Ending draw{std::nullopt, "repetition"};
    if (checks_only[0] || checks_only[1]) {
        if (checks_only[0] && checks_only[1]) return draw;
        return {checks_only[0] ? Side::kSecond : Side::kFirst, "perpetual check"};
    }
    const bool chases[2] = {hunted[0].any(), hunted[1].any()};
    if (chases[0] == chases[1]) return draw;
    return {chases[0] ? Side::kSecond : Side::kFirst, "perpetual chase"};
}

}  // namespace garlic::xiangqi
