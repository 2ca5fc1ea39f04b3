// Late-move pruning, futility and reductions: what the numbers in Tuning mean.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "garlic/searchable.h"

namespace garlic {

// Late-move pruning: is a quiet move too late in the order for the depth left?
template <Searchable P>
bool is_late(int depth, int number, bool improving) {
    constexpr Tuning kTuning = tuning_of<P>();
    if (kTuning.late_moves_depth == 0 || depth > kTuning.late_moves_depth) return false;
    const int most = kTuning.late_moves_base + kTuning.late_moves_slope * depth * depth;
    return number > (improving ? most : most / 2 + 1);
}

// Futility pruning: is the mover too far behind for a quiet move within the depth left?
template <Searchable P>
bool is_futile(int depth, int number, Score evaluation, Score alpha) {
    constexpr Tuning kTuning = tuning_of<P>();
    if constexpr (BoundsSwing<P>) {
        return number > 1 && depth <= kTuning.futility_depth && evaluation + P::swing(depth) <= alpha;
    } else {
        return false;
    }
}

// The reduction in plies by depth and move number alone.
template <Searchable P>
int reduction(int depth, int number) {
    constexpr auto at = [](int place) { return static_cast<std::size_t>(place); };
    static const auto table = [] {
        constexpr Tuning kTuning = tuning_of<P>();
        std::array<std::array<std::int8_t, 64>, 64> made{};
        for (std::size_t d = 1; d < 64; ++d)
            for (std::size_t n = 1; n < 64; ++n)
                made[d][n] = static_cast<std::int8_t>(
                    (kTuning.reduction_base + kTuning.reduction_slope * std::log(d) * std::log(n)) / 100);
        return made;
    }();
    return table[at(std::min(depth, 63))][at(std::min(number, 63))];
}

// The reduction in plies of a late move: less on the principal variation, for checks, and by history.
template <Searchable P>
int late_reduction(int depth, int number, bool pv_node, bool improving, bool checks, int hint, int history_score) {
    constexpr Tuning kTuning = tuning_of<P>();
    if (hint > 0) return 0;
    int less = reduction<P>(depth, number);
    if (pv_node) --less;
    if (!improving) ++less;
    if (checks) --less;
    if (hint == 0) less -= history_score / kTuning.history_ply;
    return std::clamp(less, 0, depth - 2);
}

}  // namespace garlic
