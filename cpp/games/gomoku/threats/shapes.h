// What a stone on an empty point would make: on each line through it a shape, of all four together
// a kind. Both are read off tables that are made once.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace garlic::gomoku {

// Which rows win, and what is forbidden. Each side of each rule set reads its lines in one way.
enum class LineRule : unsigned char {
    kLoose,       // five or more
    kExact,       // exactly five
    kRestricted,  // exactly five; black in renju, who may make no overline and no two fours
};

// How far along a line a stone can matter: beyond an exact five, what follows it matters, too.
constexpr int reach_of(LineRule line_rule) { return line_rule == LineRule::kLoose ? 4 : 5; }

// What a stone makes on one line, by what it takes to get from there to five. "Open" shapes can
// become a four that cannot be stopped; the number tells by how many next stones.
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
    kFour,      // one point makes it five
    kOpenFour,  // two points or more do
    kFive,
    kTwoFours,  // of a restricted side: two fours on one line
    kOverline,  // of a restricted side
};
constexpr int kShapeCount = 15;

// What a stone makes on its four lines together, the better the higher.
enum class ThreatLevel : unsigned char {
    kNone,
    kBuilds,  // an open two or a three
    kBuildsTwice,
    kOpenThree,        // an open three
    kOpenThreeBuilds,  // and with it an open two or a three on another line
    kTwoOpenThrees,    // open threes on two lines; perhaps forbidden to a restricted side
    kFour,
    kFourBuilds,
    kFourOpenThree,  // a four, and an open three on another line
    kWins,           // an open four, or fours on two lines: not to be stopped
    kFive,
    kForbidden,  // an overline or two fours of a restricted side
};
constexpr int kThreatLevels = 12;

// All shapes under one line rule, under what stands on the places around a stone. A stretch is
// written as a number: a digit a place, the lowest for the place furthest behind the stone, 0 for
// an empty one, kOwn for the side's own stones, kBlocked for the other side's and the edge.
class ShapeTable {
public:
    static constexpr int kOwn = 1;
    static constexpr int kBlocked = 2;

    static const ShapeTable& of(LineRule line_rule);

    explicit ShapeTable(LineRule line_rule);

    Shape operator[](std::uint16_t stretch) const { return shapes_[stretch]; }
    const Shape* data() const { return shapes_.data(); }
    // What a digit on the place `distance` from the stone (not 0) counts.
    static std::uint16_t power(LineRule line_rule, int distance);

private:
    Shape found(std::uint32_t stretch);
    Shape worked_out(std::uint32_t stretch);

    LineRule line_rule_;
    int reach_;
    std::vector<Shape> shapes_;
    std::vector<bool> known_;
};

// Four shapes, a nibble each, as one number; their order does not matter to any table.
using ShapeSet = std::uint16_t;

ThreatLevel threat_level(ShapeSet shapes, LineRule line_rule);

constexpr bool is_open_three(Shape shape) { return shape == Shape::kOpenThree1 || shape == Shape::kOpenThree2; }

}  // namespace garlic::gomoku
