// The order in which to collect the remaining stars.
#pragma once

#include <cstdint>
#include <vector>

#include "games/stars/rules.h"
#include "games/stars/tables/maze_tables.h"

namespace garlic::stars {

// A tour of the stars nearest to a garlic, improved from round to round. Early stars count more than late ones,
// and stars after the last round nothing.
class Tour {
public:
    // Drops collected and distant stars, adds near ones, and improves the order.
    void plan(const Maze& maze, const MazeTables& tables, const State& state, std::size_t seat);

    // The first star of the tour, from the `from`th on, that is still there; kNowhere if none is.
    Cell next(const State& state, std::uint16_t& from) const {
        for (; from < order_.size(); ++from)
            if (state.has_star(stops_[order_[from]])) return stops_[order_[from]];
        return kNowhere;
    }

    void clear() { kept_.clear(); }

private:
    using Stop = std::uint16_t;  // an index into stops_

    void choose_stops(const Maze& maze, const MazeTables& tables, const State& state, Cell here);
    void measure(const Maze& maze, Cell here);
    void order_stops();
    void improve();
    bool or_opt();
    bool two_opt();
    double score(const std::vector<Stop>& order) const;
    int steps(Stop from, Stop to) const { return steps_[from * (stops_.size() + 1) + to]; }

    int rounds_left_ = 0;
    std::vector<Cell> kept_;  // the last order, as cells
    std::vector<Cell> stops_;
    std::vector<std::uint16_t> steps_;  // between stops; the last row is the garlic's cell
    std::vector<Stop> order_;
    std::vector<Stop> trial_;
};

}  // namespace garlic::stars
