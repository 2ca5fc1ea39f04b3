// Processor features beyond the baseline that the program is compiled for.
#pragma once

#include <cstdlib>
#include <string_view>

// GARLIC_AVX2 marks a function compiled for AVX2 whatever the rest is compiled for; GARLIC_BEGIN_AVX2 and
// GARLIC_END_AVX2 enclose several. Include all headers before, and keep such code in its own namespace: a
// function shared by both builds must not be compiled for the larger instruction set.
// GARLIC_BEGIN_AVX512 and GARLIC_END_AVX512 do the same for AVX-512.
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

// May such functions be called? The environment variable GARLIC_PORTABLE forbids all of them, or those beyond
// AVX2 if it is "avx2"; this is for tests and troubleshooting. May be called before main().
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
