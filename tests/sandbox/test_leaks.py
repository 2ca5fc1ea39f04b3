"""No leaks: of processes, descriptors, files or memory."""

import gc
import os
import resource
import signal
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from garlic.core import Verdict
from garlic.sandbox import Confinement, Reply, SandboxError, Snapshots, start
from garlic.sandbox.keeper import START, Keeper
from sandbox.harness import MEGABYTE, children, state_of

CONFINEMENT = Confinement(64 * MEGABYTE)


def descriptors() -> set[str]:
    return {entry.name for entry in Path("/proc/self/fd").iterdir()}


@pytest.fixture(autouse=True)
def spotless(scratch: Path) -> Iterator[None]:
    gc.collect()
    before = descriptors(), children(), set(scratch.glob("garlic-*"))
    yield
    gc.collect()
    assert descriptors() - before[0] == set()
    assert children() - before[1] == set()
    assert set(scratch.glob("garlic-*")) - before[2] == set()


@pytest.mark.parametrize("starts", [450, pytest.param(10_000, marks=pytest.mark.slow)])
def test_many_starts_leak_nothing(puppet: Path, starts: int) -> None:
    def play(rounds: int) -> None:
        for number in range(rounds):
            confinement = Confinement(64 * MEGABYTE, namespaces=number % 2 == 0)
            with start([puppet], confinement) as bot:
                if number % 3:
                    assert bot.turn(b"echo hello\n", 30).reply == b"echo hello\n"

    play(50)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    play(starts)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 4 << 10  # kilobytes


@pytest.mark.skipif(os.getuid() != 0, reason="only root's bots are other users")
def test_no_directory_is_left_in_a_folder_that_only_root_can_write_to(
    puppet: Path, workshop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = workshop / "scratch of root"
    folder.mkdir(0o755)
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    with start([puppet], CONFINEMENT) as bot:
        assert list(folder.iterdir())
        assert bot.turn(b"echo hello\n", 30).reply == b"echo hello\n"
    assert not list(folder.iterdir())


@pytest.mark.usefixtures("ring_1")
def test_rolling_back_leaks_nothing(scribble: Path) -> None:
    with start([scribble], CONFINEMENT, snapshots=Snapshots.of(scribble)) as host:
        for number in range(100):
            what = "v" if number % 3 == 0 else "w"
            host.turn(struct.pack("<ii", ord(what), number), 30, reply=Reply.record(16))
        keeper = host._keeper._pid
        # The worker, its snapshot, at most one that is being taken apart, and a namespace's pid 1.
        assert len(children(keeper)) <= 4


def test_closing_twice_and_closing_early(puppet: Path) -> None:
    bot = start([puppet], CONFINEMENT)
    usage = bot.close()
    assert bot.close() == usage
    with bot:
        pass
    with pytest.raises(SandboxError):
        bot.turn(b"echo\n", 1)


def test_an_exception_of_the_caller_leaks_nothing(puppet: Path) -> None:
    def careless() -> None:
        with start([puppet], CONFINEMENT) as bot:
            bot.ask(b"sleep 60000\n", 60)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        careless()


def test_a_process_that_is_not_closed_leaks_nothing(puppet: Path) -> None:
    start([puppet], CONFINEMENT).turn(b"echo hello\n", 30)


def test_a_program_that_cannot_be_started_leaks_nothing(tmp_path: Path) -> None:
    (tmp_path / "nonsense").write_text("nonsense")
    for program in (tmp_path / "nonsense", "no-such-program"):
        with pytest.raises(SandboxError):
            start([program], CONFINEMENT)


def test_the_bot_ends_with_its_keeper(puppet: Path) -> None:
    with start([puppet], CONFINEMENT) as bot:
        assert bot.turn(b"echo hello\n", 30).reply
        keeper = bot._keeper._pid
        family = children(keeper)
        os.kill(keeper, signal.SIGKILL)
        turn = bot.turn(b"echo hello\n", 30)
        assert (turn.verdict, turn.reply) == (Verdict.OVERLOAD, None)
        assert str(turn.fault) in {"the keeper has gone", "the keeper does not answer"}
        assert not bot.alive
    assert gone(family)


def test_a_keeper_that_is_killed_at_the_start_is_replaced(
    puppet: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = Keeper.ask
    killed: list[int] = []

    def ask(keeper: Keeper, kind: int, body: bytes, seconds: float) -> tuple[int, bytes]:
        if kind == START and len(killed) < 2:
            os.kill(keeper._pid, signal.SIGKILL)
            killed.append(keeper._pid)
        return honest(keeper, kind, body, seconds)

    monkeypatch.setattr(Keeper, "ask", ask)
    with start([puppet], CONFINEMENT) as bot:
        assert bot.turn(b"echo hello\n", 30).reply == b"echo hello\n"
    assert len(killed) == 2


def lives(pid: int) -> bool:
    return state_of(pid) not in {"", "Z"}  # a dead orphan waits for init, however long init takes


def gone(processes: set[int]) -> bool:
    for _ in range(500):
        if not any(map(lives, processes)):
            return True
        time.sleep(0.02)
    return False


JUDGE = """
import sys, time
from garlic.sandbox import Confinement, start
bot = start([sys.argv[1]], Confinement(64 << 20))
bot.turn(b"echo\\n", 30)
bot.ask(b"work 600000\\n", 600)
print("thinking", flush=True)
time.sleep(600)
"""


def test_keeper_and_bot_end_with_the_judge(puppet: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", JUDGE, str(puppet)], stdout=subprocess.PIPE
    ) as judge:
        assert judge.stdout
        assert judge.stdout.readline() == b"thinking\n"
        (keeper,) = children(judge.pid)
        family = {keeper} | children(keeper)
        assert len(family) >= 2
        judge.kill()
    assert gone(family)
