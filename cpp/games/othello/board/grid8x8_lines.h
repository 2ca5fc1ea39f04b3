// Moves and flips on 8x8, compiled once per instruction set.
//
// No #pragma once: a file includes this once per instruction set, each time in its own namespace, with
// GARLIC_FOUR_LANES set to 1 where the compiler may use vectors of four words, and GARLIC_LANES_COUNT_ZEROS
// where it may also use AVX-512. All headers must be included before, so that nothing in them is compiled
// for that set.

namespace lines8 {

using Word = std::uint64_t;

// The cells that a sideways line may pass through: a shift from the other columns wraps around.
constexpr Word kInnerColumns = 0x7e7e7e7e7e7e7e7e;

// The cells beyond a cell on its four lines (row, column, the two diagonals), towards higher and towards
// lower bits.
struct Rays {
    alignas(32) std::array<Word, 4> up;
    alignas(32) std::array<Word, 4> down;
};

constexpr Word ray(int place, int down, int right) {
    Word cells = 0;
    int row = place / 8 + down;
    int column = place % 8 + right;
    for (; row >= 0 && row < 8 && column >= 0 && column < 8; row += down, column += right)
        cells |= Word{1} << (row * 8 + column);
    return cells;
}

constexpr auto kRays = [] {
    constexpr std::array<int, 4> kDown = {0, 1, 1, 1};
    constexpr std::array<int, 4> kRight = {1, 0, -1, 1};
    std::array<Rays, 64> table{};
    for (int place = 0; place < 64; ++place)
        for (std::size_t line = 0; line < 4; ++line) {
            auto& rays = table[static_cast<std::size_t>(place)];
            rays.up[line] = ray(place, kDown[line], kRight[line]);
            rays.down[line] = ray(place, -kDown[line], -kRight[line]);
        }
    return table;
}();

#if GARLIC_FOUR_LANES

// All four lines at once, one per lane.
using FourWords = Word __attribute__((vector_size(32)));

constexpr FourWords kStep = {1, 8, 7, 9};

[[gnu::always_inline]] inline Word reach(Word own, Word enemy) {
    const Word inner = enemy & kInnerColumns;
    const FourWords from = {own, own, own, own};
    const FourWords passable = {inner, enemy, inner, inner};
    FourWords up = passable & (from << kStep);
    FourWords down = passable & (from >> kStep);
    up |= passable & (up << kStep);
    down |= passable & (down >> kStep);
    const FourWords pairs_up = passable & (passable << kStep);
    const FourWords pairs_down = pairs_up >> kStep;
    for (int twice = 0; twice < 2; ++twice) {
        up |= pairs_up & (up << (kStep + kStep));
        down |= pairs_down & (down >> (kStep + kStep));
    }
    const FourWords all = (up << kStep) | (down >> kStep);
    return all[0] | all[1] | all[2] | all[3];
}

// The nearest cell on a ray downwards: the highest bit of each lane.
[[gnu::always_inline]] inline FourWords first_below(FourWords cells) {
#if GARLIC_LANES_COUNT_ZEROS
    const __m256i zeros = _mm256_lzcnt_epi64(reinterpret_cast<__m256i>(cells));
    return reinterpret_cast<FourWords>(
        _mm256_srlv_epi64(_mm256_set1_epi64x(INT64_MIN), zeros));  // a shift by 64 gives 0
#else
    FourWords beyond = cells >> kStep;  // everything on the ray past the nearest cell
    beyond |= beyond >> kStep;
    beyond |= beyond >> (kStep + kStep);
    beyond |= beyond >> (4 * kStep);
    return cells & ~beyond;
#endif
}

[[gnu::always_inline]] inline Word flips(int place, Word own, Word enemy) {
    const Rays& rays = kRays[static_cast<std::size_t>(place)];
    const FourWords owns = {own, own, own, own};
    const FourWords enemies = {enemy, enemy, enemy, enemy};

    const FourWords up = {rays.up[0], rays.up[1], rays.up[2], rays.up[3]};
    const FourWords upper_end = ((enemies | ~up) + 1) & up & owns;
    const FourWords up_flips = (upper_end + FourWords(upper_end != 0)) & up;  // true is -1 in a lane

    const FourWords down = {rays.down[0], rays.down[1], rays.down[2], rays.down[3]};
    const FourWords lower_end = first_below(down & ~enemies) & owns;
    const FourWords flips = up_flips | ((FourWords{} - (lower_end + lower_end)) & down);
    return flips[0] | flips[1] | flips[2] | flips[3];
}

#else

// Runs of up to six discs in three steps: one disc, two, then twice two more, in both directions along lines
// whose neighbours are `step` bits apart.
template <int Step>
inline Word reach_along(Word own, Word passable) {
    Word up = passable & (own << Step);
    Word down = passable & (own >> Step);
    up |= passable & (up << Step);
    down |= passable & (down >> Step);
    const Word pairs_up = passable & (passable << Step);
    const Word pairs_down = pairs_up >> Step;
    for (int twice = 0; twice < 2; ++twice) {
        up |= pairs_up & (up << 2 * Step);
        down |= pairs_down & (down >> 2 * Step);
    }
    return (up << Step) | (down >> Step);
}

[[gnu::always_inline]] inline Word reach(Word own, Word enemy) {
    const Word inner = enemy & kInnerColumns;
    return reach_along<1>(own, inner) | reach_along<8>(own, enemy) | reach_along<7>(own, inner) |
           reach_along<9>(own, inner);
}

[[gnu::always_inline]] inline Word flips(int place, Word own, Word enemy) {
    const Rays& rays = kRays[static_cast<std::size_t>(place)];
    Word flips = 0;
    for (std::size_t line = 0; line < 4; ++line) {
        // Upwards a carry runs through the enemy discs and stops at the first other cell.
        const Word up = rays.up[line];
        const Word upper_end = ((enemy | ~up) + 1) & up & own;
        flips |= (upper_end - (upper_end != 0)) & up;
        // Downwards the first other cell is the highest bit.
        const Word down = rays.down[line];
        const Word lower_end = (Word{1} << 63 >> std::countl_zero((down & ~enemy) | 1)) & down & own;
        flips |= (Word{0} - (lower_end << 1)) & down;
    }
    return flips;
}

#endif

}  // namespace lines8
