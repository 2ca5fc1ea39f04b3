#include "games/stars/planning/tour.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace garlic::stars {
namespace {

constexpr std::size_t kMostStops = 40;
constexpr int kMostPasses = 4;  // over all changes to the order, each round
constexpr std::size_t kLongestRun = 3;
constexpr double kDiscount = 0.985;  // discount per step
constexpr int kMostSteps = 1024;

const std::array<double, kMostSteps> kWorthAfter = [] {
    std::array<double, kMostSteps> score{};
    for (int steps = 0; steps < kMostSteps; ++steps)
        score[static_cast<std::size_t>(steps)] = std::pow(kDiscount, steps);
    return score;
}();

}  // namespace

void Tour::plan(const Maze& maze, const MazeTables& tables, const State& state, std::size_t seat) {
    const Cell here = state.garlic(seat).cell;
    rounds_left_ = std::min(maze.cells() - state.round(), kMostSteps - 1);
    choose_stops(maze, tables, state, here);
    measure(maze, here);
    order_stops();
    improve();
    kept_.clear();
    for (const Stop stop : order_) kept_.push_back(stops_[stop]);
}

// The nearest stars.
void Tour::choose_stops(const Maze& maze, const MazeTables& tables, const State& state, Cell here) {
    const Maze::Steps from_here = maze.steps_to(here, 0);
    std::vector<Cell> nearest;
    for (const Cell star : tables.stars())
        if (state.has_star(star) && from_here[star] != Maze::kFar) nearest.push_back(star);
    const auto count = std::min(nearest.size(), kMostStops);
    std::partial_sort(
        nearest.begin(), nearest.begin() + static_cast<std::ptrdiff_t>(count), nearest.end(),
        [&](Cell one, Cell two) { return std::pair(from_here[one], one) < std::pair(from_here[two], two); });
    nearest.resize(count);
    stops_ = std::move(nearest);
}

void Tour::measure(const Maze& maze, Cell here) {
    const std::size_t width = stops_.size() + 1;
    steps_.resize(width * width);
    for (std::size_t to = 0; to < stops_.size(); ++to) {
        const Maze::Steps toward = maze.steps_to(stops_[to], 0);
        for (std::size_t from = 0; from < stops_.size(); ++from) steps_[from * width + to] = toward[stops_[from]];
        steps_[stops_.size() * width + to] = toward[here];
    }
}

// The order of the last tour, then new stops by nearest neighbour.
void Tour::order_stops() {
    order_.clear();
    std::vector<bool> placed(stops_.size());
    for (const Cell cell : kept_)
        if (const auto found = std::find(stops_.begin(), stops_.end(), cell); found != stops_.end()) {
            const auto stop = static_cast<Stop>(found - stops_.begin());
            order_.push_back(stop);
            placed[stop] = true;
        }
    auto at = order_.empty() ? static_cast<Stop>(stops_.size()) : order_.back();
    while (order_.size() < stops_.size()) {
        Stop nearest = 0;
        int fewest = -1;
        for (Stop stop = 0; stop < stops_.size(); ++stop)
            if (!placed[stop] && (fewest < 0 || steps(at, stop) < fewest)) {
                nearest = stop;
                fewest = steps(at, stop);
            }
        order_.push_back(nearest);
        placed[nearest] = true;
        at = nearest;
    }
}

double Tour::score(const std::vector<Stop>& order) const {
    double sum = 0;
    int walked = 0;
    auto at = static_cast<Stop>(stops_.size());
    for (const Stop stop : order) {
        walked += steps(at, stop);
        if (walked > rounds_left_) break;
        sum += kWorthAfter[static_cast<std::size_t>(walked)];
        at = stop;
    }
    return sum;
}

void Tour::improve() {
    for (int pass = 0; pass < kMostPasses; ++pass) {
        const bool moved = or_opt();
        const bool turned = two_opt();
        if (!moved && !turned) break;
    }
}

// Or-opt: moves a few consecutive stops to another place.
bool Tour::or_opt() {
    bool better = false;
    double best = score(order_);
    for (std::size_t length = 1; length <= kLongestRun && length < order_.size(); ++length)
        for (std::size_t from = 0; from + length <= order_.size(); ++from)
            for (std::size_t to = 0; to + length <= order_.size(); ++to) {
                if (to == from) continue;
                trial_ = order_;
                const auto begin = trial_.begin();
                const auto at = [&](std::size_t index) { return begin + static_cast<std::ptrdiff_t>(index); };
                if (to < from) std::rotate(at(to), at(from), at(from + length));
                else std::rotate(at(from), at(from + length), at(to + length));
                if (const double now = score(trial_); now > best + 1e-9) {
                    best = now;
                    order_.swap(trial_);
                    better = true;
                }
            }
    return better;
}

// 2-opt: reverses a part of the tour.
bool Tour::two_opt() {
    bool better = false;
    double best = score(order_);
    for (std::size_t from = 0; from + 1 < order_.size(); ++from)
        for (std::size_t to = from + 1; to < order_.size(); ++to) {
            trial_ = order_;
            std::reverse(trial_.begin() + static_cast<std::ptrdiff_t>(from),
                         trial_.begin() + static_cast<std::ptrdiff_t>(to) + 1);
            if (const double now = score(trial_); now > best + 1e-9) {
                best = now;
                order_.swap(trial_);
                better = true;
            }
        }
    return better;
}

}  // namespace garlic::stars
