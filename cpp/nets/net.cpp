#include "nets/net.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

#include "nets/checked_file.h"

namespace garlic::nets {
namespace {

constexpr std::string_view kKind = "garlic net 1";
constexpr int kMostScale = 10'000;

struct Counts {
    std::size_t inputs, hidden_bias, second, second_bias, output, output_bias;

    explicit Counts(const Shape& shape)
        : inputs(at(shape.inputs) * at(shape.hidden)),
          hidden_bias(at(shape.hidden)),
          second(at(shape.buckets) * at(shape.second) * at(2 * shape.hidden)),
          second_bias(at(shape.buckets) * at(shape.second)),
          output(at(shape.buckets) * at(shape.last())),
          output_bias(at(shape.buckets)) {}
};

template <class Number>
void check_bounds(const std::vector<Number>& numbers, std::size_t count, std::int64_t most) {
    if (numbers.size() != count) throw ParseError("the weights do not fit the shape of the net");
    for (const Number number : numbers)
        if (std::abs(std::int64_t{number}) > most) throw ParseError("a weight of the net is out of bounds");
}

// An output as units of Score.
Score as_score(std::int64_t output, int unit, int scale) {
    return points(static_cast<int>(std::clamp<std::int64_t>(output * scale / unit, -kMostPoints, kMostPoints)));
}

}  // namespace

Net::Net(const Shape& shape, int scale, Origin origin, Weights weights, const Kernels& kernels)
    : shape_(shape), scale_(scale), origin_(std::move(origin)), weights_(std::move(weights)), kernels_(&kernels) {
    check();
}

void Net::check() const {
    shape_.check();
    if (scale_ < 1 || scale_ > kMostScale) throw ParseError("the scale of the net is out of bounds");
    const Counts counts(shape_);
    check_bounds(weights_.inputs, counts.inputs, most_input_weight(shape_));
    check_bounds(weights_.hidden_bias, counts.hidden_bias, most_input_weight(shape_));
    check_bounds(weights_.second, counts.second, kMostLayerWeight);
    check_bounds(weights_.second_bias, counts.second_bias, INT32_MAX / 2);
    check_bounds(weights_.output, counts.output, shape_.second > 0 ? INT16_MAX : kMostLayerWeight);
    check_bounds(weights_.output_bias, counts.output_bias, INT32_MAX / 2);
}

Net Net::parse(std::string_view content, const Kernels& kernels) {
    if (content.size() > kMostBytes) throw ParseError("expected a net of at most 4 MB");
    CheckedFile file = CheckedFile::parse(kKind, content);
    const auto numbers = file.numbers("shape", 5);
    for (const std::int64_t number : numbers)
        if (number < 0 || number > INT16_MAX * 2) throw ParseError("the shape of the net is out of bounds");
    const auto number = [&](std::size_t place) { return static_cast<int>(numbers[place]); };
    const Shape shape{number(0), number(1), number(2), number(3), number(4)};
    shape.check();
    const Counts counts(shape);
    Weights weights;
    weights.inputs = file.take<std::int16_t>(counts.inputs);
    weights.hidden_bias = file.take<std::int16_t>(counts.hidden_bias);
    weights.second = file.take<std::int8_t>(counts.second);
    weights.second_bias = file.take<std::int32_t>(counts.second_bias);
    weights.output = file.take<std::int16_t>(counts.output);
    weights.output_bias = file.take<std::int32_t>(counts.output_bias);
    file.expect_end();
    const std::int64_t scale = file.numbers("scale", 1)[0];
    if (scale < 1 || scale > kMostScale) throw ParseError("the scale of the net is out of bounds");
    Origin origin{file.value("name"), file.value("command"), file.value("date"), file.numbers("positions", 1)[0]};
    return Net(shape, static_cast<int>(scale), std::move(origin), std::move(weights), kernels);
}

std::string Net::str() const {
    CheckedFile file{std::string(kKind)};
    file.set("name", origin_.name);
    file.set_numbers("shape", {shape_.inputs, shape_.hidden, shape_.second, shape_.buckets, shape_.most_active});
    file.set_numbers("scale", {scale_});
    file.set("command", origin_.command);
    file.set("date", origin_.date);
    file.set_numbers("positions", {origin_.positions});
    file.append(weights_.inputs);
    file.append(weights_.hidden_bias);
    file.append(weights_.second);
    file.append(weights_.second_bias);
    file.append(weights_.output);
    file.append(weights_.output_bias);
    std::string content = file.str();
    if (content.size() > kMostBytes) throw ParseError("the file of the net would be larger than 4 MB");
    return content;
}

Score Net::evaluate(const std::int16_t* own, const std::int16_t* enemy, int bucket) const {
    if (shape_.second > 0) return evaluate_second(own, enemy, bucket);
    const std::int16_t* const weights = weights_.output.data() + bucket * 2 * shape_.hidden;
    const std::int64_t sum = kernels_->squared_sum(own, weights, shape_.hidden) +
                             kernels_->squared_sum(enemy, weights + shape_.hidden, shape_.hidden);
    return as_score(sum / kUnit + weights_.output_bias[at(bucket)], kUnit * kLayerUnit, scale_);
}

Score Net::evaluate_second(const std::int16_t* own, const std::int16_t* enemy, int bucket) const {
    alignas(32) std::array<std::uint8_t, 2 * 1024> squares;
    kernels_->squares(own, shape_.hidden, squares.data());
    kernels_->squares(enemy, shape_.hidden, squares.data() + shape_.hidden);
    const int count = 2 * shape_.hidden;
    const int first = bucket * shape_.second;
    std::int64_t sum = weights_.output_bias[at(bucket)];
    for (int unit = first; unit < first + shape_.second; ++unit) {
        const std::int32_t value = weights_.second_bias[at(unit)] +
                                   kernels_->byte_sum(squares.data(), weights_.second.data() + unit * count, count);
        sum += std::clamp(value / kLayerUnit, 0, kSecondUnit) * weights_.output[at(unit)];
    }
    return as_score(sum, kSecondUnit * kOutputUnit, scale_);
}

}  // namespace garlic::nets
