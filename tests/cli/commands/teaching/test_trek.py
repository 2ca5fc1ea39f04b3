from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from cli.results import Garlic
from garlic.puzzles.highway.picture import paint

MAP = "2 5 3\n3 0 0 0 4\n1 1 2 1 1\n"


@pytest.fixture(autouse=True)
def _map(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("map.txt").write_text(MAP)
    paint(np.array([[(8, 65, 95)]], np.uint8)).save("seven.png")


def test_trek_prints_days_and_path(garlic: Garlic) -> None:
    result = garlic("trek", "map.txt")
    assert (result.code, result.out) == (0, "6\nRRDURR\n")
    assert garlic("trek", "map.txt", "--form", "coordinates").out.startswith("6\n0 0\n0 1\n")
    Path("map.txt").write_text("1 3 1 3 0 4")
    assert garlic("trek", "map.txt").out == "-1\n"


def test_trek_compares_heuristics(garlic: Garlic) -> None:
    out = garlic("trek", "map.txt", "--compare").out
    for word in ("zero", "manhattan", "supplies", "expanded", "admissible", "consistent"):
        assert word in out
    facts = garlic("trek", "map.txt", "--compare", "--json", "--heuristic", "zero").json
    assert [row["heuristic"] for row in facts["compare"]] == ["zero", "manhattan", "supplies"]
    assert facts["heuristic"] == "zero"
    assert facts["coordinates"][-1] == [0, 4]


@pytest.mark.parametrize("name", ["search.png", "search.gif", "SEARCH.GIF"])
def test_trek_draws(name: str, garlic: Garlic) -> None:
    assert garlic("trek", "map.txt", "--draw", name).code == 0
    with Image.open(name) as drawn:
        assert (getattr(drawn, "n_frames", 1) > 1) == name.lower().endswith("gif")


def test_trek_makes_maps(garlic: Garlic) -> None:
    text = garlic("trek", "make", "--size", "9x11", "--style", "maze").out
    assert text.startswith("9 11 ")
    assert garlic("trek", "make", "--rations", "8", "made.txt").code == 0
    assert Path("made.txt").read_text().startswith("20 30 8\n")
    assert int(garlic("trek", "made.txt").out.split()[0]) > 0


def test_trek_checks_answers(garlic: Garlic) -> None:
    Path("answer.txt").write_text("6\nRRDURR\n")
    right = garlic("trek", "check", "map.txt", "answer.txt")
    assert (right.code, right.out) == (0, "right: 6 days, and no way is shorter\n")
    Path("answer.txt").write_text("4 RRRR")
    wrong = garlic("trek", "check", "map.txt", "answer.txt")
    assert wrong.code == 1
    assert "starves at step 3" in wrong.out
    assert "without rations" in wrong.out
    facts = garlic("trek", "check", "map.txt", "answer.txt", "--json").json
    assert (facts["fault"], facts["cause"]) == ("starves", "ignores rations")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("trek none.txt", "cannot read none.txt"),
        ("trek seven.png", "seven.png: line 1, column 1: expected UTF-8 text"),
        ("trek bad.txt", "bad.txt: line 2: expected a row of 2 cells, got 1"),
        ("trek map.txt --draw search.jpg", "ends in .png / .gif"),
        ("trek map.txt --heuristic best", "--heuristic"),
        ("trek make --size 2x2", "3x3"),
        ("trek make none/made.txt", "cannot write none/made.txt"),
        ("trek check map.txt seven.png", "seven.png"),
        ("trek check map.txt map.txt", "map.txt: expected each place next to the one before"),
        ("trek check - -", "only one of map and answer"),
    ],
)
def test_wrong_arguments_get_one_sentence(arguments: str, sentence: str, garlic: Garlic) -> None:
    Path("bad.txt").write_text("1 2 1\n3\n")
    before = sorted(Path().iterdir())
    result = garlic(*arguments.split())
    assert result.code == 2
    assert result.out == ""
    assert result.err.startswith("garlic: error: ")
    assert sentence in result.err
    assert result.err.count("\n") == 1
    assert sorted(Path().iterdir()) == before


def test_chinese(monkeypatch: pytest.MonkeyPatch, garlic: Garlic) -> None:
    monkeypatch.setenv("GARLIC_LANG", "zh")
    Path("map.txt").write_text("x")
    assert "行数应在 1 到 5000 之间" in garlic("trek", "map.txt").err
