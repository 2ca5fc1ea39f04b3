"""Ring 3: a control group of its own for each process, where one may be made.

Control groups (version 2) must be delegated to us: the group we are to use is named by
`GARLIC_CGROUP`, and has the controllers `memory` and `pids` switched on for its children.
Without it, if our own group is already set up like that, it is used.
"""

import contextlib
import itertools
import os
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from garlic.core import Text

CONTROLLERS = frozenset({"memory", "pids"})
_number = itertools.count(1)


@dataclass(frozen=True, slots=True)
class Group:
    """One process's control group."""

    path: Path

    def remove(self) -> None:
        """End whatever is in the group, and the group."""
        with contextlib.suppress(OSError):
            (self.path / "cgroup.kill").write_text("1")
        for _ in range(100):
            try:
                self.path.rmdir()
            except FileNotFoundError:
                return
            except OSError:  # the kernel has not let go of the last process yet
                time.sleep(0.002)
            else:
                return


def new_group(memory_bytes: int, threads: int) -> Group | None:
    """A group with these limits, or None where groups cannot be made."""
    home = delegated()
    return make_group(home, memory_bytes, threads) if home else None


def make_group(home: Path, memory_bytes: int, threads: int) -> Group | None:
    """A group under *home*; None if the machine changes its mind."""
    group = Group(home / f"garlic-{os.getpid()}-{next(_number)}")
    # Snapshots are processes too, and for a moment there are three of them.
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
    """Remove the groups that were made by a process which has been killed."""
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
        return Text("cannot read {path}: {why}", path=str(home), why=fault.strerror or str(fault))
    if not enabled >= CONTROLLERS:
        return Text(
            "the controllers memory and pids are not delegated to {path}; see docs/sandbox.md",
            path=str(home),
        )
    if not os.access(home, os.W_OK):
        return Text("we may not make groups in {path}; see docs/sandbox.md", path=str(home))
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
