"""Runs hostile programs as root or as another user, with and without namespaces."""

import contextlib
import itertools
import os
import pickle
import platform
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from garlic.core import Verdict
from garlic.sandbox import Confinement, KeeperSource, Profile, Rings, keeper, start
from garlic.sandbox.calls import call_name
from garlic.sandbox.rings import rings

HERE = Path(__file__).parent
MEGABYTE = 1 << 20
_HEADER = re.compile(r"verdict: (.*?)(?: \*/)?$", re.MULTILINE)
# An id that no account has.
NOBODY = 54_321


@dataclass(frozen=True)
class Attack:
    """A program of `attacks/` and the verdict written in its first line."""

    file: str
    verdict: Verdict
    calls: tuple[str, ...] = ()
    path: str | None = None
    signal: int | None = None
    status: int | None = None
    reply: bytes | None = None

    def __str__(self) -> str:
        return self.file

    @classmethod
    def read(cls, path: Path) -> "Attack":
        text = path.read_text()
        found = _HEADER.search(text)
        assert found, f"{path.name} has no verdict"
        words = found[1]
        verdict = next(
            v for v in sorted(Verdict, key=lambda v: -len(v.value)) if words.startswith(v.value)
        )
        rest = words[len(verdict.value) :].strip()
        if verdict is Verdict.OK:
            return cls(path.name, verdict, reply=rest.replace("\\0", "\0").encode() + b"\n")
        if verdict is Verdict.CRASH and rest.startswith("status"):
            return cls(path.name, verdict, status=int(rest.split()[1]))
        if verdict is Verdict.CRASH:
            return cls(path.name, verdict, signal=signal.Signals[rest])
        call, _, target = rest.partition(" /")
        return cls(
            path.name,
            verdict,
            calls=tuple(call.split("|")) if call else (),
            path=f"/{target}" if target else None,
        )

    @property
    def own_machine(self) -> bool:
        found = re.search(r"machine: (\S+)", (HERE / "attacks" / self.file).read_text())
        return not found or found[1] == platform.machine()


def attacks() -> list[Attack]:
    """All hostile programs that make sense on this machine."""
    files = sorted(p for p in (HERE / "attacks").iterdir() if p.suffix in {".c", ".py", ".sh"})
    return [attack for attack in map(Attack.read, files) if attack.own_machine]


@dataclass(frozen=True)
class Arsenal:
    """The compiled attacks in a directory that every user can read."""

    folder: Path
    python: str | None  # an interpreter that every user can run

    def command(self, attack: Attack, python: str | None) -> list[str]:
        name = Path(attack.file)
        script = str(self.folder / attack.file)
        if name.suffix == ".sh":
            return ["/bin/sh", script]
        if name.suffix == ".py":
            assert python
            return [python, "-I", "-S", script]
        own = self.folder / name.stem
        return [str(own)] if own.exists() else [str(self.folder / "arsenal"), name.stem]

    def profile(self, attack: Attack) -> Profile:
        return Profile.PYTHON if attack.file.endswith(".py") else Profile.C


@contextlib.contextmanager
def build_arsenal() -> Iterator[Arsenal]:
    """Compile the attacks, most of them into one program, which is faster."""
    folder = Path(tempfile.mkdtemp(prefix="garlic-arsenal-"))
    try:
        folder.chmod(0o755)
        for source in (HERE / "attacks").iterdir():
            shutil.copy(source, folder)
        shutil.copy(keeper.keeper_program(), folder / "garlic-keeper")
        names = [a.file.removesuffix(".c") for a in attacks() if a.file.endswith(".c")]
        alone = [n for n in names if "constructor" in (folder / f"{n}.c").read_text()]
        lines = ['#include "attack.h"']
        together = [n for n in names if n not in alone]
        for name in together:
            lines += [f"#define main attack_{name}", f'#include "{name}.c"', "#undef main"]
        lines += ["int main(int count, char **words) {", "    if (count < 2) return 99;"]
        lines += [f'    if (!strcmp(words[1], "{n}")) return attack_{n}();' for n in together]
        lines += ["    return 99;", "}", ""]
        (folder / "arsenal.c").write_text("\n".join(lines))
        for name in ("arsenal", *alone):
            compile_c(folder / f"{name}.c", folder / name)
        for file in folder.iterdir():
            file.chmod(0o755)
        yield Arsenal(folder, shutil.which("python3", path="/usr/local/bin:/usr/bin:/bin"))
    finally:
        shutil.rmtree(folder)


def compile_c(source: Path, target: Path, *options: str | Path) -> None:
    command = ["gcc", "-O1", "-w", "-pthread", "-o", target, source, *options]
    subprocess.run(command, check=True, capture_output=True)


@dataclass(frozen=True)
class Result:
    """The result of an attack; can be pickled."""

    verdict: Verdict
    sentence: str = ""
    reply: bytes | None = None
    call: str | None = None
    path: str | None = None
    signal: int | None = None
    status: int | None = None
    stderr: bytes = b""
    rings: Rings | None = None


def run_attack(arsenal: Arsenal, namespaces: bool, attack: Attack, python: str | None) -> Result:
    """Give the program up to three turns and return its first fault."""
    wall = 0.1 if attack.verdict is Verdict.TOO_LATE else 30.0
    confinement = Confinement(
        64 * MEGABYTE,
        profile=arsenal.profile(attack),
        readable_at_start=(arsenal.folder / attack.file,),
        namespaces=namespaces,
    )
    result = Result(Verdict.JUDGE_ERROR)
    for _ in range(6):
        with start(arsenal.command(attack, python), confinement) as process:
            for _ in range(3):
                turn = process.turn(b"go\n", wall)
                fault = turn.fault
                result = Result(
                    turn.verdict,
                    sentence=str(fault),
                    reply=turn.reply,
                    call=fault.call if fault else None,
                    path=fault.path if fault else None,
                    signal=fault.signal if fault else None,
                    status=fault.status if fault else None,
                    stderr=turn.stderr,
                    rings=process.rings,
                )
                if fault or attack.verdict is Verdict.OK:
                    break
        if result.verdict is not Verdict.OVERLOAD:  # else: a busy machine, try again
            break
    return result


@contextlib.contextmanager
def crowd(nice: int = 0) -> Iterator[int]:
    """One processor with four busy processes on it."""
    cpu = min(os.sched_getaffinity(0))
    # Each in a session of its own: the scheduler may share time out by sessions.
    spin = f"""if True:
        import os, pathlib, time
        os.sched_setaffinity(0, {{{cpu}}})
        sessions = pathlib.Path("/proc/self/autogroup")
        if os.nice({nice}) < 0 and sessions.exists(): sessions.write_text("{nice}")
        print("working", flush=True)
        end = time.monotonic() + 60
        while time.monotonic() < end: pass"""
    members = [
        subprocess.Popen(
            [sys.executable, "-c", spin], stdout=subprocess.PIPE, start_new_session=True
        )
        for _ in range(4)
    ]
    try:
        for member in members:
            assert member.stdout
            assert member.stdout.readline() == b"working\n"
        yield cpu
    finally:
        for member in members:
            member.kill()
            member.communicate()


def children(pid: int | None = None) -> set[int]:
    """The processes whose parent is *pid*, by default us."""
    processes = [int(entry.name) for entry in Path("/proc").glob("[0-9]*")]
    parent = str(pid or os.getpid())
    return {process for process in processes if _fields(process)[1:2] == [parent]}


def state_of(pid: int) -> str:
    """As in /proc: ``"R"`` runs, ``"S"`` sleeps, ``"T"`` stopped, ``"Z"`` dead; empty if gone."""
    return "".join(_fields(pid)[:1])


def _fields(pid: int) -> list[str]:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


@dataclass(frozen=True)
class Configuration:
    """Which user runs the judge, whether it may use namespaces, and where keepers come from."""

    root: bool
    namespaces: bool
    one_source: bool = False  # all keepers are copies of one process, and share its network
    name: str = field(init=False, default="")

    def __str__(self) -> str:
        user = "root" if self.root else "nobody"
        kind = "namespaces" if self.namespaces else "plain"
        return f"{user}-{kind}-source" if self.one_source else f"{user}-{kind}"

    @contextlib.contextmanager
    def runner(self, arsenal: Arsenal) -> Iterator[Callable[[Attack], Result]]:
        """A function that runs an attack in this configuration."""
        if self.root == (os.geteuid() == 0):
            with keepers(self.one_source):
                yield lambda attack: run_attack(arsenal, self.namespaces, attack, sys.executable)
            return
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
        with subprocess.Popen(
            [sys.executable, __file__, str(arsenal.folder), *(["source"] * self.one_source)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment,
        ) as child:
            assert child.stdin
            assert child.stdout
            to_child, from_child = child.stdin, child.stdout

            def call(attack: Attack) -> Result:
                pickle.dump((arsenal, self.namespaces, attack, arsenal.python), to_child)
                to_child.flush()
                result: Result | RuntimeError = pickle.load(from_child)  # noqa: S301 - our own child
                if isinstance(result, RuntimeError):
                    raise result
                return result

            yield call
            to_child.close()
            assert child.wait() == 0


CONFIGURATIONS = [
    Configuration(*each) for each in itertools.product((True, False), (True, False), (False, True))
]


@contextlib.contextmanager
def keepers(one_source: bool) -> Iterator[None]:
    """While in the context, keepers are copies of one process if *one_source*."""
    with contextlib.ExitStack() as stack:
        if one_source:
            stack.enter_context(stack.enter_context(contextlib.closing(KeeperSource())).used_here())
        yield


def unreachable(configuration: Configuration) -> str | None:
    """Why a configuration cannot be tried here, or None."""
    if configuration.root and os.geteuid() != 0:
        return "needs root"
    if not rings()[1].holds:
        return f"no ring 1: {rings()[1].why}"
    if configuration.namespaces and not rings()[2].holds:
        return f"no namespaces: {rings()[2].why}"
    return None


def main(folder: Path, one_source: bool) -> None:
    """The child process of `runner`: drop root, then run attacks from standard input."""
    with start([folder / "arsenal", "sleep"], Confinement(64 * MEGABYTE)):
        call_name(0, 0)  # load what is imported lazily now, while we may read it
    keeper.keeper_program = lambda: str(folder / "garlic-keeper")  # type: ignore[assignment]
    keeper.probe.cache_clear()
    os.setgroups([])
    os.setgid(NOBODY)
    os.setuid(NOBODY)
    with contextlib.suppress(EOFError), keepers(one_source):
        while True:
            arguments = pickle.load(sys.stdin.buffer)  # noqa: S301 - our own parent
            result: Result | RuntimeError
            try:
                result = run_attack(*arguments)
            except Exception as fault:  # noqa: BLE001 - passed to the parent
                result = RuntimeError(repr(fault))
            pickle.dump(result, sys.stdout.buffer)
            sys.stdout.buffer.flush()


if __name__ == "__main__":
    import sandbox.harness as itself  # so that pickled classes have the same module

    itself.main(Path(sys.argv[1]), "source" in sys.argv[2:])
