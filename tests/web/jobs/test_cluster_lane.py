"""Games of a course server on a Dask cluster: played there, and here when the cluster is away."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from garlic.arena.task import play_one
from garlic.core import GarlicError
from garlic.games import GAMES
from garlic.judge.bots import find_bot
from garlic.judge.game_run import GameRun
from garlic.judge.record import Record
from garlic.web.jobs import cluster as lane_module
from garlic.web.jobs.cluster import ClusterLane
from garlic.web.jobs.workers import WorkerPool
from support.dask import DaskCluster
from support.processes import eventually

SECONDS = 240


def run_of(seed: int) -> GameRun:
    bot = find_bot("random:tiaojia")
    return GameRun("tiaojia", (bot, bot), str(GAMES["tiaojia"].setup()), seed=seed)


@pytest.fixture
def dask(tmp_path: Path) -> Iterator[DaskCluster]:
    cluster = DaskCluster(tmp_path)
    yield cluster
    cluster.close()


@pytest.mark.slow
def test_games_move_to_the_cluster_and_back(
    dask: DaskCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lane_module, "_POLL_SECONDS", 0.2)
    dask.add_worker()
    dask.add_worker()
    workers = WorkerPool(1, cluster=dask.address)
    try:
        executor = workers.executor()
        assert eventually(lambda: workers.status().cluster_workers == 2, SECONDS)
        futures = [executor.submit(play_one, run_of(seed)) for seed in range(30)]
        assert eventually(lambda: workers.status().on_cluster > 0, SECONDS)
        dask.nannies[0].kill()  # one of two: Dask gives its games to the other
        for future in futures:
            assert Record.parse(future.result(SECONDS)).is_judged
        dask.nannies[1].kill()
        assert eventually(lambda: not workers.status().cluster_workers, SECONDS)
        last = executor.submit(play_one, run_of(99))  # the server plays it itself
        assert Record.parse(last.result(SECONDS)).is_judged
    finally:
        workers.close()


def test_a_cluster_that_cannot_be_reached_stops_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError("connection refused")

    monkeypatch.setattr(lane_module.ClusterLane, "_count", refuse)
    workers = WorkerPool(1, cluster="tcp://127.0.0.1:1")
    try:
        future = workers.executor().submit(play_one, run_of(1))
        assert Record.parse(future.result(60)).is_judged
        assert workers.status().cluster_workers is None
    finally:
        workers.close()


def test_staff_see_what_the_cluster_has_given_back(monkeypatch: pytest.MonkeyPatch) -> None:
    def lose(*_: object) -> None:
        raise GarlicError("the Dask scheduler was lost")

    room = iter([True])
    monkeypatch.setattr(ClusterLane, "start", lambda _: None)
    monkeypatch.setattr(ClusterLane, "has_room", lambda _: next(room, False))
    monkeypatch.setattr(ClusterLane, "submit", lose)
    workers = WorkerPool(1, cluster="tcp://127.0.0.1:1")
    try:
        futures = [workers.executor().submit(play_one, run_of(seed)) for seed in (1, 2)]
        for future in futures:
            assert Record.parse(future.result(60)).is_judged
        found = workers.status()
        assert (found.on_cluster, found.given_back) == (0, 1)
    finally:
        workers.close()
