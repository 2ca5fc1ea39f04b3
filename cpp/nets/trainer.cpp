#include "nets/trainer.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>
#include <numbers>
#include <numeric>
#include <span>
#include <thread>

#include "garlic/chance.h"
#include "nets/checked_file.h"

namespace garlic::nets {
namespace {

constexpr std::string_view kKind = "garlic training 1";
constexpr float kMeanDecay = 0.9F;
constexpr float kSquareDecay = 0.999F;

template <class Number>
std::pair<std::size_t, std::size_t> share(Number count, std::size_t number, std::size_t of) {
    const auto all = static_cast<std::size_t>(count);
    return {all * number / of, all * (number + 1) / of};
}

}  // namespace

Trainer::Trainer(const Shape& shape, const TrainingPlan& plan, const Samples& samples)
    : plan_(plan), samples_(samples), training_(0), net_(shape, plan.seed, plan.first_inputs) {
    if (plan.epochs < 1 || plan.batch < 1 || plan.threads < 1 || !(plan.rate > 0) || !(plan.last_rate > 0) ||
        !(plan.first_inputs >= 0 && plan.first_inputs <= 1) || !(plan.held_out >= 0 && plan.held_out < 1) ||
        !(plan.goal.scale > 0) || !(plan.goal.result_share >= 0 && plan.goal.result_share <= 1))
        throw ParseError("the plan of the training is out of bounds");
    if (samples.size() > std::numeric_limits<std::uint32_t>::max()) throw ParseError("there are too many samples");
    training_ = samples.size() -
                static_cast<std::size_t>(static_cast<double>(samples.size()) * static_cast<double>(plan.held_out));
    if (training_ == 0) throw ParseError("there are no samples to train on");
    mean_.assign(net_.weights().size(), 0.0F);
    square_.assign(net_.weights().size(), 0.0F);
    gradients_.assign(at(plan.threads), std::vector<float>(net_.weights().size()));
}

template <class Work>
void Trainer::on_threads(Work work) const {
    const auto count = at(plan_.threads);
    std::vector<std::exception_ptr> faults(count);
    const auto guarded = [&](std::size_t number) {
        try {
            work(number);
        } catch (...) {
            faults[number] = std::current_exception();
        }
    };
    std::vector<std::jthread> threads;
    for (std::size_t number = 1; number < count; ++number) threads.emplace_back(guarded, number);
    guarded(0);
    threads.clear();
    for (const auto& fault : faults)
        if (fault) std::rethrow_exception(fault);
}

double Trainer::epoch(const OnProgress& on_progress) {
    std::vector<std::uint32_t> order(training_);
    std::iota(order.begin(), order.end(), 0U);
    Stream chance(plan_.seed + 0x1000'0000ULL * (static_cast<std::uint64_t>(epochs_done_) + 1));
    for (std::size_t left = order.size(); left > 1; --left) std::swap(order[left - 1], order[chance.below(left)]);

    const auto batch = at(plan_.batch);
    const auto per_epoch = static_cast<std::int64_t>((training_ + batch - 1) / batch);
    std::int64_t step = per_epoch * epochs_done_;
    const FloatNet net = net_;
    const std::vector<float> mean = mean_;
    const std::vector<float> square = square_;
    double sum = 0;
    for (std::size_t first = 0; first < training_; first += batch) {
        const std::span part = std::span(order).subspan(first, std::min(batch, training_ - first));
        sum += batch_step(part, step++, per_epoch * plan_.epochs);
        const std::size_t done = first + part.size();
        if (on_progress && !on_progress(done, sum / static_cast<double>(done))) {
            net_ = net;
            mean_ = mean;
            square_ = square;
            return std::numeric_limits<double>::quiet_NaN();
        }
    }
    ++epochs_done_;
    return sum / static_cast<double>(training_);
}

// Returns the sum of the losses.
double Trainer::batch_step(std::span<const std::uint32_t> order, std::int64_t step, std::int64_t steps) {
    const Passes& passes = Passes::best();
    const auto symmetries = static_cast<std::uint64_t>(samples_.symmetries());
    const auto threads = at(plan_.threads);
    std::vector<double> sums(threads);
    on_threads([&](std::size_t number) {
        std::vector<float>& gradient = gradients_[number];
        std::fill(gradient.begin(), gradient.end(), 0.0F);
        const View view = net_.view();
        Sample sample;
        Units units;
        const auto [from, to] = share(order.size(), number, threads);
        for (std::size_t place = from; place < to; ++place) {
            // The symmetric form of a sample follows from its number and the epoch.
            Stream chance(plan_.seed ^ (order[place] + (static_cast<std::uint64_t>(epochs_done_) << 40)));
            samples_.read(order[place], static_cast<int>(chance.below(symmetries)), sample);
            const Loss loss = loss_of(passes.forward(view, sample, units), sample, plan_.goal);
            passes.backward(view, sample, units, loss.slope, gradient.data());
            sums[number] += static_cast<double>(loss.value);
        }
    });

    const double progress = static_cast<double>(step) / static_cast<double>(std::max<std::int64_t>(steps - 1, 1));
    const double falling = (1 + std::cos(std::min(progress, 1.0) * std::numbers::pi)) / 2;
    const double rate =
        static_cast<double>(plan_.last_rate) + static_cast<double>(plan_.rate - plan_.last_rate) * falling;
    const double taken = static_cast<double>(step + 1);
    const Step adam{.per_sample = 1 / static_cast<float>(order.size()),
                    .rate = static_cast<float>(rate / (1 - std::pow(static_cast<double>(kMeanDecay), taken))),
                    .mean_decay = kMeanDecay,
                    .square_decay = kSquareDecay,
                    .square_rise = static_cast<float>(1 / (1 - std::pow(static_cast<double>(kSquareDecay), taken)))};
    on_threads([&](std::size_t number) {
        const auto [from, to] = share(net_.weights().size(), number, threads);
        std::vector<float>& gradient = gradients_.front();
        for (std::size_t other = 1; other < threads; ++other)
            for (std::size_t place = from; place < to; ++place) gradient[place] += gradients_[other][place];
        passes.adam(adam, gradient.data() + from, net_.weights().data() + from, mean_.data() + from,
                    square_.data() + from, static_cast<int>(to - from));
    });
    net_.clamp();
    return std::accumulate(sums.begin(), sums.end(), 0.0);
}

template <class LossOf>
double Trainer::mean_validation(LossOf loss_of_sample) const {
    const std::size_t count = samples_.size() - training_;
    if (count == 0) return std::numeric_limits<double>::quiet_NaN();
    std::vector<double> sums(at(plan_.threads));
    on_threads([&](std::size_t number) {
        Sample sample;
        const auto [from, to] = share(count, number, sums.size());
        for (std::size_t place = from; place < to; ++place) {
            samples_.read(training_ + place, 0, sample);
            sums[number] += static_cast<double>(loss_of_sample(sample));
        }
    });
    return std::accumulate(sums.begin(), sums.end(), 0.0) / static_cast<double>(count);
}

double Trainer::validation_loss() const {
    return mean_validation([&](const Sample& sample) { return net_.loss(sample, plan_.goal, nullptr); });
}

double Trainer::validation_loss(const Net& quantised) const {
    const auto hidden = at(quantised.shape().hidden);
    return mean_validation([&](const Sample& sample) {
        std::vector<std::int16_t> accumulators(2 * hidden);
        quantised.refresh({sample.own, at(sample.own_count)}, accumulators.data());
        quantised.refresh({sample.enemy, at(sample.enemy_count)}, accumulators.data() + hidden);
        const Score score = quantised.evaluate(accumulators.data(), accumulators.data() + hidden, sample.bucket);
        return loss_of(static_cast<float>(score) / static_cast<float>(quantised.scale()), sample, plan_.goal).value;
    });
}

// All that determines the weights, so that a checkpoint is not continued with something else.
std::string Trainer::described() const {
    const Shape& shape = net_.shape();
    std::string text;
    for (const int number : {shape.inputs, shape.hidden, shape.second, shape.buckets, shape.most_active, plan_.epochs,
                             plan_.batch, plan_.threads})
        text += std::to_string(number) + " ";
    for (const float number :
         {plan_.goal.scale, plan_.goal.result_share, plan_.rate, plan_.last_rate, plan_.first_inputs, plan_.held_out})
        text += std::to_string(number) + " ";
    return text + std::to_string(plan_.seed) + " " + std::to_string(samples_.size());
}

std::string Trainer::checkpoint() const {
    CheckedFile file{std::string(kKind)};
    file.set("training", described());
    file.set_numbers("epochs", {epochs_done_});
    file.append(net_.weights());
    file.append(mean_);
    file.append(square_);
    return file.str();
}

void Trainer::restore(std::string_view content) {
    CheckedFile file = CheckedFile::parse(kKind, content);
    if (file.value("training") != described())
        throw ParseError("the checkpoint belongs to a training with other settings or samples");
    const std::int64_t epochs = file.numbers("epochs", 1)[0];
    if (epochs < 0 || epochs > plan_.epochs) throw ParseError("the checkpoint has an impossible number of epochs");
    const std::size_t count = net_.weights().size();
    net_.weights() = file.take<float>(count);
    mean_ = file.take<float>(count);
    square_ = file.take<float>(count);
    file.expect_end();
    epochs_done_ = static_cast<int>(epochs);
}

}  // namespace garlic::nets
