#include "games/stars/rules.h"

#include "garlic/text.h"

namespace garlic::stars {

State::State(const Maze& maze, std::array<Cell, 2> garlic_cells)
    : destroyers_{maze.birth(0), maze.birth(1)}, stars_(maze.cells()) {
    for (std::size_t seat = 0; seat < 2; ++seat) garlics_[seat].cell = garlic_cells[seat];
}

void State::add_star(Cell cell) {
    stars_.set(cell);
    ++stars_left_;
}

namespace {

constexpr int kHighestScore = 1'000'000'000;
constexpr int kFarthest = 9999;  // how far off the map a bot may point

// Like whole_number, but with an optional minus before anything except zero.
std::optional<int> signed_number(std::string_view text, int low, int high) {
    if (text.empty() || text[0] != '-') return whole_number(text, low, high);
    const auto size = whole_number(text.substr(1), 1, -low);
    return size ? std::optional<int>(-*size) : std::nullopt;
}

// The text after "name=" in a field.
std::string_view value(std::string_view field, std::string_view name) {
    if (!field.starts_with(name) || field.size() <= name.size() || field[name.size()] != '=')
        throw ParseError("expected the field " + std::string(name));
    return field.substr(name.size() + 1);
}

struct Grid {
    std::vector<std::string_view> rows;
    int columns;

    static Grid parse(std::string_view text) {
        Grid grid{split(text, '/'), 0};
        grid.columns = static_cast<int>(grid.rows[0].size());
        if (grid.rows.size() > kLongestSide || grid.columns < 1 || grid.columns > kLongestSide)
            throw ParseError("expected 1 to 200 rows and columns");
        for (const auto row : grid.rows) {
            if (static_cast<int>(row.size()) != grid.columns) throw ParseError("rows differ in length");
            if (row.find_first_not_of("#.oO") != std::string_view::npos)
                throw ParseError("expected '#', '.', 'o' or 'O'");
        }
        return grid;
    }

    char at(Cell cell) const {
        return rows[static_cast<std::size_t>(cell / columns)][static_cast<std::size_t>(cell % columns)];
    }

    // An open cell like "3,4".
    Cell cell(std::string_view text) const {
        const auto parts = split(text, ',');
        if (parts.size() != 2) throw ParseError("expected a cell like '3,4'");
        const auto row = whole_number(parts[0], 0, static_cast<int>(rows.size()) - 1);
        const auto column = whole_number(parts[1], 0, columns - 1);
        if (!row || !column) throw ParseError("expected a cell of the map");
        const auto cell = static_cast<Cell>(*row * columns + *column);
        if (at(cell) == '#') throw ParseError("expected an open cell, got a wall");
        return cell;
    }
};

Garlic parse_garlic(const Grid& grid, std::string_view text) {
    const auto parts = split(text, ':');
    if (parts.size() != 3) throw ParseError("expected a garlic like '7,3:0:0'");
    const auto score = signed_number(parts[1], -kHighestScore, kHighestScore);
    const auto status = signed_number(parts[2], kGone, kStrongest);
    if (!score || !status) throw ParseError("expected a score and a status");
    return {grid.cell(parts[0]), static_cast<std::int16_t>(*status), *score};
}

// Rejects what cannot be the state after a round.
void check(const Maze& maze, const State& state) {
    for (std::size_t seat = 0; seat < 2; ++seat) {
        const auto& garlic = state.garlic(seat);
        if (garlic.gone()) continue;
        if (state.round() > 0 && garlic.status == kStrongest) throw ParseError("every round takes one off a status");
        if (state.has_star(garlic.cell)) throw ParseError("the star under a garlic is collected");
        for (std::size_t number = 0; number < 2; ++number)
            if (state.destroyer(number) == garlic.cell && maze.birth(number) != garlic.cell)
                throw ParseError("a garlic and a destroyer share a cell");
    }
}

template <class Visit>
void each_joint_move(const Maze& maze, const State& state, Visit visit) {
    auto red = state.choices(maze, 0);
    auto blue = state.choices(maze, 1);
    // A gone garlic has one way to do nothing.
    for (auto* const choices : {&red, &blue})
        if (choices->size == 0) choices->cells[choices->size++] = kNowhere;
    for (const Cell red_cell : red)
        for (const Cell blue_cell : blue) visit(Moves{red_cell, blue_cell});
}

std::uint64_t count_lines(const Maze& maze, const State& state, int depth) {
    if (depth == 0) return 1;
    if (state.end(maze) != End::kNone) return Position::kFinishedIsLeaf ? 1 : 0;
    if (depth == 1)
        return std::max<std::size_t>(1, state.choices(maze, 0).size) *
               std::max<std::size_t>(1, state.choices(maze, 1).size);
    std::uint64_t lines = 0;
    each_joint_move(maze, state, [&](const Moves& moves) {
        State next = state;
        FirstChoice chance;
        next.play(maze, moves, chance);
        lines += count_lines(maze, next, depth - 1);
    });
    return lines;
}

}  // namespace

Position Position::parse(std::string_view text, const Position* before) {
    const auto fields = split(text, ' ');
    if (fields.size() != 6) throw ParseError("expected rows, d0, d1, red, blue and round");
    const Grid grid = Grid::parse(fields[0]);
    std::array<Cell, 2> births;
    std::array<Cell, 2> destroyers;
    for (std::size_t number = 0; number < 2; ++number) {
        const auto cells = split(value(fields[1 + number], number == 0 ? "d0" : "d1"), '@');
        if (cells.size() != 2) throw ParseError("expected a destroyer like '0,3@0,3'");
        destroyers[number] = grid.cell(cells[0]);
        births[number] = grid.cell(cells[1]);
    }
    const std::array garlics{parse_garlic(grid, value(fields[3], "red")), parse_garlic(grid, value(fields[4], "blue"))};
    const auto round = whole_number(value(fields[5], "round"), 0, static_cast<int>(grid.rows.size()) * grid.columns);
    if (!round) throw ParseError("expected the rounds played");

    auto maze = before != nullptr && before->maze_->fits(grid.rows, births)
                    ? before->maze_
                    : std::make_shared<const Maze>(grid.rows, births);
    State state(*maze, {garlics[0].cell, garlics[1].cell});
    for (int cell = 0; cell < maze->cells(); ++cell) {
        const char found = grid.at(static_cast<Cell>(cell));
        if (found == 'o' || found == 'O') state.add_star(static_cast<Cell>(cell));
    }
    for (std::size_t index = 0; index < 2; ++index) {
        state.set_destroyer(index, destroyers[index]);
        state.set_garlic(index, garlics[index]);
    }
    state.set_round(*round);
    check(*maze, state);
    return {std::move(maze), state};
}

std::string Position::str() const {
    std::string text;
    for (int row = 0; row < maze_->rows(); ++row) {
        if (row > 0) text += '/';
        for (int column = 0; column < maze_->columns(); ++column) {
            const Cell here = maze_->cell(row, column);
            if (!maze_->open(here)) text += '#';
            else if (!state_.has_star(here)) text += '.';
            else text += maze_->super(here) ? 'O' : 'o';
        }
    }
    for (std::size_t number = 0; number < 2; ++number)
        text += " d" + std::to_string(number) + '=' + move_str(state_.destroyer(number)) + '@' +
                move_str(maze_->birth(number));
    for (std::size_t seat = 0; seat < 2; ++seat) {
        const auto& garlic = state_.garlic(seat);
        text += (seat == 0 ? " red=" : " blue=") + move_str(garlic.cell) + ':' + std::to_string(garlic.score) + ':' +
                std::to_string(garlic.status);
    }
    return text + " round=" + std::to_string(state_.round());
}

Cell Position::parse_move(std::string_view text) const {
    const auto parts = split(text, ',');
    if (parts.size() == 2) {
        const auto row = signed_number(parts[0], -kFarthest, kFarthest);
        const auto column = signed_number(parts[1], -kFarthest, kFarthest);
        if (row && column) {
            const bool inside = *row >= 0 && *row < maze_->rows() && *column >= 0 && *column < maze_->columns();
            return inside ? maze_->cell(*row, *column) : kNowhere;
        }
    }
    throw ParseError("expected a cell like '3,4'");
}

std::string Position::move_str(Cell cell) const {
    return std::to_string(cell / maze_->columns()) + ',' + std::to_string(cell % maze_->columns());
}

bool Position::walled_in() const {
    for (std::size_t number = 0; number < 2; ++number)
        for (const Cell source : {state_.destroyer(number), maze_->birth(number)}) {
            const auto tables = maze_->reachable(source);
            for (std::size_t seat = 0; seat < 2; ++seat)
                if (!state_.garlic(seat).gone() && tables[state_.garlic(seat).cell]) return false;
        }
    return true;
}

std::uint64_t Position::perft(int depth) const {
    if (!walled_in()) throw ParseError("a destroyer can reach a garlic: lines depend on chance");
    return count_lines(*maze_, state_, depth);
}

std::int64_t Position::random_rounds(std::uint64_t seed, std::int64_t rounds) const {
    Stream stream(seed);
    const Maze& maze = *maze_;
    if (state_.end(maze) != End::kNone) return 0;
    State state = state_;
    std::int64_t scores = 0;
    for (std::int64_t played = 0; played < rounds; ++played) {
        Moves moves{kNowhere, kNowhere};
        for (std::size_t seat = 0; seat < 2; ++seat)
            if (const auto choices = state.choices(maze, seat); choices.size > 0)
                moves[seat] = choices.cells[stream.below(choices.size)];
        state.play(maze, moves, stream);
        if (state.end(maze) != End::kNone) {
            scores += state.garlic(0).score + state.garlic(1).score;
            state = state_;
        }
    }
    return scores;
}

}  // namespace garlic::stars
