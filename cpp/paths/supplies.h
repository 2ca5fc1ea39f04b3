// The distance to the goal over the graph of supplies, as a heuristic.
#pragma once

#include <cstdint>
#include <vector>

#include "paths/trek.h"

namespace garlic::paths {

inline constexpr std::int32_t kNever = INT32_MAX / 4;

// Days that a traveller still needs, going from supply to supply by legs that the rations last
// for, the first leg with what is in hand. Found by one sweep from the goal outwards, day by day:
// a label (days, need) at a cell says that with `need` rations in hand the goal is `days` away.
// A supply needs nothing in hand, so there the need starts again from 0. A cell keeps a label
// only if its need is below that of all labels with fewer days, and if a traveller can have that
// much left there at all.
class SupplyDistances {
public:
    SupplyDistances(const Land& land, const Pulse& pulse);

    // Never too high; kNever where the traveller is lost.
    std::int32_t days(std::int32_t cell, std::int32_t rations) const;

    std::int64_t labels() const { return static_cast<std::int64_t>(labels_.size()); }

private:
    struct Label {
        std::int32_t cell;
        std::int32_t days;
        std::int32_t need;
        std::int32_t earlier;  // the label of this cell with fewer days, -1 for none
    };

    std::vector<std::int32_t> newest_;  // each cell's label with the most days, the least need
    std::vector<Label> labels_;
};

}  // namespace garlic::paths
