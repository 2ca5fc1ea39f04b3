#include "games/tiaojia_outlook.h"

#include <cstdint>
#include <utility>

#include "garlic/processor.h"

namespace garlic {

using Cells = Tiaojia::Cells;

namespace portable {
#define GARLIC_SIXTEEN_LANES 0
#include "games/tiaojia_prospects.h"
#undef GARLIC_SIXTEEN_LANES
}  // namespace portable

#ifdef GARLIC_HAS_AVX2
GARLIC_BEGIN_AVX2
namespace avx2 {
#define GARLIC_SIXTEEN_LANES 1
#include "games/tiaojia_prospects.h"
#undef GARLIC_SIXTEEN_LANES
}  // namespace avx2
GARLIC_END_AVX2
#endif

TiaojiaOutlook::Find TiaojiaOutlook::best() {
#ifdef GARLIC_HAS_AVX2
    if (may_use_avx2()) return avx2::prospects::outlook;
#endif
    return portable::prospects::outlook;
}

const TiaojiaOutlook::Find TiaojiaOutlook::best_ = best();

}  // namespace garlic
