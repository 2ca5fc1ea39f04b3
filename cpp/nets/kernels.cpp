#include "nets/kernels.h"

#include "garlic/processor.h"
#include "nets/kernels_portable.h"

namespace garlic::nets {

#ifdef GARLIC_HAS_AVX2
GARLIC_BEGIN_AVX2
#include "nets/kernels_avx2.h"
GARLIC_END_AVX2
#endif

const Kernels& Kernels::portable() {
    static const Kernels kernels{portable::update, portable::squared_sum, portable::squares, portable::byte_sum};
    return kernels;
}

const Kernels& Kernels::best() {
#ifdef GARLIC_HAS_AVX2
    static const Kernels kernels{avx2::update, avx2::squared_sum, avx2::squares, avx2::byte_sum};
    static const bool usable = may_use_avx2();
    if (usable) return kernels;
#endif
    return portable();
}

}  // namespace garlic::nets
