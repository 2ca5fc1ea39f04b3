"""Tournaments from definition to table: created, run, stopped, resumed, played elsewhere."""

import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from arena.executors import PlayOn
from garlic.arena import runner
from garlic.arena.definition import read_definition
from garlic.arena.executors import Executing, SetAsideError
from garlic.arena.lease import Lease, state_of
from garlic.arena.openings import Opening, make_openings
from garlic.arena.remote import merging
from garlic.arena.remote.plan import Plan
from garlic.arena.remote.shards import ResultFile, play_shard
from garlic.arena.runner import Progress, run
from garlic.arena.scoring import ScoredGame
from garlic.arena.snapshot import PlayedGame, TournamentState, scale_sentence
from garlic.arena.standings import TournamentScore
from garlic.arena.stored import standings, tournament_snapshot, unplayed_game_runs
from garlic.arena.task import play_one
from garlic.arena.tournament import create, load
from garlic.core import Seat, UsageError
from garlic.engines import Engine, Limit
from garlic.games import GAMES
from garlic.judge.game_run import GameRun, play
from garlic.judge.record import NOT_JUDGED, Record
from garlic.store import Database, StoreError, open_database
from garlic.store.tournaments import (
    all_tournaments,
    fixtures_of,
    get_tournament,
    results_of,
    set_state,
)
from support.databases import PostgresServer
from support.present import present
from support.quick_tournaments import CRASHING, games, quick_tournament, quick_values, table
from support.sampling import one_in

ALONE = Executing(jobs=1)
Work = Callable[[GameRun], bytes]


def do(work: Work, game_run: GameRun) -> bytes:
    return work(game_run)


class Here(Executor):
    """An executor that plays in this process and keeps the keys of its games."""

    jobs = 2

    def __init__(self) -> None:
        self.played: list[str] = []
        self.play: Callable[[Work, GameRun], bytes] = do

    def submit(self, work: Callable[..., Any], /, *args: Any, **_: object) -> Future[Any]:
        (game_run,) = args
        future: Future[bytes] = Future()
        self.played.append(game_run.key)
        try:
            future.set_result(self.play(work, game_run))
        except SetAsideError as fault:
            future.set_exception(fault)
        return future


@pytest.fixture
def here(play_on: PlayOn) -> Here:
    """Play tournaments in this process, without workers."""
    return play_on(Here())


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with open_database(str(tmp_path / "garlic.db")) as found:
        yield found


# Creating it ----------------------------------------------------------------------------------


def test_pairs_share_opening_and_seed_with_seats_swapped(
    database: Database, tmp_path: Path
) -> None:
    number = quick_tournament(database, tmp_path, count=4, games=6)
    rows = database.read(lambda c: fixtures_of(c, number))
    assert len(rows) == 6 * 6
    assert [row.number for row in rows] == list(range(1, 37))
    for game, swapped in zip(rows[::2], rows[1::2], strict=True):
        assert (game.first, game.second) == (swapped.second, swapped.first)
        assert (game.pair, game.opening, game.seed) == (swapped.pair, swapped.opening, swapped.seed)
    assert len({row.seed for row in rows}) == 18
    met = Counter((row.first, row.second) for row in rows)
    assert set(met.values()) == {3}
    assert len({row.opening for row in rows}) == 3


def test_the_seed_decides_everything(database: Database, tmp_path: Path) -> None:
    keys = []
    for seed in (1, 1, 2):
        number = quick_tournament(database, tmp_path, games=4, seed=seed)
        keys.append([row.game_key for row in database.read(lambda c: fixtures_of(c, number))])  # noqa: B023
    assert keys[0] == keys[1]
    assert not set(keys[0]) & set(keys[2])


def test_settings_reach_the_game_run(database: Database, tmp_path: Path) -> None:
    number = quick_tournament(
        database, tmp_path, max_plies=7, timeouts="forfeit", protocol="lenient"
    )
    tournament = load(database, number)
    game_run = tournament.game_run(database.read(lambda c: fixtures_of(c, number))[0])
    assert game_run.adjudication.max_plies == 7
    assert (game_run.timeouts, game_run.lenient, game_run.map) == ("forfeit", True, "4x4")
    assert present(game_run.limits).turn_seconds == 10
    assert {bot.name for bot in game_run.bots} <= {entrant.name for entrant in tournament.entrants}


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"bots": ["human", "random:othello"]}, "a human cannot take part"),
        ({"bots": ["random:chess", "random:othello"]}, "othello has no player 'random:chess'"),
        ({"bots": ["nothing.py", "random:othello"]}, "cannot read the bot 'nothing.py'"),
        ({"bots": ["a\0b", "random:othello"]}, "cannot read the bot"),
        ({"limits": "turn=fast"}, "expected a time like"),
        ({"maps": ["atlantis"]}, "no bundled map and no file"),
        ({"openings": ["a1"]}, "the opening 'a1'"),
        ({"games": 10_000, "bots": ["random:othello"] * 30}, "a tournament has at most 250000"),
        ({"timeouts": "skip", "game": "xiangqi", "maps": []}, "cannot skip a turn"),
    ],
)
def test_an_impossible_tournament_is_refused_and_not_stored(
    database: Database,
    tmp_path: Path,
    values: dict[str, list[str] | str | int | list[str]],
    words: str,
) -> None:
    with pytest.raises(UsageError) as fault:
        create(database, read_definition({**quick_values(tmp_path), **values}), tmp_path)
    assert words in str(fault.value)
    assert database.read(all_tournaments) == []


def test_files_are_found_beside_the_definition(database: Database, tmp_path: Path) -> None:
    values = quick_values(tmp_path, 2)
    values["bots"] = ["bot0.h", "bot1.h"]
    tournament = load(database, create(database, read_definition(values), tmp_path))
    assert [entrant.name for entrant in tournament.entrants] == ["bot0.h", "bot1.h"]


@pytest.mark.usefixtures("here")
def test_a_bot_changed_later_plays_as_it_was_at_the_start(
    database: Database, tmp_path: Path
) -> None:
    number = quick_tournament(database, tmp_path, count=2)
    before = load(database, number).bots[0].digest()
    (tmp_path / "bot0.h").write_text("nonsense")
    assert load(database, number).bots[0].digest() == before
    assert run(database, number, ALONE) is TournamentState.FINISHED
    assert all(not line.faults for line in standings(database, number))


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_openings(game: str) -> None:
    definition = read_definition({"game": game, "bots": [f"random:{game}"] * 2})
    found = make_openings(GAMES[game], definition, 6)
    assert len(found) == (1 if GAMES[game].simultaneous else 6)
    assert len({opening.start for opening in found}) == len(found)
    for opening in found:
        assert GAMES[game].parse(opening.start).outcome() is None
    assert found == make_openings(GAMES[game], definition, 6)


@pytest.mark.parametrize("game", ["othello", "tiaojia"])
def test_balanced_openings_are_the_most_even_of_four_times_as_many(game: str) -> None:
    values = {"game": game, "bots": [f"random:{game}"] * 2, "opening_plies": 5}
    candidates = make_openings(GAMES[game], read_definition({**values, "openings": "random"}), 16)
    found = make_openings(GAMES[game], read_definition(values), 4)

    def points(opening: Opening) -> float:
        result = Engine(GAMES[game], hash_mb=8).search(opening.start, Limit(nodes=3000))
        return abs(present(present(result.score).points))

    assert len(candidates) == 16
    assert found == [opening for opening in candidates if opening in found]
    others = [opening for opening in candidates if opening not in found]
    assert max(map(points, found)) <= min(map(points, others))
    assert max(map(points, found)) < max(map(points, others))


def test_openings_come_from_all_maps_in_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("garlic.arena.openings.MOST_OPENINGS", 20)
    definition = read_definition(
        {"game": "othello", "bots": ["random:othello"] * 2, "maps": ["8x8", "random-10x10"]}
    )
    found = make_openings(GAMES["othello"], definition, 10)
    assert [opening.map for opening in found] == ["8x8", "random-10x10"] * 5
    assert len(make_openings(GAMES["othello"], definition, 10**6)) == 20


@pytest.mark.parametrize("count", [2, 5])
def test_every_opening_of_a_random_map_has_a_board_of_its_own(count: int) -> None:
    bots = ["random:othello"] * 2
    definition = read_definition({"game": "othello", "bots": bots, "maps": ["random-8x8"]})
    found = make_openings(GAMES["othello"], definition, count)
    assert [opening.name.partition(":")[0] for opening in found] == [
        f"random-8x8 {number}" for number in range(1, count + 1)
    ]


def test_openings_can_be_given() -> None:
    values = {"game": "othello", "bots": ["random:othello"] * 2, "openings": ["d3 c3", "f5 f6"]}
    found = make_openings(GAMES["othello"], read_definition(values), 10)
    assert [opening.name for opening in found] == ["d3 c3", "f5 f6"]
    stars = {"game": "stars", "bots": ["random:stars"] * 2, "openings": ["d3"]}
    with pytest.raises(UsageError, match="stars has no openings"):
        make_openings(GAMES["stars"], read_definition(stars), 10)


# Running it -----------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", ["round-robin", "gauntlet", "swiss", "knock-out", "ladder"])
def test_every_format_is_played_to_its_end(
    database: Database, tmp_path: Path, here: Here, shape: str
) -> None:
    number = quick_tournament(database, tmp_path, count=5, format=shape, seed=3)
    reports: list[Progress] = []
    assert run(database, number, ALONE, reports.append) is TournamentState.FINISHED
    data = tournament_snapshot(database, number)
    assert data.state is TournamentState.FINISHED
    assert data.scheduled == len(data.games) == len(here.played)
    assert [line.left for line in data.standings] == [0] * 5
    assert sum(line.played for line in data.standings) == 2 * len(data.games)
    assert data.standings[0].rank == 1
    assert reports[-1].standings() == data.standings
    assert reports[-1].left == 0
    assert data.curve[-1].games == len(data.games)
    openings: dict[int, set[int]] = {}
    for row in database.read(lambda c: fixtures_of(c, number)):
        openings.setdefault(row.round, set()).add(row.opening)
    first, *rest = openings.values()
    assert not rest or first != rest[0], "each round begins from openings of its own"


@pytest.mark.usefixtures("here")
def test_the_table_agrees_with_the_games(database: Database, tmp_path: Path) -> None:
    number = quick_tournament(database, tmp_path, count=3, games=4, scoring="3/1/0")
    run(database, number, ALONE)
    data = tournament_snapshot(database, number)
    for line in data.standings:
        mine = [
            (game.winner, Seat.A if game.seats[0] == line.name else Seat.B)
            for game in data.games
            if line.name in game.seats
        ]
        won = sum(winner is seat for winner, seat in mine)
        drawn = sum(winner is None for winner, _ in mine)
        assert (line.won, line.drawn, line.played) == (won, drawn, len(mine))
        assert line.points == 3 * won + drawn
    assert standings(database, number) == data.standings
    record = data.record(data.games[0].key)
    assert record.outcome.winner is data.games[0].winner


def test_stored_games_are_not_played_again(database: Database, tmp_path: Path, here: Here) -> None:
    first = quick_tournament(database, tmp_path, count=3)
    run(database, first, ALONE)
    assert len(here.played) == 6
    again = quick_tournament(database, tmp_path, count=3)
    wider = quick_tournament(database, tmp_path, count=3, games=4)
    run(database, again, ALONE)
    run(database, first, ALONE)
    assert len(here.played) == 6
    run(database, wider, ALONE)
    assert len(here.played) == 12
    assert table(tournament_snapshot(database, again)) == table(
        tournament_snapshot(database, first)
    )


def test_the_same_bot_twice_shares_its_games(
    database: Database, tmp_path: Path, here: Here
) -> None:
    values = quick_values(tmp_path, 2)
    values["bots"] = [values["bots"][0]["bot"]] * 2
    number = create(database, read_definition(values), tmp_path)
    run(database, number, ALONE)
    data = tournament_snapshot(database, number)
    assert len(data.games) == 2
    assert len(set(here.played)) == len(here.played) == 1


@pytest.mark.usefixtures("here")
def test_a_result_is_stored_before_it_is_counted(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = quick_tournament(database, tmp_path)
    counted = []

    def add(_: object, game: ScoredGame) -> None:
        rows = database.read(lambda c: list(results_of(c, number)))
        counted.append(game.number in {row.number for row in rows})

    monkeypatch.setattr(TournamentScore, "add", add)
    run(database, number, ALONE)
    assert counted == [True] * 6


def crasher(tmp_path: Path) -> dict[str, str]:
    (tmp_path / "crash.h").write_text(CRASHING)
    return {"name": "crasher", "bot": str(tmp_path / "crash.h")}


def test_a_bot_that_fails_all_its_first_games_is_set_aside(
    database: Database, tmp_path: Path, here: Here
) -> None:
    values = quick_values(tmp_path, 3, games=4)
    values["bots"].insert(1, crasher(tmp_path))
    number = create(database, read_definition(values), tmp_path)
    assert run(database, number, ALONE) is TournamentState.FINISHED
    data = tournament_snapshot(database, number)
    assert data.standings[-1].name == "crasher"
    assert data.standings[-1].set_aside
    assert data.standings[-1].faults["crash"] >= 4
    assert len(here.played) < data.scheduled == 24
    assert all(line.played == 8 and line.left == 0 for line in data.standings[:3])
    assert data.standings[-1].elo is None
    assert [game.counts for game in data.games] == ["crasher" not in g.seats for g in data.games]
    # A tournament without it shares the games of the others.
    without = quick_tournament(database, tmp_path, count=3, games=4)
    run(database, without, ALONE)
    assert len(tournament_snapshot(database, without).games) == 12


@pytest.mark.usefixtures("here")
def test_with_set_aside_after_0_all_games_are_played(database: Database, tmp_path: Path) -> None:
    values = quick_values(tmp_path, 1, games=6, set_aside_after=0)
    values["bots"].append(crasher(tmp_path))
    number = create(database, read_definition(values), tmp_path)
    run(database, number, ALONE)
    best, last = standings(database, number)
    assert (best.points, last.lost, last.set_aside) == (6, 6, False)


def test_games_not_judged_do_not_count_and_are_retried_by_the_next_run(
    database: Database, tmp_path: Path, here: Here
) -> None:
    number = quick_tournament(database, tmp_path, count=2)
    troubles = iter([SetAsideError(), None])

    def play_badly(_: object, game_run: GameRun) -> bytes:
        if (trouble := next(troubles)) is not None:
            raise trouble
        return replace(play(game_run), outcome=NOT_JUDGED).dumps().encode()

    here.play = play_badly
    assert run(database, number, ALONE) is TournamentState.UNFINISHED
    data = tournament_snapshot(database, number)
    assert data.games == ()
    assert [game.reason for game in data.unplayed] == ["its workers were lost", NOT_JUDGED.reason]
    assert [line.elo for line in data.standings] == [None, None]
    here.play = do
    assert run(database, number, ALONE) is TournamentState.FINISHED
    data = tournament_snapshot(database, number)
    assert len(data.games) == 2
    assert data.unplayed == ()


@pytest.mark.usefixtures("here")
def test_with_an_anchor_ratings_are_on_the_permanent_scale(
    database: Database, tmp_path: Path
) -> None:
    values = quick_values(tmp_path, 1, games=4)
    values["bots"].append("random:othello")
    number = create(database, read_definition(values), tmp_path)
    run(database, number, ALONE)
    lines = {line.name: line for line in standings(database, number)}
    anchor = lines.pop("random:othello")
    assert (anchor.is_anchor, anchor.elo, anchor.low, anchor.high) == (True, 0, 0, 0)
    (other,) = lines.values()
    assert not other.is_anchor
    assert present(other.low) < present(other.elo) < present(other.high)
    assert "permanent scale" in str(scale_sentence([anchor, other]))
    assert "the mean of all bots is 0" in str(scale_sentence([other]))


# Stopping and resuming ------------------------------------------------------------------------


@pytest.mark.usefixtures("here")
def test_a_tournament_is_run_by_one_process_at_a_time(database: Database, tmp_path: Path) -> None:
    number = quick_tournament(database, tmp_path)
    other = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    lease = Lease(database, number)
    born = Path(f"/proc/{other.pid}/stat").read_text().rpartition(")")[2].split()[19]
    runner_there = {**lease._me, "pid": other.pid, "born": born}
    database.write(lambda c: set_state(c, number, runner=runner_there))
    with pytest.raises(UsageError, match=f"is being run by process {other.pid} on "):
        run(database, number, ALONE)
    other.communicate(b"\n")
    assert state_of(database.read(lambda c: get_tournament(c, number))) is TournamentState.STOPPED
    assert run(database, number, ALONE) is TournamentState.FINISHED


def test_a_run_can_be_stopped(
    database: Database, tmp_path: Path, here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("garlic.arena.lease._BEAT_SECONDS", 0.0)
    number = quick_tournament(database, tmp_path, games=10)

    def stop(work: Work, game_run: GameRun) -> bytes:
        database.write(lambda c: set_state(c, number, stop_wanted=True))
        return work(game_run)

    here.play = stop
    assert run(database, number, ALONE) is TournamentState.STOPPED
    assert not database.read(lambda c: get_tournament(c, number)).stop_wanted
    played = len(tournament_snapshot(database, number).games)
    assert 0 < played < 30
    here.play = do
    assert run(database, number, ALONE) is TournamentState.FINISHED
    assert len(tournament_snapshot(database, number).games) == 30
    assert len(here.played) == len(set(here.played)) == 30


def test_a_stop_cancels_the_games_that_have_not_begun(
    database: Database, tmp_path: Path, play_on: PlayOn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("garlic.arena.lease._BEAT_SECONDS", 0.0)
    number = quick_tournament(database, tmp_path, games=10)
    submitted: list[Future[Record]] = []

    class Full:
        """An executor without a free worker."""

        jobs = 2

        def submit(self, *_: object) -> Future[Record]:
            database.write(lambda c: set_state(c, number, stop_wanted=True))
            submitted.append(Future())
            return submitted[-1]

    play_on(Full())
    assert run(database, number, ALONE) is TournamentState.STOPPED
    assert submitted
    assert all(future.cancelled() for future in submitted)


@pytest.mark.parametrize("shape", one_in(2, ["swiss", "round-robin", "knock-out", "ladder"]))
def test_an_interrupted_tournament_ends_the_same(
    database: Database, tmp_path: Path, here: Here, shape: str
) -> None:
    values: dict[str, Any] = {"count": 4, "format": shape, "games": 2, "seed": 7}
    whole = quick_tournament(database, tmp_path, **values)
    run(database, whole, ALONE)
    with open_database(str(tmp_path / "other.db")) as other:
        number = quick_tournament(other, tmp_path, **values)
        given = 0

        def interrupt(work: Work, game_run: GameRun) -> bytes:
            nonlocal given
            given += 1
            if given % 5 == 0:
                raise KeyboardInterrupt
            return work(game_run)

        here.play = interrupt
        for _ in range(100):
            try:
                assert run(other, number, ALONE) is TournamentState.FINISHED
                break
            except KeyboardInterrupt:
                assert tournament_snapshot(other, number).state is TournamentState.STOPPED
        assert tournament_snapshot(other, number).state is TournamentState.FINISHED
        expected, actual = tournament_snapshot(database, whole), tournament_snapshot(other, number)
        assert table(actual) == table(expected)
        assert games(actual) == games(expected)


RUNNER = """
import sys
from garlic.arena.executors import Executing
from garlic.arena.runner import run
from garlic.store import open_database
run(open_database(sys.argv[1]), int(sys.argv[2]), Executing(jobs=2))
"""


# The same, killed by the kernel once so many games have been stored here. It kills itself, because
# on a busy machine a process that watches would come too late.
KILLED = """
import os, signal
from garlic.arena import runner
take, left = runner._Run._take, [int(sys.argv[3])]
def take_and_die(self, *game):
    take(self, *game)
    left[0] -= 1
    if left[0] == 0:
        os.kill(os.getpid(), signal.SIGKILL)
runner._Run._take = take_and_die
"""


def test_a_killed_and_resumed_tournament_ends_the_same(
    database_location: str, tmp_path: Path
) -> None:
    with open_database(database_location) as database:
        number = quick_tournament(database, tmp_path, games=8, seed=1)
        for stored, more in ((2, 2), (8, 6)):
            script = RUNNER.replace("run(open", KILLED + "run(open", 1)
            process = subprocess.run(
                [sys.executable, "-c", script, database_location, str(number), str(more)],
                stderr=subprocess.PIPE,
                check=False,
            )
            assert process.returncode == -signal.SIGKILL, process.stderr.decode()
            assert stored <= len(_played(database, number)) < 24
            assert (
                state_of(database.read(lambda c: get_tournament(c, number)))
                is TournamentState.STOPPED
            )
        assert run(database, number, Executing(jobs=2)) is TournamentState.FINISHED
        data = tournament_snapshot(database, number)
    with open_database(str(tmp_path / "whole.db")) as other:
        whole = quick_tournament(other, tmp_path, games=8, seed=1)
        run(other, whole, Executing(jobs=2))
        assert table(tournament_snapshot(other, whole)) == table(data)
        assert games(tournament_snapshot(other, whole)) == games(data)


def _played(database: Database, number: int) -> tuple[PlayedGame, ...]:
    return tournament_snapshot(database, number).games


def test_a_full_disk_is_an_error_and_the_run_can_be_resumed(tmp_path: Path) -> None:
    with open_database(str(tmp_path / "first.db")) as database:  # builds the programs
        run(database, quick_tournament(database, tmp_path, games=2, seed=1), Executing(jobs=2))
    path = tmp_path / "garlic.db"
    with open_database(str(path)) as database:
        number = quick_tournament(database, tmp_path, games=20, seed=1)
    limit = max(path.stat().st_size, 1) + 60_000
    script = f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, {limit}))\n"
    process = subprocess.run(
        [sys.executable, "-c", script + RUNNER, str(path), str(number)],
        stderr=subprocess.PIPE,
        check=False,
    )
    assert process.returncode == 1
    assert b"StoreError: the database" in process.stderr
    with open_database(str(path)) as database:
        assert 0 < len(_played(database, number)) < 60
        assert run(database, number, Executing(jobs=2)) is TournamentState.FINISHED
        assert len(_played(database, number)) == 60


def test_a_read_only_database_is_an_error(database: Database, tmp_path: Path) -> None:
    number = quick_tournament(database, tmp_path)
    with (
        open_database(f"sqlite:///file:{database.place}?mode=ro&uri=true") as frozen,
        pytest.raises(StoreError, match="it is read-only"),
    ):
        run(frozen, number, ALONE)
    assert run(database, number, ALONE) is TournamentState.FINISHED


def test_the_run_waits_for_a_restarted_server(
    postgres_server: PostgresServer, postgres_url: str, tmp_path: Path
) -> None:
    with open_database(postgres_url) as database:
        number = quick_tournament(database, tmp_path, games=20, seed=1)

        def restart() -> None:
            time.sleep(0.5)
            postgres_server.kill()
            time.sleep(0.5)
            postgres_server.start()

        restarter = threading.Thread(target=restart)
        restarter.start()
        try:
            assert run(database, number, Executing(jobs=2)) is TournamentState.FINISHED
        finally:
            restarter.join()
        assert len(_played(database, number)) == 60


# Played elsewhere -----------------------------------------------------------------------------


def test_results_from_elsewhere_are_merged(database: Database, tmp_path: Path, here: Here) -> None:
    number = quick_tournament(database, tmp_path, games=4)
    tournament = load(database, number)
    text = Plan(tuple(unplayed_game_runs(database, tournament).values())).dumps()
    game_runs = Plan.parse(text.encode()).game_runs
    with ResultFile(tmp_path / "results.jsonl") as results:
        list(play_shard(game_runs[:8], results, here))
    found = merging.merge(database, number, [tmp_path / "results.jsonl"])
    assert (found.new, found.known, found.left) == (8, 0, 4)
    found = merging.merge(database, number, [tmp_path / "results.jsonl"])
    assert (found.new, found.known, found.left) == (0, 8, 4)
    here.played.clear()
    assert run(database, number, ALONE) is TournamentState.FINISHED
    assert len(here.played) == 4


def test_false_results_are_refused(database: Database, tmp_path: Path) -> None:
    number = quick_tournament(database, tmp_path)
    game_run = next(iter(unplayed_game_runs(database, load(database, number)).values()))
    record = play(game_run)
    lie = replace(record, outcome=replace(record.outcome, winner=Seat.B, reason="checkmate"))
    with ResultFile(tmp_path / "lies.jsonl") as results:
        results.add(game_run.key, lie.dumps().encode())
    with pytest.raises(UsageError, match=r"lies\.jsonl, line 1: the record is not true"):
        merging.merge(database, number, [tmp_path / "lies.jsonl"])
    assert _played(database, number) == ()


def test_the_runner_submits_the_task_of_executors() -> None:
    assert vars(runner)["play_one"] is play_one
