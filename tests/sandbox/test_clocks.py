"""Who is late: processor time, own time, the delay of a busy machine, credit for copied pages."""

import os
import struct
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from garlic.core import Verdict
from garlic.sandbox import Confined, Confinement, Profile, Reply, SandboxTurn, Snapshots, start
from garlic.sandbox import process as sandbox_process
from sandbox.harness import HERE, MEGABYTE, children, compile_c, crowd

PATIENT = 30.0  # seconds: for turns whose time does not matter


@pytest.fixture(scope="module")
def crew(workshop: Path) -> Path:
    program = workshop / "crew"
    compile_c(HERE / "bots" / "crew.c", program)
    return program


@pytest.fixture
def crowded() -> Iterator[int]:
    with crowd() as cpu:
        yield cpu


@pytest.fixture
def crowded_bot(puppet: Path, crowded: int) -> Iterator[Confined]:
    with start([puppet], Confinement(64 * MEGABYTE, cpus=frozenset({crowded}))) as bot:
        assert bot.turn(b"echo warm\n", PATIENT).reply
        yield bot


def may_raise_priorities() -> bool:
    return not subprocess.run(
        ["nice", "-n", "-20", "true"], check=False, capture_output=True
    ).stderr


def engine(program: Path, *cpus: int) -> Confined:
    """A program that may have threads."""
    confinement = Confinement(256 * MEGABYTE, profile=Profile.FOREIGN, cpus=frozenset(cpus))
    return start([program], confinement)


def test_a_turn_within_both_clocks_is_on_time_on_a_busy_machine(crowded_bot: Confined) -> None:
    turn = crowded_bot.turn(b"work 100\n", 0.15)
    assert turn.verdict is Verdict.OK, turn
    assert turn.reply == b"done\n"
    assert turn.wall_seconds > 0.15
    assert turn.delay_seconds > turn.wall_seconds - 0.15
    assert 0.09 <= turn.own_seconds <= 0.15
    assert crowded_bot.alive


def test_a_wait_is_no_fault_while_it_goes_on(puppet: Path) -> None:
    """The scheduler counts it when it ends, which may be long after the limit."""
    if not may_raise_priorities():
        pytest.skip("only root may raise priorities")
    cpu = min(os.sched_getaffinity(0))
    with start([puppet], Confinement(64 * MEGABYTE, cpus=frozenset({cpu}))) as bot:
        assert bot.turn(b"echo warm\n", PATIENT).reply
        with crowd(-20):
            turn = bot.turn(b"work 3\n", 0.03)
    assert turn.verdict is Verdict.OK, turn
    assert turn.delay_seconds > 0.03


def test_a_bot_that_sleeps_is_late_even_on_a_busy_machine(crowded_bot: Confined) -> None:
    turn = crowded_bot.turn(b"sleep 60000\n", 0.15)
    assert turn.verdict is Verdict.TOO_LATE, turn
    assert turn.wall_seconds < 5


def test_a_bot_that_works_too_long_is_late_even_on_a_busy_machine(crowded_bot: Confined) -> None:
    turn = crowded_bot.turn(b"work 60000\n", 0.05)
    assert turn.verdict is Verdict.TOO_LATE, turn
    assert turn.cpu_seconds < 1


def test_a_bot_that_loops_at_its_start_is_late_even_on_a_busy_machine(
    puppet: Path, crowded: int
) -> None:
    with start([puppet], Confinement(64 * MEGABYTE, cpus=frozenset({crowded}))) as bot:
        assert bot.turn(b"work 60000\n", 0.4).verdict is Verdict.TOO_LATE


@pytest.mark.usefixtures("ring_1")
def test_a_late_bot_that_fills_its_memory_is_told_so_even_on_a_busy_machine(
    crowded_bot: Confined,
) -> None:
    turn = crowded_bot.turn(b"gorge 60\n", 0.1)
    assert turn.verdict is Verdict.MEMORY, turn


def test_only_a_bot_that_gets_no_processor_is_an_overload(
    crowded_bot: Confined, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sandbox_process, "_PATIENCE_FACTOR", 1)
    monkeypatch.setattr(sandbox_process, "_PATIENCE_SECONDS", 0.01)
    turn = crowded_bot.turn(b"work 490\n", 0.5)
    assert turn.verdict is Verdict.OVERLOAD, turn
    assert turn.reply is None
    assert turn.delay_seconds > 0.01


@pytest.mark.usefixtures("ring_1")
def test_the_delay_of_threads_counts_even_when_they_have_ended(crew: Path, crowded: int) -> None:
    with engine(crew, crowded) as bot:
        assert bot.turn(b"work 0\n", PATIENT).reply == b"done\n"
        turns = [bot.turn(b"work 200\n", 0.25) for _ in range(5)]  # the delay varies
    assert {turn.verdict for turn in turns} == {Verdict.OK}, turns
    longest = max(turns, key=lambda turn: turn.wall_seconds)
    assert longest.delay_seconds > longest.wall_seconds - 0.25 > 0


@pytest.mark.usefixtures("ring_1")
@pytest.mark.parametrize("order", [b"spin 28\n", b"doze 28\n"], ids=["spin", "doze"])
def test_threads_cannot_excuse_each_other(crew: Path, order: bytes) -> None:
    with engine(crew) as bot:
        assert bot.turn(b"work 0\n", PATIENT).reply == b"done\n"
        turn = bot.turn(order, 0.3)
        assert turn.verdict is Verdict.TOO_LATE, turn
        assert turn.delay_seconds <= turn.wall_seconds


@pytest.mark.usefixtures("ring_1")
def test_time_in_which_threads_only_delay_each_other_is_their_own(crew: Path) -> None:
    with engine(crew) as bot:
        assert bot.turn(b"work 0\n", PATIENT).reply == b"done\n"
        turn = bot.turn(b"spin 28\n", 0.3, PATIENT)
        assert turn.verdict is Verdict.TOO_LATE, turn
        assert str(turn.fault) == "did not answer within 0.3 s"


@pytest.mark.usefixtures("ring_1")
def test_threads_that_sleep_are_late_even_on_a_busy_machine(crew: Path, crowded: int) -> None:
    with engine(crew, crowded) as bot:
        assert bot.turn(b"work 0\n", PATIENT).reply == b"done\n"
        assert bot.turn(b"never answered\n", 0.3).verdict is Verdict.TOO_LATE


@pytest.mark.usefixtures("ring_1")
def test_a_program_comes_to_rest_before_it_is_asked(crew: Path) -> None:
    with engine(crew) as bot:
        turns = [bot.turn(b"linger 1\n", PATIENT) for _ in range(20)]
        assert all(turn.reply == b"done\n" for turn in turns), turns
        # After some replies it was ready before it could be stopped.
        assert 0 < max(turn.rest_cpu_seconds for turn in turns) < PATIENT


@pytest.mark.usefixtures("ring_1")
def test_coming_to_rest_is_no_time_to_ponder(crew: Path) -> None:
    with engine(crew) as bot:
        turns = [bot.turn(b"ponder\n", PATIENT) for _ in range(5)]
    assert [turn.reply for turn in turns] == [b"done\n"] * 5
    used = sorted(turn.rest_cpu_seconds for turn in turns[1:])
    # 5 ms; a busy machine may notice it late.
    assert 0.005 <= used[0] < 0.1
    assert sum(turn.cpu_seconds for turn in turns) < 1


def test_bots_have_priority_where_that_is_allowed(bot: Confined) -> None:
    assert bot.turn(b"echo hello\n", PATIENT).reply
    raised = may_raise_priorities()
    processes = children(bot._keeper._pid)
    assert processes
    for process in processes:
        assert (os.getpriority(os.PRIO_PROCESS, process) < 0) == raised


STOLEN = """
#include <cstdio>
#include "measuring/clocks.h"
int main(int count, char** files) {
    using namespace garlic::sandbox;
    for (int at = 1; at < count; ++at)
        std::printf("%ld ", long(StolenTime{files[at]}.read() / kMillisecond));
}
"""


def test_what_the_host_of_a_virtual_machine_took_is_read_in_milliseconds(tmp_path: Path) -> None:
    numbers = {
        "virtual": "cpu  9 8 7 6 5 4 3 27 1 2\ncpu0 1 1 1 1 1 1 1 27 1 2\n",
        "own": "cpu  9 8 7 6 5 4 3 0 0 0\n",
    }
    files = [tmp_path / name for name in (*numbers, "missing")]
    for file, text in zip(files, numbers.values(), strict=False):
        file.write_text(text)
    source, program = tmp_path / "stolen.cpp", tmp_path / "stolen"
    source.write_text(STOLEN)
    sources = HERE.parents[1] / "cpp/sandbox"
    compiler: list[str | Path] = ["g++", "-std=c++20", f"-I{sources}", "-o", program, source]
    subprocess.run([*compiler, sources / "measuring/clocks.cpp"], check=True)
    printed = subprocess.run([program, *files], capture_output=True, check=True).stdout
    assert printed.split() == [b"270", b"0", b"0"]


def test_time_that_a_busy_bot_did_not_get_is_delay(bot: Confined) -> None:
    """Of a bot that never sleeps, nothing else is left; on a virtual machine neither."""
    for _ in range(5):
        turn = bot.turn(b"work 100\n", PATIENT)
        assert turn.own_seconds - turn.cpu_seconds < 0.02


def order(host: Confined, what: str, number: int = 0, wall: float = PATIENT) -> SandboxTurn:
    return host.turn(struct.pack("<ii", ord(what), number), wall, reply=Reply.record(16))


@pytest.fixture
def host(scribble: Path) -> Iterator[Confined]:
    """A host with a snapshot and a table of 100 MB."""
    confinement = Confinement(256 * MEGABYTE)
    with start([scribble], confinement, snapshots=Snapshots.of(scribble)) as process:
        assert order(process, "g", 100).reply
        assert order(process, "w").reply
        yield process


@pytest.mark.usefixtures("ring_1")
def test_copied_pages_are_forgiven(host: Confined) -> None:
    # The kernel samples where a process spends its time; once in a while it sees little of it.
    turns = [order(host, "R", 205, 0.2) for _ in range(5)]
    credited = [turn for turn in turns if turn.verdict is Verdict.OK]
    assert len(credited) >= 3, turns
    for turn in credited:
        assert turn.cpu_seconds > 0.2
        assert turn.copied_bytes > 50 * MEGABYTE
        assert 0.005 <= turn.credit_seconds <= 0.1
        assert turn.own_seconds <= 0.2


@pytest.mark.usefixtures("ring_1")
def test_a_turn_within_its_limits_needs_no_credit(host: Confined) -> None:
    turn = order(host, "r", 1)
    assert turn.verdict is Verdict.OK
    assert turn.credit_seconds == 0


@pytest.mark.usefixtures("ring_1")
@pytest.mark.parametrize(
    ("trick", "milliseconds"),
    # The kernel's work to fill memory again is forgiven like copying, at most half of the limit.
    [("y", 260), ("Y", 310)],
    ids=["given back", "given back and filled"],
)
def test_memory_that_was_given_back_buys_no_time(
    host: Confined, trick: str, milliseconds: int
) -> None:
    turn = order(host, trick, milliseconds, 0.2)
    assert turn.verdict is Verdict.TOO_LATE, turn
    assert turn.rolled_back


@pytest.mark.usefixtures("ring_1")
def test_credit_is_at_most_half_of_the_limit(host: Confined) -> None:
    turn = order(host, "r", 1, 0.01)
    assert turn.verdict is Verdict.TOO_LATE
    assert 0 < turn.credit_seconds <= 0.005
