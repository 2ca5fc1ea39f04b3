"""`garlic forbidden`: one word for programs, a board with --show, one sentence for errors."""

import json
from typing import Protocol

import pytest

from garlic.cli import run

TABLE = [
    ("J7 K7 I5 G4 I4 K4 L3", "", "I7", "legal"),
    ("D14 F13 G13 E12 F12 D11 F11 G10", "", "E13", "double-three"),
    ("B11 C12 C13 E13 E14 G13", "", "D13", "double-four"),
    ("a1,b1,c1, e1 f1", "", "d1", "overline"),
    ("F12 G11 D8 E8 G8 E7 D6 C5", "B4", "F8", "double-four"),
    ("F12 G11 D8 E8 G8 E7 D6 C5", "B4", "H10", "legal"),
    ("F12 G11 D8 E8 G8 E7 D6 C5 H10", "B4", "F8", "legal"),
    ("", "", "h8", "legal"),
]


class Forbidden(Protocol):
    def __call__(self, *arguments: str, language: str = "en") -> tuple[int, str, str]: ...


@pytest.fixture
def forbidden(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Forbidden:
    """Run `garlic forbidden ...`; gives exit code, standard output, standard error."""

    def call(*arguments: str, language: str = "en") -> tuple[int, str, str]:
        monkeypatch.setenv("GARLIC_LANG", language)
        code = run(["forbidden", *arguments])
        return code, *capfd.readouterr()

    return call


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(("black", "white", "point", "word"), TABLE)
def test_one_word_in_every_language(
    forbidden: Forbidden, language: str, black: str, white: str, point: str, word: str
) -> None:
    result = forbidden("--black", black, "--white", white, point, language=language)
    assert result == (0, f"{word}\n", "")


def test_the_board_can_be_shown(forbidden: Forbidden) -> None:
    code, out, _ = forbidden("--black", "B4 D4 F4 H4", "--white", "A1", "E4", "--show")
    lines = out.splitlines()
    assert code == 0
    assert lines[12] == " 4  ├─●─┼─●─×─●─┼─●─┼─┼─┼─╋─┼─┼─┤"
    assert lines[15].startswith(" 1  ○─┴")
    assert lines[16:] == ["double-four"]


def test_json(forbidden: Forbidden) -> None:
    code, out, _ = forbidden("--black", "B4 D4 F4 H4", "E4", "--json")
    document = json.loads(out)
    assert code == 0
    assert (document["point"], document["verdict"]) == ("e4", "double-four")
    assert document["position"].startswith("renju ")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["Z9"], "expected a crossing like 'h8', got 'Z9'"),
        (["P3"], "expected a crossing of the board of 15x15, got p3"),
        (["--black", "B4 d5", "B4"], "expected an empty crossing, but b4 has a stone"),
        (["--white", "B4", "b4"], "expected an empty crossing, but b4 has a stone"),
        (["--black", "B4 b4", "A1"], "b4 is given twice"),
        (["--black", "B4", "--white", "c1 b4", "A1"], "b4 is given twice"),
        (["--black", "A16", "A1"], "expected a crossing of the board of 15x15, got a16"),
        (["--black", "B4;C4", "A1"], "expected a crossing like 'h8', got 'B4;C4'"),
        (["--black", "B٤", "A1"], "expected a crossing like 'h8', got 'B٤'"),
        (
            ["--black", "a1 b1 c1 d1 e1", "--white", "a2 b2 c2 d2 e2", "h8"],
            "black and white cannot both have five in a row",
        ),
    ],
)
def test_wrong_arguments_get_one_sentence(
    forbidden: Forbidden, arguments: list[str], message: str
) -> None:
    assert forbidden(*arguments) == (2, "", f"garlic: error: {message}\n")
    code, out, err = forbidden(*arguments, language="zh")
    assert (code, out) == (2, "")
    assert err.startswith("garlic: 错误")
    assert message not in err


def test_the_point_is_needed(forbidden: Forbidden) -> None:
    code, _, err = forbidden("--black", "a1")
    assert code == 2
    assert "POINT" in err
