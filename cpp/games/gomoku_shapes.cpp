#include "games/gomoku_shapes.h"

#include <algorithm>

namespace garlic {
namespace {

constexpr int kMostReach = 5;

// 3 to the powers from 0 on.
constexpr auto kPowers = [] {
    std::array<std::uint16_t, 2 * kMostReach + 1> powers{};
    std::uint32_t power = 1;
    for (auto& one : powers) {
        one = static_cast<std::uint16_t>(power);
        power *= 3;
    }
    return powers;
}();

// A stretch place by place, the stone itself in the middle.
using Places = std::array<std::uint8_t, 2 * kMostReach + 3>;

int run_through(const Places& places, int middle) {
    int run = 1;
    for (int at = middle - 1; places[static_cast<std::size_t>(at)] == GomokuShapes::kOwn; --at) ++run;
    for (int at = middle + 1; places[static_cast<std::size_t>(at)] == GomokuShapes::kOwn; ++at) ++run;
    return run;
}

}  // namespace

const GomokuShapes& GomokuShapes::of(GomokuReading reading) {
    static const std::array<GomokuShapes, 3> all{GomokuShapes(GomokuReading::kLoose),
                                                 GomokuShapes(GomokuReading::kExact),
                                                 GomokuShapes(GomokuReading::kRestricted)};
    return all[static_cast<std::size_t>(reading)];
}

std::uint16_t GomokuShapes::power(GomokuReading reading, int distance) {
    const int reach = gomoku_reach(reading);
    return kPowers[static_cast<std::size_t>(distance < 0 ? distance + reach : distance + reach - 1)];
}

GomokuShapes::GomokuShapes(GomokuReading reading) : reading_(reading), reach_(gomoku_reach(reading)) {
    const std::size_t count = kPowers[static_cast<std::size_t>(2 * reach_)];
    shapes_.resize(count);
    known_.resize(count);
    for (std::uint32_t stretch = 0; stretch < count; ++stretch) found(stretch);
    known_ = {};
}

GomokuShape GomokuShapes::found(std::uint32_t stretch) {
    if (!known_[stretch]) {
        shapes_[stretch] = worked_out(stretch);
        known_[stretch] = true;
    }
    return shapes_[stretch];
}

// A shape is as good as the best that one more stone can make of it.
GomokuShape GomokuShapes::worked_out(std::uint32_t stretch) {
    using enum GomokuShape;
    const bool restricted = reading_ == GomokuReading::kRestricted;
    constexpr int middle = kMostReach + 1;  // blocked places are put before and after the stretch
    Places places;
    places.fill(kBlocked);
    places[middle] = kOwn;
    for (int distance = 1; distance <= kMostReach && distance <= reach_; ++distance)
        for (const int there : {-distance, distance})
            places[static_cast<std::size_t>(middle + there)] =
                static_cast<std::uint8_t>(stretch / power(reading_, there) % 3);
    const auto is_five = [&](int run) { return reading_ == GomokuReading::kLoose ? run >= 5 : run == 5; };
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
    // Two points on the same side of four stones that are not in one row are two fours.
    if (fives >= 2) return restricted && run != 4 ? kTwoFours : kOpenFour;
    if (fives == 1) return kFour;

    GomokuShape best = kDead;
    std::array<int, kGomokuShapes> ways{};
    for (int distance = -4; distance <= 4; ++distance) {
        if (places[static_cast<std::size_t>(middle + distance)] != 0) continue;
        const GomokuShape next = found(stretch + kOwn * power(reading_, distance));
        if (next >= kFive) continue;
        best = std::max(best, next);
        ++ways[static_cast<std::size_t>(next)];
    }
    const auto number = [&](GomokuShape shape) { return ways[static_cast<std::size_t>(shape)]; };
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

GomokuKind gomoku_kind(GomokuShapeSet shapes, GomokuReading reading) {
    using enum GomokuKind;
    std::array<int, kGomokuShapes + 1> counts{};
    for (int direction = 0; direction < 4; ++direction) ++counts[(shapes >> (4 * direction)) & 15];
    const auto number = [&](GomokuShape shape) { return counts[static_cast<std::size_t>(shape)]; };
    if (number(GomokuShape::kFive) > 0) return kFive;
    if (number(GomokuShape::kOverline) + number(GomokuShape::kTwoFours) > 0) return kForbidden;
    const int fours = number(GomokuShape::kFour) + number(GomokuShape::kOpenFour);
    if (fours >= 2) return reading == GomokuReading::kRestricted ? kForbidden : kWins;
    if (number(GomokuShape::kOpenFour) > 0) return kWins;
    const int threats = number(GomokuShape::kOpenThree1) + number(GomokuShape::kOpenThree2);
    const int builds = number(GomokuShape::kThree) + number(GomokuShape::kOpenTwo1) +
                       number(GomokuShape::kOpenTwo2) + number(GomokuShape::kOpenTwo3);
    if (fours == 1) return threats > 0 ? kFourThreat : builds > 0 ? kFourBuilds : kFour;
    if (threats >= 2) return kTwoThreats;
    if (threats == 1) return builds > 0 ? kThreatBuilds : kThreat;
    return builds >= 2 ? kBuildsTwice : builds == 1 ? kBuilds : kNothing;
}

}  // namespace garlic
