from dataclasses import replace
from pathlib import Path

import pytest

from garlic.cli import run
from garlic.cli.playing.report import print_results
from garlic.core import Outcome, Seat
from garlic.games import GAMES
from garlic.judge.record import NOT_JUDGED, Record


def test_games_not_judged_do_not_count(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    assert (
        run(
            [
                "match",
                "tiaojia",
                *["random:tiaojia"] * 2,
                "--record",
                str(path),
                "--limits",
                "turn=10s,init=20s",
            ]
        )
        == 0
    )
    record = replace(
        Record.parse(path.read_bytes()), outcome=Outcome(Seat.A, "more stones after 120 plies")
    )
    capsys.readouterr()
    print_results(GAMES["tiaojia"], [record, replace(record, outcome=NOT_JUDGED)], json=False)
    again = "Games that were not judged do not count: play them again on a less busy machine."
    *_, totals, last = capsys.readouterr().out.splitlines()
    assert totals.split()[1:4] == ["1", "0", "1"]
    assert last == again
