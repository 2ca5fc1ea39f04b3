#include "games/othello/board/grid8x8.h"

#include <array>
#include <bit>
#include <cstdint>

#include "garlic/processor.h"

namespace garlic::othello {
namespace portable {
#define GARLIC_FOUR_LANES 0
#include "games/othello/board/grid8x8_lines.h"
#undef GARLIC_FOUR_LANES
int count(std::uint64_t cells) { return std::popcount(cells); }
}  // namespace portable

#ifdef GARLIC_HAS_AVX2
GARLIC_BEGIN_AVX2
namespace avx2 {
#define GARLIC_FOUR_LANES 1
#include "games/othello/board/grid8x8_lines.h"
#undef GARLIC_FOUR_LANES
int count(std::uint64_t cells) { return std::popcount(cells); }
}  // namespace avx2
GARLIC_END_AVX2
#endif

Grid8x8::Lines Grid8x8::best_lines() {
#ifdef GARLIC_HAS_AVX2
    if (may_use_avx2()) return {avx2::lines8::reach, avx2::lines8::flips, avx2::count};
#endif
    return {portable::lines8::reach, portable::lines8::flips, portable::count};
}

const Grid8x8::Lines Grid8x8::lines_ = best_lines();

}  // namespace garlic::othello
