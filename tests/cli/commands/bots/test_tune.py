from pathlib import Path

import pytest

from cli.results import Garlic

TIAOJIA = ("tune", "tiaojia", "engine:tiaojia?nodes=30")
QUICK = ("--iterations", "1", "--plies", "60", "--limits", "init=20s,turn=10s")


def test_numbers_are_tuned_and_continued(garlic: Garlic, tmp_path: Path) -> None:
    state = tmp_path / "state.json"
    command = (*TIAOJIA, "--parameter", "reduction_slope", "--state", str(state), *QUICK)
    found = garlic(*command, "--json")
    assert found.code == 0
    assert found.json["done"] == 1
    assert found.json["wins"] + found.json["draws"] + found.json["losses"] == 2
    assert found.json["tuned_bot"].startswith("engine:tiaojia?nodes=30&reduction_slope=")
    again = garlic(*command)  # nothing is left to play
    assert again.code == 0
    assert "1 of 1 iterations, 2 games" in again.out
    assert "garlic sprt tiaojia 'engine:tiaojia?nodes=30&reduction_slope=" in again.out
    other = garlic(*command, "--seed", "5")
    assert other.code == 2
    assert "another tuning: seed is 0, not 5" in other.err


def test_the_parameters_of_an_engine_are_listed(garlic: Garlic) -> None:
    found = garlic("tune", "xiangqi", "engine:xiangqi", "--list", "--json")
    slope = next(one for one in found.json if one["name"] == "reduction_slope")
    assert slope["least"] <= slope["value"] <= slope["most"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), "name at least one --parameter"),
        (("--parameter", "nothing"), "got 'nothing'; parameters that need only a name: aspiration"),
        (("--parameter", "x=1:2"), "with numbers, got 'x=1:2'"),
        (("--parameter", "x=5:1:2"), "with numbers, got 'x=5:1:2'"),
        (("--parameter", "x=nan:1:2"), "with numbers"),
        (("--parameter", "x=1:0:2"), "no option 'x'"),
        (("--parameter", "reduction_slope", "--parameter", "reduction_slope"), "named twice"),
    ],
)
def test_wrong_parameters_are_refused(
    garlic: Garlic, tmp_path: Path, words: tuple[str, ...], sentence: str
) -> None:
    found = garlic(*TIAOJIA, "--state", str(tmp_path / "state"), *words)
    assert (found.code, found.out) == (2, "")
    assert sentence in found.err


@pytest.mark.parametrize("content", ["", "[1]", "{}", '{"version": 1'])
def test_a_damaged_state_is_refused(garlic: Garlic, tmp_path: Path, content: str) -> None:
    state = tmp_path / "state.json"
    state.write_text(content)
    found = garlic(*TIAOJIA, "--parameter", "reduction_slope", "--state", str(state))
    assert (found.code, state.read_text()) == (2, content)
