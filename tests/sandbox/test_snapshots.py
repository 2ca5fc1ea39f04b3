import random
import struct
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from garlic.core import Verdict
from garlic.sandbox import (
    Confined,
    Confinement,
    Reply,
    SandboxError,
    SandboxTurn,
    Snapshots,
    host_sources,
    start,
)
from garlic.sandbox.rings import rings
from sandbox.harness import MEGABYTE
from support.present import present

PATIENT = 30.0
pytestmark = pytest.mark.usefixtures("ring_1")


def order(host: Confined, what: str, number: int = 0, wall: float = PATIENT) -> SandboxTurn:
    return host.turn(struct.pack("<ii", ord(what), number), wall, reply=Reply.record(16))


def state(turn: SandboxTurn) -> tuple[int, int]:
    """The fingerprint of the host's memory, and its count of orders."""
    assert turn.reply is not None, turn
    fingerprint, obeyed = struct.unpack("<QQ", turn.reply)
    return fingerprint, obeyed


@pytest.fixture(params=[True, False], ids=["namespaces", "plain"])
def host(request: pytest.FixtureRequest, scribble: Path) -> Iterator[Confined]:
    if request.param and not rings()[2].holds:
        pytest.skip(f"no namespaces: {rings()[2].why}")
    confinement = Confinement(128 * MEGABYTE, namespaces=request.param)
    with start([scribble], confinement, snapshots=Snapshots.of(scribble)) as process:
        yield process


@pytest.fixture
def twin(scribble: Path) -> Iterator[Confined]:
    """The same host without failures, to compare with."""
    with start([scribble], Confinement(128 * MEGABYTE, own_channel=True)) as process:
        yield process


@pytest.mark.parametrize(
    ("what", "verdict"),
    [
        ("c", Verdict.CRASH),
        ("v", Verdict.CRASH),
        ("e", Verdict.CRASH),
        ("s", Verdict.TOO_LATE),
        ("f", Verdict.FORBIDDEN),
        ("m", Verdict.FORBIDDEN),
        ("d", Verdict.FORBIDDEN),
        ("l", Verdict.FORBIDDEN),
        ("L", Verdict.FORBIDDEN),
        ("k", Verdict.FORBIDDEN),
    ],
)
def test_a_failed_turn_is_undone(host: Confined, what: str, verdict: Verdict) -> None:
    before = state(order(host, "w", 1))
    failed = order(host, what, 1, 0.05 if what == "s" else PATIENT)
    assert failed.verdict is verdict, failed
    assert failed.rolled_back
    assert failed.alive
    _, obeyed = state(order(host, "w", 1))
    assert obeyed == before[1] + 1


def test_the_first_turn_can_be_undone_too(host: Confined) -> None:
    assert order(host, "v").verdict is Verdict.CRASH
    assert state(order(host, "w", 5))[1] == 1


@pytest.mark.parametrize(
    ("turns", "failures"), [(200, 60), pytest.param(1000, 300, marks=pytest.mark.slow)]
)
def test_memory_is_restored_exactly(
    host: Confined, twin: Confined, turns: int, failures: int
) -> None:
    rng = random.Random(turns)
    fails = set(rng.sample(range(turns), failures))
    for number in range(turns):
        if number in fails:
            what = rng.choice("cvs")
            failed = order(host, what, number, 0.02 if what == "s" else PATIENT)
            assert failed.fault
            assert failed.rolled_back
        else:
            assert state(order(host, "w", number)) == state(order(twin, "w", number))
    # Each turn made a snapshot, and all were reaped.
    assert host.close().processes >= turns


def test_an_unread_message_is_undone_too(host: Confined, twin: Confined) -> None:
    crash, unread = struct.pack("<ii", ord("v"), 1), struct.pack("<ii", ord("w"), 99)
    assert order(host, "w", 3).reply == order(twin, "w", 3).reply
    assert host.turn(crash + unread, PATIENT, reply=Reply.record(16)).rolled_back
    assert state(order(host, "w", 4)) == state(order(twin, "w", 4))


def test_large_tables_are_restored(host: Confined, twin: Confined) -> None:
    assert state(order(host, "g", 40)) == state(order(twin, "g", 40))
    for number in range(12):
        if number % 3 == 0:
            assert order(host, "r", number).reply
            assert order(twin, "r", number).reply
        assert order(host, "v", 1000 + number).rolled_back
        assert state(order(host, "w", number)) == state(order(twin, "w", number))


def test_bot_code_cannot_make_a_snapshot(host: Confined) -> None:
    """Not from the host's own instruction, nor after an early reply, nor in a signal handler."""
    order(host, "w")
    assert present(order(host, "x").fault).call == "clone"
    for delay in (1, 20, 50, 100, 200, 400):
        turn = order(host, "a", delay)  # microseconds until a handler tries it
        follow = order(host, "w", 1)
        # The handler runs in a turn, where it is refused, or not at all: never between turns.
        assert {turn.verdict, follow.verdict} <= {Verdict.OK, Verdict.FORBIDDEN}
    time.sleep(0.05)
    order(host, "w")  # the last timer may have expired
    assert order(host, "w").reply


def test_a_turn_ends_with_the_host_not_with_the_reply(host: Confined) -> None:
    """Else a bot could write the reply itself and keep thinking in its opponent's turn."""
    before = state(order(host, "w"))
    assert order(host, "z", 0, 0.1).verdict is Verdict.TOO_LATE
    assert present(order(host, "q").fault).call == "clone"
    assert state(order(host, "w"))[1] == before[1] + 1


def test_a_name_is_no_signal_mask(host: Confined) -> None:
    """The keeper reads the mask in a file that also holds the name the bot gave itself."""
    order(host, "N")
    assert present(order(host, "q").fault).call == "clone"
    assert order(host, "w").reply


def test_the_code_around_a_snapshot_cannot_be_changed(host: Confined) -> None:
    assert present(order(host, "t").fault).call == "mprotect"


def test_a_forged_reply_harms_only_its_author(host: Confined) -> None:
    forged = order(host, "o")
    assert forged.reply == b"0123456789abcdef"
    assert order(host, "w").verdict is Verdict.PROTOCOL  # the real one came too early
    assert order(host, "w").reply


def test_copied_memory_is_reported_when_time_runs_out(host: Confined) -> None:
    order(host, "g", 40)
    turn = order(host, "r", 1, 0.002)
    assert turn.copied_bytes > MEGABYTE, turn
    assert order(host, "w").reply


def test_prints_are_captured(host: Confined) -> None:
    turn = order(host, "p", 7)
    assert turn.stdout == b"printed 7\n"
    assert order(host, "w").stdout == b""


def test_a_host_compiles_with_a_bot_in_cpp(workshop: Path) -> None:
    sources = host_sources()
    main = workshop / "host.cpp"
    main.write_text(
        '#include "host.h"\n'
        "int main() {\n    char c;\n    for (;;) {\n        garlic_next_turn();\n"
        "        garlic_read(&c, 1);\n        garlic_write(&c, 1);\n    }\n}\n"
    )
    program = workshop / "host-cpp"
    flags = ["-O2", "-pthread", "-std=c++11", "-Wall", "-Wextra", "-Werror", "-static", "-no-pie"]
    files: list[str | Path] = [main, "-x", "c++", sources / "host.c"]
    subprocess.run(["g++", *flags, "-I", sources, "-o", program, *files], check=True)
    with start([program], Confinement(64 * MEGABYTE), snapshots=Snapshots.of(program)) as host:
        for letter in (b"a", b"b"):
            assert host.turn(letter, PATIENT, reply=Reply.record(1)).reply == letter


def test_only_hosts_have_snapshots(puppet: Path, workshop: Path) -> None:
    with pytest.raises(SandboxError, match="not a host program"):
        Snapshots.of(puppet)
    nonsense = workshop / "short"
    nonsense.write_bytes(b"\x7fELF")
    with pytest.raises(SandboxError, match="cannot read"):
        Snapshots.of(nonsense)
    with pytest.raises(SandboxError, match="cannot read"):
        Snapshots.of(Path("/no/such/file"))
