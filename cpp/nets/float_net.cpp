#include "nets/float_net.h"

#include <algorithm>
#include <cmath>

#include "garlic/chance.h"
#include "nets/passes.h"

namespace garlic::nets {
namespace {

float sigmoid(float logit) { return 1.0F / (1.0F + std::exp(-logit)); }

template <class Number>
void round_into(std::vector<Number>& out, const float* from, std::size_t count, double unit) {
    out.resize(count);
    for (std::size_t place = 0; place < count; ++place)
        out[place] = static_cast<Number>(std::lround(static_cast<double>(from[place]) * unit));
}

}  // namespace

FloatLayout::FloatLayout(const Shape& shape)
    : hidden_bias(at(shape.inputs) * at(shape.hidden)),
      second(hidden_bias + at(shape.hidden)),
      second_bias(second + at(shape.buckets) * at(shape.second) * at(2 * shape.hidden)),
      output(second_bias + at(shape.buckets) * at(shape.second)),
      output_bias(output + at(shape.buckets) * at(shape.last())),
      size(output_bias + at(shape.buckets)) {}

FloatNet::FloatNet(const Shape& shape) : shape_(shape), layout_(shape) {
    shape.check();
    weights_.assign(layout_.size, 0.0F);
}

FloatNet::FloatNet(const Shape& shape, std::uint64_t seed, float first_inputs) : FloatNet(shape) {
    Stream chance(seed);
    const auto fill = [&](std::size_t from, std::size_t to, double most) {
        for (std::size_t place = from; place < to; ++place)
            weights_[place] = static_cast<float>((static_cast<double>(chance.word() >> 11) * 0x1p-52 - 1) * most);
    };
    fill(0, layout_.hidden_bias, static_cast<double>(first_inputs) / std::sqrt(shape.most_active));
    // A unit learns only between 0 and 1, so it starts in the middle.
    std::fill_n(weights_.begin() + static_cast<std::ptrdiff_t>(layout_.hidden_bias), shape.hidden, 0.4F);
    fill(layout_.second, layout_.second_bias, 1 / std::sqrt(2 * shape.hidden));
    std::fill(weights_.begin() + static_cast<std::ptrdiff_t>(layout_.second_bias),
              weights_.begin() + static_cast<std::ptrdiff_t>(layout_.output), 0.2F);
    fill(layout_.output, layout_.output_bias, 1 / std::sqrt(shape.last()));
    clamp();
}

View FloatNet::view() const {
    const auto place = [](std::size_t index) { return static_cast<int>(index); };
    return {weights_.data(),       shape_.hidden,
            shape_.second,         place(layout_.hidden_bias),
            place(layout_.second), place(layout_.second_bias),
            place(layout_.output), place(layout_.output_bias)};
}

float FloatNet::output(const Sample& sample, const Passes& passes) const {
    Units units;
    return passes.forward(view(), sample, units);
}

float FloatNet::loss(const Sample& sample, const Goal& goal, float* gradient, const Passes& passes) const {
    Units units;
    const Loss loss = loss_of(passes.forward(view(), sample, units), sample, goal);
    if (gradient != nullptr) passes.backward(view(), sample, units, loss.slope, gradient);
    return loss.value;
}

void FloatNet::clamp() {
    const auto bound = [&](std::size_t from, std::size_t to, float most) {
        for (std::size_t place = from; place < to; ++place) weights_[place] = std::clamp(weights_[place], -most, most);
    };
    bound(0, layout_.second, static_cast<float>(Net::most_input_weight(shape_)) / kUnit);
    bound(layout_.second, layout_.second_bias, static_cast<float>(kMostLayerWeight) / kLayerUnit);
    const float most = shape_.second > 0 ? static_cast<float>(INT16_MAX) / kOutputUnit
                                         : static_cast<float>(kMostLayerWeight) / kLayerUnit;
    bound(layout_.output, layout_.output_bias, most);
}

Net FloatNet::quantised(int scale, const Origin& origin) const {
    FloatNet bounded = *this;
    bounded.clamp();
    const float* const all = bounded.weights_.data();
    const bool has_second = shape_.second > 0;
    Net::Weights weights;
    round_into(weights.inputs, all, layout_.hidden_bias, kUnit);
    round_into(weights.hidden_bias, all + layout_.hidden_bias, layout_.second - layout_.hidden_bias, kUnit);
    round_into(weights.second, all + layout_.second, layout_.second_bias - layout_.second, kLayerUnit);
    round_into(weights.second_bias, all + layout_.second_bias, layout_.output - layout_.second_bias,
               kSecondUnit * kLayerUnit);
    round_into(weights.output, all + layout_.output, layout_.output_bias - layout_.output,
               has_second ? kOutputUnit : kLayerUnit);
    round_into(weights.output_bias, all + layout_.output_bias, layout_.size - layout_.output_bias,
               has_second ? kSecondUnit * kOutputUnit : kUnit * kLayerUnit);
    return Net(shape_, scale, origin, std::move(weights));
}

Loss loss_of(float output, const Sample& sample, const Goal& goal) {
    const float target =
        goal.result_share * sample.result + (1 - goal.result_share) * sigmoid(sample.score / goal.scale);
    const float logit = output + sample.base / goal.scale;
    const float rest = std::log1p(std::exp(-std::abs(logit)));
    return {std::max(logit, 0.0F) + rest - target * logit, sigmoid(logit) - target};
}

}  // namespace garlic::nets
