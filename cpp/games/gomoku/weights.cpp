#include "games/gomoku/weights.h"

#include <algorithm>
#include <functional>
#include <string>

#include "garlic/text.h"

namespace garlic::gomoku {
namespace {

// How good a shape is, roughly.
constexpr std::array<int, kShapeCount> kGoodness{0, 4, 16, 28, 70, 90, 105, 100, 260, 300, 220, 600, 900, 0, 0};

// The number of ways to choose `of` members, in any order and perhaps the same, from `from` kinds.
constexpr int choices(int from, int of) {
    int ways = 1;
    for (int number = 0; number < of; ++number) ways = ways * (from + number) / (number + 1);
    return ways;
}

// Calls visit(table) for every table, in the order of the bytes.
template <class Weights, class Visit>
void each_table(Weights& weights, Visit visit) {
    for (std::size_t rule = 0; rule < kRules; ++rule) {
        for (int side = 0; side < tables_of(static_cast<Rule>(rule)); ++side) {
            auto& own = weights[rule].sides[static_cast<std::size_t>(side)];
            visit(own.to_move);
            visit(own.waiting);
            visit(own.attack);
            visit(own.defence);
        }
        visit(weights[rule].situations);
    }
}

}  // namespace

int combination_of(ShapeSet shapes) {
    std::array<int, 4> sorted;
    for (int direction = 0; direction < 4; ++direction)
        sorted[static_cast<std::size_t>(direction)] = (shapes >> (4 * direction)) & 15;
    std::sort(sorted.begin(), sorted.end(), std::greater<>());
    int combination = 0;
    for (int place = 0; place < 4; ++place) combination += choices(sorted[static_cast<std::size_t>(place)], 4 - place);
    return combination;
}

std::vector<std::uint8_t> packed(const std::array<RuleWeights, kRules>& weights) {
    std::vector<std::uint8_t> bytes;
    each_table(weights, [&](const auto& table) {
        for (const std::int16_t weight : table) {
            bytes.push_back(static_cast<std::uint8_t>(weight));
            bytes.push_back(static_cast<std::uint8_t>(weight >> 8));
        }
    });
    return bytes;
}

std::array<RuleWeights, kRules> parse_weights(std::span<const std::uint8_t> bytes) {
    if (bytes.size() != kWeightBytes)
        throw ParseError("expected " + std::to_string(kWeightBytes) + " bytes of weights, got " +
                         std::to_string(bytes.size()));
    std::array<RuleWeights, kRules> weights;
    std::size_t at = 0;
    each_table(weights, [&](auto& table) {
        for (std::int16_t& weight : table) {
            weight = static_cast<std::int16_t>(static_cast<std::uint16_t>(bytes[at] | bytes[at + 1] << 8));
            at += 2;
        }
    });
    for (std::size_t rule = 0; rule < kRules; ++rule)
        if (tables_of(static_cast<Rule>(rule)) == 1) weights[rule].sides[1] = weights[rule].sides[0];
    return weights;
}

std::array<RuleWeights, kRules> handmade_weights() {
    RuleWeights weights;
    for (unsigned shapes = 0; shapes < 1 << 16; ++shapes) {
        int goodness = 0;
        bool exists = true;
        for (int direction = 0; direction < 4; ++direction) {
            const auto shape = (shapes >> (4 * direction)) & 15;
            exists = exists && shape < kShapeCount;
            if (exists) goodness += kGoodness[shape];
        }
        if (!exists) continue;
        const auto place = static_cast<std::size_t>(combination_of(static_cast<ShapeSet>(shapes)));
        auto& one = weights.sides[0];
        one.to_move[place] = static_cast<std::int16_t>(3 * goodness);
        one.waiting[place] = static_cast<std::int16_t>(2 * goodness);
        one.attack[place] = static_cast<std::int16_t>(4 * goodness);
        one.defence[place] = static_cast<std::int16_t>(3 * goodness);
    }
    weights.sides[1] = weights.sides[0];
    return {weights, weights, weights};
}

}  // namespace garlic::gomoku
