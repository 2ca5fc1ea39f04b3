"""Sizes of boards have one rule, for options, maps and requests."""

import pytest

from garlic.cli.playing.positions import parse_size
from garlic.core import UsageError
from garlic.core.maps import board_size
from garlic.games import GAMES
from garlic.web.bounds import check_map


@pytest.mark.parametrize(
    ("text", "size"),
    [("10x12", (10, 12)), ("8x8", (8, 8)), ("999x1", (999, 1))],
)
def test_a_size_is_rows_and_columns(text: str, size: tuple[int, int]) -> None:
    assert board_size(text) == size == parse_size(text)
    check_map(GAMES["othello"], text)
    check_map(GAMES["othello"], f"random-{text}")


@pytest.mark.parametrize("text", ["", "x", "8x", "x8", "8x8x8", "1000x8", "08x8", "-8x8", "٨x8"])
def test_anything_else_is_refused(text: str) -> None:
    assert board_size(text) is None
    with pytest.raises(UsageError, match="expected a size like 10x12"):
        parse_size(text)
    with pytest.raises(UsageError, match="no bundled map"):
        check_map(GAMES["othello"], text)


def test_a_number_is_a_square_on_the_command_line() -> None:
    assert parse_size("9") == (9, 9)
