"""Maps of Stars: reading, fairness, the generator, and the bundled maps."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from garlic.cli import run
from garlic.core import BundledMap, InvalidFileError, Seat, Stream, UsageError
from garlic.core.language.text import catalogue
from garlic.core.reading.scan import decode
from garlic.games.stars import GAME, MAPS, Garlic, Position
from garlic.games.stars.maze import distances, neighbours, reachable
from garlic.games.stars.symmetry import (
    DIAGONAL,
    HALF_TURN,
    LEFT_RIGHT,
    SYMMETRIES,
    UP_DOWN,
    Symmetry,
    fair_by,
    walled_in,
)
from support.effort import proportionate
from support.present import present

SMALL = """3 4
o..O
#oo#
.oo.

0 1
0 2
2 0
2 3
"""


def remarks(position: Position) -> list[str]:
    return [str(remark) for remark in MAPS.remarks(position)]


def changed(old: str, new: str, text: str = SMALL) -> str:
    assert old in text
    return text.replace(old, new, 1)


# --- reading ---


def test_a_map_is_read() -> None:
    start = MAPS.parse(SMALL)
    assert str(start) == ("o..O/#oo#/.oo. d0=0,1@0,1 d1=0,2@0,2 red=2,0:0:0 blue=2,3:0:0 round=0")


@pytest.mark.parametrize(
    "text",
    [
        SMALL.replace("\n", "\r\n"),
        SMALL.rstrip(),
        SMALL.replace("\n\n", "\n"),
        SMALL.replace("\n", "\n\n \n"),
        SMALL.replace(" ", "\t"),
        decode(b"\xef\xbb\xbf" + SMALL.encode()),
    ],
)
def test_white_space_does_not_matter(text: str) -> None:
    assert MAPS.parse(text) == MAPS.parse(SMALL)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "line 1, column 1: expected the number of rows, got the end of the text"),
        (changed("3 4", "0 4"), "line 1, column 1: expected the number of rows from 1 to 200"),
        (changed("3 4", "3 201"), "line 1, column 3: expected the number of columns from 1 to 200"),
        (changed("#oo#", "#oo"), "line 3, column 1: expected a row of 4 cells, got '#oo'"),
        (changed("#oo#", "#ox#"), "line 3, column 3: expected '#', '.', 'o' or 'O', got 'x'"),
        (changed("#oo#", "#о0#"), "line 3, column 2: expected '#', '.', 'o' or 'O', got 'о'"),
        (changed("2 0\n", "1 0\n"), "line 8, column 1: pair 3 (red) starts on a wall, at 1,0"),
        (
            changed("2 3\n", "3 3\n"),
            "line 9, column 1: expected the row of pair 4 (blue) from 0 to 2, got '3'",
        ),
        (
            changed("0 2\n", "0 -2\n"),
            "line 7, column 3: expected the column of pair 2 (destroyer 1) from 0 to 3, got '-2'",
        ),
        (
            changed("2 3\n", "2 0\n"),
            "line 9, column 1: pair 4 (blue) starts where pair 3 (red) does, at 2,0",
        ),
        (changed("2 3\n", "2"), "line 9, column 2: expected the column of pair 4 (blue), got the"),
        (SMALL + "7", "line 10, column 1: expected the end of the text, got '7'"),
        (changed(".oo.", ""), "line 6, column 1: expected a row of 4 cells, got '0'"),
    ],
)
def test_errors_name_line_and_column(text: str, words: str) -> None:
    with pytest.raises(InvalidFileError) as caught:
        MAPS.parse(text)
    assert str(caught.value).startswith(words)
    chinese = caught.value.render("zh")
    assert "expected" not in chinese
    assert "pair" not in chinese


@pytest.mark.parametrize(
    ("text", "ours"),
    [
        (SMALL, True),
        (changed("#oo#", "#xx"), True),
        ("\n 13 15 \n#####ooooo#####\n", True),
        ("8 8\n11111111\n111oO111\n", False),
        ("hello", False),
        ("8 8", False),
        ("", False),
    ],
)
def test_maps_are_recognised(text: str, ours: bool) -> None:
    assert MAPS.recognises(text) == ours


def test_a_star_under_a_garlic_is_written_back() -> None:
    rich = changed(".oo.", "ooOO")
    start = MAPS.parse(rich)
    assert start.garlics == (Garlic((2, 0), 10, 0), Garlic((2, 3), 10, 20))
    assert MAPS.parse(MAPS.write(start)) == start
    assert MAPS.write(start).splitlines()[3] == "ooOO"


def test_only_a_start_is_a_map() -> None:
    start = MAPS.parse(SMALL)
    later = Position(start.rows, start.destroyers, start.garlics, 1)
    with pytest.raises(UsageError, match="only that is a map"):
        MAPS.write(later)


# --- fairness ---


def test_remarks_name_the_symmetry_of_a_fair_map() -> None:
    fair = changed("o..O", "o..o")
    assert remarks(MAPS.parse(fair)) == [
        "fair: a left-right mirror swaps the garlics",
        "left to collect: stars 6, super stars 0",
        "both destroyers are free",
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (SMALL, "under a left-right mirror 0,0 (o) and 0,3 (O) should be alike"),
        (
            changed("0 1\n", "1 1\n", changed("o..O", "o..o")),
            "destroyer 0 at 1,1 needs a partner at 1,2",
        ),
        (changed("2 3\n", "1 2\n"), "no mirror and no half turn swaps 2,0 (red) and 1,2 (blue)"),
        (
            changed(".oo.", "ooo.", changed("o..O", "o..o")),
            "red starts with 10 points and status 0, blue with 0 and 0",
        ),
    ],
)
def test_remarks_say_what_makes_a_map_unfair(text: str, words: str) -> None:
    position = MAPS.parse(text)
    assert fair_by(position) is None
    assert remarks(position)[0].startswith("not fair")
    assert words in remarks(position)[0]


@pytest.mark.parametrize(
    ("rows", "births", "garlics", "symmetry"),
    [
        ("o.o/.../o.o", [(0, 0), (0, 2)], [(2, 0), (2, 2)], LEFT_RIGHT),
        ("o.o/.../o.o", [(1, 0), (1, 2)], [(0, 1), (2, 1)], UP_DOWN),
        ("oO./.../.Oo", [(0, 2), (2, 0)], [(0, 0), (2, 2)], HALF_TURN),
        ("o.O/.../O..", [(1, 1), (2, 2)], [(0, 1), (1, 0)], DIAGONAL),
    ],
)
def test_each_symmetry_is_found(
    rows: str, births: list[tuple[int, int]], garlics: list[tuple[int, int]], symmetry: Symmetry
) -> None:
    assert fair_by(Position.start(rows.split("/"), births, garlics)) is symmetry


def test_remarks_mention_walled_in_destroyers_and_unreachable_stars() -> None:
    rows = ["o#.#o", "#...#", "#...#"]
    assert remarks(Position.start(rows, [(0, 0), (0, 4)], [(2, 1), (2, 3)]))[2:] == [
        "nobody can reach 2 of the stars, the first at 0,0: "
        "the game lasts all 15 rounds unless both garlics go",
        "both destroyers are walled in",
    ]
    one = Position.start(rows, [(0, 0), (1, 2)], [(2, 1), (2, 3)])
    assert remarks(one)[-1] == "destroyer 0 is walled in, the other is free"


def test_remarks_and_facts_are_translated() -> None:
    assert GAME.no_perft(GAME.setup()) in catalogue("zh")
    for symmetry in SYMMETRIES:
        assert symmetry.name in catalogue("zh")
    for bundled in MAPS.bundled:
        for remark in MAPS.remarks(MAPS.load(bundled.name)):
            assert not re.search("[a-z]", remark.render("zh"))
    for status in (-1, 0, 5):
        garlics = (Garlic((0, 0), 0, status), Garlic((0, 1)))
        rows, births = ("....",), MAPS.parse(SMALL).destroyers
        for label, value in GAME.diagram(Position(rows, births, garlics)).facts:
            assert label in catalogue("zh")
            assert value in catalogue("zh") or not re.search("[a-z]", value)


# --- bundled ---


@pytest.mark.parametrize("bundled", MAPS.bundled, ids=lambda bundled: bundled.name)
def test_bundled_maps_are_fair_and_connected(bundled: BundledMap) -> None:
    start = MAPS.load(bundled.name)
    assert fair_by(start) is not None
    assert [garlic.score for garlic in start.garlics] in ([0, 0], [10, 10])
    free = 0 if "walled-in" in bundled.name else 1 if "one-free" in bundled.name else 2
    assert len(walled_in(start)) == 2 - free
    ground = reachable(start.rows, [garlic.place for garlic in start.garlics])
    stars = {
        (row, column)
        for row, line in enumerate(start.rows)
        for column, found in enumerate(line)
        if found in "oO"
    }
    assert stars <= ground
    assert sum(line.count("O") for line in start.rows) >= 2
    # Nothing but a birth cell is a dead end.
    births = {destroyer.birth for destroyer in start.destroyers}
    assert all(len(neighbours(start.rows, place)) > 1 for place in ground - births)
    for garlic in start.garlics:
        for destroyer in start.destroyers:
            steps = distances(start.rows, garlic.place)[destroyer.place]
            assert steps is None or steps >= 8


def test_the_usual_maps_leave_both_destroyers_free() -> None:
    for bundled in MAPS.bundled:
        start = GAME.setup(size=(bundled.rows, bundled.columns))
        assert walled_in(start) == []
    assert GAME.setup() == MAPS.load("10x10-both-free")
    with pytest.raises(UsageError, match=r"has the size 8x8; there are 10x10, 13x15"):
        GAME.setup(size=(8, 8))


def test_far_super_stars_are_far() -> None:
    start = MAPS.load("10x10-far-supers")
    supers = [
        (row, column)
        for row, line in enumerate(start.rows)
        for column, found in enumerate(line)
        if found == "O"
    ]
    assert len(supers) == 2
    for destroyer in start.destroyers:
        ways = distances(start.rows, destroyer.birth)
        assert all(present(ways[place]) >= 12 for place in supers)


def test_the_full_map_has_a_star_on_every_cell() -> None:
    start = MAPS.load("10x10-full")
    assert [garlic.score for garlic in start.garlics] == [10, 10]
    assert sum(line.count(".") for line in start.rows) == 2


# --- generator ---


@settings(deadline=None, max_examples=120)
@given(
    rows=st.integers(5, 24),
    columns=st.integers(5, 24),
    seed=st.integers(0, 2**32),
    free=st.sampled_from("02"),
    symmetry=st.sampled_from(["mirror", "turn"]),
    walls=st.sampled_from(["0", "0.1", "0.25", "0.4", "1"]),
    stars=st.sampled_from(["0", "0.5", "0.9", "1"]),
)
def test_generated_maps_are_fair_and_connected(
    rows: int, columns: int, seed: int, free: str, symmetry: str, walls: str, stars: str
) -> None:
    start = MAPS.make(rows, columns, seed, free=free, symmetry=symmetry, walls=walls, stars=stars)
    assert (len(start.rows), len(start.rows[0])) == (rows, columns)
    assert fair_by(start) is not None
    assert len(walled_in(start)) == 2 - int(free)
    ground = reachable(start.rows, [start.garlics[0].place])
    cages = {start.destroyers[number].place for number in walled_in(start)}
    floor = {(r, c) for r in range(rows) for c in range(columns) if start.rows[r][c] != "#"}
    assert floor == ground | cages
    if free == "2":
        assert all(len(neighbours(start.rows, place)) > 1 for place in ground)
    assert sum(line.count("O") for line in start.rows) == 2
    assert MAPS.parse(MAPS.write(start)) == start


@pytest.mark.parametrize("size", [(5, 6), (6, 5), (6, 6), (13, 15), (10, 10)])
def test_one_free_destroyer_can_be_fair(size: tuple[int, int]) -> None:
    for seed in range(5):
        start = MAPS.make(*size, seed, free="1")
        assert fair_by(start) is not None
        assert walled_in(start) == [0]


def test_options_are_respected() -> None:
    assert MAPS.make(12, 12, 1, supers="6").stars_left() > 6
    many = MAPS.make(12, 12, 1, supers="6", stars="1", walls="0.3")
    text = "".join(many.rows)
    assert text.count("O") == 6
    assert text.count(".") == 2  # the garlics' cells
    assert 0.2 < text.count("#") / 144 <= 0.3
    assert "#" not in "".join(MAPS.make(9, 9, 1, walls="0").rows)
    odd = MAPS.make(9, 9, 1, supers="3")
    assert fair_by(odd) is not None
    assert "".join(odd.rows).count("O") == 3


def test_the_same_seed_gives_the_same_map() -> None:
    assert MAPS.make(13, 15, 7) == MAPS.make(13, 15, 7) != MAPS.make(13, 15, 8)


@pytest.mark.parametrize(
    ("size", "options", "words"),
    [
        ((4, 9), {}, "expected a size from 5x5 to 200x200, got 4x9"),
        ((9, 201), {}, "got 9x201"),
        (
            (9, 9),
            {"wall": "1"},
            "there is no map option called 'wall'; there are free=0|1|2, walls=",
        ),
        ((9, 9), {"free": "3"}, "expected free to be 0, 1 or 2, got '3'"),
        ((9, 9), {"walls": "1.5"}, "expected walls to be a share from 0 to 1, got '1.5'"),
        ((9, 9), {"walls": "nan"}, "got 'nan'"),
        ((9, 9), {"stars": "٠"}, "got '٠'"),
        ((9, 9), {"stars": "0."}, "got '0.'"),
        ((9, 9), {"supers": "-1"}, "expected supers to be a number from 0 to 20, got '-1'"),
        ((9, 9), {"symmetry": "none"}, "expected symmetry to be mirror or turn, got 'none'"),
        ((9, 9), {"free": "1", "symmetry": "turn"}, "one free destroyer is fair only on a mirror"),
        ((6, 8), {"free": "1"}, "one free destroyer is fair only on a mirror"),
        ((6, 6), {"supers": "3"}, "3 super stars cannot be placed fairly"),
        ((9, 9), {"supers": "21"}, "expected supers to be a number from 0 to 20"),
        ((5, 5), {"supers": "18", "free": "0"}, "18 super stars cannot be placed fairly"),
    ],
)
def test_invalid_options_are_refused(
    size: tuple[int, int], options: dict[str, str], words: str
) -> None:
    with pytest.raises(UsageError) as caught:
        MAPS.make(*size, 1, **options)
    assert words in str(caught.value)


def test_the_largest_map_is_generated_and_read_quickly() -> None:
    with proportionate(6):
        start = MAPS.make(200, 200, 1)
        MAPS.parse(MAPS.write(start))
        Position.parse(str(start))
        assert fair_by(start) is LEFT_RIGHT
    with proportionate():
        after = start.play({seat: start.stay(seat) for seat in Seat}, Stream(1))
        assert after.round == 1


# --- commands ---


def test_the_commands_accept_maps(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GARLIC_LANG", "en")
    path = tmp_path / "maze.txt"
    assert run(["map", "make", "stars", "--size", "13x15", "--seed", "7", "--out", str(path)]) == 0
    assert run(["map", "check", str(path)]) == 0
    assert "fair: a left-right mirror swaps the garlics" in capsys.readouterr().out
    path.write_text(SMALL.replace("2 3\n", "2 0\n"))
    assert run(["map", "check", str(path)]) == 2
    assert "pair 4 (blue) starts where pair 3 (red) does" in capsys.readouterr().out
    assert run(["perft", "stars", "--depth", "2"]) == 2
    assert "lines depend on chance" in capsys.readouterr().err
    for core in ("python", "native"):
        arguments = ["perft", "stars", "--map", "10x10-walled-in", "--divide", "--depth", "3"]
        assert run([*arguments, "--core", core]) == 0
    counts = capsys.readouterr().out.splitlines()
    assert counts[:10] == counts[10:]
    assert counts[-1] == "729"
    assert run(["show", "stars", "--map", "13x15-walled-in"]) == 0
    assert "red may choose: 12,0  11,0  12,1" in capsys.readouterr().out
