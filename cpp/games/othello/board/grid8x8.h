// Lines on an 8x8 board: bit 8 * row + column. Finding moves and flips dominates the cost of an Othello
// search, so both are dispatched to the best instruction set at run time.
#pragma once

#include <cstdint>

#include "garlic/bits.h"

namespace garlic::othello {

class Grid8x8 {
public:
    static constexpr int kRows = 8;
    static constexpr int kColumns = 8;
    static constexpr int kStride = 8;
    static constexpr int kPlaces = 64;
    using Cells = Bits<1>;

    static bool fits(int rows, int columns) { return rows == kRows && columns == kColumns; }

    // The cells at the end of a run of enemy discs that starts beside an own disc, occupied ones included.
    static Cells reach(Cells own, Cells enemy) { return Cells::of(lines_.reach(own.part(0), enemy.part(0))); }

    // The enemy discs between `place` and the next own disc, in all directions.
    static Cells flips(int place, Cells own, Cells enemy) {
        return Cells::of(lines_.flips(place, own.part(0), enemy.part(0)));
    }

    static int count(Cells cells) { return lines_.count(cells.part(0)); }

private:
    struct Lines {
        std::uint64_t (*reach)(std::uint64_t own, std::uint64_t enemy);
        std::uint64_t (*flips)(int place, std::uint64_t own, std::uint64_t enemy);
        int (*count)(std::uint64_t cells);
    };
    static Lines best_lines();
    static const Lines lines_;
};

}  // namespace garlic::othello
