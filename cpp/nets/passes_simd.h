// One position through a float net, forwards and backwards; compiled once per instruction set.
//
// No #pragma once: float_net.cpp includes this once per instruction set, each time in its own namespace, after all
// headers. No function of the standard library may be called here (processor.h). Sums are taken in eight parts
// everywhere, so that every set gives the same numbers.

namespace simd {

inline float clamped(float value) { return value < 0.0F ? 0.0F : value > 1.0F ? 1.0F : value; }

inline float dot(const float* a, const float* b, int count) {
    float parts[8] = {};
    for (int place = 0; place < count; place += 8)
        for (int lane = 0; lane < 8; ++lane) parts[lane] += a[place + lane] * b[place + lane];
    return ((parts[0] + parts[4]) + (parts[1] + parts[5])) + ((parts[2] + parts[6]) + (parts[3] + parts[7]));
}

inline void add(float* __restrict to, const float* __restrict from, int count) {
    for (int place = 0; place < count; ++place) to[place] += from[place];
}

inline void add_scaled(float* __restrict to, const float* __restrict from, float factor, int count) {
    for (int place = 0; place < count; ++place) to[place] += factor * from[place];
}

inline void accumulate(const View& net, const Input* active, int count, float* __restrict out) {
    const int hidden = net.hidden;
    const float* __restrict const bias = net.weights + net.hidden_bias;
    for (int unit = 0; unit < hidden; ++unit) out[unit] = bias[unit];
    int place = 0;
    for (; place + 4 <= count; place += 4) {  // four rows at once: `out` is loaded and stored less often
        const float* __restrict const a = net.weights + active[place] * hidden;
        const float* __restrict const b = net.weights + active[place + 1] * hidden;
        const float* __restrict const c = net.weights + active[place + 2] * hidden;
        const float* __restrict const d = net.weights + active[place + 3] * hidden;
        for (int unit = 0; unit < hidden; ++unit) out[unit] += (a[unit] + b[unit]) + (c[unit] + d[unit]);
    }
    for (; place < count; ++place) add(out, net.weights + active[place] * hidden, hidden);
}

inline void squared(const float* __restrict values, int count, float* __restrict out) {
    for (int unit = 0; unit < count; ++unit) {
        const float value = clamped(values[unit]);
        out[unit] = value * value;
    }
}

float forward(const View& net, const Sample& sample, Units& units) {
    accumulate(net, sample.own, sample.own_count, units.sums);
    accumulate(net, sample.enemy, sample.enemy_count, units.sums + net.hidden);
    squared(units.sums, 2 * net.hidden, units.squares);
    const float bias = net.weights[net.output_bias + sample.bucket];
    if (net.second == 0)
        return bias + dot(units.squares, net.weights + net.output + sample.bucket * 2 * net.hidden, 2 * net.hidden);
    float sum = bias;
    for (int unit = 0; unit < net.second; ++unit) {
        const int row = sample.bucket * net.second + unit;
        const float value = net.weights[net.second_bias + row] +
                            dot(units.squares, net.weights + net.second_layer + row * 2 * net.hidden, 2 * net.hidden);
        units.second[unit] = value;
        sum += clamped(value) * net.weights[net.output + row];
    }
    return sum;
}

// Adds `pulls` to the row of every active input. Rows are far apart, so the next one is asked for in time.
inline void add_to_rows(float* gradient, const Input* active, int count, const float* pulls, int hidden) {
    for (int place = 0; place < count; ++place) {
        if (place + 1 < count) {
            const float* const next = gradient + active[place + 1] * hidden;
            for (int unit = 0; unit < hidden; unit += 16) __builtin_prefetch(next + unit, 1);
        }
        add(gradient + active[place] * hidden, pulls, hidden);
    }
}

// Adds the gradient of a sample whose output has this slope; `units` are those of its forward pass.
void backward(const View& net, const Sample& sample, const Units& units, float slope, float* gradient) {
    float pulls[kMostUnits];  // the slopes of the squares, then of the sums
    const int both = 2 * net.hidden;
    gradient[net.output_bias + sample.bucket] += slope;
    if (net.second == 0) {
        const int first = net.output + sample.bucket * both;
        add_scaled(gradient + first, units.squares, slope, both);
        const float* __restrict const weights = net.weights + first;
        for (int unit = 0; unit < both; ++unit) pulls[unit] = slope * weights[unit];
    } else {
        for (int unit = 0; unit < both; ++unit) pulls[unit] = 0;
        for (int unit = 0; unit < net.second; ++unit) {
            const int row = sample.bucket * net.second + unit;
            const float value = units.second[unit];
            gradient[net.output + row] += slope * clamped(value);
            if (value <= 0.0F || value >= 1.0F) continue;
            const float pull = slope * net.weights[net.output + row];
            gradient[net.second_bias + row] += pull;
            add_scaled(gradient + net.second_layer + row * both, units.squares, pull, both);
            add_scaled(pulls, net.weights + net.second_layer + row * both, pull, both);
        }
    }
    for (int unit = 0; unit < both; ++unit) {
        const float value = units.sums[unit];
        const float slope_of_square = value > 0.0F && value < 1.0F ? 2.0F * value : 0.0F;
        pulls[unit] *= slope_of_square;
    }
    add(gradient + net.hidden_bias, pulls, net.hidden);
    add(gradient + net.hidden_bias, pulls + net.hidden, net.hidden);
    add_to_rows(gradient, sample.own, sample.own_count, pulls, net.hidden);
    add_to_rows(gradient, sample.enemy, sample.enemy_count, pulls + net.hidden, net.hidden);
}

// One step of Adam for `count` weights.
void adam(const Step& step, const float* __restrict gradient, float* __restrict weights, float* __restrict mean,
          float* __restrict square, int count) {
    for (int place = 0; place < count; ++place) {
        const float slope = gradient[place] * step.per_sample;
        mean[place] = step.mean_decay * mean[place] + (1.0F - step.mean_decay) * slope;
        square[place] = step.square_decay * square[place] + (1.0F - step.square_decay) * slope * slope;
        weights[place] -= step.rate * mean[place] / (__builtin_sqrtf(square[place] * step.square_rise) + 1e-8F);
    }
}

}  // namespace simd
