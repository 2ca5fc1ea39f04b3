"""Tournament files, valid and malformed."""

import tomllib

import pytest

from garlic.arena.definition import read_definition, read_file
from garlic.core import GarlicError, UsageError
from garlic.core.language.text import catalogue

GOOD = {"game": "othello", "bots": ["a.h", "b.py"]}


def test_default_values():
    found = read_definition(GOOD)
    assert (found.format, found.games, found.scoring) == ("round-robin", 2, "1/0.5/0")
    assert [bot.name for bot in found.bots] == ["a.h", "b.py"]


def test_a_stored_definition_is_read_again():
    values = {**GOOD, "format": "knockout", "maps": ["8x8"], "openings": ["d3 c3"], "max_plies": 9}
    found = read_definition(values)
    assert found.format == "knock-out"
    assert read_definition(found.to_json()) == found


def test_bots_get_unique_names():
    bots = ["x.py", {"name": "Ada", "bot": "x.py"}, "x.py", "x.py"]
    found = read_definition({**GOOD, "bots": bots})
    assert [bot.name for bot in found.bots] == ["x.py", "Ada", "x.py #2", "x.py #3"]
    assert {bot.bot for bot in found.bots} == {"x.py"}


def test_paths_are_shortened_to_a_unique_end():
    bots = ["/home/ann/hw/player.h", "/home/bob/hw/player.h", "/srv/minimax.py", "engine:othello"]
    found = read_definition({**GOOD, "bots": bots})
    assert [bot.name for bot in found.bots] == [
        *("ann/hw/player.h", "bob/hw/player.h", "minimax.py", "engine:othello")
    ]
    assert [bot.bot for bot in found.bots] == bots


def test_names_are_made_readable():
    found = read_definition({**GOOD, "bots": [{"name": "\x1b[2Jevil\u202e", "bot": "a"}, "b\nc"]})
    assert [bot.name for bot in found.bots] == ["?[2Jevil?", "b?c"]


WRONG = [
    ({"game": 3}, "expected a text of at most 4096 signs for 'game', got 3"),
    ({"game": "chess"}, "there is no game called 'chess'"),
    ({"bots": ["one"]}, "expected a list of 2 to 1000 bots"),
    ({"bots": "a.h b.h"}, "expected a list of 2 to 1000 bots"),
    ({"bots": ["a"] * 1001}, "expected a list of 2 to 1000 bots"),
    ({"bots": [1, 2]}, "expected bots like 'bot.py', or tables with 'name' and 'bot'"),
    ({"bots": [{"name": "x"}, "b"]}, "expected bots like 'bot.py'"),
    ({"bots": [{"bot": "x", "level": 3}, "b"]}, "expected bots like 'bot.py'"),
    ({"bots": [{"name": "A", "bot": "x"}] * 2}, "two bots are called 'A'"),
    ({"bots": ["", "b"]}, "expected a text"),
    ({"games": 3}, "expected an even number from 2 to 10000, seats are swapped for 'games', got 3"),
    ({"games": True}, "expected an even number"),
    ({"games": 1e3}, "expected an even number"),
    ({"seed": -1}, "expected a whole number from 0 to"),
    ({"format": "league"}, "expected one of round-robin, gauntlet"),
    ({"format": ["swiss"]}, "expected one of round-robin"),
    ({"scoring": "5/0/0"}, "expected one of 1/0.5/0, 3/1/0, 2/1/0, sum for 'scoring'"),
    ({"tie_breaks": ["luck"]}, "expected one of score, wins, buchholz, time"),
    ({"openings": []}, "expected 'balanced', 'random', 'none' or a list of moves"),
    ({"openings": "d3"}, "expected one of balanced, random, none"),
    ({"agreed_score": float("nan")}, "expected a number above 0"),
    ({"max_plies": 0}, "expected a whole number from 1"),
    ({"speed": 9}, "a tournament has no 'speed'; it may have game, bots"),
    ({"format": "swiss", "scoring": "sum"}, "'sum' does not fit"),
    ({"rounds": 3}, "leave out 'rounds'"),
    ({"format": "gauntlet", "challengers": 2}, "expected fewer challengers than bots, got 2 of 2"),
    ({"limits": 5}, "expected a text"),
]


@pytest.mark.parametrize(("wrong", "words"), WRONG, ids=[words[:40] for _, words in WRONG])
def test_the_error_names_what_is_wrong(wrong, words):
    with pytest.raises(GarlicError) as fault:
        read_definition({**GOOD, **wrong})
    assert words in str(fault.value)
    assert len(str(fault.value)) < 800


@pytest.mark.parametrize("key", ["game", "bots"])
def test_the_error_names_what_is_missing(key):
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
def test_files_that_are_no_tournament(tmp_path, kind):
    path = tmp_path / "cup.toml"
    path.write_bytes(FILES[kind])
    with pytest.raises(UsageError, match=r"cup\.toml"):
        read_file(path)


def test_a_missing_file(tmp_path):
    with pytest.raises(UsageError, match="cannot read"):
        read_file(tmp_path / "cup.toml")


def test_every_error_has_a_chinese_translation():
    for wrong, _ in WRONG:
        with pytest.raises(GarlicError) as fault:
            read_definition({**GOOD, **wrong})
        assert fault.value.text.template in catalogue("zh")


def test_a_toml_file_is_read(tmp_path):
    path = tmp_path / "cup.toml"
    path.write_text('game = "othello"\nbots = ["a.h", {name = "B", bot = "b.h"}]\n')
    assert read_file(path) == tomllib.loads(path.read_text())
    assert read_definition(read_file(path)).bots[1].name == "B"
