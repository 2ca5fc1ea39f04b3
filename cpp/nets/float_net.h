// A net in floating point, as it is trained.
#pragma once

#include <cstdint>
#include <vector>

#include "nets/net.h"
#include "nets/passes.h"
#include "nets/samples.h"
#include "nets/shape.h"

namespace garlic::nets {

// Where the weights of each layer begin in one array of floats, in the order of Net::Weights.
struct FloatLayout {
    explicit FloatLayout(const Shape& shape);

    std::size_t hidden_bias, second, second_bias, output, output_bias, size;  // inputs begin at 0
};

// What a sample is compared with.
struct Goal {
    float scale = 100;         // units of Score that an output of 1 stands for
    float result_share = 0.5;  // of the target that is the game's result; the rest is the search's score
};

class FloatNet {
public:
    explicit FloatNet(const Shape& shape);
    // With small random weights; those of the inputs are `first_inputs` times as large as usual. With 0 the net begins
    // without knowledge of any input: little is then to be unlearned where there are few samples.
    FloatNet(const Shape& shape, std::uint64_t seed, float first_inputs = 1);

    const Shape& shape() const { return shape_; }
    const FloatLayout& layout() const { return layout_; }
    std::vector<float>& weights() { return weights_; }
    const std::vector<float>& weights() const { return weights_; }

    View view() const;
    // The output, in units of `goal.scale`, without the sample's base.
    float output(const Sample& sample, const Passes& passes = Passes::best()) const;
    // The cross entropy of the expected result. Adds the gradient to `gradient`, one number per weight, unless null.
    float loss(const Sample& sample, const Goal& goal, float* gradient, const Passes& passes = Passes::best()) const;

    // Brings all weights into the bounds of the quantised net, which is then at most a rounding away.
    void clamp();
    Net quantised(int scale, const Origin& origin) const;

private:
    Shape shape_;
    FloatLayout layout_;
    std::vector<float> weights_;
};

// The loss of `output` (plus the sample's base) and its derivative.
struct Loss {
    float value;
    float slope;
};
Loss loss_of(float output, const Sample& sample, const Goal& goal);

}  // namespace garlic::nets
