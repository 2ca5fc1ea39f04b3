// Late-move pruning, futility and reductions: what the numbers in Tuning mean.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "garlic/searchable.h"

namespace garlic {

// The numbers of one engine, with the table of reductions that follows from them.
template <Searchable P>
class Selectivity {
public:
    explicit Selectivity(const Tuning& tuning = tuning_of<P>()) : tuning_(tuning) {
        for (std::size_t depth = 1; depth < kSize; ++depth)
            for (std::size_t number = 1; number < kSize; ++number)
                reductions_[depth][number] = static_cast<std::int16_t>(std::min(
                    tuning.reduction_base + tuning.reduction_slope * std::log(depth) * std::log(number), 10'000.0));
    }

    const Tuning& tuning() const { return tuning_; }

    // Late-move pruning: is a quiet move too late in the order for the depth left?
    bool is_late(int depth, int number, bool improving) const {
        if (tuning_.late_moves_depth == 0 || depth > tuning_.late_moves_depth) return false;
        const int most = tuning_.late_moves_base + tuning_.late_moves_slope * depth * depth;
        return number > (improving ? most : most / 2 + 1);
    }

    // A loose bound on how far the score moves within the depth left.
    Score swing(int depth) const
        requires BoundsSwing<P>
    {
        return P::swing(depth) * tuning_.futility_swing / 100;
    }

    // Futility pruning: is the mover too far behind for a quiet move within the depth left?
    bool is_futile(int depth, int number, Score evaluation, Score alpha) const {
        if constexpr (BoundsSwing<P>) {
            return number > 1 && depth <= tuning_.futility_depth && evaluation + swing(depth) <= alpha;
        } else {
            return false;
        }
    }

    // The reduction by depth and move number alone, in plies and in hundredths of a ply.
    int reduction(int depth, int number) const { return fine_reduction(depth, number) / 100; }
    int fine_reduction(int depth, int number) const {
        constexpr int kLast = static_cast<int>(kSize) - 1;
        return reductions_[static_cast<std::size_t>(std::min(depth, kLast))]
                          [static_cast<std::size_t>(std::min(number, kLast))];
    }

    // The reduction in plies of a late move: less on the principal variation, for checks, and by history.
    int late_reduction(int depth, int number, bool pv_node, bool improving, bool checks, int hint,
                       int history_score) const {
        if (hint > 0) return 0;
        int less = reduction(depth, number);
        if (pv_node) --less;
        if (!improving) ++less;
        if (checks) --less;
        if (hint == 0) less -= history_score / tuning_.history_ply;
        return std::clamp(less, 0, depth - 2);
    }

private:
    static constexpr std::size_t kSize = 64;

    Tuning tuning_;
    std::array<std::array<std::int16_t, kSize>, kSize> reductions_{};
};

}  // namespace garlic
