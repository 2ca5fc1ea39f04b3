"""Guarded programs: their users, their privileges, their processes."""

import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

import garlic
from garlic.core.byte_locks import lock_byte, unlock_byte
from garlic.sandbox import Confinement, Profile, start, users
from garlic.sandbox import guard as guard_module
from garlic.sandbox.guard import RunReport, RunRequest, guarded
from garlic.sandbox.keeper import probe
from garlic.sandbox.landlock import SYSTEM
from garlic.sandbox.own_time import OwnTime
from garlic.sandbox.restrictions import Restrictions, missing_restriction
from garlic.sandbox.users import own_user
from sandbox.harness import crowd

KEEPER = Path(__file__).parents[2] / "cpp/sandbox/confining/users.cpp"
KEEPER_USERS = tuple(
    int(re.findall(rf"{name} = ([\d']+)", KEEPER.read_text())[0].replace("'", ""))
    for name in ("kFirst", "kCount", "kFirstByte")
)
TELLS_ITS_USER = "import os\nwhile input(): print(os.getuid(), flush=True)"
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root has other users")
can_guard = pytest.mark.skipif(
    probe()["namespaces"] != 0 or missing_restriction() is not None,
    reason="programs cannot be guarded here",
)


def guard(
    script: str, *, seconds: float = 600, cpus: Iterable[int] = (), **changes: Any
) -> RunReport:
    """The report on a shell script."""
    with tempfile.TemporaryDirectory() as name:
        workspace = Path(name)
        workspace.chmod(0o755)
        (workspace / "here").mkdir()
        request = RunRequest(
            command=["/bin/sh", "-c", script],
            workspace=name,
            here=str(workspace / "here"),
            seconds=seconds,
            memory_bytes=None,
            readable=["/proc"],
            cpus=list(cpus),
            **changes,
        )
        report = guarded(request)
        assert report is not None
        return report


@as_root
def test_no_two_have_the_same_user() -> None:
    taken, ready, done = [], threading.Barrier(9), threading.Event()

    def take() -> None:
        with own_user() as user:
            taken.append(user)
            ready.wait(600)
            done.wait(600)

    threads = [threading.Thread(target=take) for _ in range(8)]
    for thread in threads:
        thread.start()
    ready.wait(600)
    code = "from garlic.sandbox.users import own_user\nwith own_user() as user: print(user)"
    other = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout
    done.set()
    for thread in threads:
        thread.join()
    assert len({*taken, int(other)}) == 9


@as_root
def test_a_user_is_free_again_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(users, "COUNT", 1)
    for _ in range(3):
        with own_user() as user:
            assert user == users.FIRST


@as_root
def test_no_two_bots_have_the_same_user() -> None:
    """With all numbers but two taken, two bots have those two."""
    first, count, first_byte = KEEPER_USERS
    descriptor = os.open("/run/garlic-users.lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        ours = [place for place in range(count) if lock_byte(descriptor, first_byte + place)]
        free = {first + ours[0], first + ours[-1]}
        unlock_byte(descriptor, first_byte + ours[0])
        unlock_byte(descriptor, first_byte + ours[-1])
        command = ["/usr/bin/python3", "-I", "-S", "-c", TELLS_ITS_USER]
        confinement = Confinement(64 << 20, Profile.PYTHON)
        with start(command, confinement) as one, start(command, confinement) as other:
            users_seen = {int(bot.turn(b"go\n", 600).reply or b"-1") for bot in (one, other)}
        assert users_seen == free
    finally:
        os.close(descriptor)


def test_users_are_neither_those_of_bots_nor_of_systemd() -> None:
    first, count, first_byte = KEEPER_USERS
    bots = range(first, first + count)
    ours = range(users.FIRST, users.FIRST + users.COUNT)
    assert not set(bots) & set(ours)
    assert first_byte >= users.COUNT
    # 60706 to 61183 is what https://systemd.io/UIDS-GIDS leaves unused.
    assert min(ours) >= 60_706
    assert max(ours) <= 61_183


@can_guard
def test_a_guarded_program_has_no_privileges() -> None:
    report = guard("cat /proc/self/status; id -u")
    facts = dict(re.findall(r"^(\w+):\s+(\S+)", report.stdout, re.MULTILINE))
    assert report.fenced
    assert report.apart
    for name in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"):
        assert int(facts[name], 16) == 0 or (name == "CapBnd" and os.geteuid() != 0)
    assert facts["NoNewPrivs"] == "1"
    assert facts["Seccomp"] == "2"
    assert "0" not in report.stdout.split()[-1:]


@as_root
@can_guard
@pytest.mark.parametrize("strict", [False, True])
def test_a_guarded_program_sees_no_process_but_its_own(strict: bool) -> None:
    report = guard("echo /proc/[0-9]*", strict=strict)
    assert "/proc/1 " in report.stdout
    assert f"/proc/{os.getpid()}" not in report.stdout.split()
    assert len(report.stdout.split()) < 10
    assert Path(f"/proc/{os.getpid()}").exists()  # ours is as it was


@can_guard
def test_a_guarded_program_starts_few_processes() -> None:
    nap = f"sleep 500.{os.getpid()}"  # like no other test's
    report = guard(f"for n in $(seq 300); do {nap} & done; wait")
    assert "fork" in report.stderr
    assert report.status != 0
    running = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True)
    assert nap not in running.stdout


@pytest.mark.skipif(missing_restriction() is not None, reason="nothing can be restricted here")
def test_our_package_is_hidden_wherever_it_is_installed(tmp_path: Path) -> None:
    home = Path(garlic.__file__).parent
    above = home.parents[1]
    neighbour = next(path for path in above.rglob("*.toml") if home not in path.parents)
    restrictions = Restrictions(tmp_path, [*SYSTEM, str(above)], None, {})
    try:
        runs = [
            subprocess.run(
                ["/bin/cat", path],
                check=False,
                capture_output=True,
                text=True,
                preexec_fn=restrictions.enter,
            )
            for path in (neighbour, home / "labs/library.py", home / "__init__.py")
        ]
    finally:
        restrictions.close()
    assert runs[0].stdout
    assert all("Permission denied" in run.stderr for run in runs[1:]), runs


@can_guard
def test_a_guarded_program_within_its_own_time_is_on_time_on_a_busy_machine() -> None:
    with crowd() as cpu:
        report = guard("i=0; while [ $i -lt 150000 ]; do i=$((i+1)); done", seconds=5, cpus=[cpu])
    assert (report.late, report.overloaded, report.status) == (False, False, 0), report
    assert report.wall_seconds > report.cpu_seconds


@can_guard
@pytest.mark.parametrize("script", ["sleep 600", "sleep 600 & wait", "while :; do :; done"])
def test_a_guarded_program_that_takes_too_long_is_late_on_a_busy_machine(script: str) -> None:
    with crowd() as cpu:
        report = guard(script, seconds=0.5, cpus=[cpu])
    assert (report.late, report.overloaded) == (True, False)


@can_guard
def test_a_guarded_program_that_gets_no_processor_is_not_late(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nobody has the patience for it; in the real one it would get its time."""
    monkeypatch.setattr(guard_module, "patience", lambda _: 0.2)
    with crowd() as cpu:
        process = subprocess.Popen(
            ["/bin/sh", "-c", "while :; do :; done"],
            start_new_session=True,
        )
        os.sched_setaffinity(process.pid, {cpu})
        try:
            with tempfile.TemporaryDirectory() as here:
                status, why = guard_module._wait(process.pid, 30, Path(here))
        finally:
            process.kill()
            process.wait()
    assert (status, why) == (None, guard_module._EndedEarly.OVERLOADED)


def test_what_the_host_of_a_virtual_machine_took_is_no_own_time(tmp_path: Path) -> None:
    machine = tmp_path / "stat"
    machine.write_text("cpu  1 1 1 1 1 1 1 500 1 1\n")
    own_time = OwnTime(1, tmp_path)
    time.sleep(0.1)
    assert own_time.look() >= 0.1
    machine.write_text("cpu  1 1 1 1 1 1 1 100500 1 1\n")
    assert own_time.look() < 0.1
