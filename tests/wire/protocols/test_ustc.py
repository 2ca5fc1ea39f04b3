"""The Xiangqi lab's form: boards from the view of red, answers rotated back."""

import pytest

from garlic.games.xiangqi import GAME, Move, Position
from garlic.games.xiangqi.notation.lab import parse_board, to_answer
from garlic.wire import ProtocolFault
from garlic.wire.protocols import ustc

START = Position.start()
AFTER = START.play(Move.parse("h2e2"))


def test_red_gets_the_board_as_it_is() -> None:
    rows = ustc.board_text(START).splitlines()
    assert rows[0] == "rnbakabnr"
    assert rows[9] == "RNBAKABNR"
    assert len(rows) == 10


def test_black_gets_the_board_as_red_at_the_bottom() -> None:
    rows = ustc.board_text(AFTER).splitlines()
    assert rows[9] == "RNBAKABNR"
    # Rotated, red's cannons on b2 and e2 are on h7 and e7.
    assert rows[2] == "....c..c."
    assert rows[7] == ".C.....C."


def test_an_answer_of_red() -> None:
    assert ustc.parse_answer(START, "C (7,2) (4,2)\n") == "h2e2"


def test_an_answer_of_black_is_rotated_back() -> None:
    assert ustc.parse_answer(AFTER, "C (7,2) (4,2)") == "b7e7"
    assert ustc.parse_answer(AFTER, "n (1,0) (2,2)".upper()) == "h9g7"


@pytest.mark.parametrize("position", [START, AFTER], ids=["red", "black"])
def test_every_move_survives_the_rotation(position: Position) -> None:
    as_red = parse_board(ustc.board_text(position))
    parsed = {ustc.parse_answer(position, to_answer(as_red, move)) for move in as_red.legal_moves()}
    assert parsed == {str(move) for move in position.legal_moves()}


def test_remarks_before_the_answer_are_skipped() -> None:
    assert ustc.parse_answer(START, "depth 4\nvalue 12\n\nC(7,2)(4,2)\n\n") == "h2e2"


@pytest.mark.parametrize(
    ("output", "complaint"),
    [
        ("", "no line at all"),
        ("\n \n", "no line at all"),
        ("resign\n", "expected an answer like"),
        ("C (7,7) (4,7)", "count y from the bottom"),
        ("R (3,3) (3,4)", "nor does it counting rows from the top"),
        ("x" * 100_000, "expected an answer like"),
    ],
)
def test_an_invalid_answer_is_a_fault(output: str, complaint: str) -> None:
    with pytest.raises(ProtocolFault, match=complaint):
        ustc.parse_answer(START, output)


def test_the_game_has_the_notation() -> None:
    assert "lab" in GAME.notations
