"""What a screen shows after moves of the cursor."""

import pytest

from garlic.wire.console.cursor import CursorGrid
from garlic.wire.console.drawn_board import drawn_boards
from garlic.wire.console.screen import ConsoleScreen


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("one\r\ntwo", "one\ntwo\ntwo"),
        ("abc\x1b[1;2HX", "aXc\naX"),
        ("abc\x1b[2;2HX\x1b[1;1Hy", "ybc\n X\ny"),
        ("abc\x1b[2D!", "a!c\na!"),
        ("a\x1b[B\x1b[2Cb\x1b[Ac", "a   c\n   b\na   c"),
        ("a\x1b[3Gb\x1b[2dc", "a b\n   c\n   c"),
        ("\x1b[1;3Hx\x1b[s\r\n\r\ny\x1b[uz", "  xz\n\ny\n  xz"),
        ("\x1b[1;3Hx\x1b7\r\ny\x1b8z", "  xz\ny\n  xz"),
        ("abc\r\ndef\x1b[2J\x1b[1;1Hx", "x\n\nx"),
        ("abc\x1b[1;2H\x1b[K", "a\na"),
        ("abc\x1b[1;3H\x1b[1K", "  c\n  "),
        ("abc\x1b[2Kd", "   d\n   d"),
        ("a\tb\b\bc", "a      cb\na      c"),
        ("中\x1b[1;3Hx", "中x\n中x"),
        ("\x1b[31mr\x1b[0m\x1b]0;title\x07\x1b(B", "r\nr"),
        ("\x1b[99999999999999999999;1Hx", "\n" * 99 + "x\nx"),
        ("\x1b[" + "9" * 9999 + "Hx", None),
    ],
)
def test_moves_of_the_cursor(written: str, shown: str | None) -> None:
    grid = CursorGrid()
    grid.write(written)
    assert shown is None or grid.shown() == shown


def test_signs_that_are_wide_on_windows_are_known_too_late() -> None:
    grid = CursorGrid()
    grid.write("┼┼┼\r\n")
    grid.write("\x1b[=2w\x1b[1;3H●")
    assert grid.shown() == "┼●┼\n\n┼●"


def board(screen: ConsoleScreen) -> tuple[tuple[str, ...], ...]:
    return drawn_boards(screen.text, 5)[-1].signs


def test_a_cell_that_changes_changes_the_board() -> None:
    screen = ConsoleScreen()
    screen.show(b"\x1b[2J\x1b[H" + b". . . . .\r\n" * 5 + b"Your move: ")
    before = board(screen)
    screen.read()
    for piece in (b"\x1b", b"[2;", b"5HX\x1b[6;1HYour move: "):
        screen.show(piece)
    assert board(screen)[1] == (".", ".", "X", ".", ".")
    assert board(screen) != before
    assert screen.text.endswith("\nYour move: ")


def test_a_screen_that_is_only_cleared_stays_a_text() -> None:
    screen = ConsoleScreen()
    screen.show(b"Your move:\x1b[H\x1b[2JYour move:\x1b[1;1Hthird")
    assert screen.text == "Your move:\nYour move:\nthird"
