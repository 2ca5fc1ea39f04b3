// The kernels for AVX2: kernels.cpp includes this between GARLIC_BEGIN_AVX2 and GARLIC_END_AVX2, after all headers.
// No function of the standard library may be called here (processor.h).

namespace avx2 {

inline __m256i loaded(const void* from) { return _mm256_loadu_si256(static_cast<const __m256i*>(from)); }

// The registers of one tile stay loaded while all rows are added.
template <int kRegisters>
inline void update_tile(const std::int16_t* before, const std::int16_t* weights, int hidden, const Input* added,
                        int added_count, const Input* removed, int removed_count, std::int16_t* after) {
    __m256i sums[kRegisters];
    for (int number = 0; number < kRegisters; ++number) sums[number] = loaded(before + 16 * number);
    for (int place = 0; place < added_count; ++place) {
        const std::int16_t* const row = weights + added[place] * hidden;
        for (int number = 0; number < kRegisters; ++number)
            sums[number] = _mm256_add_epi16(sums[number], loaded(row + 16 * number));
    }
    for (int place = 0; place < removed_count; ++place) {
        const std::int16_t* const row = weights + removed[place] * hidden;
        for (int number = 0; number < kRegisters; ++number)
            sums[number] = _mm256_sub_epi16(sums[number], loaded(row + 16 * number));
    }
    for (int number = 0; number < kRegisters; ++number)
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(after + 16 * number), sums[number]);
}

inline void update(const std::int16_t* before, const std::int16_t* weights, int hidden, const Input* added,
                   int added_count, const Input* removed, int removed_count, std::int16_t* after) {
    int unit = 0;
    for (; unit + 128 <= hidden; unit += 128)
        update_tile<8>(before + unit, weights + unit, hidden, added, added_count, removed, removed_count, after + unit);
    for (; unit < hidden; unit += 32)
        update_tile<2>(before + unit, weights + unit, hidden, added, added_count, removed, removed_count, after + unit);
}

inline __m256i clamped(__m256i values) {
    return _mm256_min_epi16(_mm256_max_epi16(values, _mm256_setzero_si256()), _mm256_set1_epi16(kUnit));
}

// A lane gets an eighth of at most 1024 products of at most 255^2 * 127: 32 bits hold their sum.
inline std::int64_t squared_sum(const std::int16_t* accumulator, const std::int16_t* weights, int hidden) {
    __m256i sums = _mm256_setzero_si256();
    for (int unit = 0; unit < hidden; unit += 16) {
        const __m256i values = clamped(loaded(accumulator + unit));
        const __m256i weighted = _mm256_mullo_epi16(values, loaded(weights + unit));  // 255 * 127 fits 16 bits
        sums = _mm256_add_epi32(sums, _mm256_madd_epi16(weighted, values));
    }
    alignas(32) std::int32_t lanes[8];
    _mm256_store_si256(reinterpret_cast<__m256i*>(lanes), sums);
    std::int64_t sum = 0;
    for (const std::int32_t lane : lanes) sum += lane;
    return sum;
}

inline void squares(const std::int16_t* accumulator, int hidden, std::uint8_t* out) {
    for (int unit = 0; unit < hidden; unit += 32) {
        const __m256i low = clamped(loaded(accumulator + unit));
        const __m256i high = clamped(loaded(accumulator + unit + 16));
        const __m256i packed = _mm256_packus_epi16(_mm256_srli_epi16(_mm256_mullo_epi16(low, low), 9),
                                                   _mm256_srli_epi16(_mm256_mullo_epi16(high, high), 9));
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + unit), _mm256_permute4x64_epi64(packed, 0xD8));
    }
}

// Two products of at most 127 * 127 fit 16 bits, so nothing saturates.
inline std::int32_t byte_sum(const std::uint8_t* values, const std::int8_t* weights, int count) {
    __m256i sums = _mm256_setzero_si256();
    for (int place = 0; place < count; place += 32) {
        const __m256i pairs = _mm256_maddubs_epi16(loaded(values + place), loaded(weights + place));
        sums = _mm256_add_epi32(sums, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
    }
    alignas(32) std::int32_t lanes[8];
    _mm256_store_si256(reinterpret_cast<__m256i*>(lanes), sums);
    std::int32_t sum = 0;
    for (const std::int32_t lane : lanes) sum += lane;
    return sum;
}

}  // namespace avx2
