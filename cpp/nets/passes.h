// What the loops of passes_simd.h work on: plain numbers and pointers, the same for every instruction set.
#pragma once

#include "nets/samples.h"

namespace garlic::nets {

constexpr int kMostUnits = 2 * 1024;  // of both accumulators
constexpr int kMostSecond = 256;

// The weights of a float net, and where each layer begins.
struct View {
    const float* weights;
    int hidden, second;
    int hidden_bias, second_layer, second_bias, output, output_bias;
};

// The units of one position, kept from the forward pass for the backward one.
struct Units {
    alignas(32) float sums[kMostUnits];
    alignas(32) float squares[kMostUnits];
    float second[kMostSecond];
};

// One step of Adam.
struct Step {
    float per_sample;  // 1 / samples in the batch
    float rate;        // with the correction for the first steps
    float mean_decay;
    float square_decay;
    float square_rise;  // the correction of the squares for the first steps
};

struct Passes {
    float (*forward)(const View& net, const Sample& sample, Units& units);
    void (*backward)(const View& net, const Sample& sample, const Units& units, float slope, float* gradient);
    void (*adam)(const Step& step, const float* gradient, float* weights, float* mean, float* square, int count);

    static const Passes& portable();
    // The fastest set for this processor.
    static const Passes& best();
};

}  // namespace garlic::nets
