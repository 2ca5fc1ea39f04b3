"""A folder as the courses hand it out: a bot, its opponent, maps, and where the judge writes.

====================  =====================================================================
``code/player.h``     the student's bot; the course seats it second (blue)
``code/computer.h``   the opponent, seated first (red)
``data/map.txt``      the map of a game; other files of ``data`` are more maps
``log`` or ``logs``   where the course's judge writes, below ``judge``
====================  =====================================================================
"""

from dataclasses import dataclass
from pathlib import Path

from garlic.core import UsageError

_PLAYER = Path("code", "player.h")
_COMPUTER = Path("code", "computer.h")
_USUAL_MAP = "map.txt"
_LOGS = ("log", "logs")


@dataclass(frozen=True, slots=True)
class CourseFolder:
    """The files that matter of a course folder, all of which exist."""

    player: Path
    computer: Path
    maps: tuple[Path, ...]  # the usual one first, the others by name
    record: Path  # where the record of a game goes; its log lies beside it

    @classmethod
    def open(cls, folder: Path) -> "CourseFolder":
        """The course folder *folder*; raise `UsageError` that names what it lacks."""
        for part in (_PLAYER, _COMPUTER):
            if not (folder / part).is_file():
                raise UsageError(
                    "{folder} is no course folder: it has no {part}; a match is between two bots,"
                    " or needs a folder with {player} and {computer}",
                    folder=str(folder),
                    part=str(part),
                    player=str(_PLAYER),
                    computer=str(_COMPUTER),
                )
        maps = sorted(path for path in (folder / "data").glob("*.txt") if path.is_file())
        maps.sort(key=lambda path: path.name != _USUAL_MAP)
        log = next((name for name in _LOGS if (folder / name).is_dir()), _LOGS[0])
        return cls(
            folder / _PLAYER,
            folder / _COMPUTER,
            tuple(maps),
            folder / log / "judge" / "record.json",
        )


def student_file(folder: Path) -> Path | None:
    """The student's bot in *folder*, if that is a course folder."""
    path = folder / _PLAYER
    return path if path.is_file() else None
