// What the processor can do beyond the least that a program may count on.
#pragma once

#include <cstdlib>

// GARLIC_AVX2 marks a function that is compiled for such processors, whatever the rest is for;
// GARLIC_BEGIN_AVX2 and GARLIC_END_AVX2 stand round many. Include all headers before, and keep such code
// in a namespace of its own: a function that both sets share must not be compiled for the larger one.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define GARLIC_HAS_AVX2 1
#define GARLIC_AVX2 __attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt")))
#define GARLIC_BEGIN_AVX2 \
    _Pragma("GCC push_options") _Pragma("GCC target(\"avx2,bmi,bmi2,lzcnt,popcnt\")")
#define GARLIC_END_AVX2 _Pragma("GCC pop_options")
#endif

namespace garlic {

// Whether such functions may be called. Not if the environment has GARLIC_PORTABLE:
// for tests, and for doubts. May be asked before main().
inline bool may_use_avx2() {
#ifdef GARLIC_HAS_AVX2
    __builtin_cpu_init();
    return std::getenv("GARLIC_PORTABLE") == nullptr && __builtin_cpu_supports("avx2") &&
           __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("lzcnt") &&
           __builtin_cpu_supports("popcnt");
#else
    return false;
#endif
}

}  // namespace garlic
