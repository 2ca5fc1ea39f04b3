"""Games on a Dask cluster of real processes: bots are sent, and lost workers lose no game."""

import json
import os
import shutil
import signal
import sys
import textwrap
from collections.abc import Iterator
from concurrent.futures import Executor, wait
from pathlib import Path

import pytest

from garlic.arena import task
from garlic.arena.executors import Executing, SetAsideError, open_executor
from garlic.arena.remote import cluster
from garlic.arena.remote.cluster import Cluster, ClusterError
from garlic.arena.remote.parcels import Parcel
from garlic.arena.runner import run
from garlic.arena.snapshot import TournamentState
from garlic.arena.task import play_one
from garlic.core import InvalidFileError, Text, UsageError
from garlic.games import GAMES
from garlic.judge.bots import find_bot
from garlic.judge.game_run import GameRun
from garlic.judge.record import Record
from garlic.judge.replay import first_difference
from garlic.judge.settings import parse_limits
from garlic.store import open_database
from support.dask import DaskCluster, dask_cluster
from support.effort import promptly
from support.matches import QUICK_BOT, moves, own_cache, quick_game_run, quick_game_runs
from support.present import present
from support.processes import eventually, named, parent, player_of
from support.quick_tournaments import quick_tournament

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")


@pytest.fixture(scope="module")
def machines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DaskCluster]:
    """Two workers that share nothing with this process, not even the cache."""
    folder = tmp_path_factory.mktemp("cluster")
    with own_cache(folder / "cache"), dask_cluster(folder, 2) as found:
        yield found


@pytest.fixture
def executor(machines: DaskCluster) -> Iterator[Executor]:
    with open_executor(Executing(cluster=machines.address)) as found:
        yield found


def sleeping_game_run(folder: Path, seconds: int = 30) -> GameRun:
    """A game whose first bot sleeps for *seconds* and then returns no move."""
    bot = folder / "sleeping_bot.py"
    bot.write_text(
        textwrap.dedent(f"""
            # {folder}: this makes the content unique, and so its place in the cache
            import time
            def play(position):
                time.sleep({seconds})
        """)
    )
    game = GAMES["tiaojia"]
    limits = parse_limits("turn=60s,init=10s", game.limits)
    return GameRun("tiaojia", (find_bot(str(bot)),) * 2, str(game.setup()), limits=limits)


def kill_players(machines: DaskCluster, game_run: GameRun, times: int, above: int) -> list[int]:
    """Kill the process that plays *game_run*, or an ancestor *above* it, *times* times.

    1 above is its steward, 2 above is the Dask worker. A bot whose player was just killed has
    other ancestors for a moment: those are skipped.
    """
    place = present(Parcel.of(game_run.bots[0]).open().path).parent.name
    killed: list[int] = []

    def player() -> int | None:
        """The process to kill, if it was not killed before."""
        workers = machines.workers()
        for bot in named(place):
            line = [player_of(bot)]
            while len(line) < 3 and line[-1] is not None:
                line.append(parent(line[-1]))
            if line[-1] in workers and line[above] not in killed:
                return line[above]
        return None

    for _ in range(times):
        victim = eventually(player, 60)
        assert victim is not None
        killed.append(victim)
        os.kill(victim, signal.SIGKILL)
    return killed


def test_a_cluster_plays_the_same_games_as_this_machine(
    executor: Executor, tmp_path: Path, machines: DaskCluster
) -> None:
    bot = tmp_path / "player.h"
    shutil.copy(QUICK_BOT, bot)
    game_run = quick_game_run(3, (find_bot(str(bot)), find_bot(str(QUICK_BOT))))
    expected = moves(play_one(game_run))
    first = executor.submit(play_one, game_run)
    assert moves(first.result()) == expected
    assert list((machines.folder / "cache" / "bots").glob("*/player.h"))
    others = [executor.submit(play_one, other) for other in quick_game_runs(6)]
    assert all(moves(future.result()) for future in others)


def test_a_record_from_a_cluster_is_refereed_once(
    machines: DaskCluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refereed, referee = [], first_difference

    def counted(record: Record) -> Text | None:
        refereed.append(record.seed)
        return referee(record)

    monkeypatch.setattr(task, "first_difference", counted)
    with open_database(str(tmp_path / "t.db")) as database:
        number = quick_tournament(database, tmp_path, 2, games=4)
        state = run(database, number, Executing(cluster=machines.address))
    assert state is TournamentState.FINISHED
    assert len(refereed) == 4


def test_killed_workers_lose_no_game(executor: Executor, machines: DaskCluster) -> None:
    game_runs = quick_game_runs(60, first=100)
    futures = [executor.submit(play_one, game_run) for game_run in game_runs]
    for done in (10, 30):
        assert eventually(lambda: sum(f.done() for f in futures) >= done, 60)  # noqa: B023
        assert eventually(machines.workers)
        os.kill(machines.workers()[0], signal.SIGKILL)
    for future in futures:
        assert moves(future.result(timeout=120))


def test_a_game_that_kills_three_processes_is_set_aside(
    executor: Executor, machines: DaskCluster, tmp_path: Path
) -> None:
    game_run = sleeping_game_run(tmp_path)
    future = executor.submit(play_one, game_run)
    assert len(set(kill_players(machines, game_run, 3, above=0))) == 3
    with pytest.raises(SetAsideError):
        future.result(timeout=60)
    assert moves(executor.submit(play_one, quick_game_run()).result(timeout=60))


@pytest.mark.slow  # a nanny takes seconds to replace a worker
def test_a_game_that_kills_three_workers_is_set_aside(
    executor: Executor, machines: DaskCluster, tmp_path: Path
) -> None:
    game_run = sleeping_game_run(tmp_path)
    future = executor.submit(play_one, game_run)
    kill_players(machines, game_run, 3, above=2)
    with pytest.raises(SetAsideError, match="3 workers were lost"):
        future.result(timeout=60)
    assert moves(executor.submit(play_one, quick_game_run()).result(timeout=60))


def test_cancelled_games_are_not_waited_for(executor: Executor, tmp_path: Path) -> None:
    busy = [executor.submit(play_one, sleeping_game_run(tmp_path, 2)) for _ in range(2)]
    waiting = [executor.submit(play_one, game_run) for game_run in quick_game_runs(5, first=500)]
    assert all(future.cancel() for future in (*waiting, *busy))
    assert wait([*waiting, *busy], timeout=60).not_done == set()


def test_an_error_of_the_game_is_raised_by_its_future(executor: Executor) -> None:
    game_run = quick_game_run(0, (find_bot("human"), find_bot("random:othello")))
    with pytest.raises(UsageError, match="a human can only play in a terminal"):
        executor.submit(play_one, game_run).result(timeout=60)


def test_only_games_can_be_submitted(machines: DaskCluster) -> None:
    executor = Cluster(machines.address)
    with pytest.raises(TypeError, match="a cluster plays matches"):
        executor.submit(os.getpid)
    executor.shutdown()
    with pytest.raises(RuntimeError, match="shut down"):
        executor.submit(play_one, quick_game_run())


def test_a_lost_scheduler_is_an_error(tmp_path: Path) -> None:
    with (
        dask_cluster(tmp_path, 0) as machines,
        open_executor(Executing(cluster=machines.address)) as executor,
    ):
        future = executor.submit(play_one, quick_game_run())
        machines.scheduler.kill()
        with pytest.raises(ClusterError, match="the Dask scheduler was lost"):
            future.result(timeout=300)


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("tcp://127.0.0.1:1", "cannot reach the Dask scheduler at .*: Connection refused"),
        ("tcp://127.0.0.1:99999", "cannot reach the Dask scheduler"),
        ("tcp://no.such.host.invalid:8786", "cannot reach the Dask scheduler"),
        ("nonsense", "expected the address of a Dask scheduler like tcp://10.0.0.1:8786"),
        ("nonsense://x", "expected the address of a Dask scheduler"),
        ("127.0.0.1:port", "expected the address of a Dask scheduler"),
    ],
)
def test_an_unreachable_scheduler_is_an_error_at_once(address: str, sentence: str) -> None:
    with (
        promptly(10),
        pytest.raises(ClusterError, match=sentence),
        open_executor(Executing(cluster=address)),
    ):
        pass


def test_without_dask_the_error_names_the_package_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "garlic.arena.remote.cluster", None)
    with (
        pytest.raises(UsageError, match="pip install distributed"),
        open_executor(Executing(cluster="tcp://127.0.0.1:1")),
    ):
        pass


class _Task:
    """A finished Dask future."""

    def __init__(self, result: object) -> None:
        self._result = result

    def cancelled(self) -> bool:
        return False

    def result(self) -> object:
        if isinstance(self._result, Exception):
            raise self._result
        return self._result


def test_results_of_a_worker_are_checked() -> None:
    game_run = quick_game_run()
    record = json.loads(play_one(game_run))
    record["outcome"]["winner"] = "a" if record["outcome"]["winner"] == "b" else "b"
    with pytest.raises(InvalidFileError, match="the record is not true"):
        cluster._result(game_run, _Task(json.dumps(record).encode()))
    with pytest.raises(ClusterError, match="it sent list"):
        cluster._result(game_run, _Task([]))
    with pytest.raises(ClusterError, match="cannot play: ModuleNotFoundError: No module"):
        cluster._result(game_run, _Task(ModuleNotFoundError("No module named 'garlic'")))


def test_a_worker_of_another_version_refuses() -> None:
    parcel = Parcel.of(find_bot("random:othello"))
    with pytest.raises(UsageError, match=r"the worker has version .* run by 0\.0\.0"):
        cluster._play("0.0.0", quick_game_run(), parcel, parcel)
