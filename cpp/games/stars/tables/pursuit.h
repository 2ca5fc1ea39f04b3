// A strong garlic runs after a normal one that has something to lose, and both step at once.
//
// Who runs to where the other one is comes too late, and who always flees the same way is met there. So
// neither has one best step but several, each with its share, and the chance to be caught is the value of
// a small matrix game for every place of both and every number of strong rounds left: worked out before
// the first round, backwards from the last strong one. Destroyers are left out.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "games/stars/rules.h"
#include "games/stars/tables/nearest_cells.h"

namespace garlic::stars {

class PursuitTable {
public:
    static constexpr std::size_t kChoices = 5;  // as State::choices lists them: stay, then the ways

    explicit PursuitTable(const Maze& maze);

    // Is there anything to know: is the robber near enough to matter?
    bool holds(Cell robber, Cell victim) const {
        return near_.size() > 0 && near_.rank(near_.number(victim), robber) < near_.size();
    }

    // The chance that the victim is caught, by the choice it makes now; the robber must be strong, for `rounds`
    // more, and both must be held. Where fleeing is certain to work, what is not certain counts as if foreseen.
    const std::array<std::uint8_t, kChoices>& danger(int rounds, Cell robber, Cell victim) const {
        return danger_[at(rounds, victim, robber)];
    }

    // How often the robber had better make each choice. All zero where nothing is to be gained but nearness.
    const std::array<std::uint8_t, kChoices>& shares(int rounds, Cell robber, Cell victim) const {
        return shares_[at(rounds, victim, robber)];
    }

    // The chance that the victim is caught if both do their best.
    double chance(int rounds, Cell robber, Cell victim) const {
        return value_[at(rounds, victim, robber)] * (1.0 / kCertain);
    }

    static constexpr std::uint8_t kCertain = 255;

private:
    // What the victim's choices (rows) cost it against the robber's.
    struct Matrix {
        std::array<std::array<float, kChoices>, kChoices> cost{};
        std::size_t rows = 0, columns = 0;
    };

    std::size_t at(int rounds, Cell victim, Cell robber) const {
        const std::size_t number = near_.number(victim);
        return (static_cast<std::size_t>(rounds - 1) * near_.count() + number) * near_.size() +
               near_.rank(number, robber);
    }
    Matrix matrix(const Maze& maze, int rounds, Cell robber, Cell victim) const;
    void solve(const Matrix& game, std::size_t place);

    NearestCells near_;
    std::vector<std::array<std::uint8_t, kChoices>> danger_, shares_;  // by rounds, victim and rank
    std::vector<std::uint8_t> value_;
};

}  // namespace garlic::stars
