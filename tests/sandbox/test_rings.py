import ast
import json
import os
import re
import struct
import sys
from pathlib import Path

import pytest

import garlic.sandbox
from garlic.cli import run
from garlic.core import Verdict
from garlic.core.language.text import catalogue
from garlic.sandbox import (
    Confinement,
    Profile,
    Reply,
    Snapshots,
    cgroup,
    keeper,
    process,
    rings,
    start,
)
from garlic.sandbox.errors import KeeperLostError
from garlic.sandbox.process import Confined
from sandbox.harness import MEGABYTE
from support.present import present

# Messages of the keeper: a step that failed, or a whole sentence.
KEEPER_SAYS = re.compile(
    r'(?:explain\(|give_up\([\w.]+, |detail_ = |trouble = |return |Error, \{)"([a-z ]{9,})"'
)
CGROUPS = Path("/sys/fs/cgroup/unified"), Path("/sys/fs/cgroup")


def offer(monkeypatch: pytest.MonkeyPatch, **changes: int) -> None:
    """Pretend that the machine supports something else."""
    offers = keeper.probe() | changes
    monkeypatch.setattr(keeper, "probe", lambda: offers)


def test_every_ring_has_a_reason_or_holds() -> None:
    for number, ring in enumerate(rings()):
        assert ring.number == number
        assert ring.holds == (ring.why is None)
        assert ring.gives


@pytest.mark.parametrize(
    ("changes", "ring", "words"),
    [
        ({"landlock": -38}, 1, "Landlock is missing (Function not implemented)"),
        ({"landlock": -95}, 1, "Landlock is missing (Operation not supported)"),
        ({"seccomp": 1}, 1, "seccomp filters are refused (Operation not permitted)"),
        ({"namespaces": 1}, 2, "new namespaces are refused (Operation not permitted)"),
    ],
)
def test_a_missing_feature_is_named(
    monkeypatch: pytest.MonkeyPatch, changes: dict[str, int], ring: int, words: str
) -> None:
    offer(monkeypatch, **changes)
    assert not rings()[ring].holds
    assert str(rings()[ring].why).startswith(words)


def test_an_unknown_machine_has_no_filter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeper, "filter_program", bytes)
    assert not rings()[1].holds


def test_a_process_reports_which_rings_hold(puppet: Path, bot: Confined) -> None:
    assert 0 in bot.rings
    assert (1 in bot.rings) == rings()[1].holds
    assert (2 in bot.rings) == rings()[2].holds
    with start([puppet], Confinement(64 * MEGABYTE, namespaces=False)) as plain:
        assert 2 not in plain.rings


def test_without_namespaces_nothing_else_changes(
    monkeypatch: pytest.MonkeyPatch, puppet: Path
) -> None:
    offer(monkeypatch, namespaces=1)
    with start([puppet], Confinement(64 * MEGABYTE)) as bot:
        assert 2 not in bot.rings
        assert bot.turn(b"echo hello\n", 30).reply == b"echo hello\n"


@pytest.mark.parametrize("namespaces", [True, False])
def test_ring_0_alone(puppet: Path, namespaces: bool) -> None:
    """Limits, clocks and reaping need no help from the kernel's newer parts."""
    confinement = Confinement(64 * MEGABYTE, restricted=False, namespaces=namespaces)
    with start([puppet], confinement) as bot:
        assert 1 not in bot.rings
        assert bot.turn(b"echo hello\n", 30).reply == b"echo hello\n"
        assert bot.turn(b"sleep 60000\n", 0.05).verdict is Verdict.TOO_LATE
    with start([puppet], confinement) as bot:
        # The limit holds; only the reason is unknown without notifications.
        assert bot.turn(b"eat 100\n", 30).verdict in {Verdict.CRASH, Verdict.MEMORY}


@pytest.mark.parametrize("namespaces", [True, False])
def test_ring_0_reaps_what_a_bot_has_forked(workshop: Path, namespaces: bool) -> None:
    script = workshop / "forker.py"
    script.write_text(
        "import os, time\ninput()\n"
        "if os.fork() == 0:\n    os.setsid()\n"
        "    if os.fork() == 0: time.sleep(600)\n    os._exit(0)\n"
        "os.wait()\nprint('forked', flush=True)\ninput()\n"
    )
    confinement = Confinement(
        64 * MEGABYTE, profile=Profile.PYTHON, restricted=False, namespaces=namespaces
    )
    with start([sys.executable, "-IB", script], confinement) as bot:
        assert bot.turn(b"go\n", 30).reply == b"forked\n"
    running = [
        entry
        for entry in Path("/proc").glob("[0-9]*/cmdline")
        if str(script).encode() in _content(entry)
    ]
    assert running == []


def test_without_ring_1_a_host_plays_but_is_not_rolled_back(scribble: Path) -> None:
    confinement = Confinement(64 * MEGABYTE, restricted=False)
    with start([scribble], confinement, snapshots=Snapshots.of(scribble)) as host:
        for number in (1, 2):
            turn = host.turn(struct.pack("<ii", ord("w"), number), 30, reply=Reply.record(16))
            assert struct.unpack("<QQ", present(turn.reply))[1] == number
        turn = host.turn(struct.pack("<ii", ord("v"), 0), 30, reply=Reply.record(16))
        assert (turn.verdict, turn.rolled_back, turn.alive) == (Verdict.CRASH, False, False)


def test_ring_2_without_ring_1(workshop: Path) -> None:
    if not rings()[2].holds:
        pytest.skip(f"no namespaces: {rings()[2].why}")
    script = workshop / "looker.py"
    script.write_text(
        "import errno, os\ninput()\n"
        "try:\n    open('/tmp/garlic-attack', 'w')\n    found = 'written'\n"
        "except OSError as fault:\n    found = errno.errorcode[fault.errno]\n"
        "print(found, len(os.listdir('/proc')), flush=True)\ninput()\n"
    )
    confinement = Confinement(64 * MEGABYTE, profile=Profile.PYTHON, restricted=False)
    with start([sys.executable, "-IB", script], confinement) as bot:
        assert bot.turn(b"go\n", 30).reply == b"EROFS 0\n"


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""


def test_a_group_must_be_delegated(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GARLIC_CGROUP", str(tmp_path))
    assert "cannot read" in str(cgroup.missing())
    control = tmp_path / "cgroup.subtree_control"
    control.write_text("cpu memory\n")
    assert "not delegated" in str(cgroup.missing())
    control.write_text("cpu memory pids\n")
    assert cgroup.missing() is None


def test_a_process_in_a_group_of_its_own(monkeypatch: pytest.MonkeyPatch, puppet: Path) -> None:
    homes = [home for home in CGROUPS if (home / "cgroup.procs").exists()]
    if not homes or not os.access(homes[0], os.W_OK) or os.geteuid() != 0:
        pytest.skip("control groups of version 2 cannot be made here")
    made = cgroup.make_group(homes[0], 64 * MEGABYTE, 1)
    if made is None:
        pytest.skip("control groups of version 2 cannot be made here")
    monkeypatch.setattr(process, "new_group", lambda *_: made)
    with start([puppet], Confinement(64 * MEGABYTE)) as bot:
        assert 3 in bot.rings
        assert bot.turn(b"echo hello\n", 30).reply == b"echo hello\n"
        assert len((made.path / "cgroup.procs").read_text().split()) == 1
    assert not made.path.exists()


def test_doctor_lists_the_rings(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["doctor"]) == (0 if rings()[1].holds else 1)
    assert "restrictions" in capsys.readouterr().out
    run(["doctor", "--json"])
    facts = json.loads(capsys.readouterr().out)
    assert [ring["ring"] for ring in facts["rings"]] == [0, 1, 2, 3]
    assert facts["graded"] == rings()[1].holds


def test_doctor_warns(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    offer(monkeypatch, landlock=-38, namespaces=1)
    monkeypatch.setenv("GARLIC_LANG", "zh")
    assert run(["doctor"]) == 1
    output = capsys.readouterr().out
    assert "缺少 Landlock" in output
    assert "请只运行信得过的程序" in output


def test_every_sentence_has_a_translation() -> None:
    """The texts in the sandbox, in `doctor` and in the keeper."""
    sources = [
        path
        for place in garlic.__path__
        for path in [*Path(place).glob("sandbox/*.py"), Path(place) / "cli/doctor.py"]
        if path.is_file()
    ]
    assert sources
    sentences = {title for ring in rings() for title in (ring.title, ring.gives)}
    for path in sources:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in {
                "Text",
                "SandboxError",
                "say",
            }:
                first = node.args[0]
                if isinstance(first, ast.Constant) and isinstance(first.value, str):
                    sentences.add(first.value)
    for path in (Path(__file__).parents[2] / "cpp/sandbox").rglob("*.cpp"):
        sentences |= set(KEEPER_SAYS.findall(path.read_text(encoding="utf-8")))
    known = catalogue("zh")
    assert {sentence for sentence in sentences if sentence not in known} == set()


@pytest.mark.parametrize("killed", [1, 3])
def test_a_probe_that_is_killed_is_asked_again(
    killed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "keeper"
    program.write_text(
        f"#!/bin/sh\necho >> {tmp_path}/asked\n"
        f"[ $(/usr/bin/wc -l < {tmp_path}/asked) -gt {killed} ] || kill -9 $$\n"
        f"exec {keeper.keeper_program()} --probe\n"
    )
    program.chmod(0o755)
    usual = keeper.probe()
    monkeypatch.setattr(keeper, "keeper_program", lambda: str(program))
    if killed < 3:
        assert keeper.probe.__wrapped__() == usual
    else:
        with pytest.raises(KeeperLostError, match="the keeper has gone"):
            keeper.probe.__wrapped__()
