"""Keepers that are copies of one process: what they share, and what they do not."""

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from garlic.core import Verdict
from garlic.sandbox import Confinement, KeeperSource, SandboxError, keeper, rings, start
from garlic.sandbox.process import Confined
from sandbox.harness import MEGABYTE, children, state_of
from support.present import present

CONFINED = Confinement(64 * MEGABYTE)
KINDS = ("ipc", "net", "pid_for_children", "uts")
HELD: list[int] = []


@pytest.fixture
def source() -> Iterator[KeeperSource]:
    with closing(KeeperSource()) as source, source.used_here():
        yield source


def source_pid(source: KeeperSource) -> int:
    """Its number: never 0, which stands for all processes of our group."""
    pid = present(source._pid)
    assert pid > 1
    return pid


def keeper_pid(process: Confined) -> int:
    return process._keeper._pid


@pytest.fixture(autouse=True)
def held() -> Iterator[list[int]]:
    """Descriptors of namespaces: while they are open, no new one gets the same number."""
    yield HELD
    while HELD:
        os.close(HELD.pop())


def namespaces(pid: int | str) -> dict[str, int]:
    """The numbers of its namespaces, by kind."""
    found = {}
    for kind in KINDS:
        HELD.append(os.open(f"/proc/{pid}/ns/{kind}", os.O_RDONLY))
        found[kind] = os.fstat(HELD[-1]).st_ino
    return found


def run(puppet: Path, confinement: Confinement = CONFINED) -> dict[str, int]:
    """The namespaces of a keeper whose bot has answered, and ended."""
    with start([puppet], confinement) as process:
        assert process.turn(b"echo hello\n", 10).reply == b"echo hello\n"
        seen = namespaces(keeper_pid(process))
    assert process.usage.processes >= 1
    return seen


@pytest.mark.usefixtures("source")
def test_runs_share_an_empty_network_and_nothing_else(puppet: Path) -> None:
    if os.geteuid() != 0 or not rings()[2].holds:
        pytest.skip("networks are shared only as root, with ring 2")
    first, second, ours = run(puppet), run(puppet), namespaces("self")
    assert first["net"] == second["net"] != ours["net"]
    for kind in ("ipc", "pid_for_children", "uts"):
        assert len({first[kind], second[kind], ours[kind]}) == 3, kind


@pytest.mark.usefixtures("source")
def test_without_ring_1_a_network_is_used_once(puppet: Path) -> None:
    if os.geteuid() != 0 or not rings()[2].holds:
        pytest.skip("networks are shared only as root, with ring 2")
    free = Confinement(64 * MEGABYTE, restricted=False)
    assert len({run(puppet)["net"], run(puppet, free)["net"], run(puppet, free)["net"]}) == 3


@pytest.mark.usefixtures("source")
def test_only_one_at_a_time(puppet: Path) -> None:
    with start([puppet], CONFINED) as one, start([puppet], CONFINED) as other:
        first, second = (namespaces(keeper_pid(each)) for each in (one, other))
        assert one.turn(b"echo one\n", 10).reply == b"echo one\n"
        assert other.turn(b"echo two\n", 10).reply == b"echo two\n"
    if rings()[2].holds:
        assert first["net"] != second["net"]


def test_a_keeper_is_in_a_session_of_its_own(source: KeeperSource, puppet: Path) -> None:
    with start([puppet], CONFINED) as process:
        pid = keeper_pid(process)
        assert os.getsid(pid) == pid
        assert os.getsid(source_pid(source)) == source_pid(source)


def test_a_killed_source_is_replaced(source: KeeperSource, puppet: Path) -> None:
    run(puppet)
    for _ in range(2):
        pid = source_pid(source)
        os.kill(pid, signal.SIGKILL)
        os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)  # its end of the socket is closed then
        run(puppet)
        assert source_pid(source) != pid


@pytest.mark.usefixtures("source")
def test_nothing_follows_a_killed_keeper_in_its_network(puppet: Path) -> None:
    before = run(puppet)
    with start([puppet], CONFINED) as process:
        os.kill(keeper_pid(process), signal.SIGKILL)
    after = run(puppet)
    if os.geteuid() == 0 and rings()[2].holds:
        assert before["net"] != after["net"]


def test_other_threads_and_later_keepers_come_from_elsewhere(puppet: Path) -> None:
    with closing(KeeperSource()) as source:
        with source.used_here():
            inside = run(puppet)
        outside = run(puppet)
        pid = source_pid(source)
    if rings()[2].holds:
        assert inside["net"] != outside["net"]
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_programs_go_on_without_their_source(source: KeeperSource, puppet: Path) -> None:
    """It is killed between two turns, then closed: the copy is ended and reaped all the same."""
    with start([puppet], CONFINED) as process:
        assert process.turn(b"echo one\n", 10).reply == b"echo one\n"
        os.kill(source_pid(source), signal.SIGKILL)
        assert process.turn(b"echo two\n", 10).reply == b"echo two\n"
        source.close()
        assert process.turn(b"echo three\n", 10).reply == b"echo three\n"
        pid = keeper_pid(process)
        assert pid in children()
    assert pid not in children()


def test_a_program_that_is_not_asked_is_reaped_after_its_source(
    source: KeeperSource, puppet: Path
) -> None:
    before = children()
    process = start([puppet], CONFINED)
    source.close()
    process.close()
    assert children() <= before


def test_a_source_that_hangs_is_replaced(
    source: KeeperSource, puppet: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeper, "_GRACE_SECONDS", 1)
    run(puppet)
    pid = source_pid(source)
    os.kill(pid, signal.SIGSTOP)
    began = time.monotonic()
    monkeypatch.undo()
    run(puppet)
    assert time.monotonic() - began < 20
    assert source_pid(source) != pid
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_a_source_that_cannot_be_copied_is_replaced(
    source: KeeperSource, puppet: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest, asked = KeeperSource.take, []

    def take(self: KeeperSource, theirs: object) -> bool:
        asked.append(self._pid)
        taken = honest(self, theirs)  # type: ignore[arg-type]
        if len(asked) == 1:  # as if it had answered -1
            self.close()
        return taken

    monkeypatch.setattr(KeeperSource, "take", take)
    run(puppet)
    assert len(asked) == 2
    assert source_pid(source)


def test_without_any_process_to_be_had_it_says_why(
    source: KeeperSource, puppet: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none_left(*_: object, **__: object) -> int:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(os, "posix_spawn", none_left)
    with pytest.raises(SandboxError, match=r"cannot start the keeper: Resource temporarily"):
        start([puppet], CONFINED)
    monkeypatch.undo()
    run(puppet)
    assert source_pid(source)


def test_many_runs_leave_nothing_in_the_source(source: KeeperSource, puppet: Path) -> None:
    def held() -> tuple[int, int, set[int]]:
        status = Path(f"/proc/{source_pid(source)}/status").read_text()
        memory = next(line for line in status.splitlines() if line.startswith("VmData"))
        return (
            len(list(Path(f"/proc/{source_pid(source)}/fd").iterdir())),
            int(memory.split()[1]),
            children() - {source_pid(source)},
        )

    run(puppet)
    before = held()
    for number in range(60):
        with start([puppet], CONFINED) as process:
            if number % 3 == 1:
                assert process.turn(b"echo hello\n", 10).reply == b"echo hello\n"
            if number % 3 == 2:
                assert process.turn(b"sleep 60000\n", 0.02).verdict is Verdict.TOO_LATE
    assert held() == before


@pytest.mark.usefixtures("source")
def test_a_keeper_holds_nothing_of_its_source(source: KeeperSource, puppet: Path) -> None:
    """A copy with the source's socket would keep the judge from noticing that it is lost."""

    def sockets(pid: int) -> set[str]:
        folder = Path(f"/proc/{pid}/fd")
        return {str(entry.readlink()) for entry in folder.iterdir()} - {"/dev/null"}

    with start([puppet], CONFINED) as process:
        of_source, of_keeper = sockets(source_pid(source)), sockets(keeper_pid(process))
    assert len(of_source) == 1
    assert not of_source & of_keeper


def _runs_elsewhere(puppet: Path, pipe: Connection) -> None:
    with start([puppet], CONFINED) as process:
        reply = process.turn(b"echo hello\n", 10).reply
        pipe.send((reply, keeper_pid(process) in children()))


def test_a_fork_of_the_judge_does_not_use_its_source(source: KeeperSource, puppet: Path) -> None:
    run(puppet)
    ours, theirs = multiprocessing.Pipe()
    child = multiprocessing.get_context("fork").Process(
        target=_runs_elsewhere, args=(puppet, theirs)
    )
    child.start()
    assert ours.poll(20)
    assert ours.recv() == (b"echo hello\n", True)
    child.join(20)
    assert child.exitcode == 0
    assert not source._in_use
    run(puppet)


WITHOUT_FILTERS = """
import os, sys
from contextlib import closing
import pyseccomp
from garlic.sandbox import Confinement, KeeperSource, rings, start

filters = pyseccomp.SyscallFilter(pyseccomp.ALLOW)
filters.add_rule(pyseccomp.ERRNO(1), "seccomp")
filters.load()
assert not rings()[1].holds
with closing(KeeperSource()) as source, source.used_here():
    for _ in range(2):
        with start([sys.argv[1]], Confinement(64 << 20)) as bot:
            assert 1 not in bot.rings and 2 in bot.rings
            assert bot.turn(b"echo hello\\n", 30).reply
            net = os.open(f"/proc/{bot._keeper._pid}/ns/net", os.O_RDONLY)
            print(os.fstat(net).st_ino)
"""


def test_where_the_machine_takes_no_filters_a_network_is_used_once(puppet: Path) -> None:
    try:
        pytest.importorskip("pyseccomp")
    except RuntimeError as fault:  # pyseccomp without the library
        pytest.skip(str(fault))
    if os.geteuid() != 0 or not rings()[2].holds:
        pytest.skip("networks are shared only as root, with ring 2")
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_FILTERS, str(puppet)],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert len(set(done.stdout.split())) == 2


def test_copies_end_with_the_judge(puppet: Path) -> None:
    script = """
import sys, time
from garlic.sandbox import Confinement, KeeperSource, start
source = KeeperSource()
with source.used_here():
    bot = start([sys.argv[1]], Confinement(64 << 20))
bot.turn(b"echo\\n", 30)
bot.ask(b"work 600000\\n", 600)
print("thinking", flush=True)
time.sleep(600)
"""
    command = [sys.executable, "-c", script, str(puppet)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as judge:
        assert judge.stdout
        assert judge.stdout.readline() == b"thinking\n"
        family = children(judge.pid)
        assert len(family) == 2  # the source and its copy
        for pid in tuple(family):
            family |= children(pid)
        assert len(family) >= 3
        judge.kill()
    until = time.monotonic() + 10
    while any(state_of(pid) not in {"", "Z"} for pid in family):
        assert time.monotonic() < until
        time.sleep(0.02)
