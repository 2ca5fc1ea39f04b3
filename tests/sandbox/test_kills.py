"""Who killed a bot: itself or a limit, which is its fault, or somebody else, which is not."""

import os
import signal
import struct
from pathlib import Path

import pytest

from garlic.core import Verdict
from garlic.sandbox import Confined, Confinement, Reply, Snapshots, process, start
from garlic.sandbox.cgroup import Group
from sandbox.harness import MEGABYTE, state_of
from support.present import present
from support.processes import descendants, eventually

pytestmark = pytest.mark.usefixtures("ring_1")


def kill(bot: Confined, name: str, number: signal.Signals) -> None:
    """Send the program *name* of *bot* a signal, and wait until it has ended."""
    family = descendants(bot._keeper._pid)
    named = {pid for pid in family if Path(f"/proc/{pid}/comm").read_text() == f"{name}\n"}
    for pid in named:
        os.kill(pid, number)
        os.kill(pid, signal.SIGCONT)  # between turns it is stopped
    assert eventually(lambda: all(state_of(pid) in {"Z", ""} for pid in named), 30)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_a_bot_that_somebody_else_kills_is_not_at_fault(
    bot: Confined, number: signal.Signals
) -> None:
    assert bot.turn(b"echo hello\n", 30).reply
    kill(bot, "puppet", number)
    fault = present(bot.turn(b"echo hello\n", 30).fault)
    assert (fault.kind, fault.signal) == (Verdict.OVERLOAD, number)
    assert str(fault).startswith(f"was killed from outside by {number.name}, ")
    assert not bot.alive


def test_other_signals_are_the_bots_own(bot: Confined) -> None:
    assert bot.turn(b"echo hello\n", 30).reply
    kill(bot, "puppet", signal.SIGSEGV)
    assert bot.turn(b"echo hello\n", 30).verdict is Verdict.CRASH


def test_a_host_that_somebody_else_kills_is_not_at_fault(scribble: Path) -> None:
    with start([scribble], Confinement(64 * MEGABYTE), snapshots=Snapshots.of(scribble)) as host:
        asked = struct.pack("<ii", ord("w"), 0)
        assert host.turn(asked, 30, reply=Reply.record(16)).fault is None
        kill(host, "scribble", signal.SIGKILL)
        assert host.turn(asked, 30, reply=Reply.record(16)).verdict is Verdict.OVERLOAD


def test_without_the_filter_nobody_knows_who_it_was(puppet: Path) -> None:
    with start([puppet], Confinement(64 * MEGABYTE, restricted=False)) as bot:
        assert bot.turn(b"echo hello\n", 30).reply
        kill(bot, "puppet", signal.SIGKILL)
        assert bot.turn(b"echo hello\n", 30).verdict is Verdict.CRASH


def test_the_kernel_kills_at_the_limit_of_processor_time(puppet: Path) -> None:
    with start([puppet], Confinement(64 * MEGABYTE, cpu_seconds=1)) as bot:
        turn = bot.turn(b"work 5000\n", 60)
        assert (turn.verdict, present(turn.fault).signal) == (Verdict.CRASH, signal.SIGKILL)


@pytest.mark.parametrize(
    ("events", "verdict"),
    [
        ("low 0\nhigh 0\nmax 9\noom 0\noom_kill 1\n", Verdict.OVERLOAD),
        ("low 0\nhigh 0\nmax 9\noom 1\noom_kill 1\n", Verdict.MEMORY),
        ("", Verdict.MEMORY),
    ],
    ids=["another", "its own", "unknown"],
)
def test_a_group_tells_whose_memory_ran_out(
    puppet: Path,
    workshop: Path,
    monkeypatch: pytest.MonkeyPatch,
    events: str,
    verdict: Verdict,
) -> None:
    group = Group(workshop / "group")
    group.path.mkdir(exist_ok=True)
    (group.path / "cgroup.procs").touch()
    (group.path / "memory.events").write_text(events)
    monkeypatch.setattr(process, "new_group", lambda *_: group)
    monkeypatch.setattr(Group, "remove", lambda _: None)
    with start([puppet], Confinement(64 * MEGABYTE)) as bot:
        assert bot.turn(b"echo hello\n", 30).reply
        kill(bot, "puppet", signal.SIGKILL)
        assert bot.turn(b"echo hello\n", 30).verdict is verdict
