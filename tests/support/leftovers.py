"""What a program has open and what it leaves behind: processes, descriptors, threads, files."""

import os
from dataclasses import dataclass
from pathlib import Path

from support.processes import parent


def games_to_play(usual: int) -> int:
    """How many games an endurance test plays: `GARLIC_ENDURANCE_GAMES`, or *usual*."""
    return int(os.environ.get("GARLIC_ENDURANCE_GAMES", usual))


@dataclass(frozen=True)
class Footprint:
    """What one process holds."""

    descriptors: int
    threads: int
    children: int  # zombies too

    @classmethod
    def of(cls, pid: int) -> "Footprint":
        processes = [int(entry.name) for entry in Path("/proc").glob("[0-9]*")]
        return cls(
            descriptors=_count(Path(f"/proc/{pid}/fd")),
            threads=_count(Path(f"/proc/{pid}/task")),
            children=sum(parent(process) == pid for process in processes),
        )


def started_with(setting: str) -> list[int]:
    """The other processes, wherever they hang now, that inherited ``NAME=value``."""
    wanted = os.fsencode(setting)
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            environment = (entry / "environ").read_bytes().split(b"\0")
        except OSError:  # it has ended in the meantime
            continue
        if wanted in environment and int(entry.name) != os.getpid():
            found.append(int(entry.name))
    return found


def everything_in(*folders: Path) -> set[str]:
    """The paths of all files and folders in *folders*."""
    return {str(path) for folder in folders for path in folder.rglob("*")}


def control_groups() -> set[str]:
    """The control groups that a sandbox of this machine made."""
    return {str(path) for path in Path("/sys/fs/cgroup").rglob("garlic-*")}


def _count(folder: Path) -> int:
    try:
        return len(list(folder.iterdir()))
    except OSError:  # it has ended in the meantime
        return 0
