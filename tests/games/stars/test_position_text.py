"""Moves and positions of Stars as text."""

import pytest

from garlic.core import InvalidMoveError, InvalidPositionError
from garlic.games.stars import Move, Position


@pytest.mark.parametrize("text", ["0,0", "-5,70", "9999,-9999", "12,3"])
def test_moves_round_trip(text: str) -> None:
    assert str(Move.parse(text)) == text


@pytest.mark.parametrize(
    "text",
    ["", "3", "3,", "3, 4", "03,4", "-0,1", "10000,1", "3,4,5", "٣,4", "3;4", "+3,4", "3,4\n"],
)
def test_malformed_moves_are_refused(text: str) -> None:
    with pytest.raises(InvalidMoveError, match="expected a cell as row and column like '3,4'"):
        Move.parse(text)


GOOD = "..o#/o.O. d0=0,0@1,1 d1=1,3@1,3 red=0,1:-5:19 blue=1,1:0:-1 round=4"


@pytest.mark.parametrize(
    ("old", "new", "column", "words"),
    [
        ("..o#", "..x#", 3, "expected '#', '.', 'o' or 'O', got 'x'"),
        ("/o.O.", "/o.O", 6, "expected a row of 4 cells, got 'o.O'"),
        ("d0=0,0@1,1", "d0=0,0", 11, "expected a field like 'd0=0,3@0,3', got 'd0=0,0'"),
        ("d0=", "d2=", 11, "expected a field like"),
        ("d0=0,0", "d0=0,3", 11, "destroyer 0 must be on an open cell of the map, got 0,3"),
        ("@1,3", "@2,3", 22, "destroyer 1 must be on an open cell of the map, got 2,3"),
        ("red=0,1", "red=0,4", 33, "red must be on an open cell of the map, got 0,4"),
        (":19", ":20", 33, "red cannot have status 20 after a round"),
        (":19", ":21", 33, "expected a field like 'red=7,3:0:0', got 'red=0,1:-5:21'"),
        (":-5:", ":1000000001:", 33, "expected a field like"),
        ("red=0,1", "red=0,2", 33, "red cannot stand on a star at 0,2"),
        ("red=0,1", "red=0,0", 33, "red cannot share 0,0 with destroyer 0 away from its birth"),
        ("round=4", "round=9", 61, "expected the rounds played, 0 to 8, got '9'"),
        ("round=4", "round=04", 61, "expected the rounds played"),
        (" round=4", "", 1, "expected rows and then fields like"),
        ("..o#/o.O.", "", 1, "expected 1 to 200 rows and columns, got 1 rows of 0"),
        ("..o#/o.O.", "." * 201, 1, "expected 1 to 200 rows and columns, got 1 rows of 201"),
    ],
)
def test_errors_name_the_column(old: str, new: str, column: int, words: str) -> None:
    assert str(Position.parse(GOOD)) == GOOD
    assert old in GOOD
    with pytest.raises(InvalidPositionError) as caught:
        Position.parse(GOOD.replace(old, new, 1))
    assert words in str(caught.value)
    assert caught.value.column == column
    assert caught.value.render("zh") != str(caught.value)
