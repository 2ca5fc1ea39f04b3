"""Tournament files, valid and malformed."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from garlic.arena.definition import read_definition, read_file
from garlic.core import GarlicError, UsageError
from garlic.core.language.text import catalogue

GOOD = {"game": "othello", "bots": ["a.h", "b.py"]}


def test_default_values() -> None:
    found = read_definition(GOOD)
    assert (found.format, found.games, found.scoring) == ("round-robin", 2, "1/0.5/0")
    assert [bot.name for bot in found.bots] == ["a.h", "b.py"]


def test_a_stored_definition_is_read_again() -> None:
    values = {**GOOD, "format": "knockout", "maps": ["8x8"], "openings": ["d3 c3"], "max_plies": 9}
    found = read_definition(values)
    assert found.format == "knock-out"
    assert read_definition(found.to_json()) == found


def test_bots_get_unique_names() -> None:
    bots = ["x.py", {"name": "Ada", "bot": "x.py"}, "x.py", "x.py"]
    found = read_definition({**GOOD, "bots": bots})
    assert [bot.name for bot in found.bots] == ["x.py", "Ada", "x.py #2", "x.py #3"]
    assert {bot.bot for bot in found.bots} == {"x.py"}


def test_paths_are_shortened_to_a_unique_end() -> None:
    bots = ["/home/ann/hw/player.h", "/home/bob/hw/player.h", "/srv/minimax.py", "engine:othello"]
    found = read_definition({**GOOD, "bots": bots})
    assert [bot.name for bot in found.bots] == [
        *("ann/hw/player.h", "bob/hw/player.h", "minimax.py", "engine:othello")
    ]
    assert [bot.bot for bot in found.bots] == bots


def test_names_are_made_readable() -> None:
    found = read_definition({**GOOD, "bots": [{"name": "\x1b[2Jevil\u202e", "bot": "a"}, "b\nc"]})
    assert [bot.name for bot in found.bots] == ["?[2Jevil?", "b?c"]


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"game": 3}, "game: expected text, got 3"),
    ({"game": "chess"}, "there is no game called 'chess'"),
    ({"bots": ["one"]}, "bots: expected a list"),
    ({"bots": "a.h b.h"}, "bots: expected a list"),
    ({"bots": ["a"] * 1001}, "bots: expected a list"),
    ({"bots": [1, 2]}, "bots[1]: expected a bot like 'bot.py', or a table with 'name' and 'bot'"),
    ({"bots": [{"name": "x"}, "b"]}, "bots[1].bot: expected text, got nothing"),
    ({"bots": [{"bot": "x", "level": 3}, "b"]}, "bots[1].level: unknown field"),
    ({"bots": [{"name": "A", "bot": "x"}] * 2}, "two bots are called 'A'"),
    ({"bots": ["", "b"]}, "bots[1]: expected text of 1 to 4096 characters, got"),
    ({"games": 3}, "games: expected an even number, as seats are swapped, got 3"),
    ({"games": True}, "games: expected a whole number from 2 to 10000, got true"),
    ({"games": 1e3}, "games: expected a whole number from 2 to 10000, got 1000.0"),
    ({"seed": -1}, "expected a whole number from 0 to"),
    ({"format": "league"}, "expected one of round-robin, gauntlet"),
    ({"format": ["swiss"]}, "format: expected text"),
    ({"scoring": "5/0/0"}, "scoring: expected one of 1/0.5/0, 3/1/0, 2/1/0, sum, got"),
    ({"tie_breaks": ["luck"]}, "tie_breaks: expected some of score, wins, buchholz, time"),
    ({"openings": []}, "expected 'balanced', 'random', 'none' or a list of moves"),
    ({"openings": "d3"}, "openings: expected 'balanced', 'random', 'none' or a list of moves"),
    ({"agreed_score": float("nan")}, "agreed_score: expected a number, got NaN"),
    ({"agreed_score": -1}, "agreed_score: expected a number above 0, got -1"),
    ({"max_plies": 0}, "expected a whole number from 1"),
    ({"speed": 9}, "speed: unknown field; known here: agreed_score"),
    ({"format": "swiss", "scoring": "sum"}, "'sum' does not fit"),
    ({"rounds": 3}, "leave out 'rounds'"),
    ({"format": "gauntlet", "challengers": 2}, "expected fewer challengers than bots, got 2 of 2"),
    ({"limits": 5}, "limits: expected text, got 5"),
]


@pytest.mark.parametrize(("wrong", "words"), WRONG, ids=[words[:40] for _, words in WRONG])
def test_the_error_names_what_is_wrong(
    wrong: dict[str, str | float | list[str | int | dict[str, str] | dict[str, str | int]]],
    words: str,
) -> None:
    with pytest.raises(GarlicError) as fault:
        read_definition({**GOOD, **wrong})
    assert words in str(fault.value)
    assert len(str(fault.value)) < 800


@pytest.mark.parametrize("key", ["game", "bots"])
def test_the_error_names_what_is_missing(key: str) -> None:
    with pytest.raises(UsageError, match=f"a tournament needs '{key}'"):
        read_definition({name: value for name, value in GOOD.items() if name != key})


FILES = {
    "no toml": b"game = ",
    "not utf-8": b"game = '\xff'",
    "nested": b"x = " + b"[" * 5000,
    "twice": b"game = 1\ngame = 2",
    "large": b"#" * ((1 << 20) + 1),
}


@pytest.mark.parametrize("kind", FILES)
def test_files_that_are_no_tournament(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "cup.toml"
    path.write_bytes(FILES[kind])
    with pytest.raises(UsageError, match=r"cup\.toml"):
        read_file(path)


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot read"):
        read_file(tmp_path / "cup.toml")


def test_every_error_has_a_chinese_translation() -> None:
    for wrong, _ in WRONG:
        with pytest.raises(GarlicError) as fault:
            read_definition({**GOOD, **wrong})
        assert fault.value.text.template in catalogue("zh")


def test_a_toml_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "cup.toml"
    path.write_text('game = "othello"\nbots = ["a.h", {name = "B", bot = "b.h"}]\n')
    assert read_file(path) == tomllib.loads(path.read_text())
    assert read_definition(read_file(path)).bots[1].name == "B"
