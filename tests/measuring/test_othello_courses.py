"""The matches of Othello's engine against course bots: `python -m bench othello_courses`."""

import json
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from bench.engines.othello_courses import Played, interval, proofs_of, start_of, summary

from garlic.core import Seat
from garlic.engines import Engine, Limit
from garlic.games.othello import GAME, Position
from garlic.judge.bots import find_bot
from garlic.judge.game_run import GameRun, play

ROOT = Path(__file__).parents[2]
WON = Played("bot", 0, "red", "a map", 1.0, 5, 12, True, (), 0.05, False)


def test_half_of_the_maps_are_bundled_and_no_two_new_ones_are_equal() -> None:
    starts = [start_of(number) for number in range(72)]
    new = [str(position) for _, position in starts[1::2]]
    assert len(set(new)) == len(new) == 36
    assert {str(position) for _, position in starts[::2]}.isdisjoint(new)
    assert Counter(name.split("-")[0] for name, _ in starts[1::2]) == Counter(
        dict.fromkeys(("any", "ring", "corners"), 12)
    )


def test_a_proof_that_was_not_won_is_counted() -> None:
    lost = replace(WON, number=1, score=0.0, faults=("ours: too late",))
    drawn = replace(WON, number=2, score=0.5, proved=None, faults=("theirs: illegal move",))
    found = summary([WON, lost, drawn])
    assert (found["won"], found["drawn"], found["lost"]) == (1, 1, 1)
    assert (found["proved"], found["proved_not_won"]) == (2, 1)
    assert (found["our_faults"], found["their_faults"]) == (1, 1)
    assert found["share"] == 0.5


def test_an_interval_contains_the_share() -> None:
    low, high = interval(0.99, 400)
    assert 0.97 < low < 0.99 < high < 1.0


@pytest.mark.parametrize("whole", [True, False])
def test_proofs_are_found_from_the_end_on(whole: bool) -> None:
    bots = find_bot("engine:othello?nodes=2000"), find_bot("random:othello")
    start = str(Position.start())
    record = play(GameRun("othello", bots, start, seed=2))
    winner = record.outcome.winner
    assert winner is Seat.A
    engine, limit = Engine(GAME, hash_mb=4), Limit(nodes=100_000)
    proofs = proofs_of(record, winner, engine, limit, whole=whole)
    assert proofs == sorted(proofs, reverse=True)  # in order of the game
    assert any(proven for _, proven in proofs)
    assert not proofs[0][1]  # nobody proves a win of the start
    loser = proofs_of(record, winner.other, engine, limit, whole=whole)
    assert not any(proven for empties, proven in loser if empties < 10)


def test_the_command_plays_and_continues(tmp_path: Path) -> None:
    results = tmp_path / "games.jsonl"
    command = [sys.executable, "-m", "bench", "othello_courses", "random:othello"]
    command += ["--games", "1", "--results", str(results)]
    first = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert "all, ours red: 1+ 0= 0-" in first.stdout
    games = [json.loads(line) for line in results.read_text().splitlines()]
    assert [game["seat"] for game in games] == ["red", "blue"]
    assert all(game["proved"] for game in games)
    again = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert again.stdout == first.stdout
    assert len(results.read_text().splitlines()) == 2


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    results = tmp_path / "games.jsonl"
    results.write_text('{"bot": 1}\n')
    command = [sys.executable, "-m", "bench", "othello_courses", "--results", str(results)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "is no file of these games" in done.stderr
