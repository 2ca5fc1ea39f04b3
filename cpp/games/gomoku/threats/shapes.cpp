#include "games/gomoku/threats/shapes.h"

#include <algorithm>

namespace garlic::gomoku {
namespace {

constexpr int kMostReach = 5;

// Powers of 3.
constexpr auto kPowers = [] {
    std::array<std::uint16_t, 2 * kMostReach + 1> powers{};
    std::uint32_t power = 1;
    for (auto& one : powers) {
        one = static_cast<std::uint16_t>(power);
        power *= 3;
    }
    return powers;
}();

// A stretch point by point, with the stone in the middle.
using Places = std::array<std::uint8_t, 2 * kMostReach + 3>;

int run_through(const Places& places, int middle) {
    int run = 1;
    for (int at = middle - 1; places[static_cast<std::size_t>(at)] == ShapeTable::kOwn; --at) ++run;
    for (int at = middle + 1; places[static_cast<std::size_t>(at)] == ShapeTable::kOwn; ++at) ++run;
    return run;
}

}  // namespace

const ShapeTable& ShapeTable::of(LineRule line_rule) {
    static const std::array<ShapeTable, 3> all{ShapeTable(LineRule::kLoose), ShapeTable(LineRule::kExact),
                                               ShapeTable(LineRule::kRestricted)};
    return all[static_cast<std::size_t>(line_rule)];
}

std::uint16_t ShapeTable::power(LineRule line_rule, int distance) {
    const int reach = reach_of(line_rule);
    return kPowers[static_cast<std::size_t>(distance < 0 ? distance + reach : distance + reach - 1)];
}

ShapeTable::ShapeTable(LineRule line_rule) : line_rule_(line_rule), reach_(reach_of(line_rule)) {
    const std::size_t count = kPowers[static_cast<std::size_t>(2 * reach_)];
    shapes_.resize(count);
    known_.resize(count);
    for (std::uint32_t stretch = 0; stretch < count; ++stretch) lookup(stretch);
    known_ = {};
}

Shape ShapeTable::lookup(std::uint32_t stretch) {
    if (!known_[stretch]) {
        shapes_[stretch] = compute(stretch);
        known_[stretch] = true;
    }
    return shapes_[stretch];
}

// A shape is defined by the best shape that one more stone can make of it.
Shape ShapeTable::compute(std::uint32_t stretch) {
    using enum Shape;
    const bool restricted = line_rule_ == LineRule::kRestricted;
    constexpr int middle = kMostReach + 1;  // the stretch is padded with blocked points on both sides
    Places places;
    places.fill(kBlocked);
    places[middle] = kOwn;
    for (int distance = 1; distance <= kMostReach && distance <= reach_; ++distance)
        for (const int there : {-distance, distance})
            places[static_cast<std::size_t>(middle + there)] =
                static_cast<std::uint8_t>(stretch / power(line_rule_, there) % 3);
    const auto is_five = [&](int run) { return line_rule_ == LineRule::kLoose ? run >= 5 : run == 5; };
    const int run = run_through(places, middle);
    if (is_five(run)) return kFive;
    if (run > 5) return restricted ? kOverline : kDead;

    int fives = 0;
    for (int distance = -4; distance <= 4; ++distance) {
        const auto at = static_cast<std::size_t>(middle + distance);
        if (places[at] != 0) continue;
        places[at] = kOwn;
        fives += is_five(run_through(places, middle));
        places[at] = 0;
    }
    // Two points that complete five stones which are not one row of four are two fours.
    if (fives >= 2) return restricted && run != 4 ? kTwoFours : kOpenFour;
    if (fives == 1) return kFour;

    Shape best = kDead;
    std::array<int, kShapeCount> ways{};
    for (int distance = -4; distance <= 4; ++distance) {
        if (places[static_cast<std::size_t>(middle + distance)] != 0) continue;
        const Shape next = lookup(stretch + kOwn * power(line_rule_, distance));
        if (next >= kFive) continue;
        best = std::max(best, next);
        ++ways[static_cast<std::size_t>(next)];
    }
    const auto number = [&](Shape shape) { return ways[static_cast<std::size_t>(shape)]; };
    switch (best) {
        case kOpenFour: return number(kOpenFour) > 1 ? kOpenThree2 : kOpenThree1;
        case kFour: return kThree;
        case kOpenThree1:
        case kOpenThree2: {
            const int threes = number(kOpenThree1) + number(kOpenThree2);
            return threes == 1 ? kOpenTwo1 : threes == 2 ? kOpenTwo2 : kOpenTwo3;
        }
        case kThree: return kTwo;
        case kOpenTwo1:
        case kOpenTwo2:
        case kOpenTwo3: return kOpenOne;
        case kTwo: return kOne;
        default: return kDead;
    }
}

ThreatLevel threat_level(ShapeSet shapes, LineRule line_rule) {
    using enum ThreatLevel;
    std::array<int, kShapeCount + 1> counts{};
    for (int direction = 0; direction < 4; ++direction) ++counts[(shapes >> (4 * direction)) & 15];
    const auto number = [&](Shape shape) { return counts[static_cast<std::size_t>(shape)]; };
    if (number(Shape::kFive) > 0) return kFive;
    if (number(Shape::kOverline) + number(Shape::kTwoFours) > 0) return kForbidden;
    const int fours = number(Shape::kFour) + number(Shape::kOpenFour);
    if (fours >= 2) return line_rule == LineRule::kRestricted ? kForbidden : kWins;
    if (number(Shape::kOpenFour) > 0) return kWins;
    const int threats = number(Shape::kOpenThree1) + number(Shape::kOpenThree2);
    const int builds =
        number(Shape::kThree) + number(Shape::kOpenTwo1) + number(Shape::kOpenTwo2) + number(Shape::kOpenTwo3);
    if (fours == 1) return threats > 0 ? kFourOpenThree : builds > 0 ? kFourBuilds : kFour;
    if (threats >= 2) return kTwoOpenThrees;
    if (threats == 1) return builds > 0 ? kOpenThreeBuilds : kOpenThree;
    return builds >= 2 ? kBuildsTwice : builds == 1 ? kBuilds : kNone;
}

}  // namespace garlic::gomoku
