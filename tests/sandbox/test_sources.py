"""Keepers that are copies of one process: what they share, and what they do not."""

import os
import signal
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from garlic.sandbox import Confinement, KeeperSource, rings, start
from garlic.sandbox.process import Confined
from sandbox.harness import MEGABYTE
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
