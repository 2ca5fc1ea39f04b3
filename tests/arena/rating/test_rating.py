"""Rating a bot on its game's ladder: which games are played, what is counted, and continuing."""

from collections.abc import Callable, Iterable
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from garlic.arena.rating.ladder import Ladder, Rung, parse_ladder
from garlic.arena.rating.run import RatingState, RatingTask, run_rating
from garlic.arena.rating.stored_games import StoredGames
from garlic.arena.statistics.posterior import log_chances_on
from garlic.arena.statistics.scale import RatingScale
from garlic.arena.task import play_one
from garlic.core import Limits, Outcome, Seat, Verdict
from garlic.games import GAMES
from garlic.judge.bots import find_bot
from garlic.judge.game_run import GameRun
from garlic.judge.record import Record, RecordedBot, Turn
from garlic.store import open_database
from support.present import present

GAME = GAMES["othello"]
LADDER = Ladder(
    "othello",
    RatingScale(draw_rate=0.05, advantage=20.0, middle=345.0),
    tuple(
        Rung(bot, rating, rating - 10, rating + 10, 400)
        for bot, rating in [
            ("random:othello", 0.0),
            ("baseline:othello/task3", 250.0),
            ("baseline:othello/lab?depth=2", 480.0),
            ("baseline:othello/lab", 690.0),
        ]
    ),
    measured="2026-11-17",
    version="0.2.0",
)
TASK = RatingTask(LADDER, find_bot("baseline:othello/task4"), lambda number: f"start {number}")
RATINGS = {anchor.bot: anchor.rating for anchor in LADDER.anchors}


@dataclass
class SimulatedGames:
    """Games of a bot whose true rating is known."""

    true: float
    seed: int = 0
    unjudged: tuple[int, ...] = ()  # the numbers of games without a result

    def __post_init__(self) -> None:
        self.chance = np.random.default_rng(self.seed)
        self.played: list[GameRun] = []
        self.begun: list[SimulatedGame] = []

    def submit(self, game_run: GameRun) -> "SimulatedGame":
        self.played.append(game_run)
        seat = Seat.A if game_run.bots[0] is TASK.bot else Seat.B
        opponent = RATINGS[game_run.bots[seat.other.index].name]
        ahead = self.true - opponent + LADDER.scale.advantage * (1 if seat is Seat.A else -1)
        win, draw, _ = np.exp(log_chances_on(LADDER.scale, np.array([ahead])))[:, 0]
        luck = self.chance.random()
        winner = seat if luck < win else None if luck < win + draw else seat.other
        judged = len(self.played) not in self.unjudged
        game = SimulatedGame(self._record(winner, seat) if judged else None)
        self.begun.append(game)
        return game

    def _record(self, winner: Seat | None, seat: Seat) -> Record:
        bot = RecordedBot("bot", "built-in", "0")
        turn = Turn(1, GAME.seats[seat.index], None, Verdict.TOO_LATE)
        return Record(
            "othello", "", 0, Limits(1, 1, 1), "default", (bot, bot), (), (turn,), (),
            Outcome(winner, "simulated"),
        )  # fmt: skip


@dataclass
class SimulatedGame:
    result: Record | None
    cancelled: bool = False

    def record(self) -> Record | None:
        return self.result

    def cancel(self) -> None:
        self.cancelled = True


class Counting(Executor):
    """Simulates games, and counts them."""

    def __init__(self) -> None:
        self.games = SimulatedGames(480.0)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **_: object) -> Future[Any]:
        assert fn is play_one
        (game_run,) = args
        future: Future[bytes] = Future()
        future.set_result(present(self.games.submit(game_run).record()).dumps().encode())
        return future


def last(run: Iterable[RatingState]) -> RatingState:
    *_, state = run
    return state


def test_a_rating_comes_near_the_truth() -> None:
    state = last(run_rating(TASK, SimulatedGames(480.0), games=200))
    low, high = state.posterior.interval()
    assert low < 480 < high
    assert state.games == state.wins + state.draws + state.losses == 200
    assert state.faults == {Verdict.TOO_LATE: 200}
    assert sum(state.opponents.values()) == 200


def test_opponents_are_chosen_near_the_bot() -> None:
    games = SimulatedGames(480.0)
    last(run_rating(TASK, games, games=200))
    late = games.played[100:]
    near = [run for run in late if find_bot("baseline:othello/lab?depth=2") in run.bots]
    assert len(near) > len(late) / 2


def test_pairs_share_a_start_with_seats_swapped() -> None:
    games = SimulatedGames(480.0)
    last(run_rating(TASK, games, games=10))
    for number in range(5):
        one, other = games.played[2 * number : 2 * number + 2]
        assert (one.start, one.seed) == (other.start, other.seed) == (f"start {number}", number)
        assert one.bots == other.bots[::-1]


def test_it_stops_at_the_wanted_precision() -> None:
    state = last(run_rating(TASK, SimulatedGames(480.0), games=100_000, until=50))
    assert state.posterior.error <= 50
    assert state.games < 400


@pytest.mark.parametrize(("true", "sign"), [(5000.0, 1), (-4000.0, -1)], ids=["above", "below"])
def test_it_stops_beyond_the_ladder(true: float, sign: int) -> None:
    state = last(run_rating(TASK, SimulatedGames(true), games=100_000, until=10))
    assert state.is_beyond
    assert 60 <= sign * state.streak <= state.games < 80
    assert state.failed == (0 if sign > 0 else state.games)  # each of its games has a fault


def test_a_number_of_games_is_played_to_the_end() -> None:
    assert last(run_rating(TASK, SimulatedGames(5000.0), games=100)).games == 100


def test_near_its_own_strength_a_bot_is_not_beyond_the_ladder() -> None:
    state = last(run_rating(TASK, SimulatedGames(480.0), games=400))
    assert not state.is_beyond
    assert 0 < state.failed == state.losses


def test_games_without_a_result_do_not_count() -> None:
    state = last(run_rating(TASK, SimulatedGames(480.0, unjudged=(1, 4, 5)), games=10))
    assert (state.games, state.unjudged) == (7, 3)


def test_a_run_without_games_says_what_was_known_before() -> None:
    (state,) = run_rating(TASK, SimulatedGames(480.0), games=0)
    assert state.games == 0
    assert state.posterior.rating == pytest.approx(345, abs=1)


def test_games_begun_too_early_are_cancelled() -> None:
    games = SimulatedGames(480.0)
    run = run_rating(TASK, games, games=100, ahead=4)
    for _ in range(3):
        next(run)
    run.close()
    cancelled = [game.cancelled for game in games.begun]
    assert cancelled == [False] * 4 + [True] * (len(cancelled) - 4)


def test_a_game_is_played_only_once(tmp_path: Path) -> None:
    with open_database(str(tmp_path / "games.db")) as database:
        first = Counting()
        before = last(run_rating(TASK, StoredGames(first, database), games=4))
        again = Counting()
        after = last(run_rating(TASK, StoredGames(again, database), games=6))
    assert (len(first.games.played), len(again.games.played)) == (4, 2)
    assert (before.games, after.games) == (4, 6)


def test_a_ladder_is_written_and_read() -> None:
    assert parse_ladder(GAME.name, LADDER.dumps()) == LADDER
