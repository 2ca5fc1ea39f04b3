"""The runner of a sequential test: what is played, in which order it counts, when it ends."""

from concurrent.futures import Executor, Future
from dataclasses import replace

import pytest

from garlic.arena.sprt import NEW, OLD, Schedule, SprtState, run_sprt
from garlic.arena.starts import starts
from garlic.arena.statistics import Decision, PairCounts, Sprt
from garlic.core import Limits, Outcome, Seat, UsageError, Verdict
from garlic.games import GAMES
from garlic.judge.bots import find_bot
from garlic.judge.game_run import NOT_JUDGED
from garlic.judge.record import Record, RecordedBot, Turn
from garlic.judge.workers.pool import SetAsideError

TIAOJIA = GAMES["tiaojia"]


def schedule(pairs=50, **wishes):
    new, old = find_bot("engine:tiaojia"), find_bot("random:tiaojia")
    return Schedule("tiaojia", new, old, starts(TIAOJIA, seed=3), pairs, seed=3, **wishes)


def record_of(match, winner, reason="over", turns=()):
    facts = [RecordedBot(bot.name, bot.kind.value, "0") for bot in match.bots]
    return Record(
        game=match.game,
        start=match.start,
        seed=match.seed,
        limits=Limits(1, 1, 1),
        timeouts="default",
        bots=(facts[0], facts[1]),
        isolation=(),
        turns=turns,
        choices=(),
        outcome=Outcome(winner, reason),
    )


class Table(Executor):
    """An executor that plays nothing: *result* says what comes of each match."""

    def __init__(self, result):
        self.result, self.matches, self.futures = result, [], []

    def submit(self, _play, match):
        self.matches.append(match)
        future: Future[bytes] = Future()
        self.futures.append(future)
        found = self.result(len(self.matches) - 1, match)
        if isinstance(found, Exception):
            future.set_exception(found)
        elif found is not None:
            future.set_result(found.dumps().encode())
        return future


def wins_of(name):
    """That bot wins every game."""

    def result(_place, match):
        seat = Seat.A if match.bots[0].name == name else Seat.B
        return record_of(match, seat)

    return result


def test_games_come_in_pairs_with_seats_swapped():
    first, second, third = schedule()[0:3]
    assert first.bots == second.bots[::-1]
    assert first.bots[0].name == "engine:tiaojia"
    assert (first.start, first.seed) == (second.start, second.seed)
    assert first.start != third.start
    assert third.seed == first.seed + 1
    assert " moves " in first.start


def test_a_schedule_is_a_sequence():
    games = schedule(pairs=3)
    assert len(games) == len(list(games)) == 6
    with pytest.raises(IndexError):
        games[6]
    with pytest.raises(IndexError):
        games[-1]


@pytest.mark.parametrize(
    ("winner", "decision"), [("engine:tiaojia", Decision.H1), ("random:tiaojia", Decision.H0)]
)
def test_twenty_to_nothing_ends_it(winner, decision):
    table = Table(wins_of(winner))
    *_, last = run_sprt(schedule(), Sprt(0, 10), table, ahead=4)
    assert (last.decision, last.games) == (decision, 20)
    assert len(table.matches) <= 24


def test_the_new_bot_is_counted_in_both_seats():
    table = Table(lambda place, match: record_of(match, [Seat.A, Seat.A, Seat.B, None][place]))
    *_, last = run_sprt(schedule(pairs=2), Sprt(0, 10), table)
    assert (last.wins, last.draws, last.losses) == (1, 1, 2)
    assert last.pairs == PairCounts((0, 1, 1, 0, 0))
    assert last.decision is Decision.CONTINUE


def test_what_comes_in_early_waits_for_its_turn():
    def result(place, match):
        if place == 5:  # now the first two come in, after all others
            for late in (0, 1):
                text = record_of(table.matches[late], Seat.B).dumps()
                table.futures[late].set_result(text.encode())
        return None if place < 2 else record_of(match, (Seat.A, Seat.B)[place % 2])

    table = Table(result)
    states = list(run_sprt(schedule(pairs=3), Sprt(0, 10), table, ahead=6))
    assert [state.pairs.counts for state in states] == [
        (0, 0, 1, 0, 0),
        (0, 0, 1, 0, 1),
        (0, 0, 1, 0, 2),
    ]


def test_what_was_not_judged_is_nobodys_draw():
    def result(place, match):
        if place == 1:
            return record_of(match, None, NOT_JUDGED.reason)
        if place == 2:
            return SetAsideError()
        return record_of(match, Seat.A)

    *_, last = run_sprt(schedule(pairs=3), Sprt(0, 10), Table(result))
    assert (last.games, last.unjudged) == (2, 2)


def test_faults_belong_to_who_made_them():
    late = Turn(1, TIAOJIA.seats[1], None, Verdict.TOO_LATE)

    def result(place, match):
        return record_of(match, Seat.A, turns=(late,) if place in (0, 1, 3) else ())

    *_, last = run_sprt(schedule(pairs=2), Sprt(0, 10), Table(result))
    assert last.faults == {(OLD, Verdict.TOO_LATE): 1, (NEW, Verdict.TOO_LATE): 2}


def test_what_nobody_needs_any_more_is_cancelled():
    table = Table(
        lambda place, match: wins_of("engine:tiaojia")(place, match) if place < 20 else None
    )
    list(run_sprt(schedule(), Sprt(0, 10), table, ahead=8))
    assert all(future.cancelled() for future in table.futures[20:])
    assert len(table.futures) > 20


def test_errors_of_a_match_are_told():
    table = Table(lambda *_: UsageError("no such thing"))
    with pytest.raises(UsageError, match="no such thing"):
        list(run_sprt(schedule(), Sprt(0, 10), table))


def test_a_state_is_a_value():
    state = SprtState(Sprt())
    assert state.games == 0
    assert state.llr == pytest.approx(0, abs=1e-4)
    assert replace(state, wins=1) != state


def test_a_suite_of_openings(tmp_path):
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
def test_a_bad_suite_is_explained(tmp_path, content, words):
    suite = tmp_path / "openings.txt"
    suite.write_bytes(content.encode("latin-1"))
    with pytest.raises(UsageError, match=words):
        starts(GAMES["othello"], suite=suite)


def test_no_suite_at_all(tmp_path):
    with pytest.raises(UsageError, match="cannot read"):
        starts(GAMES["othello"], suite=tmp_path / "none")


def test_a_finished_opening_is_none(tmp_path):
    suite = tmp_path / "openings.txt"
    suite.write_text("h8 a1 h9 a2 h10 a3 h11 a4 h12\n")
    with pytest.raises(UsageError, match="the game is over after this opening"):
        starts(GAMES["gomoku"], suite=suite)


@pytest.mark.parametrize("game", [name for name, game in GAMES.items() if not game.simultaneous])
def test_random_openings_are_played_and_differ(game):
    found = starts(GAMES[game], plies=4, seed=5)
    positions = [found(pair) for pair in range(6)]
    assert len(set(positions)) == 6
    assert positions == [starts(GAMES[game], plies=4, seed=5)(pair) for pair in range(6)]
    assert all(GAMES[game].parse(text).outcome() is None for text in positions)


def test_a_random_map_is_opening_enough():
    found = starts(GAMES["stars"], map_name="random-10x10")
    assert found(0) != found(1)
    assert " moves " not in starts(GAMES["othello"], map_name="random-8x8")(0)


def test_what_does_not_go_together(tmp_path):
    with pytest.raises(UsageError, match="stars has no openings"):
        starts(GAMES["stars"], plies=4)
    with pytest.raises(UsageError, match="not both"):
        starts(GAMES["othello"], plies=4, suite=tmp_path)
