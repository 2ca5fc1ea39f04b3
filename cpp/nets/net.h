// A quantised net: what an engine evaluates with.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "garlic/score.h"
#include "nets/kernels.h"
#include "nets/shape.h"

namespace garlic::nets {

// Where a net comes from, for its file and for people.
struct Origin {
    std::string name;     // of what it evaluates, for instance "tiaojia"
    std::string command;  // that made it
    std::string date;     // as YYYY-MM-DD
    std::int64_t positions = 0;

    bool operator==(const Origin&) const = default;
};

class Net {
public:
    static constexpr std::size_t kMostBytes = 4'000'000;  // of its file

    // In the units of kernels.h.
    struct Weights {
        std::vector<std::int16_t> inputs;       // [input][unit]
        std::vector<std::int16_t> hidden_bias;  // [unit]
        std::vector<std::int8_t> second;        // [bucket][unit of the second layer][unit of both accumulators]
        std::vector<std::int32_t> second_bias;  // [bucket][unit of the second layer], kSecondUnit * kLayerUnit
        std::vector<std::int16_t> output;       // [bucket][number before the output]
        std::vector<std::int32_t> output_bias;  // [bucket], kUnit * kLayerUnit or kSecondUnit * kOutputUnit
    };

    // An output of 1 is `scale` units of Score. ParseError if a weight is out of bounds or one is missing.
    Net(const Shape& shape, int scale, Origin origin, Weights weights, const Kernels& kernels = Kernels::best());

    // ParseError if the content is no weight file, too large, or damaged.
    static Net parse(std::string_view content, const Kernels& kernels = Kernels::best());
    std::string str() const;

    const Shape& shape() const { return shape_; }
    int scale() const { return scale_; }
    const Origin& origin() const { return origin_; }

    // The largest weight of an input: as many as may be active, and the bias, fit 16 bits.
    static int most_input_weight(const Shape& shape) {
        return std::min(INT16_MAX / (shape.most_active + 1), 2 * kUnit);
    }

    // An accumulator has shape().hidden numbers.
    void refresh(std::span<const Input> active, std::int16_t* accumulator) const {
        kernels_->update(weights_.hidden_bias.data(), weights_.inputs.data(), shape_.hidden, active.data(),
                         static_cast<int>(active.size()), nullptr, 0, accumulator);
    }
    // The accumulator `after` some inputs have become active and others inactive.
    void update(const std::int16_t* before, std::span<const Input> added, std::span<const Input> removed,
                std::int16_t* after) const {
        kernels_->update(before, weights_.inputs.data(), shape_.hidden, added.data(), static_cast<int>(added.size()),
                         removed.data(), static_cast<int>(removed.size()), after);
    }
    // The score for the mover, whose accumulator is `own`.
    Score evaluate(const std::int16_t* own, const std::int16_t* enemy, int bucket) const;

private:
    Score evaluate_second(const std::int16_t* own, const std::int16_t* enemy, int bucket) const;
    void check() const;

    Shape shape_;
    int scale_;
    Origin origin_;
    Weights weights_;
    const Kernels* kernels_;
};

}  // namespace garlic::nets
