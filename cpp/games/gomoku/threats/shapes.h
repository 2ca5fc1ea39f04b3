// What a stone on an empty point would make: a shape on each of its four lines, and a threat level from all
// four. Both are looked up in tables that are computed once.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace garlic::gomoku {

// Which rows win and what is forbidden. Every side of every rule set follows one of these.
enum class LineRule : unsigned char {
    kLoose,       // five or more
    kExact,       // exactly five
    kRestricted,  // exactly five; black in renju, with overlines and double fours forbidden
};

// How far along a line a stone matters: next to an exact five, the following point matters, too.
constexpr int reach_of(LineRule line_rule) { return line_rule == LineRule::kLoose ? 4 : 5; }

// What a stone makes on one line, by the stones still missing for a five. "Open" shapes can become a four that
// cannot be stopped; the digit is the number of next stones that do it.
enum class Shape : unsigned char {
    kDead,
    kOne,
    kOpenOne,
    kTwo,       // can become a three
    kOpenTwo1,  // can become an open three
    kOpenTwo2,
    kOpenTwo3,
    kThree,       // can become a four
    kOpenThree1,  // can become an open four
    kOpenThree2,
    kFour,      // one point completes the five
    kOpenFour,  // two or more points do
    kFive,
    kTwoFours,  // for a restricted side: two fours on one line
    kOverline,  // for a restricted side
};
constexpr int kShapeCount = 15;

// What a stone makes on its four lines together, from worst to best.
enum class ThreatLevel : unsigned char {
    kNone,
    kBuilds,  // an open two or a three
    kBuildsTwice,
    kOpenThree,        // an open three
    kOpenThreeBuilds,  // plus an open two or a three on another line
    kTwoOpenThrees,    // on two lines; perhaps forbidden to a restricted side
    kFour,
    kFourBuilds,
    kFourOpenThree,  // plus an open three on another line
    kWins,           // an open four, or fours on two lines: cannot be stopped
    kFive,
    kForbidden,  // an overline or a double four of a restricted side
};
constexpr int kThreatLevels = 12;

// All shapes under one line rule, indexed by the points around a stone. A stretch is written as a base-3
// number, one digit per point, the lowest for the point furthest behind the stone: 0 for an empty point,
// kOwn for the side's own stones, kBlocked for the opponent's and the edge.
class ShapeTable {
public:
    static constexpr int kOwn = 1;
    static constexpr int kBlocked = 2;

    static const ShapeTable& of(LineRule line_rule);

    explicit ShapeTable(LineRule line_rule);

    Shape operator[](std::uint16_t stretch) const { return shapes_[stretch]; }
    const Shape* data() const { return shapes_.data(); }
    // The place value of the digit at `distance` (not 0) from the stone.
    static std::uint16_t power(LineRule line_rule, int distance);

private:
    Shape lookup(std::uint32_t stretch);
    Shape compute(std::uint32_t stretch);

    LineRule line_rule_;
    int reach_;
    std::vector<Shape> shapes_;
    std::vector<bool> known_;
};

// Four shapes, a nibble each; no table depends on their order.
using ShapeSet = std::uint16_t;

ThreatLevel threat_level(ShapeSet shapes, LineRule line_rule);

constexpr bool is_open_three(Shape shape) { return shape == Shape::kOpenThree1 || shape == Shape::kOpenThree2; }

}  // namespace garlic::gomoku
