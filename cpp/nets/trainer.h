// Trains a float net on samples: Adam over batches in random order, with one or several threads.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "nets/float_net.h"
#include "nets/samples.h"

namespace garlic::nets {

struct TrainingPlan {
    Goal goal = {};
    int epochs = 20;
    int batch = 16'384;
    float rate = 1e-3F;       // of the first step;
    float last_rate = 1e-5F;  //   it falls to this by the last one, along half a cosine
    float first_inputs = 1;   // see FloatNet
    float held_out = 0.05F;   // share of the samples for validation: the last ones
    int threads = 1;
    std::uint64_t seed = 1;
};

class Trainer {
public:
    // Called after each batch with the samples of this epoch so far, and their mean loss. False: stop.
    using OnProgress = std::function<bool(std::size_t, double)>;

    // The samples must outlive the trainer. ParseError if there are too few of them, or the plan makes no sense.
    Trainer(const Shape& shape, const TrainingPlan& plan, const Samples& samples);

    int epochs_done() const { return epochs_done_; }
    std::size_t samples_per_epoch() const { return training_; }

    // One epoch; the mean loss of its samples. If `on_progress` stops it, the trainer is as before the epoch and the
    // result is not a number. The same seed and number of threads give the same weights.
    double epoch(const OnProgress& on_progress = {});
    // The mean loss of the samples held out; with `quantised` that of the net as it will be used.
    double validation_loss() const;
    double validation_loss(const Net& quantised) const;

    const FloatNet& net() const { return net_; }

    // The state after the last epoch. restore() throws ParseError if it is damaged or of another training.
    std::string checkpoint() const;
    void restore(std::string_view content);

private:
    template <class LossOf>
    double mean_validation(LossOf loss_of_sample) const;
    double batch_step(std::span<const std::uint32_t> order, std::int64_t step, std::int64_t steps);
    // Calls work(thread) once on each thread.
    template <class Work>
    void on_threads(Work work) const;
    std::string described() const;

    TrainingPlan plan_;
    const Samples& samples_;
    std::size_t training_;  // samples that are not held out
    FloatNet net_;
    std::vector<float> mean_;  // Adam's moments
    std::vector<float> square_;
    std::vector<std::vector<float>> gradients_;  // one per thread
    int epochs_done_ = 0;
};

}  // namespace garlic::nets
