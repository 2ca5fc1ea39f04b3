"""The pool of worker processes: no task is lost, no process stays behind."""

import os
import signal
import subprocess
import sys
import textwrap
import threading
from collections.abc import Callable
from concurrent.futures import Future, wait
from pathlib import Path
from signal import Signals
from typing import Any

import pytest

from garlic.core import IllegalMoveError
from garlic.games import GAMES
from garlic.judge.bots import find_bot
from garlic.judge.game_run import GameRun, play
from garlic.judge.settings import parse_limits
from garlic.judge.workers import pool as pools
from garlic.judge.workers.messages import StoppedError
from garlic.judge.workers.pool import Pool, PoolError, SetAsideError, processors
from garlic.judge.workers.run import play_all
from support import tasks
from support.processes import alive, descendants, eventually, named, parent
from support.reporting_tasks import count, report_forever, report_until_killed

SLEEPER = """
    import time
    def play(position):
        time.sleep(30)
"""


@pytest.fixture
def note(tmp_path: Path) -> str:
    return str(tmp_path / "note")


def lines(path: str) -> list[str]:
    return Path(path).read_text().splitlines() if Path(path).exists() else []


def sleeping_game(folder: Path) -> GameRun:
    """A game run whose first bot sleeps for 30 s; no other process has its path."""
    bot = folder / "sleeping_bot.py"
    bot.write_text(textwrap.dedent(SLEEPER))
    game = GAMES["tiaojia"]
    limits = parse_limits("turn=60s,init=10s", game.limits)
    return GameRun("tiaojia", (find_bot(str(bot)),) * 2, str(game.setup()), limits=limits)


def running_bots(folder: Path) -> Callable[[], list[int]]:
    return lambda: named(f"{folder}/sleeping_bot.py")


def bots_gone(folder: Path) -> Callable[[], bool]:
    return lambda: not running_bots(folder)()


def test_submitted_tasks_are_done_and_return_results(note: str) -> None:
    with Pool(games=()) as pool:
        assert list(pool.map(tasks.noted, [note] * 50, range(50))) == list(range(50))
    assert len(lines(note)) == 50


def test_each_worker_is_pinned_to_a_processor_of_its_own() -> None:
    with Pool(games=()) as pool:
        futures = [pool.submit(tasks.affinity_of_worker) for _ in range(200)]
        seen = dict(future.result() for future in futures)
    assert all(len(cores) == 1 for cores in seen.values())
    assert len({cores[0] for cores in seen.values()}) == len(seen) <= len(processors())


def test_an_error_arrives_as_it_was_raised() -> None:
    with Pool(1, games=()) as pool:
        fault = pool.submit(tasks.refuse).exception()
        unreadable = pool.submit(tasks.raise_unreadable).exception()
        assert pool.submit(os.getpid).result() > 0
    assert isinstance(fault, IllegalMoveError)
    assert str(fault) == "illegal move a1 in 'start': it is taken"
    assert fault.render("zh") != str(fault)
    assert "tasks.py" in fault.__notes__[0]
    assert isinstance(unreadable, RuntimeError)
    assert str(unreadable) == "Unreadable: 1 2"


def test_a_task_whose_worker_is_killed_is_done_again(note: str) -> None:
    with Pool(games=()) as pool:
        others = [pool.submit(abs, -number) for number in range(20)]
        assert pool.submit(tasks.die, note, 2).result() == "survived"
        assert [future.result() for future in others] == list(range(20))
    assert len(lines(note)) == 3


def test_a_task_that_ends_three_workers_is_set_aside(note: str) -> None:
    with Pool(games=()) as pool:
        deadly = pool.submit(tasks.die, note)
        others = [pool.submit(abs, -number) for number in range(20)]
        with pytest.raises(SetAsideError, match="3 workers were lost"):
            deadly.result()
        assert [future.result() for future in others] == list(range(20))
    assert len(set(lines(note))) == 3


def test_an_idle_worker_that_is_killed_is_replaced() -> None:
    with Pool(1, games=()) as pool:
        first = pool.submit(os.getpid).result()
        os.kill(first, signal.SIGKILL)
        assert pool.submit(os.getpid).result() != first


def test_a_killed_steward_is_replaced_and_its_workers_end(note: str) -> None:
    with Pool(games=()) as pool:
        futures = [pool.submit(tasks.slowly, note, 0.2) for _ in range(6)]
        assert eventually(lambda: lines(note))
        worker = int(lines(note)[0])
        pool._process.kill()
        assert [future.result() for future in futures] == ["done"] * 6
        assert not alive(worker)


def test_cancelled_tasks_are_not_done(note: str, tmp_path: Path) -> None:
    with Pool(1, games=()) as pool:
        running: Future[Any] = pool.submit(tasks.slowly, str(tmp_path / "first"), 0.3)
        futures: list[Future[Any]] = [pool.submit(tasks.noted, note) for _ in range(10)]
        assert all(future.cancel() for future in futures)
        assert wait([running, *futures], timeout=60).not_done == set()
    assert lines(note) == []


def test_shutdown_can_cancel_tasks_that_have_not_started(note: str, tmp_path: Path) -> None:
    pool = Pool(1, games=())
    running = pool.submit(tasks.slowly, str(tmp_path / "first"), 0.3)
    assert eventually(running.running)
    waiting = pool.submit(tasks.noted, note)
    pool.shutdown(cancel_futures=True)
    assert running.result() == "done"
    assert waiting.cancelled()
    assert lines(note) == []
    with pytest.raises(RuntimeError, match="shut down"):
        pool.submit(os.getpid)


def test_tasks_fail_if_no_worker_can_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "processors", lambda: [100_000])  # no such processor
    with Pool(games=()) as pool, pytest.raises(PoolError, match="ended before it could begin"):
        pool.submit(os.getpid).result()


def test_tasks_fail_if_no_steward_can_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "_START", "pass")
    with Pool(games=()) as pool, pytest.raises(PoolError, match="they end at once"):
        pool.submit(os.getpid).result()


def test_leaving_the_pool_by_an_exception_ends_everything(tmp_path: Path) -> None:
    before = descendants(os.getpid())
    running = []

    def interrupted() -> None:
        with Pool(games=["tiaojia"]) as pool:
            running.append(pool.submit(play, sleeping_game(tmp_path)))
            assert eventually(running_bots(tmp_path))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert bots_gone(tmp_path)()
    assert descendants(os.getpid()) <= before
    assert isinstance(running[0].exception(), PoolError)


def test_bots_and_files_of_a_killed_worker_are_removed(tmp_path: Path) -> None:
    with Pool(1, games=["tiaojia"]) as pool:
        pool.submit(play, sleeping_game(tmp_path))
        assert eventually(running_bots(tmp_path))
        bots = set(running_bots(tmp_path)())
        victims = _workers(pool)
        folders = list(pool._folder.iterdir())
        assert folders
        os.kill(victims[0], signal.SIGKILL)
        assert eventually(lambda: not bots & set(running_bots(tmp_path)()))
        assert eventually(lambda: not any(folder.exists() for folder in folders))
        pool.give_up()
    assert bots_gone(tmp_path)()
    assert not pool._folder.exists()


RUNNER = """
    import sys
    from pathlib import Path
    sys.path[:] = {path!r}
    from judge.workers.test_pool import sleeping_game
    from garlic.judge.game_run import play
    from garlic.judge.workers.pool import Pool

    with Pool(1, games=["tiaojia"]) as pool:
        pool.submit(play, sleeping_game(Path({folder!r}))).result()
"""


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_program_that_ends_leaves_no_process(tmp_path: Path, how: Signals) -> None:
    source = textwrap.dedent(RUNNER.format(path=sys.path, folder=str(tmp_path)))
    program = subprocess.Popen([sys.executable, "-c", source], stderr=subprocess.PIPE)
    assert eventually(running_bots(tmp_path))
    below = descendants(program.pid)
    program.send_signal(how)
    program.communicate(timeout=60)
    assert program.returncode != 0
    assert eventually(bots_gone(tmp_path))
    assert eventually(lambda: not any(map(alive, below)))


def test_play_all_gives_what_play_gives() -> None:
    game = GAMES["tiaojia"]
    bots = (find_bot("random:tiaojia"), find_bot("random:tiaojia"))
    limits = parse_limits("turn=10s,init=10s", game.limits)
    game_runs = [GameRun("tiaojia", bots, str(game.setup()), seed, limits) for seed in range(4)]
    records = dict(play_all(game_runs, jobs=2))
    assert sorted(records) == list(range(4))
    for index, game_run in enumerate(game_runs):
        again = play(game_run)
        assert [turn.move for turn in records[index].turns] == [turn.move for turn in again.turns]


def _workers(pool: Pool) -> list[int]:
    steward = pool._process.pid
    return [pid for pid in descendants(steward) if parent(pid) == steward]


def test_workers_that_are_not_pinned_may_run_anywhere() -> None:
    with Pool(games=(), pinned=False) as pool:
        assert pool.submit(tasks.affinity_of_worker).result()[1] == processors()


def test_messages_arrive_in_order_and_before_the_result() -> None:
    messages: list[object] = []
    with Pool(1, games=()) as pool:
        future = pool.submit_sending(count, 5_000, on_message=messages.append)
        future.add_done_callback(lambda _: messages.append("done"))
        assert future.result(60) != os.getpid()
    assert messages == [*({"number": number} for number in range(5_000)), "done"]


def test_a_stopped_task_ends_with_its_next_message_and_its_worker_goes_on() -> None:
    first = threading.Event()
    with Pool(1, games=()) as pool:
        running = pool.submit_sending(report_forever, on_message=lambda _: first.set())
        assert first.wait(60)
        assert running.running()
        pool.stop(running)
        with pytest.raises(StoppedError):
            running.result(60)
        assert pool.submit_sending(count, 1, on_message=lambda _: None).result(60)
        assert pool.submit(os.getpid).result(60)


def test_a_stopped_task_whose_worker_dies_stays_stopped(tmp_path: Path) -> None:
    first = threading.Event()
    with Pool(1, games=()) as pool:
        marker = tmp_path / "died"
        running = pool.submit_sending(report_until_killed, marker, on_message=lambda _: first.set())
        assert first.wait(60)
        pool.stop(running)
        with pytest.raises(StoppedError):
            running.result(60)
    assert marker.exists()
