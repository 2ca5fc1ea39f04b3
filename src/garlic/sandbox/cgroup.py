"""Ring 3: one control group per process, where groups can be made.

Control groups (version 2) must be delegated to us: `GARLIC_CGROUP` names the group to use, which
must have the controllers `memory` and `pids` enabled for its children. Without the variable our
own group is used, if it is set up like that.
"""

import contextlib
import itertools
import os
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from garlic.core import Text
from garlic.core.reading.files import why

CONTROLLERS = frozenset({"memory", "pids"})
_number = itertools.count(1)


@dataclass(frozen=True, slots=True)
class Group:
    """One process's control group."""

    path: Path

    def remove(self) -> None:
        """Kill all processes in the group, and remove it."""
        with contextlib.suppress(OSError):
            (self.path / "cgroup.kill").write_text("1")
        for _ in range(100):
            try:
                self.path.rmdir()
            except FileNotFoundError:
                return
            except OSError:  # the last process has not been removed yet
                time.sleep(0.002)
            else:
                return


def new_group(memory_bytes: int, threads: int) -> Group | None:
    """A group with these limits, or None if groups cannot be made."""
    home = delegated()
    return make_group(home, memory_bytes, threads) if home else None


def make_group(home: Path, memory_bytes: int, threads: int) -> Group | None:
    """A group under *home*, or None if it cannot be made."""
    group = Group(home / f"garlic-{os.getpid()}-{next(_number)}")
    # Snapshots are processes, too: for a moment there are three.
    limits = {
        "memory.max": str(3 * memory_bytes),
        "memory.swap.max": "0",
        "pids.max": str(threads + 4),
    }
    try:
        group.path.mkdir()
        for name, limit in limits.items():
            if (group.path / name).exists():
                (group.path / name).write_text(limit)
    except OSError:
        group.remove()
        return None
    return group


def remove_cgroups_of(pid: int) -> None:
    """Remove the groups that were made by the process *pid*, which has been killed."""
    if home := delegated():
        for path in home.glob(f"garlic-{pid}-*"):
            Group(path).remove()


@cache
def delegated() -> Path | None:
    """The group under which groups may be made, if there is one."""
    return None if missing() else _home()


def missing() -> Text | None:
    """Why groups cannot be made here, or None if they can."""
    home = _home()
    if home is None:
        return Text("control groups of version 2 are not mounted")
    try:
        enabled = frozenset((home / "cgroup.subtree_control").read_text().split())
    except OSError as fault:
        return Text("cannot read {path}: {why}", path=str(home), why=why(fault))
    if not enabled >= CONTROLLERS:
        return Text(
            "the controllers memory and pids are not delegated to {path};"
            " see docs/serve/sandbox.md",
            path=str(home),
        )
    if not os.access(home, os.W_OK):
        return Text(
            "no permission to create control groups in {path}; see docs/serve/sandbox.md",
            path=str(home),
        )
    return None


def _home() -> Path | None:
    if named := os.environ.get("GARLIC_CGROUP"):
        return Path(named)
    try:
        mounts = Path("/proc/self/mounts").read_text(encoding="utf-8").splitlines()
        groups = Path("/proc/self/cgroup").read_text(encoding="utf-8").splitlines()
    except OSError:
        return None
    roots = [fields[1] for fields in map(str.split, mounts) if fields[2] == "cgroup2"]
    ours = [line.removeprefix("0::/") for line in groups if line.startswith("0::/")]
    return Path(roots[0]) / ours[0] if roots and ours else None
