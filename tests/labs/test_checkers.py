"""Checkers: right answers pass in any accepted format, wrong ones get a reason."""

from pathlib import Path
from typing import Any, ClassVar

import pytest

from garlic.core import Stream
from garlic.core.reading.fields import Fields
from garlic.games.gomoku import Point
from garlic.games.gomoku.forbidden import verdict
from garlic.games.xiangqi import Move
from garlic.games.xiangqi.notation.lab import to_answer
from garlic.labs.authoring import mates
from garlic.labs.checkers import CHECKERS
from garlic.labs.checkers.base import Case
from garlic.labs.checkers.gomoku import ForbiddenCase
from garlic.labs.checkers.highway import read_answer
from garlic.labs.checkers.xiangqi import MoveCase
from garlic.labs.checks.answers import AnswersCheck
from garlic.labs.library import find_lab

SAMPLE = "5 4 2\n1 0 4 0\n1 0 2 1\n0 2 0 2\n1 0 2 1\n0 3 1 0\n"


def case(checker: str, **fields: Any) -> Case:
    return CHECKERS[checker]().case(Fields(fields, "case", home=Path()))


class TestTrek:
    @pytest.mark.parametrize(
        ("output", "share"),
        [
            ("5\nURUUU\n", 1.0),
            ("5 U R U U U", 1.0),
            ("5\nURUU\n", 0.5),  # one step short of the goal
            ("4\nURUU\n", 0.0),  # and so are the days
            ("5\n", 0.5),  # the days alone
            ("4\n", 0.0),
            ("-1\n", 0.0),
            ("hello", 0.0),
            ("", 0.0),
        ],
    )
    def test_shares(self, output: str, share: float) -> None:
        assert case("trek", map=SAMPLE).judge(output).share == share

    def test_a_hopeless_map_has_no_path(self) -> None:
        made = {"rows": 9, "columns": 9, "seed": 3, "hopeless": True}
        assert case("trek", make=made).expected() == "-1"


class TestHighway:
    made: ClassVar = {"rows": 4, "columns": 5, "seed": 3}

    def test_a_right_answer_in_several_formats(self) -> None:
        question = case("highway", make=self.made)
        first, second = question.expected().splitlines()
        assert question.judge(f"{first}\n{second}\n").share == 1
        total, path = first.split()
        assert question.judge(f"first: {total}\n  {path}\nsecond: {second}").share == 1

    def test_parts_of_an_answer_count(self) -> None:
        question = case("highway", make=self.made)
        (first, path), (second, _) = (line.split() for line in question.expected().splitlines())
        assert question.judge(f"{first}\n{second}").share == 1
        assert question.judge(f"{first} {path}\n-1").share == pytest.approx(0.6)
        assert question.judge(f"1\n{second}").share == pytest.approx(0.5)
        jump = question.judge(f"{first} 1-{path.split('-')[-1]}\n1")
        assert jump.share == pytest.approx(0.5)
        assert "no neighbours" in str(jump.text)

    def test_one_total_alone_is_half_an_answer(self) -> None:
        question = case("highway", make=self.made)
        first, second = (line.split()[0] for line in question.expected().splitlines())
        judged = question.judge(f"{first}\n")
        assert judged.share == pytest.approx(0.5)
        assert str(judged.text) == f"the second road: expected a total of {second}, got none"

    def test_a_tie_is_no_second_road(self) -> None:
        question = case("highway", make={"rows": 4, "columns": 4, "seed": 1, "colours": 1})
        first = question.expected().split()[0]
        judged = question.judge(f"{first}\n{first}")
        assert "strictly more" in str(judged.hint)

    @pytest.mark.parametrize("output", ["", "1\n2\n3", "one two", "1" * 100, "-5\n3"])
    def test_malformed_answers_get_nothing(self, output: str) -> None:
        assert case("highway", make=self.made).judge(output).share == 0


class TestForbidden:
    @pytest.mark.parametrize(
        ("black", "white", "point", "verdict"),
        [
            ("J7 K7 I5 G4 I4 K4 L3", "", "I7", "legal"),
            ("D14 F13 G13 E12 F12 D11 F11 G10", "", "E13", "double-three"),
            ("B4 D4 F4 H4", "", "E4", "double-four"),
            ("F12 G11 D8 E8 G8 E7 D6 C5", "B4", "F8", "double-four"),
            ("F12 G11 D8 E8 G8 E7 D6 C5", "B4", "H10", "legal"),
        ],
    )
    def test_the_verdict_follows_the_rules(
        self, black: str, white: str, point: str, verdict: str
    ) -> None:
        question = case("gomoku-forbidden", black=black, white=white, point=point)
        assert question.expected() == verdict
        assert question.judge(f"I say: {verdict.upper()}\n").share == 1
        other = "legal" if verdict != "legal" else "overline"
        assert question.judge(other).share == 0
        assert len(question.content.splitlines()) == 16

    def test_a_check_without_recursion_gets_nested_cases_wrong(self) -> None:
        check = find_lab("gomoku/rules").tests[-1]
        assert isinstance(check, AnswersCheck)
        for question in check.cases[6:]:  # the first: from the rules
            assert isinstance(question, ForbiddenCase)
            place = Point.parse(question.point)
            board = question.position.board
            shallow = {verdict(board, place, depth) for depth in (0, 1)}
            assert shallow != {question.expected()}
            assert verdict(board, place, 9).value == question.expected()


class TestXiangqi:
    board = (
        "...ck..../.R...R.../....b..../........p/..r.r..../P.......P/........./....B..../"
        "....A..../..BAK...."
    )

    @pytest.mark.parametrize(
        ("output", "share"),
        [
            ("R (1,8) (4,8)", 1.0),
            ("thinking...\nR(1, 8)(4,8)\n", 1.0),
            ("R (5,8) (4,8)", 0.0),
            ("R (1,1) (4,1)", 0.0),
            ("", 0.0),
            ("K (4,0) (4,5)", 0.0),
        ],
    )
    def test_a_mate_is_found_or_not(self, output: str, share: float) -> None:
        question = case("xiangqi-move", board=self.board, answer="R (1,8) (4,8)", mate_in=1)
        assert question.judge(output).share == share

    def test_the_reason_explains_a_count_from_the_top(self) -> None:
        question = case("xiangqi-move", board=self.board, answer="R (1,8) (4,8)", mate_in=1)
        assert "count y from the bottom" in str(question.judge("R (1,1) (4,1)").text)

    def test_a_move_gets_fewer_points_the_more_it_loses(self) -> None:
        question = case("xiangqi-move", board=self.board, losses={"b8e8": 0, "f8e8": 150})
        best, worse = question.judge("R (1,8) (4,8)"), question.judge("R (5,8) (4,8)")
        assert (best.share, str(best.text)) == (1, "right: R (1,8) (4,8)")
        assert (worse.share, "gives away 150" in str(worse.text)) == (0.5, True)
        assert question.judge("A (4,1) (3,2)").share == 0  # its loss is not listed

    @pytest.mark.parametrize("moves", [1, 2])
    def test_the_mates_are_the_only_ones(self, moves: int) -> None:
        assert_only_mates(moves, slice(None))

    def test_a_mate_in_3_is_the_only_one(self) -> None:
        assert_only_mates(3, slice(1, 3))

    @pytest.mark.slow
    def test_all_mates_in_3_are_the_only_ones(self) -> None:
        assert_only_mates(3, slice(None))

    def test_a_board_with_a_shorter_mate_is_not_taken(self) -> None:
        fen = mates.fen_of(self.board.replace("/", ""))
        assert mates.only_mate(fen, 1) == "b8e8"
        assert mates.only_mate(fen, 2) is None

    def test_random_boards_have_both_kings(self) -> None:
        board = mates.random_board(Stream(5))
        assert (board.count("k"), board.count("K"), len(board)) == (1, 1, 90)


def assert_only_mates(moves: int, which: slice) -> None:
    check = find_lab("xiangqi/mate").tests[moves]
    assert isinstance(check, AnswersCheck)
    assert len(check.cases) >= 9
    for question in check.cases[which]:
        assert isinstance(question, MoveCase)
        assert question.mate_in == moves
        only = mates.only_mate(str(question.position), moves)
        assert only is not None
        assert question.judge(question.answer).share == 1
        assert to_answer(question.position, Move.parse(only)) == question.answer


def test_plain_text_is_compared_word_by_word_unless_exact() -> None:
    loose = case("text", input="3 4", output="7")
    assert str(loose.name) == "case 1"
    assert loose.judge(" 7\n").share == 1
    assert loose.judge("8").share == 0
    strict = case("text", input="3 4", output="7\n", exact=True)
    assert strict.judge("7").share == 0
    assert strict.judge("7\n").share == 1


def test_a_total_or_a_state_of_thousands_of_digits_is_no_answer() -> None:
    assert read_answer("12: 1 2 3") is not None
    for output in ("9" * 5_000, f"12: 1 {'9' * 5_000}", f"12\n1 {'9' * 5_000}"):
        assert read_answer(output) is None
