// The distance to the goal over the graph of supplies, as a heuristic.
#pragma once

#include <cstdint>
#include <vector>

#include "paths/trek.h"

namespace garlic::paths {

inline constexpr std::int32_t kNever = INT32_MAX / 4;

// The days that a traveller still needs, going from supply to supply within the reach of the rations, the first
// leg with what is in hand. Computed by one sweep from the goal outwards, day by day: a label (days, need) of a
// cell says that with `need` rations in hand the goal is `days` away. A supply needs nothing in hand, so the
// need restarts at 0 there. A cell keeps a label only if its need is below that of all labels with fewer days,
// and if a traveller can have that much left there at all.
class SupplyDistances {
public:
    SupplyDistances(const Land& land, const Pulse& pulse);

    // Admissible; kNever if the goal is out of reach.
    std::int32_t days(std::int32_t cell, std::int32_t rations) const;

    std::int64_t labels() const { return static_cast<std::int64_t>(labels_.size()); }

private:
    struct Label {
        std::int32_t cell;
        std::int32_t days;
        std::int32_t need;
        std::int32_t earlier;  // this cell's label with fewer days, -1 for none
    };

    std::vector<std::int32_t> newest_;  // each cell's label with the most days and the least need
    std::vector<Label> labels_;
};

}  // namespace garlic::paths
