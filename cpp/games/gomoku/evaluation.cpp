#include "games/gomoku/evaluation.h"

#include <algorithm>
#include <functional>
#include <span>
#include <vector>

#include "games/gomoku/weights.h"

namespace garlic::gomoku {
namespace {

constexpr std::size_t kShapeSets = 1 << 16;

// Move-ordering scores of shapes.
constexpr std::array<int, kShapeCount> kOrdering{0, 4, 16, 28, 70, 90, 105, 100, 260, 300, 220, 600, 900, 0, 0};

std::span<const std::int16_t> weights_of(Rule rule) {
    switch (rule) {
        case Rule::kFreestyle: return weights::kFreestyle;
        case Rule::kStandard: return weights::kStandard;
        default: return weights::kRenju;
    }
}

std::vector<PointValue> make_point_values(Rule rule, Side side) {
    const auto weights = weights_of(rule);
    const auto weigh = [&](const std::array<int, 3>& features, bool to_move) {
        const int block = kBlockSize * block_of(rule, side, to_move);
        int sum = 0;
        for (const int feature : features) sum += weights[static_cast<std::size_t>(block + feature)];
        return static_cast<std::int16_t>(std::clamp(sum, -30'000, 30'000));
    };
    std::vector<PointValue> table(kShapeSets);
    for (std::size_t shapes = 0; shapes < kShapeSets; ++shapes) {
        int ordering = 0;
        bool exists = true;
        for (int direction = 0; direction < 4; ++direction) {
            const auto shape = (shapes >> (4 * direction)) & 15;
            exists = exists && shape < kShapeCount;
            if (exists) ordering += kOrdering[shape];
        }
        if (!exists) continue;
        const auto set = static_cast<ShapeSet>(shapes);
        const auto features = features_of(set);
        table[shapes] = {weigh(features, true), weigh(features, false), static_cast<std::int16_t>(ordering),
                         threat_level(set, line_rule_of(rule, side))};
    }
    return table;
}

}  // namespace

std::array<int, 3> features_of(ShapeSet shapes) {
    std::array<int, 4> sorted;
    for (int direction = 0; direction < 4; ++direction)
        sorted[static_cast<std::size_t>(direction)] = (shapes >> (4 * direction)) & 15;
    std::sort(sorted.begin(), sorted.end(), std::greater<>());
    return {sorted[0] * (sorted[0] + 1) / 2 + sorted[1], kShapePairs + sorted[2], kShapePairs + sorted[3]};
}

const PointValue* point_values(Rule rule, Side side) {
    static const auto tables = [] {
        std::vector<std::vector<PointValue>> made;
        for (const Rule each : {Rule::kFreestyle, Rule::kStandard, Rule::kRenju})
            for (const Side one : {Side::kFirst, Side::kSecond}) made.push_back(make_point_values(each, one));
        return made;
    }();
    return tables[2 * static_cast<std::size_t>(rule) + static_cast<std::size_t>(side)].data();
}

}  // namespace garlic::gomoku
