#include "games/tiaojia/threats.h"

#include <cstdint>
#include <utility>

#include "garlic/processor.h"

namespace garlic::tiaojia {

using Cells = Position::Cells;

namespace portable {
#define GARLIC_SIXTEEN_LANES 0
#include "games/tiaojia/threats_simd.h"
#undef GARLIC_SIXTEEN_LANES
}  // namespace portable

#ifdef GARLIC_HAS_AVX2
GARLIC_BEGIN_AVX2
namespace avx2 {
#define GARLIC_SIXTEEN_LANES 1
#include "games/tiaojia/threats_simd.h"
#undef GARLIC_SIXTEEN_LANES
}  // namespace avx2
GARLIC_END_AVX2
#endif

Threats::Find Threats::best() {
#ifdef GARLIC_HAS_AVX2
    if (may_use_avx2()) return avx2::simd::threats;
#endif
    return portable::simd::threats;
}

const Threats::Find Threats::best_ = best();

}  // namespace garlic::tiaojia
