"""The style sheet of the pages: one dark theme, and colours that can be told apart."""

import re
from pathlib import Path

import pytest

from support.present import present

THEME = Path(__file__).parents[2] / "frontend" / "src" / "lib" / "theme.css"


def test_the_dark_theme_is_the_same_for_system_and_explicit_choice() -> None:
    sheet = THEME.read_text(encoding="utf-8")
    system, chosen = (
        present(re.search(rf"{re.escape(head)} {{(.*?)}}", sheet, re.DOTALL))[1].split()
        for head in (":root:not([data-theme='light'])", ":root[data-theme='dark']")
    )
    assert len(system) > 50
    assert system == chosen


Colour = tuple[float, float, float]  # linear red, green and blue
# How the colours of a screen look to people without one kind of cone, in linear RGB: Machado,
# Oliveira and Fernandes 2009, severity 1.
SIGHT: dict[str, tuple[Colour, Colour, Colour]] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def colours(dark: bool, board: str = "wood", discs: str = "usual") -> dict[str, str]:
    """The variables of the page with these settings."""
    sheet = THEME.read_text(encoding="utf-8")
    heads = [":root"]
    heads += [":root[data-theme='dark']"] if dark else []
    heads += [f":root[data-board='{board}']", f":root[data-discs='{discs}']"]
    found: dict[str, str] = {}
    for head in heads:
        block = re.search(rf"^{re.escape(head)} {{(.*?)^}}", sheet, re.DOTALL | re.MULTILINE)
        for name, value in re.findall(r"--([\w-]+): (.*?);", block[1] if block else ""):
            pair = re.fullmatch(r"light-dark\((.*), (.*)\)", value)
            found[name] = pair[2 if dark else 1] if pair else value
    return found


def linear(colour: str) -> Colour:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    first, second, third = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (red, green, blue)
    )
    return first, second, third


def contrast(one: str, other: str, sight: str = "usual") -> float:
    """The contrast of two colours as WCAG defines it, as seen with *sight*."""
    levels = sorted(
        sum(
            share * max(0.0, sum(a * b for a, b in zip(row, linear(colour), strict=True)))
            for share, row in zip((0.2126, 0.7152, 0.0722), SIGHT[sight], strict=True)
        )
        for colour in (one, other)
    )
    return (levels[1] + 0.05) / (levels[0] + 0.05)


@pytest.mark.parametrize("sight", SIGHT)
def test_safe_discs_differ_in_brightness_to_everybody(sight: str) -> None:
    usual, safe = colours(dark=False), colours(dark=False, discs="contrast")
    assert contrast(safe["seat-red"], safe["seat-blue"], sight) > 4.5
    assert contrast(usual["seat-red"], usual["seat-blue"], sight) < 2  # hence the setting
    assert contrast(safe["seat-black"], safe["seat-white"], sight) > 4.5
    assert contrast(safe["on-red"], safe["seat-red"], sight) > 4.5


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("board", ["wood", "slate"])
def test_everything_is_visible_on_every_board(board: str, dark: bool) -> None:
    found = colours(dark, board)
    for ground in ("wood", "cell", "cell-other"):
        assert contrast(found["wood-text"], found[ground]) > 4.5, ground
        for thing in ("wood-line", "seat-black", "legal"):
            assert contrast(found[thing], found[ground]) > 3, (thing, ground)
    assert contrast(found["seat-white"], found["seat-black"]) > 7
