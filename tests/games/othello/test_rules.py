"""The rules of weighted Othello that `test_conformance` cannot know."""

import os
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from garlic import _core
from garlic.core import (
    IllegalMoveError,
    InvalidMoveError,
    InvalidPositionError,
    Mark,
    Outcome,
    Penalty,
    Seat,
    UsageError,
    Verdict,
)
from garlic.games.othello import (
    FAULTS,
    FAULTS_WHEN_LATE_FORFEITS,
    GAME,
    PASS,
    Move,
    Position,
    contest_scores,
    diagram,
)
from garlic.games.othello.generator import make
from support import perft_cases

MIDDLE_GAME = "middle-game-8x8"


def named(position: Position) -> list[str]:
    return [str(move) for move in position.legal_moves()]


def plain(discs: str, rest: str = "r 0") -> Position:
    """A position on a board of ones."""
    worths = "/".join("1" * len(row) for row in discs.split("/"))
    return Position.parse(f"{worths} {discs} {rest}")


def played(position: Position, moves: str) -> Position:
    for move in moves.split():
        position = position.play(Move.parse(move))
    return position


class TestStart:
    def test_is_standard_othello(self) -> None:
        start = Position.start()
        assert start.disc_rows()[3:5] == ["...oO...", "...Oo..."]
        assert set("".join(start.board.worths)) == {"1"}
        assert named(start) == ["d3", "c4", "f5", "e6"]
        assert (start.mover, start.passes) == (Seat.A, 0)

    @pytest.mark.parametrize("size", [(4, 4), (6, 8), (20, 20), (4, 20)])
    def test_any_even_size(self, size: tuple[int, int]) -> None:
        start = GAME.setup(size=size)
        assert (start.board.rows, start.board.columns) == size
        assert len(start.legal_moves()) == 4

    @pytest.mark.parametrize("size", [(7, 7), (8, 9), (2, 2), (22, 22), (0, 0), (-4, 8)])
    def test_other_sizes_are_refused(self, size: tuple[int, int]) -> None:
        with pytest.raises(UsageError, match="even number"):
            GAME.setup(size=size)


class TestMoves:
    @pytest.mark.parametrize(
        ("text", "place"), [("a1", (0, 0)), ("d3", (2, 3)), ("t20", (19, 19)), ("pass", (-1, -1))]
    )
    def test_column_letter_and_row_from_the_top(self, text: str, place: tuple[int, int]) -> None:
        assert Move.parse(text) == Move(*place)
        assert str(Move(*place)) == text

    @pytest.mark.parametrize(
        "text", ["", "d", "3", "3d", "D3", "d0", "d03", "d21", "u1", "d3 ", " d3", "d٣", "PASS"]
    )
    def test_malformed_moves_are_refused(self, text: str) -> None:
        with pytest.raises(InvalidMoveError, match="expected a cell like 'd3', or 'pass'"):
            Move.parse(text)


class TestPlay:
    def test_a_disc_flips_in_all_eight_directions(self) -> None:
        star = plain("O..O..O/.o.o.o./..ooo../Ooo.ooO/..ooo../.o.o.o./O..O..O")
        after = star.play(Move.parse("d4"))
        assert after.disc_rows() == [
            "O..O..O",
            ".O.O.O.",
            "..OOO..",
            "OOOOOOO",
            "..OOO..",
            ".O.O.O.",
            "O..O..O",
        ]
        assert after.mover is Seat.B

    def test_a_run_must_end_at_an_own_disc(self) -> None:
        # To the left the run ends at an empty cell, upwards at the edge.
        position = plain(".o.../.o.../.o.oO/.o.../.O...")
        assert named(position) == ["c3"]
        assert position.play(Move.parse("c3")).disc_rows()[2] == ".oOOO"

    def test_runs_do_not_wrap_around_the_edge(self) -> None:
        assert named(plain("..Oo/o.../..../....")) == ["pass"]
        assert named(plain("..../...o/O.../....")) == ["pass"]

    @pytest.mark.parametrize(
        ("move", "because"),
        [
            ("d4", "the cell is taken"),
            ("a1", "the disc must flip at least one other"),
            ("i1", "the cell is not on the board"),
            ("a9", "the cell is not on the board"),
            ("pass", "pass only when you cannot place a disc"),
        ],
    )
    def test_illegal_moves_say_why(self, move: str, because: str) -> None:
        with pytest.raises(IllegalMoveError, match=because):
            Position.start().play(Move.parse(move))

    def test_a_position_never_changes(self) -> None:
        start = Position.start()
        start.play(Move.parse("d3"))
        assert start == Position.start()

    def test_equal_positions_are_equal(self) -> None:
        assert played(Position.start(), "f5") == Position.parse(f"{Position.start()} moves f5")
        assert len({Position.start(), Position.start(), Position.start(6, 6)}) == 2


class TestPassing:
    def test_a_pass_is_the_only_move_of_a_side_without_another(self) -> None:
        red = plain("oO./.../...")
        assert red.legal_moves() == [PASS]
        after = red.play(PASS)
        assert (after.mover, after.passes) == (Seat.B, 1)
        assert named(after) == ["c1"]

    def test_a_disc_resets_the_passes(self) -> None:
        assert played(plain("oO./.../..."), "pass c1").passes == 0

    def test_two_passes_end_the_game(self) -> None:
        position = plain("OO./OO./...")
        one = position.play(PASS)
        assert one.outcome() is None
        assert one.legal_moves() == [PASS]
        two = one.play(PASS)
        assert two.legal_moves() == []
        assert two.outcome() == Outcome(Seat.A, "higher score after two passes", (4, 0))
        with pytest.raises(IllegalMoveError, match="the game is over"):
            two.play(PASS)

    def test_a_full_board_ends_the_game_at_once(self) -> None:
        end = plain("Oo./OOO/ooo").play(Move.parse("c1"))
        assert end.outcome() == Outcome(Seat.A, "higher score on a full board", (6, 3))
        assert end.legal_moves() == []

    def test_a_side_that_is_wiped_out_passes(self) -> None:
        end = played(Position.start(), "e6 f4 e3 f6 g5 d6 e7 f5 c5")
        assert end.blue == 0
        assert end.outcome() is None
        assert played(end, "pass pass").outcome() == Outcome(
            Seat.A, "higher score after two passes", (13, 0)
        )

    def test_a_lost_turn_is_no_pass(self) -> None:
        start = Position.start()
        skipped = start.skip()
        assert (skipped.mover, skipped.passes) == (Seat.B, 0)
        assert skipped.disc_rows() == start.disc_rows()
        # Passes keep counting across it: blue, who may move, is late.
        passed = plain("oO./.../...").play(PASS)
        assert passed.skip().play(PASS).outcome() is not None


class TestScore:
    def test_is_the_worth_under_the_discs(self) -> None:
        position = Position.parse("123/406/789 Oo./OOO/ooo r 0")
        assert (position.score(Seat.A), position.score(Seat.B)) == (1 + 4 + 0 + 6, 2 + 7 + 8 + 9)
        end = position.play(Move.parse("c1"))
        assert end.outcome() == Outcome(Seat.B, "higher score on a full board", (16, 24))

    @pytest.mark.parametrize(
        ("text", "outcome"),
        [
            ("511/111/111 Ooo/ooo/o.. b 2", (Seat.B, "higher score after two passes", (5, 6))),
            ("611/111/111 Ooo/ooo/o.. b 2", (None, "equal scores after two passes", (6, 6))),
            ("711/111/111 Ooo/ooo/o.. b 2", (Seat.A, "higher score after two passes", (7, 6))),
            ("711/111/111 Ooo/ooo/ooo r 0", (Seat.B, "higher score on a full board", (7, 8))),
            ("811/111/111 Ooo/ooo/ooo b 0", (None, "equal scores on a full board", (8, 8))),
            ("911/111/111 Ooo/ooo/ooo b 1", (Seat.A, "higher score on a full board", (9, 8))),
        ],
    )
    def test_the_higher_one_wins(
        self, text: str, outcome: tuple[Any, str, tuple[int, int]]
    ) -> None:
        assert Position.parse(text).outcome() == Outcome(*outcome)

    @pytest.mark.parametrize(
        ("text", "scores"),
        [
            ("111/111/111 OOO/.../... r 2", (7, 0)),  # 3/4 of 9, rounded up
            ("111/111/111 .../.../ooo r 2", (0, 7)),
            ("111/111/111 OOO/OOO/O.. r 2", (7, 0)),  # exactly that: no bonus
            ("111/111/111 OOO/OOO/OO. r 2", (18, 0)),
            ("111/111/111 OOO/OOO/OOo r 0", (8, 1)),
            ("111/111/111 OOO/.../... r 1", (3, 0)),  # not over yet
            ("111/111/111 .../.../... r 2", (0, 0)),
        ],
    )
    def test_the_contest_rewards_a_wipe_out(self, text: str, scores: tuple[int, int]) -> None:
        assert contest_scores(Position.parse(text)) == scores

    def test_the_contest_rewards_it_twice_on_12x12(self) -> None:
        discs = "/".join(["O" * 12] * 11 + ["." * 12])
        assert contest_scores(plain(discs, "r 2")) == (132 + 20, 0)


class TestFaults:
    def test_cost_the_game_and_set_the_score_to_minus_100(self) -> None:
        for verdict in (
            Verdict.ILLEGAL_MOVE,
            Verdict.CRASH,
            Verdict.FORBIDDEN,
            Verdict.MEMORY,
            Verdict.PROTOCOL,
            Verdict.OUTPUT,
            Verdict.CLOSED_OUTPUT,
        ):
            assert GAME.faults[verdict].penalty is Penalty.GAME_LOST
            assert GAME.faults[verdict].score == -100

    def test_a_late_answer_costs_the_turn_or_optionally_the_game(self) -> None:
        assert FAULTS[Verdict.TOO_LATE].penalty is Penalty.TURN_LOST
        late = FAULTS_WHEN_LATE_FORFEITS[Verdict.TOO_LATE]
        assert (late.penalty, late.score) == (Penalty.GAME_LOST, -100)
        assert FAULTS[Verdict.INIT_TOO_LATE].penalty is Penalty.NOTED

    def test_faults_of_the_judge_cost_nothing(self) -> None:
        assert not {Verdict.OVERLOAD, Verdict.JUDGE_ERROR, Verdict.OK} & set(FAULTS)


class TestParse:
    @pytest.mark.parametrize(
        ("text", "column", "sentence"),
        [
            ("111/111/111 .../.../...", 1, "expected worths, discs, side to move and passes"),
            ("11/11/11 ../../.. r 0", 1, "expected 3 to 20 rows and columns, got 3 rows of 2"),
            ("111/111 .../... r 0", 1, "expected 3 to 20 rows and columns, got 2 rows of 3"),
            ("111/11/111 .../.../... r 0", 5, "expected a row of 3 cells, got '11'"),
            ("111/1x1/111 .../.../... r 0", 6, "expected a worth from 0 to 9, got 'x'"),
            ("111/1٣1/111 .../.../... r 0", 6, "expected a worth from 0 to 9, got '٣'"),
            ("111/111/111 .../... r 0", 13, "expected 3 rows of discs, as many as of worths"),
            ("111/111/111 .../..../... r 0", 17, "expected a row of 3 cells, got '....'"),
            ("111/111/111 .../.0./... r 0", 18, "expected 'O', 'o' or '.', got '0'"),
            ("111/111/111 .../.../... R 0", 25, "expected the side to move, 'r' or 'b', got 'R'"),
            ("111/111/111 .../.../... r 3", 27, "expected the passes in a row, 0 to 2, got '3'"),
            ("111/111/111 .../.../... r 00", 27, "expected the passes in a row"),
            ("111/111/111 oO./.../... r 0 moves d1", 35, "move 1: illegal move d1"),
            ("111/111/111 oO./.../... r 0 moves pass x", 40, "move 2: expected a cell like 'd3'"),
        ],
    )
    def test_errors_name_the_column(self, text: str, column: int, sentence: str) -> None:
        with pytest.raises(InvalidPositionError) as caught:
            Position.parse(text)
        assert caught.value.column == column
        assert sentence in str(caught.value)
        for native in _core.native_classes("othello"):
            assert not _accepts(native, text)


class TestDiagram:
    def test_marks_the_legal_cells(self) -> None:
        shown = diagram(Position.start())
        assert shown.marks == dict.fromkeys([(2, 3), (3, 2), (4, 5), (5, 4)], Mark.LEGAL)
        assert dict(shown.facts) == {"score": "2 : 2", "passes": "0"}
        assert (shown.column_labels[-1], shown.row_labels[-1]) == ("h", "8")
        assert shown.rows[3][3].glyph == "○"
        assert shown.rows[3][4].seat is Seat.A

    def test_shows_worths_only_where_they_differ(self) -> None:
        assert diagram(Position.start()).rows[0][0].worth is None
        assert diagram(make(8, 8, 1, kind="ones")).rows[0][0].worth is None
        assert diagram(make(8, 8, 1, kind="corners")).rows[0][1].worth == 1

    def test_says_that_a_side_must_pass(self) -> None:
        shown = diagram(plain("oO./.../..."))
        assert shown.marks == {}
        assert ("only move", "pass") in shown.facts


def random_positions() -> st.SearchStrategy[Position]:
    """Positions that need not come from a game: any worths, any discs."""

    def build(rows: int, columns: int, data: Any) -> Position:
        cells = rows * columns
        worths = data.draw(st.text("0123456789", min_size=cells, max_size=cells))
        discs = data.draw(st.text("OOooo.", min_size=cells, max_size=cells))
        cut = [slice(row * columns, (row + 1) * columns) for row in range(rows)]
        return Position.of(
            [worths[part] for part in cut],
            [discs[part] for part in cut],
            data.draw(st.sampled_from(Seat)),
            data.draw(st.integers(0, 2)),
        )

    side = st.one_of(st.integers(3, 9), st.integers(3, 20))
    return st.builds(build, side, side, st.data())


@settings(deadline=None, max_examples=150)
@given(position=random_positions())
def test_every_native_board_that_fits_agrees(position: Position) -> None:
    text = str(position)
    kinds: list[Any] = list(_core.native_classes("othello"))
    fitting = [kind.parse(text) for kind in kinds if _accepts(kind, text)]
    assert fitting, "no class takes this size"
    names = named(position)
    for native in fitting:
        assert str(native) == str(position)
        assert native.legal_moves() == names
        for name in names:
            assert str(native.play(name)) == str(position.play(Move.parse(name)))
            assert str(native.undone(name)) == str(position)


@settings(deadline=None, max_examples=150)
@given(position=random_positions())
def test_a_move_is_listed_exactly_when_it_can_be_played(position: Position) -> None:
    legal = set(position.legal_moves())
    for row in range(position.board.rows):
        for column in range(position.board.columns):
            move = Move(row, column)
            if move in legal:
                assert position.play(move).mover is position.mover.other
            else:
                with pytest.raises(IllegalMoveError):
                    position.play(move)


@pytest.mark.parametrize("size", [(8, 8), (6, 6), (7, 5), (10, 10), (12, 12), (14, 3), (20, 20)])
def test_each_size_has_a_native_board(size: tuple[int, int]) -> None:
    start = make(*size, 1)
    assert any(_accepts(kind, str(start)) for kind in _core.native_classes("othello"))


def _accepts(native_class: Any, text: str) -> bool:
    try:
        native_class.parse(text)
    except ValueError:
        return False
    return True


def test_a_processor_without_newer_instructions_counts_the_same() -> None:
    # GARLIC_PORTABLE is read when the native module is loaded: it takes a new process.
    (middle,) = {case.position for case in perft_cases("othello") if case.name == MIDDLE_GAME}
    positions = [str(Position.start()), middle]
    program = f"""
from garlic import _core
print(*(_core.Othello8x8.parse(text).perft(depth) for text in {positions} for depth in range(7)))
"""
    counts = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, **setting},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for setting in ({}, {"GARLIC_PORTABLE": "1"})
    }
    assert len(counts) == 1
    assert " 8200 " in counts.pop()
