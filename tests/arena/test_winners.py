"""Results decide who plays next and who comes first: formats in rounds, from games to the table."""

from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from itertools import count, groupby
from pathlib import Path
from typing import Any, Protocol

import pytest

from arena.executors import PlayOn
from garlic.arena.executors import Executing
from garlic.arena.runner import run
from garlic.arena.scoring import SeatedPair
from garlic.arena.snapshot import Standing, TournamentState
from garlic.arena.standings import TournamentScore
from garlic.arena.stored import tournament_snapshot
from garlic.arena.tournament import load_for_reading
from garlic.core import Outcome, Seat
from garlic.judge.game_run import GameRun
from garlic.store import open_database
from support.busy import prompt
from support.present import present
from support.quick_tournaments import quick_tournament
from support.records import record_of

# The last seeds are the strongest: nobody advances by seeding.
STRENGTH = {f"bot {number}": number for number in range(8)}


def stronger_wins(first: str, second: str) -> Outcome:
    return Outcome(Seat.A if STRENGTH[first] > STRENGTH[second] else Seat.B, "two passes", (9, 9))


def first_seat_wins_and_stronger_scores(first: str, second: str) -> Outcome:
    """Each bot wins once in a pair of games; the stronger one wins by more."""
    return Outcome(
        Seat.A, "two passes", (40, 24) if STRENGTH[first] > STRENGTH[second] else (33, 31)
    )


def drawn_and_stronger_scores(first: str, second: str) -> Outcome:
    scores = (30, 20) if STRENGTH[first] > STRENGTH[second] else (20, 30)
    return Outcome(None, "two passes", scores)


Decide = Callable[[str, str], Outcome]  # how two bots, by name, end a game


class Decided:
    """An executor that plays nothing: *outcome* says how two bots, by name, end a game."""

    jobs = 2

    def __init__(self, outcome: Decide) -> None:
        self.outcome = outcome
        self.record = prompt(record_of("othello", ["d3", "c3", "c4"]))

    def submit(self, _: object, game_run: GameRun) -> Future[bytes]:
        first, second = game_run.bots
        outcome = self.outcome(first.name, second.name)
        future: Future[bytes] = Future()
        record = replace(self.record, seed=game_run.seed, outcome=outcome)
        future.set_result(record.dumps().encode())
        return future


class RoundsAndTable(Protocol):
    def __call__(
        self, outcome: Decide, size: int, **options: Any
    ) -> tuple[list[set[frozenset[str]]], tuple[Standing, ...]]: ...


@pytest.fixture
def rounds_and_table(tmp_path: Path, play_on: PlayOn) -> RoundsAndTable:
    """A function that plays a tournament: who met whom in each round, and the final table."""

    def play(
        outcome: Decide, size: int, **options: Any
    ) -> tuple[list[set[frozenset[str]]], tuple[Standing, ...]]:
        play_on(Decided(outcome))
        with open_database(str(tmp_path / "garlic.db")) as database:
            number = quick_tournament(database, tmp_path, size, **options)
            assert run(database, number, Executing(jobs=1)) is TournamentState.FINISHED
            data = tournament_snapshot(database, number)
        rounds = [
            {frozenset(game.seats) for game in games}
            for _, games in groupby(data.games, lambda game: game.round)
        ]
        return rounds, data.standings

    return play


def names(*numbers: int) -> list[str]:
    return [f"bot {number}" for number in numbers]


def pairs(*numbers: tuple[int, int]) -> set[frozenset[str]]:
    return {frozenset(names(*pair)) for pair in numbers}


@pytest.mark.parametrize(
    "outcome", [stronger_wins, first_seat_wins_and_stronger_scores, drawn_and_stronger_scores]
)
def test_the_winners_of_a_knock_out_advance(
    rounds_and_table: RoundsAndTable, outcome: Decide
) -> None:
    rounds, table = rounds_and_table(outcome, 8, format="knock-out")
    assert rounds == [
        pairs((0, 7), (3, 4), (1, 6), (2, 5)),
        pairs((7, 4), (6, 5)),
        pairs((7, 6)),
    ]
    assert [line.name for line in table[:2]] == names(7, 6)
    assert {line.name for line in table[2:4]} == set(names(4, 5))


def test_a_bye_of_a_knock_out_is_no_win(rounds_and_table: RoundsAndTable) -> None:
    rounds, table = rounds_and_table(stronger_wins, 5, format="knock-out")
    assert rounds == [pairs((3, 4)), pairs((0, 4), (1, 2)), pairs((4, 2))]
    assert [(line.name, line.won) for line in table[:2]] == [("bot 4", 6), ("bot 2", 2)]


def test_in_a_swiss_tournament_winners_meet_winners(rounds_and_table: RoundsAndTable) -> None:
    rounds, table = rounds_and_table(stronger_wins, 8, format="swiss", rounds=3)
    points: Counter[str] = Counter()
    for number, meetings in zip(count(1), rounds, strict=False):
        assert len(meetings) == 4
        for met in meetings:
            better, worse = sorted(met, key=STRENGTH.__getitem__, reverse=True)
            assert points[better] == points[worse], f"round {number}"
            points[better] += 2
    assert [(line.name, line.points) for line in table] == sorted(
        ((name, float(points[name])) for name in STRENGTH),
        key=lambda line: (-line[1], list(STRENGTH).index(line[0])),
    )
    assert (table[0].name, table[0].points) == ("bot 7", 6)
    assert (table[-1].name, table[-1].points) == ("bot 0", 0)


def test_a_bye_of_a_swiss_tournament_is_worth_a_won_meeting(
    rounds_and_table: RoundsAndTable,
) -> None:
    rounds, table = rounds_and_table(stronger_wins, 3, format="swiss", rounds=2, scoring="3/1/0")
    assert rounds == [pairs((0, 1)), pairs((1, 2))]
    assert [(line.name, line.points) for line in table] == [
        ("bot 2", 12),
        ("bot 1", 6),
        ("bot 0", 6),
    ]


@pytest.mark.parametrize(
    "outcome", [stronger_wins, first_seat_wins_and_stronger_scores, drawn_and_stronger_scores]
)
def test_on_a_ladder_winners_climb(rounds_and_table: RoundsAndTable, outcome: Decide) -> None:
    rounds, table = rounds_and_table(outcome, 4, format="ladder")
    assert rounds == [
        pairs((0, 1), (2, 3)),
        pairs((0, 3)),  # the ladder is 1 0 3 2
        pairs((1, 3), (0, 2)),  # 1 3 0 2
        pairs((1, 2)),  # 3 1 2 0
    ]
    assert [line.name for line in table] == names(3, 2, 1, 0)


def test_what_bots_scored_and_conceded_is_added_up_in_either_seat(
    rounds_and_table: RoundsAndTable,
) -> None:
    _, table = rounds_and_table(drawn_and_stronger_scores, 3, format="round-robin")
    assert {line.name: (line.scored, line.conceded) for line in table} == {
        "bot 0": (80, 120),
        "bot 1": (100, 100),
        "bot 2": (120, 80),
    }


def test_points_of_a_table_follow_the_winner_in_either_seat(
    rounds_and_table: RoundsAndTable,
) -> None:
    _, table = rounds_and_table(stronger_wins, 4, format="round-robin", scoring="2/1/0")
    assert [(line.name, line.points, line.won, line.lost) for line in table] == [
        ("bot 3", 12, 6, 0),
        ("bot 2", 8, 4, 2),
        ("bot 1", 4, 2, 4),
        ("bot 0", 0, 0, 6),
    ]
    elos = [present(line.elo) for line in table]
    assert elos == sorted(elos, reverse=True)


@pytest.mark.parametrize("format_", ["round-robin", "swiss"])
def test_games_are_added_up_by_map(format_: str, tmp_path: Path, play_on: PlayOn) -> None:
    """The first seat's advantage is fitted for every map, so its games are counted there."""
    play_on(Decided(stronger_wins))
    with open_database(str(tmp_path / "garlic.db")) as database:
        options: dict[str, Any] = {"maps": ["4x4", "6x6"], "games": 8, "format": format_}
        number = quick_tournament(database, tmp_path, 2, **options)
        assert run(database, number, Executing(jobs=1)) is TournamentState.FINISHED
        score = database.read(lambda c: TournamentScore.stored(c, load_for_reading(c, number)))
    won = {met: of_first.won for met, (of_first, _) in score.tally.meetings.items()}
    games = score.tally.games // 4  # of a pairing in the same seats on a map
    assert won == {
        SeatedPair(0, 1, "4x4"): 0,
        SeatedPair(0, 1, "6x6"): 0,
        SeatedPair(1, 0, "4x4"): games,
        SeatedPair(1, 0, "6x6"): games,
    }
    assert [own.won for own in score.tally.sums()] == [0, 4 * games]
    assert set(score.left.values()) == {0}
