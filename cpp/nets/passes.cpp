#include "nets/passes.h"

#include "garlic/processor.h"

namespace garlic::nets {

namespace portable {
#include "nets/passes_simd.h"
}  // namespace portable

#ifdef GARLIC_HAS_AVX2
GARLIC_BEGIN_AVX2
namespace avx2 {
#include "nets/passes_simd.h"
}  // namespace avx2
GARLIC_END_AVX2
#endif

const Passes& Passes::portable() {
    static const Passes passes{portable::simd::forward, portable::simd::backward, portable::simd::adam};
    return passes;
}

const Passes& Passes::best() {
#ifdef GARLIC_HAS_AVX2
    static const Passes passes{avx2::simd::forward, avx2::simd::backward, avx2::simd::adam};
    static const bool usable = may_use_avx2();
    if (usable) return passes;
#endif
    return portable();
}

}  // namespace garlic::nets
