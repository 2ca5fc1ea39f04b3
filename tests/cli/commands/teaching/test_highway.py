import sys
from io import BytesIO
from pathlib import Path
from typing import NoReturn

import numpy as np
import pytest
from PIL import Image

from cli.results import Garlic
from garlic.puzzles.highway.picture import paint

A, B, C, D, E = (8, 65, 95), (18, 145, 211), (9, 76, 111), (15, 120, 175), (19, 151, 219)
WHITE = (255, 255, 255)


@pytest.fixture(autouse=True)
def _pictures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    paint(np.array([[A, B, C, D], [C, E, C, WHITE]], np.uint8)).save("seven.png")
    Path("map.txt").write_text("no picture")


def picture_size(name: str) -> tuple[int, int]:
    with Image.open(name) as image:
        return image.size


def test_highway_prints_first_and_second(garlic: Garlic) -> None:
    result = garlic("highway", "seven.png")
    assert result.code == 0
    assert result.out == "first: 430054\n  1-2-6-7\nsecond: 477746\n  1-5-6-7\n"


def test_highway_json_and_k(garlic: Garlic) -> None:
    facts = garlic("highway", "--json", "--k", "3", "seven.png").json
    assert facts["first"] == {"total": 430054, "states": [1, 2, 6, 7]}
    assert facts["second"]["total"] == 477746
    assert (facts["rows"], facts["columns"], facts["states"]) == (2, 4, 7)
    assert [road["total"] for road in facts["best"]][:2] == [430054, 477746]
    assert len(facts["best"]) == 3
    listed = garlic("highway", "seven.png", "--k", "2").out
    assert "road 2: 477746\n  1-5-6-7\n" in listed


def test_highway_by_deleting_edges(garlic: Garlic) -> None:
    facts = garlic("highway", "seven.png", "--method", "delete-edge", "--json").json
    assert (facts["method"], facts["second"]["total"]) == ("delete-edge", 477746)


def test_no_road_and_no_second_road(garlic: Garlic) -> None:
    paint(np.array([[A, WHITE, B]], np.uint8)).save("walled.png")
    result = garlic("highway", "walled.png")
    assert (result.code, result.out) == (0, "no road\n")
    facts = garlic("highway", "walled.png", "--json").json
    assert (facts["first"], facts["second"]) == (None, None)
    paint(np.array([[A, B]], np.uint8)).save("line.png")
    assert "no second road" in garlic("highway", "line.png").out


def test_highway_reads_standard_input(monkeypatch: pytest.MonkeyPatch, garlic: Garlic) -> None:
    content = Path("seven.png").read_bytes()
    monkeypatch.setattr(sys, "stdin", type("Stdin", (), {"buffer": BytesIO(content)}))
    assert "430054" in garlic("highway", "-").out


def test_a_file_called_like_a_command(garlic: Garlic) -> None:
    Path("seven.png").rename("make")
    assert garlic("highway", "make").code == 2
    assert "430054" in garlic("highway", "./make").out
    assert "430054" in garlic("highway", "--", "make").out


def test_highway_makes_and_draws(garlic: Garlic) -> None:
    options = ("--size", "8x9", "--seed", "7", "--holes", "0.05", "made.png")
    assert garlic("highway", "make", *options).code == 0
    assert picture_size("made.png") == (73, 69)
    assert garlic("highway", "made.png", "--draw", "roads.png").code == 0
    assert picture_size("roads.png")[0] > 300
    assert sorted(path.name for path in Path().iterdir()) == [
        "made.png",
        "map.txt",
        "roads.png",
        "seven.png",
    ]


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
    ],
)
def test_wrong_arguments_get_one_sentence(arguments: str, sentence: str, garlic: Garlic) -> None:
    before = sorted(Path().iterdir())
    result = garlic(*arguments.split())
    assert result.code == 2
    assert result.out == ""
    assert result.err.startswith("garlic: error: ")
    assert sentence in result.err
    assert result.err.count("\n") == 1
    assert sorted(Path().iterdir()) == before


def test_help_of_the_group_includes_the_default_command(garlic: Garlic) -> None:
    for arguments in (["highway"], ["highway", "--help"], ["highway", "-h"]):
        result = garlic(*arguments)
        assert "--method" in result.out
        assert "make" in result.out
        assert result.err == ""


def test_chinese(monkeypatch: pytest.MonkeyPatch, garlic: Garlic) -> None:
    monkeypatch.setenv("GARLIC_LANG", "zh")
    assert "最短路：430054" in garlic("highway", "seven.png").out


def test_ctrl_c_ends_it_without_a_message(garlic: Garlic, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setattr("garlic.puzzles.highway.drawing.draw_roads", interrupted)
    result = garlic("highway", "seven.png", "--draw", "roads.png")
    assert (result.code, result.err) == (130, "")
    assert not Path("roads.png").exists()


def test_a_picture_that_cannot_be_written(garlic: Garlic) -> None:
    Path("roads.png").mkdir()
    result = garlic("highway", "seven.png", "--draw", "roads.png")
    assert result.code == 2
    assert "cannot write roads.png" in result.err
    assert not list(Path().glob(".*"))
