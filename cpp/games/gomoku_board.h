// A Gomoku position that knows what a stone on each empty point would make, for either side. It
// is kept up to date by make() and undo().
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "games/gomoku.h"
#include "games/gomoku_shapes.h"
#include "garlic/bits.h"

namespace garlic {

constexpr GomokuReading gomoku_reading(GomokuRule rule, Side side) {
    if (rule == GomokuRule::kStandard) return GomokuReading::kExact;
    if (rule == GomokuRule::kRenju && side == Side::kFirst) return GomokuReading::kRestricted;
    return GomokuReading::kLoose;
}

// The reach of the side that sees further.
constexpr int gomoku_reach(GomokuRule rule) {
    return std::max(gomoku_reach(gomoku_reading(rule, Side::kFirst)), gomoku_reach(gomoku_reading(rule, Side::kSecond)));
}

// What all four shapes of a point together say to one side.
struct GomokuVerdict {
    std::int16_t worth_to_mover = 0;  // of the point, where that side is to move; see gomoku_worth.h
    std::int16_t worth_to_other = 0;
    std::int16_t promise = 0;  // the order in which quiet moves are tried
    GomokuKind kind = GomokuKind::kNothing;
};

template <GomokuRule kRule>
class GomokuBoard : public Gomoku<kRule> {
public:
    using Rules = Gomoku<kRule>;
    using typename Rules::Move;
    using Rules::kLargest;
    using Rules::mover;

    static constexpr int kDirections = GomokuLines::kDirections;
    static constexpr int kCells = kLargest * kLargest;
    static constexpr bool kRenju = kRule == GomokuRule::kRenju;
    using Cells = Bits<(kCells + 63) / 64>;

    // What make() changed: the shapes of points on lines with the stone.
    struct Undo {
        struct Point {
            std::uint16_t cell;
            bool moved;  // to other sets
            std::array<GomokuShapeSet, 2> shapes;
        };
        typename Rules::Undo rules;
        int count = 0;
        std::array<std::int32_t, 4> worth;
        std::array<Point, 2 * kDirections * gomoku_reach(kRule)> points;
    };

    explicit GomokuBoard(const Rules& position);

    static constexpr int cell_of(Move move) { return move.row * kLargest + move.column; }
    static constexpr Move move_to(int cell) {
        return {static_cast<std::uint8_t>(cell % kLargest), static_cast<std::uint8_t>(cell / kLargest)};
    }

    Undo make(Move move);
    void undo(Move move, const Undo& undo);
    // The other side moves, as if this one had done nothing.
    void change_turn() {
        this->change_mover();
        key_ ^= kSecondToMove;
    }

    std::uint64_t key() const { return key_; }
    const Cells& empty() const { return empty_; }

    // Empty points by what a stone of `side` there makes. Points that renju may forbid are among
    // them: ask may_play().
    const Cells& fives(Side side) const { return set(side, kFives); }
    const Cells& fours(Side side) const { return set(side, kFours); }      // kFour to kWins
    const Cells& winning(Side side) const { return set(side, kWinning); }  // kWins
    const Cells& threats(Side side) const { return set(side, kThreats); }  // kThreat to kTwoThreats

    // May `side` play on this empty point? Two open threes take a closer look, all else is known.
    bool may_play(Side side, int cell) const {
        if constexpr (kRenju) {
            if (side == Side::kFirst) {
                if (kind(side, cell) == GomokuKind::kForbidden) return false;
                if (is_doubtful(cell)) return !this->is_forbidden(cell % kLargest, cell / kLargest);
            }
        }
        return true;
    }
    // Could renju forbid black this point for two open threes? The answer may hang on stones far away.
    bool is_doubtful(int cell) const {
        const GomokuKind made = kind(Side::kFirst, cell);
        if (made != GomokuKind::kTwoThreats && made != GomokuKind::kFourThreat && made != GomokuKind::kWins) return false;
        int threes = 0;
        for (int direction = 0; direction < kDirections; ++direction)
            threes += is_open_three(shape(Side::kFirst, cell, direction));
        return threes >= 2;
    }

    // Of an empty point. A point that has a stone keeps what it said before.
    const GomokuVerdict& verdict(Side side, int cell) const {
        return verdicts_[at(side)][spot(cell).shapes[at(side)]];
    }
    GomokuKind kind(Side side, int cell) const { return verdict(side, cell).kind; }
    GomokuShapeSet shapes(Side side, int cell) const { return spot(cell).shapes[at(side)]; }
    GomokuShape shape(Side side, int cell, int direction) const {
        return static_cast<GomokuShape>((spot(cell).shapes[at(side)] >> (4 * direction)) & 15);
    }

    // The worth of all empty points to a side that is, or is not, to move.
    std::int32_t worth(Side side, bool to_move) const { return worth_[2 * at(side) + (to_move ? 0 : 1)]; }

protected:
    static std::size_t at(Side side) { return static_cast<std::size_t>(side); }

private:
    enum Set { kFives, kFours, kWinning, kThreats, kSets };
    static constexpr std::uint64_t kSecondToMove = 0x9E3779B97F4A7C15u;
    static constexpr std::array<int, kDirections> kSteps{1, kLargest, kLargest + 1, 1 - kLargest};
    static constexpr int kReach = gomoku_reach(kRule);

    // What is known of a point: how either side reads its four lines (see GomokuShapes), and the
    // shapes that it would make there.
    struct Spot {
        std::array<std::array<std::uint16_t, 2>, kDirections> stretches{};
        std::array<GomokuShapeSet, 2> shapes{};
    };

    // How many points there are ahead of a point and behind it, in each direction.
    struct Room {
        std::array<int, kDirections> ahead;
        std::array<int, kDirections> behind;
    };
    Room room(Move move) const;

    const Cells& set(Side side, Set which) const { return sets_[at(side)][which]; }
    Spot& spot(int cell) { return spots_[static_cast<std::size_t>(cell)]; }
    const Spot& spot(int cell) const { return spots_[static_cast<std::size_t>(cell)]; }

    // Calls visit(point, direction, its distance as seen from there) for all points on lines with it.
    template <class Visit>
    void each_around(Move move, Visit visit) const;
    template <Side kSide>
    void put(Move move, Undo& undo);
    template <Side kSide>
    void take(Move move, const Undo& undo);
    template <Side kView, int kDigit>
    void see(int cell, int direction, int distance, Undo& undo);
    // An empty point comes to, or leaves, the sums and sets of a side.
    void enter_sets(Side side, int cell, GomokuKind kind);
    void leave_sets(Side side, int cell, GomokuKind kind);
    void enter(Side side, int cell, const GomokuVerdict& verdict);
    void leave(Side side, int cell, const GomokuVerdict& verdict);

    std::array<const GomokuVerdict*, 2> verdicts_;
    std::array<const GomokuShape*, 2> shapes_;
    std::array<Spot, kCells> spots_{};
    std::array<std::array<Cells, kSets>, 2> sets_{};
    Cells empty_;
    std::array<std::int32_t, 4> worth_{};
    std::uint64_t key_ = 0;
};

extern template class GomokuBoard<GomokuRule::kFreestyle>;
extern template class GomokuBoard<GomokuRule::kStandard>;
extern template class GomokuBoard<GomokuRule::kRenju>;

}  // namespace garlic
