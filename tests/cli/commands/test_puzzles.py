"""The commands highway and trek, as a user types them."""

import json
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import typer
from PIL import Image

from garlic.cli import run
from garlic.cli.app import command
from garlic.cli.progress import progress
from garlic.core.language.text import catalogue
from garlic.puzzles.highway.picture import paint

A, B, C, D, E = (8, 65, 95), (18, 145, 211), (9, 76, 111), (15, 120, 175), (19, 151, 219)
WHITE = (255, 255, 255)
TREK = "2 5 3\n3 0 0 0 4\n1 1 2 1 1\n"


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GARLIC_LANG", "en")
    paint(np.array([[A, B, C, D], [C, E, C, WHITE]], np.uint8)).save("seven.png")
    Path("map.txt").write_text(TREK)


class Result:
    """What a command printed and how it ended."""

    def __init__(self, capsys: pytest.CaptureFixture[str], *arguments: str) -> None:
        self.code = run(arguments)
        self.out, self.err = capsys.readouterr()

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def size_of(name: str) -> tuple[int, int]:
    with Image.open(name) as image:
        return image.size


def test_highway_prints_first_and_second(capsys: pytest.CaptureFixture[str]) -> None:
    result = Result(capsys, "highway", "seven.png")
    assert result.code == 0
    assert result.out == "first: 430054\n  1-2-6-7\nsecond: 477746\n  1-5-6-7\n"


def test_highway_json_and_k(capsys: pytest.CaptureFixture[str]) -> None:
    facts = Result(capsys, "highway", "--json", "--k", "3", "seven.png").json
    assert facts["first"] == {"total": 430054, "states": [1, 2, 6, 7]}
    assert facts["second"]["total"] == 477746
    assert (facts["rows"], facts["columns"], facts["states"]) == (2, 4, 7)
    assert [road["total"] for road in facts["best"]][:2] == [430054, 477746]
    assert len(facts["best"]) == 3
    listed = Result(capsys, "highway", "seven.png", "--k", "2").out
    assert "road 2: 477746\n  1-5-6-7\n" in listed


def test_highway_by_deleting_edges(capsys: pytest.CaptureFixture[str]) -> None:
    facts = Result(capsys, "highway", "seven.png", "--method", "delete-edge", "--json").json
    assert (facts["method"], facts["second"]["total"]) == ("delete-edge", 477746)


def test_no_road_and_no_second_road_are_answers(capsys: pytest.CaptureFixture[str]) -> None:
    paint(np.array([[A, WHITE, B]], np.uint8)).save("walled.png")
    result = Result(capsys, "highway", "walled.png")
    assert (result.code, result.out) == (0, "no road\n")
    facts = Result(capsys, "highway", "walled.png", "--json").json
    assert (facts["first"], facts["second"]) == (None, None)
    paint(np.array([[A, B]], np.uint8)).save("line.png")
    assert "no second road" in Result(capsys, "highway", "line.png").out


def test_highway_reads_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    content = Path("seven.png").read_bytes()
    monkeypatch.setattr(sys, "stdin", type("Stdin", (), {"buffer": BytesIO(content)}))
    assert "430054" in Result(capsys, "highway", "-").out


def test_a_file_called_like_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    Path("seven.png").rename("make")
    assert Result(capsys, "highway", "make").code == 2
    assert "430054" in Result(capsys, "highway", "./make").out
    assert "430054" in Result(capsys, "highway", "--", "make").out


def test_highway_makes_and_draws(capsys: pytest.CaptureFixture[str]) -> None:
    wishes = ("--size", "8x9", "--seed", "7", "--holes", "0.05", "made.png")
    assert Result(capsys, "highway", "make", *wishes).code == 0
    assert size_of("made.png") == (73, 69)
    assert Result(capsys, "highway", "made.png", "--draw", "roads.png").code == 0
    assert size_of("roads.png")[0] > 300
    assert sorted(path.name for path in Path().iterdir()) == [
        "made.png",
        "map.txt",
        "roads.png",
        "seven.png",
    ]


def test_trek_prints_days_and_path(capsys: pytest.CaptureFixture[str]) -> None:
    result = Result(capsys, "trek", "map.txt")
    assert (result.code, result.out) == (0, "6\nRRDURR\n")
    assert Result(capsys, "trek", "map.txt", "--form", "coordinates").out.startswith(
        "6\n0 0\n0 1\n"
    )
    Path("map.txt").write_text("1 3 1 3 0 4")
    assert Result(capsys, "trek", "map.txt").out == "-1\n"


def test_trek_compares_heuristics(capsys: pytest.CaptureFixture[str]) -> None:
    out = Result(capsys, "trek", "map.txt", "--compare").out
    for word in ("zero", "manhattan", "supplies", "expanded", "admissible", "consistent"):
        assert word in out
    facts = Result(capsys, "trek", "map.txt", "--compare", "--json", "--heuristic", "zero").json
    assert [row["heuristic"] for row in facts["compare"]] == ["zero", "manhattan", "supplies"]
    assert facts["heuristic"] == "zero"
    assert facts["coordinates"][-1] == [0, 4]


@pytest.mark.parametrize("name", ["search.png", "search.gif", "SEARCH.GIF"])
def test_trek_draws(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert Result(capsys, "trek", "map.txt", "--draw", name).code == 0
    with Image.open(name) as drawn:
        assert (getattr(drawn, "n_frames", 1) > 1) == name.lower().endswith("gif")


def test_trek_makes_maps(capsys: pytest.CaptureFixture[str]) -> None:
    text = Result(capsys, "trek", "make", "--size", "9x11", "--style", "maze").out
    assert text.startswith("9 11 ")
    assert Result(capsys, "trek", "make", "--rations", "8", "made.txt").code == 0
    assert Path("made.txt").read_text().startswith("20 30 8\n")
    assert int(Result(capsys, "trek", "made.txt").out.split()[0]) > 0


def test_trek_checks_answers(capsys: pytest.CaptureFixture[str]) -> None:
    Path("answer.txt").write_text("6\nRRDURR\n")
    right = Result(capsys, "trek", "check", "map.txt", "answer.txt")
    assert (right.code, right.out) == (0, "right: 6 days, and no way is shorter\n")
    Path("answer.txt").write_text("4 RRRR")
    wrong = Result(capsys, "trek", "check", "map.txt", "answer.txt")
    assert wrong.code == 1
    assert "starves at step 3" in wrong.out
    assert "if hunger is forgotten" in wrong.out
    facts = Result(capsys, "trek", "check", "map.txt", "answer.txt", "--json").json
    assert (facts["fault"], facts["cause"]) == ("starves", "ignores rations")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("highway none.png", "cannot read none.png"),
        ("highway map.txt", "map.txt: expected a PNG picture"),
        ("highway seven.png --draw roads.jpg", "ends in .png"),
        ("highway seven.png --draw none/roads.png", "its folder does not exist"),
        ("highway seven.png --k 0", "--k"),
        ("highway make --size 0x3 made.png", "a size like"),
        ("highway make --holes 2 made.png", "share of holes"),
        ("highway make", "missing argument"),
        ("trek none.txt", "cannot read none.txt"),
        ("trek seven.png", "seven.png: line 1, column 1: expected UTF-8 text"),
        ("trek bad.txt", "bad.txt: line 2: expected a row of 2 cells, got 1"),
        ("trek map.txt --draw search.jpg", "ends in .png / .gif"),
        ("trek map.txt --heuristic best", "--heuristic"),
        ("trek make --size 2x2", "3x3"),
        ("trek make none/made.txt", "cannot write none/made.txt"),
        ("trek check map.txt seven.png", "seven.png"),
        ("trek check map.txt map.txt", "map.txt: expected each place beside the one before"),
        ("trek check - -", "only one of map and answer"),
    ],
)
def test_faults_are_one_sentence(
    arguments: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("bad.txt").write_text("1 2 1\n3\n")
    before = sorted(Path().iterdir())
    result = Result(capsys, *arguments.split())
    assert result.code == 2
    assert result.out == ""
    assert result.err.startswith("garlic: error: ")
    assert sentence in result.err
    assert result.err.count("\n") == 1
    assert sorted(Path().iterdir()) == before


def test_a_group_alone_shows_the_help_of_its_default(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["highway"], ["highway", "--help"], ["highway", "-h"]):
        result = Result(capsys, *arguments)
        assert "--method" in result.out
        assert "make" in result.out
        assert result.err == ""


def test_chinese(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("GARLIC_LANG", "zh")
    assert "最短路：430054" in Result(capsys, "highway", "seven.png").out
    Path("map.txt").write_text("x")
    assert "行数应在 1 到 5000 之间" in Result(capsys, "trek", "map.txt").err


def test_the_help_is_translated() -> None:
    def paragraphs(text: str | None) -> list[str]:
        return [" ".join(part.split()) for part in (text or "").split("\n\n")]

    root = typer.main.get_command(command.__globals__["app"])
    groups: Any = root
    for name in ("highway", "trek"):
        group = groups.commands[name]
        for node in (group, *group.commands.values()):
            for sentence in paragraphs(node.help):
                assert sentence in catalogue("zh"), sentence
            for parameter in node.params:
                if parameter.name != "help":
                    assert parameter.help in catalogue("zh"), parameter.help


def test_help_loads_neither_numpy_nor_pillow() -> None:
    script = (
        "import sys; from garlic.cli import run; run(['--help']);"
        "assert not {'numpy', 'PIL', 'garlic._paths'} & set(sys.modules), 'slow help'"
    )
    subprocess.run([sys.executable, "-c", script], check=True, capture_output=True)


def test_progress_waits_and_needs_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("garlic.cli.progress.PATIENCE_SECONDS", 0)
    with progress("searching") as update:
        update(1, 2)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("TERM", "dumb")
    with progress("searching") as update:
        update(1, 2)
        update(2, 2)


def test_interrupting_ends_quietly(capsys: pytest.CaptureFixture[str], monkeypatch: Any) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("garlic.puzzles.highway.drawing.draw_roads", interrupted)
    result = Result(capsys, "highway", "seven.png", "--draw", "roads.png")
    assert (result.code, result.err) == (130, "")
    assert not Path("roads.png").exists()


def test_a_picture_that_cannot_be_written(capsys: pytest.CaptureFixture[str]) -> None:
    Path("roads.png").mkdir()
    result = Result(capsys, "highway", "seven.png", "--draw", "roads.png")
    assert result.code == 2
    assert "cannot write roads.png" in result.err
    assert not list(Path().glob(".*"))
