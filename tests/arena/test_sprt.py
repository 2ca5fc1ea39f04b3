"""The runner of a sequential test: its games, the order of counting, and its end."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from garlic.arena.sprt import NEW, OLD, Schedule, SprtState, run_sprt
from garlic.arena.starts import starts
from garlic.arena.statistics.results import PairCounts
from garlic.arena.statistics.scale import RatingScale
from garlic.arena.statistics.sprt import Decision, Sprt
from garlic.core import Seat, UsageError, Verdict
from garlic.games import GAMES
from garlic.judge.bots import find_bot
from garlic.judge.game_run import GameRun
from garlic.judge.patience import Patience
from garlic.judge.record import NOT_JUDGED, Record, Turn
from garlic.judge.workers.pool import SetAsideError
from support.busy import FakeQuiet, delayed
from support.stub_games import Result, StubExecutor, record_of

TIAOJIA = GAMES["tiaojia"]


def schedule(pairs: int = 50, **options: Any) -> Schedule:
    new, old = find_bot("engine:tiaojia"), find_bot("random:tiaojia")
    return Schedule("tiaojia", new, old, starts(TIAOJIA, seed=3), pairs, seed=3, **options)


def wins_of(name: str) -> Result:
    """Results in which the bot *name* wins every game."""

    def result(_place: int, game_run: GameRun) -> Record:
        seat = Seat.A if game_run.bots[0].name == name else Seat.B
        return record_of(game_run, seat)

    return result


def test_games_come_in_pairs_with_seats_swapped() -> None:
    first, second, third = schedule()[0:3]
    assert first.bots == second.bots[::-1]
    assert first.bots[0].name == "engine:tiaojia"
    assert (first.start, first.seed) == (second.start, second.seed)
    assert first.start != third.start
    assert third.seed == first.seed + 1
    assert " moves " in first.start


def test_a_schedule_is_a_sequence() -> None:
    games = schedule(pairs=3)
    assert len(games) == len(list(games)) == 6
    with pytest.raises(IndexError):
        games[6]
    with pytest.raises(IndexError):
        games[-1]


@pytest.mark.parametrize(
    ("winner", "decision"), [("engine:tiaojia", Decision.H1), ("random:tiaojia", Decision.H0)]
)
def test_twenty_to_nothing_ends_the_test(winner: str, decision: Decision) -> None:
    executor = StubExecutor(wins_of(winner))
    *_, last = run_sprt(schedule(), Sprt(0, 10), executor, ahead=4)
    assert (last.decision, last.games) == (decision, 20)
    assert len(executor.game_runs) <= 24


def test_the_new_bot_is_counted_in_both_seats() -> None:
    executor = StubExecutor(
        lambda place, game_run: record_of(game_run, [Seat.A, Seat.A, Seat.B, None][place])
    )
    *_, last = run_sprt(schedule(pairs=2), Sprt(0, 10), executor)
    assert (last.wins, last.draws, last.losses) == (1, 1, 2)
    assert last.pairs == PairCounts((0, 1, 1, 0, 0))
    assert last.decision is Decision.CONTINUE


def test_pairs_are_counted_in_order() -> None:
    def result(place: int, game_run: GameRun) -> Record | None:
        if place == 5:  # now the first two finish, after all others
            for late in (0, 1):
                text = record_of(executor.game_runs[late], Seat.B).dumps()
                executor.futures[late].set_result(text.encode())
        return None if place < 2 else record_of(game_run, (Seat.A, Seat.B)[place % 2])

    executor = StubExecutor(result)
    states = list(run_sprt(schedule(pairs=3), Sprt(0, 10), executor, ahead=6))
    assert [state.pairs.counts for state in states] == [
        (0, 0, 1, 0, 0),
        (0, 0, 1, 0, 1),
        (0, 0, 1, 0, 2),
    ]


def test_games_that_were_not_judged_do_not_count() -> None:
    def result(place: int, game_run: GameRun) -> Record | SetAsideError:
        if place == 1:
            return record_of(game_run, None, NOT_JUDGED.reason)
        if place == 2:
            return SetAsideError()
        return record_of(game_run, Seat.A)

    *_, last = run_sprt(schedule(pairs=3), Sprt(0, 10), StubExecutor(result))
    assert (last.games, last.unjudged) == (2, 2)


@pytest.mark.parametrize("trouble", ["not judged", "delayed"])
def test_games_are_played_again_when_the_machine_is_quiet(
    trouble: str, quiet_answers: FakeQuiet
) -> None:
    quiet_answers.answers = [True]
    seen = []

    def result(place: int, game_run: GameRun) -> Record:
        seen.append(game_run.seed)
        if place in (1, 4):
            return busy(record_of(game_run, None), trouble)
        return record_of(game_run, Seat.A)

    states = list(
        run_sprt(schedule(pairs=3), Sprt(0, 10), StubExecutor(result), patience=Patience(60))
    )
    assert seen == [3, 3, 4, 4, 5, 5, 3, 5]  # both in one go
    assert (states[-1].games, states[-1].unjudged, states[-1].delayed) == (6, 0, 0)
    assert states[-1].draws == 0


def test_delayed_games_count_and_are_counted() -> None:
    def result(place: int, game_run: GameRun) -> Record:
        return (
            busy(record_of(game_run, Seat.A), "delayed") if place else record_of(game_run, Seat.A)
        )

    *_, last = run_sprt(schedule(pairs=1), Sprt(0, 10), StubExecutor(result), patience=Patience(60))
    assert (last.games, last.unjudged, last.delayed) == (2, 0, 1)


def busy(record: Record, trouble: str) -> Record:
    """*record* as a busy machine makes it."""
    if trouble == "not judged":
        return replace(record, outcome=NOT_JUDGED)
    return delayed(replace(record, turns=(Turn(1, TIAOJIA.seats[0], "1", Verdict.OK),)))


def test_faults_are_counted_for_the_bot_that_made_them() -> None:
    late = Turn(1, TIAOJIA.seats[1], None, Verdict.TOO_LATE)

    def result(place: int, game_run: GameRun) -> Record:
        return record_of(game_run, Seat.A, turns=(late,) if place in (0, 1, 3) else ())

    *_, last = run_sprt(schedule(pairs=2), Sprt(0, 10), StubExecutor(result))
    assert last.faults == {(OLD, Verdict.TOO_LATE): 1, (NEW, Verdict.TOO_LATE): 2}


def test_unneeded_games_are_cancelled() -> None:
    executor = StubExecutor(
        lambda place, game_run: wins_of("engine:tiaojia")(place, game_run) if place < 20 else None
    )
    list(run_sprt(schedule(), Sprt(0, 10), executor, ahead=8))
    assert all(future.cancelled() for future in executor.futures[20:])
    assert len(executor.futures) > 20


def test_errors_of_a_game_are_raised() -> None:
    executor = StubExecutor(lambda *_: UsageError("no such thing"))
    with pytest.raises(UsageError, match="no such thing"):
        list(run_sprt(schedule(), Sprt(0, 10), executor))


def test_a_new_state() -> None:
    state = SprtState(Sprt())
    assert state.games == 0
    assert state.llr == pytest.approx(0, abs=1e-4)
    assert replace(state, wins=1) != state


def test_a_suite_of_openings(tmp_path: Path) -> None:
    suite = tmp_path / "openings.txt"
    othello = GAMES["othello"]
    start = othello.setup()
    suite.write_text(f"# two\nf5 d6\n\n{start} moves f5 f6\n")
    found = starts(othello, suite=suite)
    assert found(0) == found(2) == f"{start} moves f5 d6"
    assert found(1) == f"{start} moves f5 f6"


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("f5\nz9\n", "line 2: move 1: expected a cell"),
        ("a1\n", "line 1: move 1: illegal move a1"),
        ("# none\n", "got none"),
        ("\xff", "UTF-8"),
    ],
)
def test_the_error_names_the_wrong_line_of_a_suite(
    tmp_path: Path, content: str, words: str
) -> None:
    suite = tmp_path / "openings.txt"
    suite.write_bytes(content.encode("latin-1"))
    with pytest.raises(UsageError, match=words):
        starts(GAMES["othello"], suite=suite)


def test_a_missing_suite(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot read"):
        starts(GAMES["othello"], suite=tmp_path / "none")


def test_an_opening_that_ends_the_game_is_refused(tmp_path: Path) -> None:
    suite = tmp_path / "openings.txt"
    suite.write_text("h8 a1 h9 a2 h10 a3 h11 a4 h12\n")
    with pytest.raises(UsageError, match="the game is over after this opening"):
        starts(GAMES["gomoku"], suite=suite)


@pytest.mark.parametrize("game", [name for name, game in GAMES.items() if not game.simultaneous])
def test_random_openings_are_played_and_differ(game: str) -> None:
    found = starts(GAMES[game], plies=4, seed=5)
    positions = [found(pair) for pair in range(6)]
    assert len(set(positions)) == 6
    assert positions == [starts(GAMES[game], plies=4, seed=5)(pair) for pair in range(6)]
    assert all(GAMES[game].parse(text).outcome() is None for text in positions)


def test_a_random_map_needs_no_opening() -> None:
    found = starts(GAMES["stars"], map_name="random-10x10")
    assert found(0) != found(1)
    assert " moves " not in starts(GAMES["othello"], map_name="random-8x8")(0)


def test_options_that_exclude_each_other(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="stars has no openings"):
        starts(GAMES["stars"], plies=4)
    with pytest.raises(UsageError, match="not both"):
        starts(GAMES["othello"], plies=4, suite=tmp_path)


def test_a_bot_that_meets_an_anchor_is_rated() -> None:
    state = SprtState(Sprt())
    for pair in range(10):
        one, other = (schedule()[2 * pair + place] for place in (0, 1))
        # The first seat always wins: equals, if it is worth much.
        state = state.after([record_of(one, Seat.A), record_of(other, Seat.A)])
    assert state.scores == {(True, 1.0): 10, (False, 0.0): 10}
    scale = RatingScale(advantage=300.0, middle=500.0)
    assert state.rating(scale, 500.0, NEW).rating == pytest.approx(500, abs=1)
    assert state.rating(scale, 500.0, OLD).rating == pytest.approx(500, abs=1)


def test_the_rating_of_the_old_bot_is_the_mirror_of_the_new() -> None:
    state = SprtState(Sprt())
    for pair in range(10):
        one, other = (schedule()[2 * pair + place] for place in (0, 1))
        # It wins in the first seat and draws in the second, so seats must not be mixed up.
        state = state.after([record_of(one, Seat.A), record_of(other, None)])
    scale = RatingScale(advantage=300.0, middle=500.0)
    above = state.rating(scale, 500.0, NEW).rating - 500
    assert above > 100
    assert state.rating(scale, 500.0, OLD).rating - 500 == pytest.approx(-above, abs=1)
