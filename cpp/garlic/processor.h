// What the processor can do beyond the least that a program may count on.
#pragma once

#include <cstdlib>
#include <string_view>

// GARLIC_AVX2 marks a function that is compiled for such processors, whatever the rest is for;
// GARLIC_BEGIN_AVX2 and GARLIC_END_AVX2 stand round many. Include all headers before, and keep such code
// in a namespace of its own: a function that both sets share must not be compiled for the larger one.
// GARLIC_BEGIN_AVX512 and GARLIC_END_AVX512 are the same for what counts and shifts in each lane.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define GARLIC_HAS_AVX2 1
#define GARLIC_AVX2 __attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt")))
#define GARLIC_BEGIN_AVX2 _Pragma("GCC push_options") _Pragma("GCC target(\"avx2,bmi,bmi2,lzcnt,popcnt\")")
#define GARLIC_END_AVX2 _Pragma("GCC pop_options")
#define GARLIC_HAS_AVX512 1
#define GARLIC_BEGIN_AVX512 \
    _Pragma("GCC push_options") _Pragma("GCC target(\"avx2,bmi,bmi2,lzcnt,popcnt,avx512f,avx512vl,avx512cd,avx512dq\")")
#define GARLIC_END_AVX512 _Pragma("GCC pop_options")
#include <immintrin.h>
#endif

namespace garlic {

// Whether such functions may be called. Not if the environment has GARLIC_PORTABLE, which allows
// none of them, or only those for AVX2 if it is "avx2": for tests, and for doubts. May be asked before main().
inline bool may_use_avx2() {
#ifdef GARLIC_HAS_AVX2
    __builtin_cpu_init();
    const char* const portable = std::getenv("GARLIC_PORTABLE");
    return (portable == nullptr || std::string_view(portable) == "avx2") && __builtin_cpu_supports("avx2") &&
           __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("lzcnt") &&
           __builtin_cpu_supports("popcnt");
#else
    return false;
#endif
}

inline bool may_use_avx512() {
#ifdef GARLIC_HAS_AVX512
    return may_use_avx2() && std::getenv("GARLIC_PORTABLE") == nullptr && __builtin_cpu_supports("avx512f") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512cd") &&
           __builtin_cpu_supports("avx512dq");
#else
    return false;
#endif
}

}  // namespace garlic
