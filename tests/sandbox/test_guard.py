"""Guarded programs: their users, their privileges, their processes."""

import os
import re
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import pytest

import garlic
from garlic.sandbox import users
from garlic.sandbox.guard import RunRequest, guarded
from garlic.sandbox.keeper import probe
from garlic.sandbox.landlock import SYSTEM
from garlic.sandbox.restrictions import Restrictions, missing_restriction
from garlic.sandbox.users import own_user

KEEPER = Path(__file__).parents[2] / "cpp/sandbox/users.cpp"
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root has other users")
can_guard = pytest.mark.skipif(
    probe()["namespaces"] != 0 or missing_restriction() is not None,
    reason="programs cannot be guarded here",
)


def guard(script, **changes):
    """The report on a shell script."""
    with tempfile.TemporaryDirectory() as name:
        workspace = Path(name)
        workspace.chmod(0o755)
        (workspace / "here").mkdir()
        request = RunRequest(
            command=["/bin/sh", "-c", script],
            workspace=name,
            here=str(workspace / "here"),
            seconds=600,
            memory_bytes=None,
            readable=["/proc"],
            cpus=[],
            **changes,
        )
        report = guarded(request)
        assert report is not None
        return report


@as_root
def test_no_two_have_the_same_user():
    taken, ready, done = [], threading.Barrier(9), threading.Event()

    def take():
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
def test_a_user_is_free_again_at_the_end(monkeypatch):
    monkeypatch.setattr(users, "COUNT", 1)
    for _ in range(3):
        with own_user() as user:
            assert user == users.FIRST


def test_users_are_neither_those_of_bots_nor_of_systemd():
    first, count = re.findall(r"kFirst = ([\d']+), kCount = (\d+)", KEEPER.read_text())[0]
    bots = range(int(first.replace("'", "")), int(first.replace("'", "")) + int(count))
    ours = range(users.FIRST, users.FIRST + users.COUNT)
    assert not set(bots) & set(ours)
    # 60706 to 61183 is what https://systemd.io/UIDS-GIDS leaves unused.
    assert min(ours) >= 60_706
    assert max(ours) <= 61_183


@can_guard
def test_a_guarded_program_has_no_privileges():
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
def test_a_guarded_program_sees_no_process_but_its_own(strict):
    report = guard("echo /proc/[0-9]*", strict=strict)
    assert "/proc/1 " in report.stdout
    assert f"/proc/{os.getpid()}" not in report.stdout.split()
    assert len(report.stdout.split()) < 10
    assert Path(f"/proc/{os.getpid()}").exists()  # ours is as it was


@can_guard
def test_a_guarded_program_starts_few_processes():
    report = guard("for n in $(seq 300); do sleep 500 & done; wait")
    assert "fork" in report.stderr
    assert report.status != 0
    running = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True)
    assert "sleep 500" not in running.stdout


@pytest.mark.skipif(missing_restriction() is not None, reason="nothing can be restricted here")
def test_our_package_is_hidden_wherever_it_is_installed(tmp_path):
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
