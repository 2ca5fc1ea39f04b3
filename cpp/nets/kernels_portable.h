// The kernels in plain C++: kernels.cpp includes this.
#pragma once

#include <cstdint>

#include "nets/kernels.h"

namespace garlic::nets::portable {

inline int clamped(int value) { return value < 0 ? 0 : value > kUnit ? kUnit : value; }

inline void update(const std::int16_t* before, const std::int16_t* weights, int hidden, const Input* added,
                   int added_count, const Input* removed, int removed_count, std::int16_t* after) {
    for (int unit = 0; unit < hidden; ++unit) after[unit] = before[unit];
    for (int place = 0; place < added_count; ++place) {
        const std::int16_t* const row = weights + added[place] * hidden;
        for (int unit = 0; unit < hidden; ++unit) after[unit] = static_cast<std::int16_t>(after[unit] + row[unit]);
    }
    for (int place = 0; place < removed_count; ++place) {
        const std::int16_t* const row = weights + removed[place] * hidden;
        for (int unit = 0; unit < hidden; ++unit) after[unit] = static_cast<std::int16_t>(after[unit] - row[unit]);
    }
}

inline std::int64_t squared_sum(const std::int16_t* accumulator, const std::int16_t* weights, int hidden) {
    std::int64_t sum = 0;
    for (int unit = 0; unit < hidden; ++unit) {
        const int value = clamped(accumulator[unit]);
        sum += value * value * weights[unit];
    }
    return sum;
}

inline void squares(const std::int16_t* accumulator, int hidden, std::uint8_t* out) {
    for (int unit = 0; unit < hidden; ++unit) {
        const int value = clamped(accumulator[unit]);
        out[unit] = static_cast<std::uint8_t>((value * value) >> 9);
    }
}

inline std::int32_t byte_sum(const std::uint8_t* values, const std::int8_t* weights, int count) {
    std::int32_t sum = 0;
    for (int place = 0; place < count; ++place) sum += values[place] * weights[place];
    return sum;
}

}  // namespace garlic::nets::portable
