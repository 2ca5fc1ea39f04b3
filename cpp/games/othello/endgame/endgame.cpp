#include "games/othello/endgame/endgame.h"

#include <algorithm>
#include <array>
#include <bit>
#include <concepts>
#include <cstdint>
#include <optional>
#include <type_traits>

#include "garlic/processor.h"

namespace garlic::othello {
namespace portable {
#define GARLIC_FOUR_LANES 0
#include "games/othello/endgame/search.h"
#undef GARLIC_FOUR_LANES
}  // namespace portable

#ifdef GARLIC_HAS_AVX2
GARLIC_BEGIN_AVX2
namespace avx2 {
#define GARLIC_FOUR_LANES 1
#include "games/othello/endgame/search.h"
#undef GARLIC_FOUR_LANES
}  // namespace avx2
GARLIC_END_AVX2
#endif

#ifdef GARLIC_HAS_AVX512
GARLIC_BEGIN_AVX512
namespace avx512 {
#define GARLIC_FOUR_LANES 1
#define GARLIC_LANES_COUNT_ZEROS 1
#include "games/othello/endgame/search.h"
#undef GARLIC_LANES_COUNT_ZEROS
#undef GARLIC_FOUR_LANES
}  // namespace avx512
GARLIC_END_AVX512
#endif

template <class Board>
int solve_endgame(const Map<Board>& map, const typename Board::Cells& own, const typename Board::Cells& enemy,
                  int alpha, int beta, const EndgameTools<Board>& tools) {
#ifdef GARLIC_HAS_AVX512
    if constexpr (std::same_as<Board, Grid8x8>) {  // the other boards would gain nothing
        static const bool has_avx512 = may_use_avx512();
        if (has_avx512) {
            if (map.plain) return avx512::EndgameSearch<Board, 1>(map, tools).solve(own, enemy, alpha, beta);
            return avx512::EndgameSearch<Board, 4>(map, tools).solve(own, enemy, alpha, beta);
        }
    }
#endif
#ifdef GARLIC_HAS_AVX2
    static const bool has_avx2 = may_use_avx2();
    if (has_avx2) {
        if (map.plain) return avx2::EndgameSearch<Board, 1>(map, tools).solve(own, enemy, alpha, beta);
        return avx2::EndgameSearch<Board, 4>(map, tools).solve(own, enemy, alpha, beta);
    }
#endif
    if (map.plain) return portable::EndgameSearch<Board, 1>(map, tools).solve(own, enemy, alpha, beta);
    return portable::EndgameSearch<Board, 4>(map, tools).solve(own, enemy, alpha, beta);
}

template int solve_endgame(const Map<Grid8x8>&, const Bits<1>&, const Bits<1>&, int, int, const EndgameTools<Grid8x8>&);
template int solve_endgame(const Map<Grid<9, 1>>&, const Bits<1>&, const Bits<1>&, int, int,
                           const EndgameTools<Grid<9, 1>>&);
template int solve_endgame(const Map<Grid<11, 2>>&, const Bits<2>&, const Bits<2>&, int, int,
                           const EndgameTools<Grid<11, 2>>&);
template int solve_endgame(const Map<Grid<13, 3>>&, const Bits<3>&, const Bits<3>&, int, int,
                           const EndgameTools<Grid<13, 3>>&);
template int solve_endgame(const Map<Grid<21, 7>>&, const Bits<7>&, const Bits<7>&, int, int,
                           const EndgameTools<Grid<21, 7>>&);

}  // namespace garlic::othello
