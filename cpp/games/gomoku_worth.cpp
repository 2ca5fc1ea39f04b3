#include "games/gomoku_worth.h"

#include <algorithm>
#include <functional>
#include <span>
#include <vector>

#include "games/gomoku_weights.h"

namespace garlic {
namespace {

constexpr std::size_t kShapeSets = 1 << 16;

// How promising a shape is before anything was searched.
constexpr std::array<int, kGomokuShapes> kPromises{0,  4,   16,  28,  70,  90,  105, 100,
                                                   260, 300, 220, 600, 900, 0,  0};

std::span<const std::int16_t> weights_of(GomokuRule rule) {
    switch (rule) {
        case GomokuRule::kFreestyle: return gomoku_weights::kFreestyle;
        case GomokuRule::kStandard: return gomoku_weights::kStandard;
        default: return gomoku_weights::kRenju;
    }
}

std::vector<GomokuVerdict> verdicts_of(GomokuRule rule, Side side) {
    const auto weights = weights_of(rule);
    const auto weigh = [&](const std::array<int, 3>& features, bool to_move) {
        const int block = kGomokuBlock * gomoku_block(rule, side, to_move);
        int sum = 0;
        for (const int feature : features) sum += weights[static_cast<std::size_t>(block + feature)];
        return static_cast<std::int16_t>(std::clamp(sum, -30'000, 30'000));
    };
    std::vector<GomokuVerdict> table(kShapeSets);
    for (std::size_t shapes = 0; shapes < kShapeSets; ++shapes) {
        int promise = 0;
        bool exists = true;
        for (int direction = 0; direction < 4; ++direction) {
            const auto shape = (shapes >> (4 * direction)) & 15;
            exists = exists && shape < kGomokuShapes;
            if (exists) promise += kPromises[shape];
        }
        if (!exists) continue;
        const auto set = static_cast<GomokuShapeSet>(shapes);
        const auto features = gomoku_features(set);
        table[shapes] = {weigh(features, true), weigh(features, false), static_cast<std::int16_t>(promise),
                         gomoku_kind(set, gomoku_reading(rule, side))};
    }
    return table;
}

}  // namespace

std::array<int, 3> gomoku_features(GomokuShapeSet shapes) {
    std::array<int, 4> sorted;
    for (int direction = 0; direction < 4; ++direction)
        sorted[static_cast<std::size_t>(direction)] = (shapes >> (4 * direction)) & 15;
    std::sort(sorted.begin(), sorted.end(), std::greater<>());
    return {sorted[0] * (sorted[0] + 1) / 2 + sorted[1], kGomokuPairs + sorted[2], kGomokuPairs + sorted[3]};
}

const GomokuVerdict* gomoku_verdicts(GomokuRule rule, Side side) {
    static const auto tables = [] {
        std::vector<std::vector<GomokuVerdict>> made;
        for (const GomokuRule each : {GomokuRule::kFreestyle, GomokuRule::kStandard, GomokuRule::kRenju})
            for (const Side one : {Side::kFirst, Side::kSecond}) made.push_back(verdicts_of(each, one));
        return made;
    }();
    return tables[2 * static_cast<std::size_t>(rule) + static_cast<std::size_t>(side)].data();
}

}  // namespace garlic
