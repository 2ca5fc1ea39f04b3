// A strong garlic pursues a normal one to rob it, and both step at once.
//
// A pursuer that steps to where the victim is comes too late, and a victim that always flees the same way is met
// there. So both have mixed strategies, and the probability of a robbery is the value of a small matrix game for
// every pair of cells and every number of strong rounds left, computed before the first round, backwards from the
// last strong round. Destroyers are ignored.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "games/stars/rules.h"
#include "games/stars/tables/nearest_cells.h"

namespace garlic::stars {

class PursuitTable {
public:
    static constexpr std::size_t kChoices = 5;  // as listed by State::choices: stay, then the neighbours

    explicit PursuitTable(const Maze& maze);

    // Is the robber near enough to be covered?
    bool holds(Cell robber, Cell victim) const {
        return nearest_.size() > 0 && nearest_.rank(nearest_.number(victim), robber) < nearest_.size();
    }

    // The probability that the victim is caught, by its current choice; the robber must be strong for `rounds`
    // more, and the pair covered. If a safe choice exists, the others count as if the robber knew them.
    const std::array<std::uint8_t, kChoices>& danger(int rounds, Cell robber, Cell victim) const {
        return danger_[at(rounds, victim, robber)];
    }

    // The robber's mixed strategy. All zero if nothing can be gained but distance.
    const std::array<std::uint8_t, kChoices>& shares(int rounds, Cell robber, Cell victim) const {
        return shares_[at(rounds, victim, robber)];
    }

    // The probability that the victim is caught if both play optimally.
    double chance(int rounds, Cell robber, Cell victim) const {
        return value_[at(rounds, victim, robber)] * (1.0 / kCertain);
    }

    static constexpr std::uint8_t kCertain = 255;

private:
    // The cost of the victim's choices (rows) against the robber's.
    struct Matrix {
        std::array<std::array<float, kChoices>, kChoices> cost{};
        std::size_t rows = 0, columns = 0;
    };

    std::size_t at(int rounds, Cell victim, Cell robber) const {
        const std::size_t number = nearest_.number(victim);
        return (static_cast<std::size_t>(rounds - 1) * nearest_.count() + number) * nearest_.size() +
               nearest_.rank(number, robber);
    }
    Matrix matrix(const Maze& maze, int rounds, Cell robber, Cell victim) const;
    void solve(const Matrix& game, std::size_t place);

    NearestCells nearest_;
    std::vector<std::array<std::uint8_t, kChoices>> danger_, shares_;  // by rounds, victim and rank
    std::vector<std::uint8_t> value_;
};

}  // namespace garlic::stars
