"""Points, tie-breaks, and bots that are set aside."""

from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest

from garlic.arena.definition import read_definition
from garlic.arena.scoring import RankingRow, ScoredGame, SeatedPair, Sum, Tally, ranked
from garlic.core import Seat
from garlic.store.games import SeatFacts

FINE = SeatFacts(moves=10, seconds=1.0)
FAULTY = SeatFacts(moves=1, seconds=0.1, faults={"crash": 1})


def game(
    number: int,
    first: int,
    second: int,
    winner: Seat | None,
    *,
    fault: bool = False,
    scores: tuple[int, int] | None = None,
) -> ScoredGame:
    facts = (FINE, FINE)
    if fault:
        facts = (FINE, FAULTY) if winner is Seat.A else (FAULTY, FINE)
    reason = "crash" if fault else "full board"
    return ScoredGame(number, 1, first, second, winner, reason, scores, facts)


@pytest.mark.parametrize(
    ("scoring", "points"), [("1/0.5/0", 2.5), ("3/1/0", 7), ("2/1/0", 5), ("sum", 30)]
)
def test_points(scoring: str, points: float) -> None:
    assert Sum(won=2, drawn=1, lost=4, scored=30).points(scoring) == points


def test_games_are_added_up() -> None:
    tally = Tally(2, 0)
    tally.add(game(1, 0, 1, Seat.A, scores=(40, 24)))
    tally.add(game(2, 1, 0, None, scores=(32, 32)))
    first, second = tally.sums()
    assert (first.won, first.drawn, first.lost, first.scored, first.conceded) == (1, 1, 0, 72, 56)
    assert (second.won, second.drawn, second.lost, second.scored) == (0, 1, 1, 56)
    assert first.average_seconds == pytest.approx(0.1)


def test_sums_can_be_added_instead_of_games() -> None:
    games = [game(1, 0, 1, Seat.A, scores=(40, 24)), game(2, 0, 1, Seat.B, fault=True)]
    single, many = Tally(2, 1), Tally(2, 1)
    for played in games:
        single.add(played)
    won = Sum(1, 0, 1, 40, 24, 11, 1_100_000_000)
    lost = Sum(1, 0, 1, 24, 40, 20, 2_000_000_000)
    many.add_meeting(SeatedPair(0, 1), (won, lost))
    many.add_faults(0, {"crash": 1})
    assert many == single


def test_a_bot_that_fails_all_its_first_games_is_set_aside_whichever_ends_first() -> None:
    games = [
        game(1, 0, 1, Seat.A, fault=True),
        game(2, 1, 0, Seat.B, fault=True),
        game(3, 1, 2, Seat.A),
    ]
    for order in permutations(games):
        tally = Tally(3, 2)
        for played in games:
            tally.expect(played.number, played.first, played.second)
        for played in order:
            tally.add(played)
        assert tally.set_aside() == {1}


def test_a_bot_is_not_set_aside_before_all_its_first_games_are_over() -> None:
    tally = Tally(2, 2)
    for number in (1, 2, 3):
        tally.expect(number, 0, 1)
    tally.add(game(1, 0, 1, Seat.A, fault=True))
    tally.add(game(3, 0, 1, Seat.A, fault=True))
    assert tally.set_aside() == set()
    tally.add(game(2, 0, 1, Seat.A, fault=True))
    assert tally.set_aside() == {1}


def test_whoever_wins_has_not_failed_even_with_the_same_fault() -> None:
    both = replace(game(1, 0, 1, Seat.A, fault=True), facts=(FAULTY, FAULTY))
    assert (both.failed(Seat.A), both.failed(Seat.B)) == (False, True)
    assert not replace(both, winner=None).failed(Seat.B)


def test_a_bot_with_fewer_games_than_are_watched_is_not_set_aside() -> None:
    tally = Tally(3, 2)
    tally.expect(1, 0, 1)
    tally.add(game(1, 0, 1, Seat.A, fault=True))
    assert tally.set_aside() == set()


def test_losing_without_a_fault_sets_nobody_aside() -> None:
    tally = Tally(2, 1)
    tally.expect(1, 0, 1)
    tally.add(game(1, 0, 1, Seat.A))
    assert tally.set_aside() == set()


def test_games_against_bots_set_aside_can_be_left_out() -> None:
    tally = Tally(3, 1)
    tally.add(game(1, 0, 1, Seat.A, fault=True))
    tally.add(game(2, 0, 2, Seat.B))
    assert [found.played for found in tally.sums({1})] == [1, 1, 1]
    assert tally.opponents_points("3/1/0", {1}) == [3, 0, 0]


def line(place: int, points: float, **values: Any) -> RankingRow:
    return RankingRow(place, 0, points, Sum(moves=1, **values), 0)


def test_tie_breaks_decide_in_their_order() -> None:
    lines = [line(0, 5, scored=3, nanoseconds=9), line(1, 5, scored=3, nanoseconds=1), line(2, 6)]
    assert [(rank, found.place) for rank, found in ranked(lines, ("score", "time"))] == [
        (1, 2),
        (2, 1),
        (3, 0),
    ]
    assert [(rank, found.place) for rank, found in ranked(lines, ("score",))] == [
        (1, 2),
        (2, 0),
        (2, 1),
    ]


def test_measured_time_does_not_rank_tied_bots_unless_asked_for() -> None:
    usual = read_definition({"game": "othello", "bots": ["a.h", "b.h"]}).tie_breaks
    lines = [line(0, 5, nanoseconds=9), line(1, 5, nanoseconds=1)]
    assert [(rank, found.place) for rank, found in ranked(lines, usual)] == [(1, 0), (1, 1)]
