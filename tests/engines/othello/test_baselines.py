"""Othello's course players against their descriptions."""

import itertools

import pytest

from garlic import _core
from garlic.core import Seat
from garlic.core.playout import random_game
from garlic.engines import Limit, player, player_names
from garlic.engines.baselines.othello import Baseline, OthelloLab, Task1, Task4
from garlic.games.othello import GAME, PASS, Move, Position
from garlic.games.othello.map_files import MAPS
from support.present import present

SOON = Limit(time=0.02)
NAMES = ("task1", "task2", "task3", "task4", "lab", "lab-table")
_FINISHED, _INSIDE = 1000, 10_000


def chosen(name: str, text: str) -> str:
    return str(player(GAME, name).choose(Position.parse(text), SOON))


def picked(name: str, *cells: str, board: Position | None = None) -> str:
    """Which of *cells* the player takes if exactly these are legal."""
    moves = sorted(map(Move.parse, cells), key=lambda move: (move.row, move.column))
    baseline = player(GAME, name)
    assert isinstance(baseline, Baseline)
    return str(baseline.pick(board or Position.start(), moves))


def on(rows: dict[int, str], weights: dict[int, str] | None = None) -> str:
    """Red to move on an 8x8 board with these rows, counted from 1; the others are empty, all 1."""
    discs = "/".join(rows.get(number, "." * 8) for number in range(1, 9))
    cells = "/".join((weights or {}).get(number, "1" * 8) for number in range(1, 9))
    return f"{cells} {discs} r 0"


def test_all_are_available_by_name() -> None:
    assert set(NAMES) < set(player_names(GAME))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("size", [(3, 5), (8, 8), (10, 10), (12, 12)])
def test_players_finish_games_with_legal_moves(name: str, size: tuple[int, int]) -> None:
    baseline = player(GAME, name)
    position = MAPS.make(*size, seed=3)
    other = player(GAME, "random", {"seed": "5"})
    while position.outcome() is None:
        mover = baseline if position.mover is Seat.A else other
        move = mover.choose(position, SOON)
        assert move in position.legal_moves()
        position = position.play(move)
    assert baseline.choose(position, SOON) is None


@pytest.mark.parametrize("name", NAMES)
def test_a_forced_pass_is_played(name: str) -> None:
    assert chosen(name, "111/111/111 OO./OO./O.o b 0") == "pass"


def test_task1_takes_every_move_about_equally_often() -> None:
    position = Position.start()
    opponent = Task1(seed=4)
    picks = [str(opponent.choose(position, SOON)) for _ in range(2000)]
    assert all(430 < picks.count(str(move)) < 570 for move in position.legal_moves())
    again = Task1(seed=4)
    assert picks[:50] == [str(again.choose(position, SOON)) for _ in range(50)]


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        (("a1", "h2", "h8"), "h8"),  # the last row first
        (("a1", "h2", "a8"), "a8"),
        (("a1", "h2", "c7"), "a1"),  # then its mirror image, before the last but one
        (("c7", "f7", "h2"), "f7"),  # columns from the last inwards
        (("c7", "g7", "h2"), "g7"),
        (("b7", "f7", "h2"), "b7"),  # each followed by its mirror column
        (("c2", "f4", "c5"), "c2"),
        (("f4", "c5"), "c5"),
    ],
)
def test_task2_scans_from_the_edges(cells: tuple[str, ...], expected: str) -> None:
    assert picked("task2", *cells) == expected


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        (("d1", "c3", "h8"), "h8"),
        (("d1", "c3", "f5"), "c3"),  # inner cells before edges, in reading order
        (("b4", "g2", "a5"), "a5"),  # edges before the second ring
        (("b4", "g2", "a2"), "b4"),  # the second ring before a corner's neighbours
        (("g2", "a2"), "a2"),
    ],
)
def test_task3_goes_by_priority(cells: tuple[str, ...], expected: str) -> None:
    assert picked("task3", *cells) == expected


def test_task4_takes_corners_first() -> None:
    assert picked("task4", "d3", "a8", "h8", "h1") == "h1"


# On a board with a cell of worth 0 that is the one where the game started, not the middle.
START_AT_H8 = {8: "11111110"}


def test_task4_counts_lines_that_are_not_closed() -> None:
    # d3 flips one disc, and two more lie in line with it that nothing closes; b6 flips one.
    text = on({3: "....oO..", 4: "...oo...", 6: "..oO...."}, START_AT_H8)
    position = Position.parse(text)
    assert str(Task4().pick(position, [Move.parse("d3"), Move.parse("b6")])) == "d3"


def test_task4_does_not_count_discs_where_the_game_started() -> None:
    # d3 flips two discs, c6 one.
    rows = {3: "....ooO.", 6: "...oO..."}
    assert chosen("task4", on(rows, START_AT_H8)) == "d3"
    assert chosen("task4", on(rows, {3: "11110011"})) == "c6"
    # On a board of ones the game started in the middle.
    rows = {4: "..oooO..", 7: "...ooO.."}
    assert chosen("task4", on(rows, START_AT_H8)) == "b4"
    assert chosen("task4", on(rows)) == "c7"


def test_task4_gives_no_corner_away() -> None:
    # c1 flips two discs, f6 one. With a disc on b1, c1 would let blue take a1 if it flipped
    # nothing: that is what the course tests, though the discs do flip and the corner is safe.
    quiet, risky = {1: "...ooO..", 6: "...Oo..."}, {1: ".O.ooO..", 6: "...Oo..."}
    for rows, expected in ((quiet, "c1"), (risky, "f6")):
        position = Position.parse(on(rows))
        assert Move.parse("a1") not in position.play(Move.parse("c1")).legal_moves()
        assert chosen("task4", on(rows)) == expected


def test_task4_extends_a_corner_block_though_it_lies_in_the_second_ring() -> None:
    # b2 touches two stable discs; without the corner it would lie in the second ring.
    rows = {1: "OO......", 2: "O.ooO...", 6: "...Oo..."}
    block, no_block = (Position.parse(on(rows | {1: first})) for first in ("OO......", ".O......"))
    assert picked("task4", "b2", "f6", board=block) == "b2"
    assert picked("task4", "b2", "f6", board=no_block) == "f6"


def task4_by_the_book(position: Position) -> Move:  # noqa: C901, PLR0912
    """The course's opponent of task 4, step by step on lists of rows as its own C does it."""
    mine, theirs = ("O", "o") if position.mover is Seat.A else ("o", "O")
    rows, columns = position.board.rows, position.board.columns
    discs = [list(row) for row in position.disc_rows()]
    started = {
        (r, c) for r in range(rows) for c in range(columns) if position.board.worths[r][c] == "0"
    }
    around = [(d, r) for d in (-1, 0, 1) for r in (-1, 0, 1) if d or r]

    def at(row: int, column: int) -> str | None:
        return discs[row][column] if 0 <= row < rows and 0 <= column < columns else None

    def is_legal(row: int, column: int, own: str, other: str) -> bool:
        if at(row, column) != ".":
            return False
        for down, right in around:
            steps = 1
            while at(row + steps * down, column + steps * right) == other:
                steps += 1
            if steps > 1 and at(row + steps * down, column + steps * right) == own:
                return True
        return False

    corners = [(0, 0), (0, columns - 1), (rows - 1, 0), (rows - 1, columns - 1)]
    for corner in corners:
        if is_legal(*corner, mine, theirs):
            return Move(*corner)

    cells = []
    for upper in range((rows + 1) // 2):
        for row in (rows - 1 - upper, upper):
            for left in range((columns + 1) // 2):
                pair = ((row, columns - 1 - left), (row, left))
                cells += [cell for cell in pair if is_legal(*cell, mine, theirs)]

    def grade(cell: tuple[int, int]) -> int:
        total = 0
        for down, right in around:
            row, column = cell[0] + down, cell[1] + right
            while at(row, column) == theirs:
                total += 0 if (row, column) in started else 63
                row, column = row + down, column + right
        return total

    grades = [grade(cell) for cell in cells]

    def sort(low: int, high: int) -> None:
        if low >= high:
            return
        i, j, pivot = low, high, (grades[low], cells[low])
        while i < j:
            while i < j and grades[j] >= pivot[0]:
                j -= 1
            if i < j:
                grades[i], cells[i] = grades[j], cells[j]
                i += 1
            while i < j and grades[i] <= pivot[0]:
                i += 1
            if i < j:
                grades[j], cells[j] = grades[i], cells[i]
                j -= 1
        grades[i], cells[i] = pivot
        sort(low, i - 1)
        sort(i + 1, high)

    sort(0, len(cells) - 1)

    marked = set()
    for number, (top, left) in enumerate(corners):
        if at(top, left) != mine:
            continue
        down, right, ended = (1 if top == 0 else -1), (1 if left == 0 else -1), False
        row = top
        while 0 <= row < rows and not ended:
            column = left
            while at(row, column) == mine:
                beside, before = (row, column - right) in marked, (row - down, column) in marked
                first_row = columns - 1 if number == 3 else top
                if (row, column) == (top, left):
                    marked.add((row, column))
                elif row == first_row:
                    if not beside:
                        break
                    marked.add((row, column))
                elif column == left:
                    if not before:
                        ended = number != 3
                        break
                    marked.add((row, column))
                elif beside and before:
                    marked.add((row, column))
                else:
                    break
                column += right
            row += down

    def gives_a_corner(row: int, column: int) -> bool:
        discs[row][column] = mine
        given = any(is_legal(*corner, theirs, mine) for corner in corners)
        discs[row][column] = "."
        return given

    for row, column in reversed(cells):
        sideways = {(row, column - 1), (row, column + 1)} & marked
        upright = {(row - 1, column), (row + 1, column)} & marked
        if sideways and upright:
            return Move(row, column)
        second_ring = row in (1, rows - 2) or column in (1, columns - 2)
        by_a_corner = row in (0, rows - 1) and column in (1, rows - 2)
        by_a_corner |= row in (1, rows - 2) and column in (0, rows - 1)
        if not second_ring and not by_a_corner and not gives_a_corner(row, column):
            return Move(row, column)
    return Move(*next((cell for cell in reversed(cells) if not gives_a_corner(*cell)), cells[-1]))


@pytest.mark.parametrize("positions", [300, pytest.param(2000, marks=pytest.mark.slow)])
def test_task4_plays_as_the_course_does(positions: int) -> None:
    opponent, compared = Task4(), 0
    for seed in itertools.count():
        size = [(8, 8), (10, 10), (12, 12), (5, 7), (9, 9), (6, 10)][seed % 6]
        for _, position in random_game(MAPS.make(*size, seed), seed):
            if position.outcome() is None and position.legal_moves() != [PASS]:
                assert opponent.choose(position, SOON) == task4_by_the_book(position), position
                compared += 1
        if compared >= positions:
            break


@pytest.mark.parametrize(
    ("size", "edge"),
    [
        (8, [200, -25, 10, 5, 5, 10, -25, 200]),
        (10, [200, -25, 10, 8, 5, 5, 8, 10, -25, 200]),
        (12, [200, -25, 10, 8, 5, 5, 5, 5, 8, 10, -25, 200]),
    ],
)
def test_the_table_of_the_lab(size: int, edge: list[int]) -> None:
    def row(number: int) -> list[int]:
        return [_core.othello_lab_table(number, place, size, size) for place in range(size)]

    assert row(0) == row(size - 1) == edge
    assert [_core.othello_lab_table(place, 0, size, size) for place in range(size)] == edge
    assert row(1) == [-25, -45, *[1] * (size - 4), -45, -25]
    assert row(2) == [10, 1, 3, *[2] * (size - 6), 3, 1, 10]
    assert row(3)[2:-2] == [2, *[1] * (size - 6), 2]


def test_lab_table_multiplies_by_cell_weights() -> None:
    assert picked("lab-table", "d1", "c3") == "d1"
    weighted = Position.parse(on({}, {3: "11911111"}))
    assert picked("lab-table", "d1", "c3", board=weighted) == "c3"


def lab_value(position: Position) -> int:
    """The description, implemented with the Python rules."""
    board, us = position.board, position.mover
    own, enemy = position.discs(us), position.discs(us.other)
    moves = board.targets(own, enemy).bit_count() - board.targets(enemy, own).bit_count()
    if not board.targets(own, enemy) and not board.targets(enemy, own):
        return _FINISHED * (own.bit_count() - enemy.bit_count())
    corners = sum(
        board.bit(row, column) for row in (0, board.rows - 1) for column in (0, board.columns - 1)
    )
    value = 100 * ((own & corners).bit_count() - (enemy & corners).bit_count()) + 10 * moves
    cells = board.rows * board.columns
    late = {64: 37, 100: 87, 144: 120}.get(cells, cells * 0.625)
    if (own | enemy).bit_count() > late:
        value += 2 * (own.bit_count() - enemy.bit_count())
    return value


def lab_minimax(position: Position, depth: int) -> int:
    if depth == 0:
        return lab_value(position)
    moves = [move for move in position.legal_moves() if move != PASS]
    if not moves:
        value = lab_value(position)
        over = not position.board.targets(
            position.discs(position.mover.other), position.discs(position.mover)
        )
        return value * (_INSIDE // _FINISHED) if over else value
    return max(-lab_minimax(position.play(move), depth - 1) for move in moves)


@pytest.mark.parametrize("size", [(8, 8), (10, 10), (5, 6), (4, 4)])
@pytest.mark.parametrize("seed", range(3))
def test_the_evaluation_of_the_lab(size: tuple[int, int], seed: int) -> None:
    for _, position in random_game(MAPS.make(*size, seed), seed):
        assert OthelloLab().value(position) == lab_value(position)


@pytest.mark.parametrize("seed", range(6))
def test_the_lab_is_minimax(seed: int) -> None:
    size = [(5, 6), (4, 4), (6, 6)][seed % 3]
    lab = OthelloLab(depth=3)
    for number, (_, position) in enumerate(random_game(MAPS.make(*size, seed), seed)):
        moves = position.legal_moves()
        if number % 4 or len(moves) < 2:
            continue
        values = {move: -lab_minimax(position.play(move), 2) for move in moves}
        assert values[present(lab.choose(position, SOON))] == max(values.values())


def test_the_lab_tries_moves_in_the_order_of_its_table() -> None:
    # All four first moves have the same value in the table, so reading order decides.
    assert str(OthelloLab().choose(Position.start(), SOON)) == "d3"
    weights = ["1" * 8] * 8
    weights[5] = "11119111"
    rest = str(Position.start()).split(" ", 1)[1]
    assert str(OthelloLab().choose(Position.parse(f"{'/'.join(weights)} {rest}"), SOON)) == "e6"
