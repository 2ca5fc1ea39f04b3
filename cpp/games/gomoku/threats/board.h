// A Gomoku position with the shapes that a stone on each empty point would make, for either side.
// make() and undo() update them incrementally.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

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

// What a point with these four shapes is worth, in one word, so that one addition counts it: the lowest 24 bits for the
// score if the first side is to move, the next 24 if the second is, then the threat level and the point sets.
class PointValue {
public:
    PointValue() = default;
    PointValue(int first_to_move, int second_to_move, ThreatLevel threat, std::uint8_t sets) {
        const auto first = static_cast<std::uint64_t>(first_to_move);
        const auto second = static_cast<std::uint64_t>(second_to_move);
        constexpr std::uint64_t kBoth = (std::uint64_t{1} << (2 * kBits)) - 1;
        word_ = ((first + (second << kBits)) & kBoth) | static_cast<std::uint64_t>(threat) << 48 |
                std::uint64_t{sets} << 56;
    }

    ThreatLevel threat() const { return static_cast<ThreatLevel>((word_ >> 48) & 255); }
    unsigned sets() const { return static_cast<unsigned>(word_ >> 56); }  // as bits; see ThreatBoard

    // A sum of values. What it says of threats and sets means nothing.
    class Sum {
    public:
        Sum& operator+=(PointValue value) { return word_ += value.word_, *this; }
        Sum& operator-=(PointValue value) { return word_ -= value.word_, *this; }
        std::int32_t of(Side mover) const {
            const auto first = signed_part(word_);
            return mover == Side::kFirst ? first : signed_part((word_ - static_cast<std::uint64_t>(first)) >> kBits);
        }

    private:
        static std::int32_t signed_part(std::uint64_t word) {
            return static_cast<std::int32_t>(static_cast<std::uint32_t>(word) << 8) >> 8;
        }
        std::uint64_t word_ = 0;
    };

private:
    static constexpr int kBits = 24;
    std::uint64_t word_ = 0;
};

// The point sets that a threat level belongs to.
std::uint8_t sets_of(ThreatLevel level);

// What a stone of either side would make at a point of a line, by the stones on both sides of it.
template <Rule kRule>
class LineShapes {
public:
    static constexpr int kReach = reach_of(kRule);
    // A line as it is looked up: two bits a point, those furthest behind lowest, with kReach points before the first.
    static constexpr std::uint64_t kStone[] = {1, 2};
    static constexpr std::uint64_t kEdge = 3;

    LineShapes();

    // Both shapes of the point in the middle, which is empty: the first side's in the lower 16 bits. `line` begins
    // with the point furthest behind.
    std::uint32_t operator[](std::uint64_t line) const {
        constexpr std::uint64_t kHalf = kHalves - 1;
        const unsigned pair = pairs_[std::size_t{behind_[line & kHalf]} + ahead_[(line >> (2 * kReach + 2)) & kHalf]];
        return (pair & 15) | (pair >> 4) << 16;
    }

private:
    static constexpr std::size_t kHalves = std::size_t{1} << (2 * kReach);

    // Stones that make no difference, such as those behind a stone of the other side, share a place.
    std::array<std::uint16_t, kHalves> behind_{};
    std::array<std::uint16_t, kHalves> ahead_{};
    std::vector<std::uint8_t> pairs_;
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
            std::uint16_t moved;   // sets of both sides that it entered or left, as bits
            std::uint32_t shapes;  // before
        };
        typename Rules::Undo rules;
        int count = 0;
        PointValue::Sum value;
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
    const PointValue& point_value(Side side, int cell) const { return point_values_[at(side)][shapes(side, cell)]; }
    ThreatLevel threat_level(Side side, int cell) const { return point_value(side, cell).threat(); }
    ShapeSet shapes(Side side, int cell) const { return static_cast<ShapeSet>(shapes_of(cell) >> (16 * at(side))); }
    Shape shape(Side side, int cell, int direction) const {
        return static_cast<Shape>((shapes(side, cell) >> (4 * direction)) & 15);
    }

    // The sum over all empty points, for the side to move.
    std::int32_t value() const { return value_.of(mover()); }

    const Evaluation& evaluation() const { return *evaluation_; }

protected:
    static std::size_t at(Side side) { return static_cast<std::size_t>(side); }

private:
    enum Set { kFives, kFours, kWinning, kThreats, kSets };
    static constexpr std::uint64_t kSecondToMove = 0x9E3779B97F4A7C15u;
    static constexpr std::array<int, kDirections> kSteps{1, kLargest, kLargest + 1, 1 - kLargest};
    static constexpr int kReach = reach_of(kRule);
    static constexpr std::size_t kLines = 6 * kLargest - 2;

    const Cells& set(Side side, Set which) const { return sets_[at(side)][which]; }
    // The shapes that a stone would make at a point: the first side's in the lower half, a nibble each.
    std::uint32_t& shapes_of(int cell) { return shapes_[static_cast<std::size_t>(cell)]; }
    std::uint32_t shapes_of(int cell) const { return shapes_[static_cast<std::size_t>(cell)]; }
    std::uint64_t& line(int number) { return lines_[static_cast<std::size_t>(number)]; }

    void draw_edges();
    void add_stone(Side side, Move move, Undo& undo);
    void remove_stone(Side side, Move move, const Undo& undo);
    // A point enters the sets that it is not in, and leaves those that it is in.
    void move_between(Side side, int cell, unsigned sets);

    const Evaluation* evaluation_;
    std::array<const PointValue*, 2> point_values_;
    const LineShapes<kRule>* line_shapes_;
    std::array<std::uint64_t, kLines> lines_{};  // see LineShapes; numbered as in LineBits
    std::array<std::uint32_t, kCells> shapes_{};
    std::array<std::array<Cells, kSets>, 2> sets_{};
    Cells empty_;
    PointValue::Sum value_;
    std::uint64_t key_ = 0;
};

extern template class ThreatBoard<Rule::kFreestyle>;
extern template class ThreatBoard<Rule::kStandard>;
extern template class ThreatBoard<Rule::kRenju>;

}  // namespace garlic::gomoku
