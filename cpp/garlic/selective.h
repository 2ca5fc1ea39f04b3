// Which moves are tried less deep, or not at all: what Tuning's numbers mean.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "garlic/searchable.h"

namespace garlic {

// Is a quiet move so late in the order that the plies left are not worth it?
template <Searchable P>
bool is_late(int depth, int number, bool improving) {
    constexpr Tuning kTuning = tuning_of<P>();
    if (kTuning.late_moves_depth == 0 || depth > kTuning.late_moves_depth) return false;
    const int most = kTuning.late_moves_base + kTuning.late_moves_slope * depth * depth;
    return number > (improving ? most : most / 2 + 1);
}

// Is the mover so far behind that no quiet move can make up for it within the plies left?
template <Searchable P>
bool is_futile(int depth, int number, Score evaluation, Score alpha) {
    constexpr Tuning kTuning = tuning_of<P>();
    if constexpr (BoundsSwing<P>) {
        return number > 1 && depth <= kTuning.futility_depth && evaluation + P::swing(depth) <= alpha;
    } else {
        return false;
    }
}

// How many plies less a move is searched, by depth and its number alone.
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

// How many plies less a late move is searched: less on the principal variation (`wide`), for moves that
// check, and by merit.
template <Searchable P>
int late_reduction(int depth, int number, bool wide, bool improving, bool checks, int hint, int merit) {
    constexpr Tuning kTuning = tuning_of<P>();
    if (hint > 0) return 0;
    int less = reduction<P>(depth, number);
    if (wide) --less;
    if (!improving) ++less;
    if (checks) --less;
    if (hint == 0) less -= merit / kTuning.history_ply;
    return std::clamp(less, 0, depth - 2);
}

}  // namespace garlic
