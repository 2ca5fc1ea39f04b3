#include "games/stars/tables/pursuit.h"

#include <algorithm>
#include <cmath>

namespace garlic::stars {
namespace {

constexpr std::size_t kMostPairs = 30'000;  // pairs of cells; computed in about 0.1 s
constexpr std::size_t kFewestNear = 12;
constexpr int kTurns = 48;            // iterations of regret matching per matrix game
constexpr float kSameValue = 0.002f;  // values closer than this count as equal

// Cells covered around each cell; 0 if too few would be possible.
std::size_t covered_cells(const Maze& maze) {
    const std::size_t open = NearestCells::count_open(maze);
    const std::size_t near = std::min({kMostPairs / std::max<std::size_t>(open, 1), open, NearestCells::kMost});
    return near >= std::min(kFewestNear, open) ? near : 0;
}

std::uint8_t as_byte(float chance) {
    return static_cast<std::uint8_t>(std::lround(std::clamp(chance, 0.0f, 1.0f) * PursuitTable::kCertain));
}

}  // namespace

PursuitTable::PursuitTable(const Maze& maze) : nearest_(maze, covered_cells(maze)) {
    const std::size_t size = kStrongest * nearest_.count() * nearest_.size();
    danger_.resize(size);
    shares_.resize(size);
    value_.resize(size);
    for (int rounds = 1; rounds <= kStrongest; ++rounds)
        for (std::size_t number = 0; number < nearest_.count(); ++number)
            for (std::size_t rank = 0; rank < nearest_.size(); ++rank)
                if (const Cell robber = nearest_.at(number, rank), victim = nearest_.cell(number); robber != kNowhere)
                    solve(matrix(maze, rounds, robber, victim), at(rounds, victim, robber));
}

PursuitTable::Matrix PursuitTable::matrix(const Maze& maze, int rounds, Cell robber, Cell victim) const {
    const auto choices = [&](Cell from) {
        State::Choices found;
        found.cells[found.size++] = from;
        for (const Cell there : maze.around(from)) found.cells[found.size++] = there;
        return found;
    };
    const auto flights = choices(victim), steps = choices(robber);
    Matrix game;
    game.rows = flights.size;
    game.columns = steps.size;
    for (std::size_t row = 0; row < game.rows; ++row)
        for (std::size_t column = 0; column < game.columns; ++column) {
            const Cell to = flights.cells[row], from = steps.cells[column];
            float& cost = game.cost[row][column];
            if (to == from) cost = 1;
            else if (rounds > 1 && holds(from, to)) cost = static_cast<float>(chance(rounds - 1, from, to));
        }
    return game;
}

// Solves a matrix game: its value and both strategies. A saddle point if there is one, else the average strategies
// of regret matching.
void PursuitTable::solve(const Matrix& game, std::size_t place) {
    std::array<float, kChoices> worst{}, least;
    least.fill(1);
    for (std::size_t row = 0; row < game.rows; ++row)
        for (std::size_t column = 0; column < game.columns; ++column) {
            worst[row] = std::max(worst[row], game.cost[row][column]);
            least[column] = std::min(least[column], game.cost[row][column]);
        }
    const float most = *std::min_element(worst.begin(), worst.begin() + static_cast<std::ptrdiff_t>(game.rows));
    const auto surest = std::max_element(least.begin(), least.begin() + static_cast<std::ptrdiff_t>(game.columns));
    if (most - *surest < kSameValue) {
        value_[place] = as_byte(most);
        for (std::size_t row = 0; row < game.rows; ++row) danger_[place][row] = as_byte(worst[row]);
        if (most > kSameValue) shares_[place][static_cast<std::size_t>(surest - least.begin())] = kCertain;
        return;
    }
    std::array<float, kChoices> row_regret{}, column_regret{}, row_share{}, column_share{}, mean{};
    const auto shares_of = [](const auto& regret, std::size_t count, auto& share) {
        float sum = 0;
        for (std::size_t index = 0; index < count; ++index) sum += regret[index];
        for (std::size_t index = 0; index < count; ++index)
            share[index] = sum > 0 ? regret[index] / sum : 1.0f / static_cast<float>(count);
    };
    const auto against_columns = [&](const auto& share, std::size_t row) {
        float cost = 0;
        for (std::size_t column = 0; column < game.columns; ++column) cost += share[column] * game.cost[row][column];
        return cost;
    };
    for (int turn = 1; turn <= kTurns; ++turn) {
        shares_of(column_regret, game.columns, column_share);
        for (std::size_t column = 0; column < game.columns; ++column)
            mean[column] += static_cast<float>(turn) * column_share[column];
        std::array<float, kChoices> costs{}, gains{};
        float paid = 0, won = 0;
        shares_of(row_regret, game.rows, row_share);
        for (std::size_t row = 0; row < game.rows; ++row) {
            costs[row] = against_columns(column_share, row);
            paid += row_share[row] * costs[row];
        }
        for (std::size_t row = 0; row < game.rows; ++row)
            row_regret[row] = std::max(row_regret[row] + paid - costs[row], 0.0f);
        shares_of(row_regret, game.rows, row_share);
        for (std::size_t column = 0; column < game.columns; ++column) {
            for (std::size_t row = 0; row < game.rows; ++row) gains[column] += row_share[row] * game.cost[row][column];
            won += column_share[column] * gains[column];
        }
        for (std::size_t column = 0; column < game.columns; ++column)
            column_regret[column] = std::max(column_regret[column] + gains[column] - won, 0.0f);
    }
    float sum = 0, value = 1;
    for (std::size_t column = 0; column < game.columns; ++column) sum += mean[column];
    for (std::size_t column = 0; column < game.columns; ++column) {
        mean[column] /= sum;
        shares_[place][column] = as_byte(mean[column]);
    }
    for (std::size_t row = 0; row < game.rows; ++row) {
        const float cost = against_columns(mean, row);
        danger_[place][row] = as_byte(cost);
        value = std::min(value, cost);
    }
    value_[place] = as_byte(value);
}

}  // namespace garlic::stars
