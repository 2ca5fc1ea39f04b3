"""The rules of Gomoku under its three rule sets: who wins, what is legal, what is refused."""

import pytest

from garlic import _core
from garlic.core import IllegalMoveError, InvalidMoveError, InvalidPositionError, Seat, UsageError
from garlic.core.language.text import catalogue
from garlic.engines.native import native_position
from garlic.games.gomoku import GAME, PASS, Move, Point, Position, set_up
from garlic.games.gomoku.board import points
from support.present import present

RULES = ("renju", "freestyle", "standard")
# One class for each set of rules.
Native = _core.GomokuRenju | _core.GomokuFreestyle | _core.GomokuStandard


def native(text: str) -> Native:
    found = native_position("gomoku", text)
    assert isinstance(found, Native)
    return found


def stones(text: str) -> list[Point]:
    return [Point.parse(word) for word in text.split()]


def played(rule: str, moves: str, size: int = 15) -> Position:
    return Position.parse(f"{Position.start(rule, size)} moves {moves}")


def with_row(rule: str, seat: Seat, columns: str) -> Position:
    """A position in which *seat*, to move, has stones on these columns of row 5."""
    row = [Point.parse(f"{column}5") for column in columns]
    black, white = (row, []) if seat is Seat.A else ([], row)
    board = set_up(rule, 15, black, white).board
    return Position(rule, board, seat)


# The reason of the win with stones on `columns` and f5, or None.
FIVE, SIX = "five in a row", "six or more in a row"
WINS = [
    ("renju", Seat.A, "bcde", FIVE),
    ("renju", Seat.B, "bcde", FIVE),
    ("renju", Seat.B, "cdegh", SIX),
    ("renju", Seat.B, "bcdeghij", SIX),
    ("freestyle", Seat.A, "cdegh", SIX),
    ("freestyle", Seat.B, "cdegh", SIX),
    ("standard", Seat.A, "bcde", FIVE),
    ("standard", Seat.B, "degh", FIVE),
    ("standard", Seat.A, "cdegh", None),
    ("standard", Seat.B, "cdegh", None),
    ("freestyle", Seat.A, "cde", None),
]


@pytest.mark.parametrize(("rule", "seat", "columns", "reason"), WINS)
def test_winning_rows(rule: str, seat: Seat, columns: str, reason: str | None) -> None:
    end = with_row(rule, seat, columns).play(Move.parse("f5"))
    outcome = end.outcome()
    if reason is None:
        assert outcome is None
    else:
        assert outcome is not None
        assert (outcome.winner, outcome.reason) == (seat, reason)
        assert end.legal_moves() == []
    twin = native(str(end))
    assert twin.winner() == ("" if reason is None else str(seat))
    assert (twin.legal_moves() == []) == (reason is not None)


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("size", [5, 6, 15, 20])
def test_a_five_is_found_on_every_line_of_every_board(rule: str, size: int) -> None:
    if rule == "renju" and size != 15:
        return
    for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
        for start in points(size):
            row = [Point(start.column + k * right, start.row + k * up) for k in range(5)]
            if not all(0 <= p.column < size and 0 <= p.row < size for p in row):
                continue
            position = set_up(rule, size, row[:4], [])
            assert position.outcome() is None
            assert present(position.play(Move(row[4])).outcome()).winner is Seat.A
            twin = native(str(position))
            assert twin.winner() == ""
            assert twin.play(str(row[4])).winner() == "a"


def test_lines_do_not_wrap_around_the_edge() -> None:
    # The last four of a row and the first one of the next, and the same along diagonals.
    for row in ("l1 m1 n1 o1 a2", "a12 a13 a14 a15 b1", "l5 m6 n7 o8 a10", "d5 c6 b7 a8 o8"):
        position = set_up("freestyle", 15, stones(row), [])
        assert position.outcome() is None
        assert native(str(position)).legal_moves()


def test_moves_are_listed_row_by_row_from_a1_and_the_pass_comes_last() -> None:
    names = [str(move) for move in played("freestyle", "a1 e5", size=5).legal_moves()]
    assert names[:5] == ["b1", "c1", "d1", "e1", "a2"]
    assert names[-2:] == ["d5", "pass"]
    assert len(names) == 24


def test_a_stone_resets_the_passes_and_two_passes_are_a_draw() -> None:
    once = played("renju", "h8 pass")
    assert once.passes == 1
    assert once.play(Move.parse("i9")).passes == 0
    twice = once.play(PASS)
    assert present(twice.outcome()).winner is None
    assert present(twice.outcome()).reason == "two passes in a row"
    assert twice.legal_moves() == []


def test_a_full_board_is_a_draw() -> None:
    almost = Position.parse("freestyle .ooxx/oxoox/ooxxo/oxxox/xoxxo b 0")
    assert [str(move) for move in almost.legal_moves()] == ["a5", "pass"]
    assert present(almost.play(Move.parse("a5")).outcome()).reason == "the board is full"


def test_a_forbidden_point_is_not_legal_and_the_error_names_it() -> None:
    for black, point, kind in (
        ("b4 d4 f4 h4", "e4", "double-four"),
        ("b11 c13 e13 e14", "d13", "double-three"),
        ("a1 b1 c1 e1 f1", "d1", "overline"),
    ):
        position = set_up("renju", 15, stones(black), [])
        assert Move.parse(point) not in position.legal_moves()
        assert str(position.forbidden()[Point.parse(point)]) == kind
        with pytest.raises(IllegalMoveError, match=f"{kind} is forbidden to black") as caught:
            position.play(Move.parse(point))
        assert caught.value.because in catalogue("zh")
        # White may play there, and the point stays forbidden to black meanwhile.
        turned = Position("renju", position.board, Seat.B)
        assert Move.parse(point) in turned.legal_moves()
        assert turned.forbidden() == position.forbidden()


@pytest.mark.parametrize("rule", ["freestyle", "standard"])
def test_only_renju_forbids(rule: str) -> None:
    position = set_up(rule, 15, stones("b4 d4 f4 h4"), [])
    assert position.forbidden() == {}
    assert position.verdict(Point.parse("e4")) == "legal"
    position.play(Move.parse("e4"))


@pytest.mark.parametrize("move", ["h8", "p8", "a16"])
def test_a_stone_needs_an_empty_crossing(move: str) -> None:
    with pytest.raises(IllegalMoveError, match="empty crossing"):
        played("renju", "h8").play(Move.parse(move))


def test_nothing_is_played_after_the_end() -> None:
    for end in (played("renju", "pass pass"), with_row("standard", Seat.A, "bcdef")):
        for move in ("a1", "pass"):
            with pytest.raises(IllegalMoveError, match="the game is over"):
                end.play(Move.parse(move))


@pytest.mark.parametrize(
    "text", ["H8", "h08", "h0", "h21", "u1", "h8 ", "Pass", "8h", "h", "ｈ8", "h٣"]
)
def test_malformed_moves_are_refused(text: str) -> None:
    with pytest.raises(InvalidMoveError):
        Move.parse(text)


FIVE_ROWS = "...../..x../...../...../....."


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        (f"gomoku {FIVE_ROWS} b 0", 1, "a rule set"),
        (f"renju {FIVE_ROWS} b 0", 7, "expected 15 rows"),
        ("freestyle ..../..../..../.... b 0", 11, "expected 5 to 20 rows"),
        ("freestyle ...../..x../..../...../..... b 0", 23, "a row of 5"),
        ("freestyle ...../..X../...../...../..... b 0", 19, "got 'X'"),
        (f"freestyle {FIVE_ROWS} x 0", 41, "'b' or 'w'"),
        (f"freestyle {FIVE_ROWS} b 3", 43, "0 to 2"),
        (f"freestyle {FIVE_ROWS} b 01", 43, "0 to 2"),
        (f"freestyle {FIVE_ROWS} b", 1, "rule set, rows"),
        (f"freestyle {FIVE_ROWS}  b 0", 1, "rule set, rows"),
        (f"freestyle {FIVE_ROWS} b 0 moves a1 a1", 54, "move 2: illegal move a1"),
        (f"freestyle {FIVE_ROWS} b 0 moves a1 z1", 54, "move 2: expected a crossing"),
        ("freestyle xxxxx/ooooo/...../...../..... b 0", 11, "cannot both have five"),
    ],
)
def test_malformed_positions_name_the_column(text: str, column: int, message: str) -> None:
    with pytest.raises(InvalidPositionError, match=message) as caught:
        Position.parse(text)
    assert caught.value.column == column
    with pytest.raises(ValueError, match=r"expected|illegal"):
        native(text)


def test_a_set_up_five_ends_the_game_with_either_side_to_move() -> None:
    for mover in "bw":
        position = Position.parse(f"standard xxxxx/...../...../...../..... {mover} 2")
        assert present(position.outcome()).winner is Seat.A
        assert position.forbidden() == {}
        assert native(str(position)).legal_moves() == []


def test_a_set_up_overline_of_black_does_not_win_in_renju() -> None:
    position = set_up("renju", 15, stones("a1 b1 c1 d1 e1 f1"), [])
    assert position.outcome() is None
    twin = native(str(position))
    assert twin.legal_moves() == [str(move) for move in position.legal_moves()]


def test_unknown_sizes_and_rule_sets_are_refused() -> None:
    for rule, size, message in (
        ("renju", (14, 14), "renju is played on a board of 15x15"),
        ("freestyle", (4, 4), "5x5 to 20x20"),
        ("standard", (21, 21), "5x5 to 20x20"),
        ("standard", (10, 12), "square"),
        ("caro", None, "no rule set 'caro'"),
    ):
        with pytest.raises(UsageError, match=message):
            GAME.setup(rule=rule, size=size)


def test_the_diagram_marks_forbidden_points_only_with_black_to_move() -> None:
    position = set_up("renju", 15, stones("b4 d4 f4 h4"), [])
    shown = GAME.diagram(position)
    assert {shown.rows[row][column].name for row, column in shown.marks} == {"e4"}
    assert shown.rows[11][1].glyph == "●"
    assert shown.rows[0][0].name == "a15"
    assert GAME.diagram(Position("renju", position.board, Seat.B)).marks == {}
