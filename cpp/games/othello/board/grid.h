// Lines on boards of any size, for boards that do not fit one word.
#pragma once

#include <cstddef>

#include "garlic/bits.h"

namespace garlic::othello {

// A board of up to Stride - 1 columns in Words words: bit Stride * row + column. The last column stays
// empty, so that a shift off one side of the board meets no disc on the other.
template <int Stride, int Words>
class Grid {
public:
    static constexpr int kStride = Stride;
    static constexpr int kColumns = Stride - 1;
    static constexpr int kRows = 64 * Words / Stride < 20 ? 64 * Words / Stride : 20;
    static constexpr int kPlaces = 64 * Words;
    using Cells = Bits<Words>;

    static bool fits(int rows, int columns) { return rows <= kRows && columns <= kColumns; }

    // As in Grid8x8.
    static Cells reach(const Cells& own, const Cells& enemy) {
        return reach_along<1>(own, enemy) | reach_along<-1>(own, enemy) | reach_along<Stride>(own, enemy) |
               reach_along<-Stride>(own, enemy) | reach_along<Stride - 1>(own, enemy) |
               reach_along<1 - Stride>(own, enemy) | reach_along<Stride + 1>(own, enemy) |
               reach_along<-Stride - 1>(own, enemy);
    }

    static Cells flips(int place, const Cells& own, const Cells& enemy) {
        constexpr int kSteps[] = {1, -1, Stride, -Stride, Stride - 1, 1 - Stride, Stride + 1, -Stride - 1};
        Cells flips;
        for (const int step : kSteps) {
            int end = place + step;
            if (!holds(enemy, end)) continue;
            do end += step;
            while (holds(enemy, end));
            if (!holds(own, end)) continue;
            for (int flipped = place + step; flipped != end; flipped += step) flips.set(flipped);
        }
        return flips;
    }

    static int count(const Cells& cells) { return cells.count(); }

private:
    static bool holds(const Cells& cells, int place) {
        return static_cast<unsigned>(place) < static_cast<unsigned>(kPlaces) && cells.test(place);
    }

    // The most discs a run can have between its ends.
    static constexpr int kLongestRun = (kRows > kColumns ? kRows : kColumns) - 2;

    // Runs are short: on many words, where shifts are expensive, walking to their ends costs less than a fixed
    // number of doubling steps. On one or two words it is the other way round.
    template <int Step>
    static Cells reach_along(const Cells& own, const Cells& enemy) {
        const Cells first = own.template shifted<Step>() & enemy;
        if constexpr (Words <= 2) {
            return doubled<Step, 1>(first, enemy).template shifted<Step>();
        } else {
            Cells reached;
            for (Cells front = first; front.any(); front &= enemy) {
                front = front.template shifted<Step>();
                reached |= front;
            }
            return reached;
        }
    }

    // `runs` holds the first Length discs of every run, `passable` the last cells of Length enemy discs in a row.
    template <int Step, int Length>
    static Cells doubled(const Cells& runs, const Cells& passable) {
        if constexpr (Length >= kLongestRun) {
            return runs;
        } else {
            const Cells longer = runs | (runs.template shifted<Step * Length>() & passable);
            return doubled<Step, 2 * Length>(longer, passable & passable.template shifted<Step * Length>());
        }
    }
};

}  // namespace garlic::othello
