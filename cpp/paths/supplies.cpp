#include "paths/supplies.h"

#include "paths/land.h"

namespace garlic::paths {
namespace {

constexpr std::size_t kPulseEvery = 1 << 18;

// The most rations that a traveller can have left in each cell; below 0 if it is unreachable.
std::vector<std::int32_t> most_left(const Land& land) {
    std::vector<std::int32_t> left(land.cells.size(), -1);
    std::vector<std::int32_t> queue;
    queue.reserve(land.cells.size());
    const auto size = static_cast<std::int32_t>(land.cells.size());
    for (std::int32_t cell = 0; cell < size; ++cell)
        if (ground(land, cell) == Ground::kSupply || ground(land, cell) == Ground::kStart) {
            left[static_cast<std::size_t>(cell)] = land.rations;
            queue.push_back(cell);
        }
    for (std::size_t i = 0; i < queue.size(); ++i) {
        const std::int32_t here = left[static_cast<std::size_t>(queue[i])];
        if (here == 0) continue;
        each_neighbour(land, queue[i], [&](std::int32_t next) {
            auto& there = left[static_cast<std::size_t>(next)];
            if (there >= 0) return;
            there = here - 1;
            queue.push_back(next);
        });
    }
    return left;
}

}  // namespace

SupplyDistances::SupplyDistances(const Land& land, const Pulse& pulse) : newest_(land.cells.size(), -1) {
    const auto most = most_left(land);
    const std::int32_t start = find(land, Ground::kStart);
    const auto enter = [&](std::int32_t cell, std::int32_t days, std::int32_t need) {
        auto& newest = newest_[static_cast<std::size_t>(cell)];
        labels_.push_back({cell, days, need, newest});
        newest = static_cast<std::int32_t>(labels_.size()) - 1;
    };
    enter(find(land, Ground::kGoal), 0, 0);
    // Labels are their own queue: they are created in the order of their days. Once the start has one, cells
    // further away do not matter.
    for (std::size_t i = 0; i < labels_.size() && newest_[static_cast<std::size_t>(start)] < 0; ++i) {
        if (i % kPulseEvery == kPulseEvery - 1) pulse(0);
        const Label label = labels_[i];
        each_neighbour(land, label.cell, [&](std::int32_t before) {
            const std::int32_t need = label.need + 1;
            if (need > most[static_cast<std::size_t>(before)]) return;
            const std::int32_t known = newest_[static_cast<std::size_t>(before)];
            if (known >= 0 && labels_[static_cast<std::size_t>(known)].need <= need) return;
            enter(before, label.days + 1, ground(land, before) == Ground::kSupply ? 0 : need);
        });
    }
}

std::int32_t SupplyDistances::days(std::int32_t cell, std::int32_t rations) const {
    std::int32_t fewest = kNever;
    for (std::int32_t i = newest_[static_cast<std::size_t>(cell)]; i >= 0;) {
        const Label& label = labels_[static_cast<std::size_t>(i)];
        if (label.need > rations) break;
        fewest = label.days;
        i = label.earlier;
    }
    return fewest;
}

}  // namespace garlic::paths
