// The loops over the units of a quantised net. All sets of them give the same numbers.
#pragma once

#include <cstdint>

namespace garlic::nets {

using Input = std::uint16_t;

// What the integers of a net stand for: a value of 1 is this much.
constexpr int kUnit = 255;        // accumulators and the weights of inputs
constexpr int kLayerUnit = 64;    // weights of the layer after the accumulators
constexpr int kSecondUnit = 127;  // squared accumulators and units of the second layer, where there is one
constexpr int kOutputUnit = 256;  // weights of the output after a second layer
constexpr int kMostLayerWeight = 127;

struct Kernels {
    // after = before + rows of `added` - rows of `removed`; a row has `hidden` weights.
    void (*update)(const std::int16_t* before, const std::int16_t* weights, int hidden, const Input* added,
                   int added_count, const Input* removed, int removed_count, std::int16_t* after);
    // The sum of weight * clamped square, in kUnit^2 * kLayerUnit.
    std::int64_t (*squared_sum)(const std::int16_t* accumulator, const std::int16_t* weights, int hidden);
    // Clamped squares in kSecondUnit.
    void (*squares)(const std::int16_t* accumulator, int hidden, std::uint8_t* out);
    // Sums of byte products; `count` is a multiple of 32.
    std::int32_t (*byte_sum)(const std::uint8_t* values, const std::int8_t* weights, int count);

    static const Kernels& portable();
    // The fastest set for this processor.
    static const Kernels& best();
};

}  // namespace garlic::nets
