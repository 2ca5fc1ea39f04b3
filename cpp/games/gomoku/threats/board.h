// A Gomoku position with the shapes that a stone on each empty point would make, for either side.
// make() and undo() update them incrementally.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "games/gomoku/rules.h"
#include "games/gomoku/threats/shapes.h"
#include "garlic/bits.h"

namespace garlic::gomoku {

constexpr LineRule line_rule_of(Rule rule, Side side) {
    if (rule == Rule::kStandard) return LineRule::kExact;
    if (rule == Rule::kRenju && side == Side::kFirst) return LineRule::kRestricted;
    return LineRule::kLoose;
}

// The larger reach of the two sides.
constexpr int reach_of(Rule rule) {
    return std::max(reach_of(line_rule_of(rule, Side::kFirst)), reach_of(line_rule_of(rule, Side::kSecond)));
}

// The combined value of a point's four shapes for one side.
struct PointValue {
    std::int16_t value_to_move = 0;  // if that side is to move; see evaluation.h
    std::int16_t value_waiting = 0;
    ThreatLevel threat = ThreatLevel::kNone;
};

struct Evaluation;

template <Rule kRule>
class ThreatBoard : public Position<kRule> {
public:
    using Rules = Position<kRule>;
    using Rules::kLargest;
    using Rules::mover;
    using typename Rules::Move;

    static constexpr int kDirections = LineBits::kDirections;
    static constexpr int kCells = kLargest * kLargest;
    static constexpr bool kRenju = kRule == Rule::kRenju;
    using Cells = Bits<(kCells + 63) / 64>;

    // What make() changed: the shapes of points in line with the stone.
    struct Undo {
        struct Point {
            std::uint16_t cell;
            bool moved;  // into other point sets
            std::array<ShapeSet, 2> shapes;
        };
        typename Rules::Undo rules;
        int count = 0;
        std::array<std::int32_t, 4> value;
        std::array<Point, 2 * kDirections * reach_of(kRule)> points;
    };

    explicit ThreatBoard(const Rules& position);

    static constexpr int cell_of(Move move) { return move.row * kLargest + move.column; }
    static constexpr Move move_to(int cell) {
        return {static_cast<std::uint8_t>(cell % kLargest), static_cast<std::uint8_t>(cell / kLargest)};
    }

    Undo make(Move move);
    void undo(Move move, const Undo& undo);
    // The other side moves, as in a null move.
    void change_turn() {
        this->change_mover();
        key_ ^= kSecondToMove;
    }

    std::uint64_t key() const { return key_; }
    // What key() will be after a move of the mover.
    std::uint64_t key_after(Move move) const;
    const Cells& empty() const { return empty_; }

    // Empty points by the threat level of a stone of `side`. Points that renju may forbid are included: check
    // may_play().
    const Cells& fives(Side side) const { return set(side, kFives); }
    const Cells& fours(Side side) const { return set(side, kFours); }      // kFour to kWins
    const Cells& winning(Side side) const { return set(side, kWinning); }  // kWins
    const Cells& threats(Side side) const { return set(side, kThreats); }  // kOpenThree to kTwoOpenThrees

    // May `side` play on this empty point? Only two open threes need the full renju check.
    bool may_play(Side side, int cell) const {
        if constexpr (kRenju) {
            if (side == Side::kFirst) {
                if (threat_level(side, cell) == ThreatLevel::kForbidden) return false;
                if (is_doubtful(cell)) return !this->is_forbidden(cell % kLargest, cell / kLargest);
            }
        }
        return true;
    }
    // Could renju forbid black this point for two open threes? That may depend on distant stones.
    bool is_doubtful(int cell) const {
        const ThreatLevel made = threat_level(Side::kFirst, cell);
        if (made != ThreatLevel::kTwoOpenThrees && made != ThreatLevel::kFourOpenThree && made != ThreatLevel::kWins)
            return false;
        int threes = 0;
        for (int direction = 0; direction < kDirections; ++direction)
            threes += is_open_three(shape(Side::kFirst, cell, direction));
        return threes >= 2;
    }

    // Of an empty point. An occupied point keeps its last value.
    const PointValue& point_value(Side side, int cell) const {
        return point_values_[at(side)][state_of(cell).shapes[at(side)]];
    }
    ThreatLevel threat_level(Side side, int cell) const { return point_value(side, cell).threat; }
    ShapeSet shapes(Side side, int cell) const { return state_of(cell).shapes[at(side)]; }
    Shape shape(Side side, int cell, int direction) const {
        return static_cast<Shape>((state_of(cell).shapes[at(side)] >> (4 * direction)) & 15);
    }

    // The sum over all empty points for a side that is, or is not, to move.
    std::int32_t value(Side side, bool to_move) const { return values_[2 * at(side) + (to_move ? 0 : 1)]; }

    const Evaluation& evaluation() const { return *evaluation_; }

protected:
    static std::size_t at(Side side) { return static_cast<std::size_t>(side); }

private:
    enum Set { kFives, kFours, kWinning, kThreats, kSets };
    static constexpr std::uint64_t kSecondToMove = 0x9E3779B97F4A7C15u;
    static constexpr std::array<int, kDirections> kSteps{1, kLargest, kLargest + 1, 1 - kLargest};
    static constexpr int kReach = reach_of(kRule);

    // The state of a point: the stretches of its four lines as either side reads them (see ShapeTable), and
    // the shapes that a stone would make there.
    struct PointState {
        std::array<std::array<std::uint16_t, 2>, kDirections> stretches{};
        std::array<ShapeSet, 2> shapes{};
    };

    // The number of points ahead of a point and behind it, in each direction.
    struct Room {
        std::array<int, kDirections> ahead;
        std::array<int, kDirections> behind;
    };
    Room room(Move move) const;

    const Cells& set(Side side, Set which) const { return sets_[at(side)][which]; }
    PointState& state_of(int cell) { return point_states_[static_cast<std::size_t>(cell)]; }
    const PointState& state_of(int cell) const { return point_states_[static_cast<std::size_t>(cell)]; }

    // Calls visit(point, direction, distance of the stone as seen from there) for all points in line with it.
    template <class Visit>
    void each_around(Move move, Visit visit) const;
    template <Side kSide>
    void add_stone(Move move, Undo& undo);
    template <Side kSide>
    void remove_stone(Move move, const Undo& undo);
    template <Side kView, int kDigit>
    void update_line(int cell, int direction, int distance, Undo& undo);
    // Adds an empty point to the sums and sets of a side, or removes it.
    void enter_sets(Side side, int cell, ThreatLevel level);
    void leave_sets(Side side, int cell, ThreatLevel level);
    void enter(Side side, int cell, const PointValue& point);
    void leave(Side side, int cell, const PointValue& point);

    const Evaluation* evaluation_;
    std::array<const PointValue*, 2> point_values_;
    std::array<const Shape*, 2> shapes_;
    std::array<PointState, kCells> point_states_{};
    std::array<std::array<Cells, kSets>, 2> sets_{};
    Cells empty_;
    std::array<std::int32_t, 4> values_{};
    std::uint64_t key_ = 0;
};

extern template class ThreatBoard<Rule::kFreestyle>;
extern template class ThreatBoard<Rule::kStandard>;
extern template class ThreatBoard<Rule::kRenju>;

}  // namespace garlic::gomoku
