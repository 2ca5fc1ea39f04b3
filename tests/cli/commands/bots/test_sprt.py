import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.results import Garlic
from garlic.arena.sprt import SprtState
from garlic.arena.statistics.sprt import Sprt
from garlic.cli import run

TIAOJIA = ["sprt", "tiaojia"]
LIMITS = ["--limits", "init=10s,turn=5s,nodes=300"]


def test_a_clear_improvement_is_accepted(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    bots = ["engine:tiaojia?level=4", "random:tiaojia"]
    assert run([*TIAOJIA, *bots, *LIMITS, "--record", str(record)]) == 0
    out = capfd.readouterr().out
    assert "SPRT  | engine:tiaojia?level=4 - random:tiaojia (tiaojia, init=10s" in out
    assert "Elo   | > 268.65 (95%)" in out
    assert "LLR   | 0.28 (-2.94, 2.94) [0.00, 10.00]" in out
    assert "Games | N: 20 W: 20 L: 0 D: 0" in out
    assert "Penta | [0, 0, 0, 0, 10]" in out
    assert "H1 accepted: engine:tiaojia?level=4 is better than random:tiaojia" in out
    # Random moves are an anchor: so the other is rated, too.
    assert re.search(r"engine:tiaojia\?level=4 is rated \d+ ± \d+ \(95 %\) on the scale\n", out)
    assert len(list(tmp_path.glob("game-*.json"))) == 20


@pytest.mark.slow
def test_equal_bots_reject_a_hundred_elo(capfd: pytest.CaptureFixture[str]) -> None:
    # The same bot with the same seeds in each seat: every pair is split.
    bots = ["random:tiaojia", "random:tiaojia"]
    assert run([*TIAOJIA, *bots, *LIMITS, "--elo1", "100", "--json"]) == 1
    found = json.loads(capfd.readouterr().out)
    assert (found["decision"], found["elo"]) == ("H0", 0)
    assert found["llr"] <= found["bounds"][0]
    assert 2 * sum(found["pairs"]) == found["games"] == 18
    assert found["faults"] == []
    assert found["rating"] is None  # both are anchors


def test_no_decision_within_the_games_allowed(capfd: pytest.CaptureFixture[str]) -> None:
    bots = ["random:tiaojia", "random:tiaojia"]
    assert run([*TIAOJIA, *bots, *LIMITS, "--games", "2"]) == 1
    assert "no decision yet" in capfd.readouterr().out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["random:tiaojia", "human"], "name two bots"),
        (["random:tiaojia", "random:othello"], "random:othello"),
        (["random:tiaojia", "nothing.py"], "nothing.py"),
        (["random:tiaojia", "random:tiaojia", "--elo1", "-1"], "expected --elo0 below --elo1"),
        (["random:tiaojia", "random:tiaojia", "--alpha", "0.7"], "between 0 and 0.5"),
        (["random:tiaojia", "random:tiaojia", "--elo1", "nan"], "expected --elo0 below --elo1"),
        (["random:tiaojia", "random:tiaojia", "--map", "8x8"], "12x12"),
    ],
)
def test_wrong_usage_is_explained(
    words: list[str], sentence: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run([*TIAOJIA, *words]) == 2
    error = capfd.readouterr().err
    assert error.startswith("garlic: error: ")
    assert sentence in error


def test_ctrl_c_prints_the_result_so_far(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "garlic", *TIAOJIA, "random:tiaojia", "random:tiaojia"]
    process = subprocess.Popen(
        [*command, *LIMITS, "--record", str(tmp_path / "game.json")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "GARLIC_LANG": "en"},
    )
    while not (tmp_path / "game-2.json").exists():
        assert process.poll() is None
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "no decision yet" in out
    assert err == ""


def test_exit_code_3_if_nothing_could_be_judged(
    garlic: Garlic, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run_sprt(
        schedule: object, test: Sprt, executor: object, patience: object
    ) -> Iterator[SprtState]:
        del schedule, executor, patience
        yield SprtState(test).after([None, None])

    monkeypatch.setattr("garlic.arena.sprt.run_sprt", run_sprt)
    result = garlic("sprt", "tiaojia", *["random:tiaojia"] * 2, "--games", "2", "--jobs", "1")
    assert result.code == 3
    assert "pairs not judged, and not counted: 1" in result.out
    assert "no decision yet" in result.out
