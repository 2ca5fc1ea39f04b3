// What is constant during a game of Othello: the cells of the board and their values.
#pragma once

#include <array>
#include <cstdint>

#include "games/othello/rules.h"

namespace garlic::othello {

template <class Board>
struct Map {
    using Cells = typename Board::Cells;
    static constexpr int kPlanes = 4;  // a cell value, 0 to 9, as bits

    explicit Map(const Position<Board>& game) : rows(game.rows()), columns(game.columns()) {
        for (int row = 0; row < rows; ++row)
            for (int column = 0; column < columns; ++column) add(game, row, column);
        plain = (planes[1] | planes[2] | planes[3]).none();
    }

    // The total value of `cells`; with Planes = 1 no cell may be worth more than 1.
    template <int Planes = kPlanes>
    int value(const Cells& cells) const {
        int sum = (cells & planes[0]).count();
        if constexpr (Planes > 1)
            for (int plane = 1; plane < kPlanes; ++plane)
                sum += (cells & planes[static_cast<std::size_t>(plane)]).count() << plane;
        return sum;
    }

    int value_at(int place) const { return cell_values[static_cast<std::size_t>(place)]; }
    Cells empty(const Cells& own, const Cells& enemy) const { return board.without(own | enemy); }

    int rows;
    int columns;
    int total = 0;       // value of all cells
    bool plain = false;  // no cell is worth more than 1
    Cells board;
    Cells corners;
    Cells left_edge;
    Cells right_edge;
    Cells before_corners;                 // diagonally next to a corner
    std::array<Cells, kPlanes> planes{};  // the cells whose value has this bit set
    std::array<Cells, 4> quadrants{};     // quadrants of the board
    // Cells from which one step along a line (row, column, the two diagonals) leaves the board.
    std::array<Cells, 4> ends{};
    std::array<std::uint8_t, static_cast<std::size_t>(Board::kPlaces)> cell_values{};
    std::array<std::uint8_t, static_cast<std::size_t>(Board::kPlaces)> quadrant_of{};
    std::array<Cells, static_cast<std::size_t>(Board::kPlaces)> beside{};

private:
    void add(const Position<Board>& game, int row, int column) {
        const int place = row * Board::kStride + column;
        const auto at = static_cast<std::size_t>(place);
        board.set(place);
        cell_values[at] = static_cast<std::uint8_t>(game.cell_value(place));
        total += game.cell_value(place);
        for (std::size_t plane = 0; plane < kPlanes; ++plane)
            if (game.cell_value(place) >> plane & 1) planes[plane].set(place);
        quadrant_of[at] = static_cast<std::uint8_t>(2 * (row >= (rows + 1) / 2) + (column >= (columns + 1) / 2));
        quadrants[quadrant_of[at]].set(place);
        const bool first_or_last_row = row == 0 || row == rows - 1;
        const bool first_or_last_column = column == 0 || column == columns - 1;
        if (column == 0) left_edge.set(place);
        if (column == columns - 1) right_edge.set(place);
        if (first_or_last_column) ends[0].set(place);
        if (first_or_last_row) ends[1].set(place);
        if (first_or_last_row || first_or_last_column) {
            ends[2].set(place);
            ends[3].set(place);
        }
        if (first_or_last_row && first_or_last_column) corners.set(place);
        if ((row == 1 || row == rows - 2) && (column == 1 || column == columns - 2)) before_corners.set(place);
        for (int down = -1; down <= 1; ++down)
            for (int right = -1; right <= 1; ++right) {
                const bool itself = down == 0 && right == 0;
                const bool inside =
                    row + down >= 0 && row + down < rows && column + right >= 0 && column + right < columns;
                if (!itself && inside) beside[at].set(place + down * Board::kStride + right);
            }
    }
};

}  // namespace garlic::othello
