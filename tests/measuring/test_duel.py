"""The duel of two forms of our engine: its result, its state, and pairs side by side."""

import json
from pathlib import Path

import pytest
from bench.engines.duel.command import main

TERMS = ["tiaojia", "--ours", "reduction_slope=90", "--nodes", "60", "--plies", "30"]


def played(capsys: pytest.CaptureFixture[str], *more: str) -> list[int]:
    assert main([*TERMS, *more, "--json"]) == 1  # too few games for a decision
    pairs: list[int] = json.loads(capsys.readouterr().out)["pairs"]
    return pairs


def test_side_by_side_and_continued_it_is_the_same_duel(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = played(capsys, "--games", "8")
    assert sum(whole) == 4
    assert played(capsys, "--games", "8", "--jobs", "2") == whole
    state = str(tmp_path / "duel.json")
    played(capsys, "--games", "4", "--state", state)
    assert sum(json.loads(Path(state).read_text())["pairs"]) == 2
    assert played(capsys, "--games", "8", "--state", state) == whole


def test_the_state_of_another_duel_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    state = tmp_path / "duel.json"
    played(capsys, "--games", "2", "--state", str(state))
    assert main([*TERMS, "--seed", "2", "--state", str(state)]) == 2
    assert "another duel" in capsys.readouterr().err
    state.write_text("{")
    assert main([*TERMS, "--state", str(state)]) == 2
    assert "no state of a duel" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["tiaojia"], "give --nodes or --time"),
        (["tiaojia", "--nodes", "9", "--time", "1"], "give --nodes or --time"),
        (["tiaojia", "--nodes", "9", "--jobs", "0"], "at least one job"),
        (["othello", "--nodes", "9", "--net", "x.net"], "othello has no engine with a net"),
        (["tiaojia", "--nodes", "9", "--net", "missing.net"], "missing.net"),
    ],
)
def test_wrong_options_are_one_sentence(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    assert sentence in capsys.readouterr().err
