// Code that is compiled twice: for every processor, and for those with vectors of four words.
//
// What stands between GARLIC_BEGIN_AVX2 and GARLIC_END_AVX2 may be called only where
// may_use_avx2(). Include all headers before, and keep it in a namespace of its own: a function
// that both sets share must not be compiled for the larger one.
#pragma once

#include <cstdlib>

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define GARLIC_HAS_AVX2 1
#define GARLIC_BEGIN_AVX2 \
    _Pragma("GCC push_options") _Pragma("GCC target(\"avx2,bmi,bmi2,lzcnt,popcnt\")")
#define GARLIC_END_AVX2 _Pragma("GCC pop_options")
#endif

namespace garlic {

#ifdef GARLIC_HAS_AVX2
inline bool may_use_avx2() {
    __builtin_cpu_init();  // this may run before main()
    const bool wanted = std::getenv("GARLIC_PORTABLE") == nullptr;  // set: for tests, and for doubts
    return wanted && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("lzcnt") && __builtin_cpu_supports("popcnt");
}
#endif

}  // namespace garlic
