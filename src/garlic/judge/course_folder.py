"""A folder as the courses hand it out: a bot, its opponent, maps, and where the judge writes.

====================  =====================================================================
``code/player.h``     the student's bot; the course seats it second (blue)
``code/computer.h``   the opponent, seated first (red); both may end in ``.hpp``
``data/map.txt``      the map of a game; other files of ``data`` are more maps
``log`` or ``logs``   where the course's judge writes, below ``judge``
====================  =====================================================================

A bot may include other files of ``code`` and ``include``. The folder may lie in another one that
holds nothing else, as unpacked archives do.
"""

from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from garlic.core import Text, UsageError
from garlic.judge.building.sources import (
    HEADER_ENDINGS,
    SOURCE_ENDINGS,
    included_names,
    is_clutter,
    source_text,
)

_PLAYER = Path("code", "player.h")
_COMPUTER = Path("code", "computer.h")
_BOT_ENDINGS = (".h", ".hpp")
_USUAL_MAP = "map.txt"
_LOGS = ("log", "logs")
_HEADER = "playerbase.h"  # the judge brings its own
_PLACES = ("code", "include")
_MOST_NAMED = 5
_DEEPEST = 3  # folders in folders that hold nothing else


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
        folder = _innermost(folder)
        player, computer = (_required_bot(folder, part) for part in (_PLAYER, _COMPUTER))
        maps = sorted(path for path in (folder / "data").glob("*.txt") if path.is_file())
        maps.sort(key=lambda path: path.name != _USUAL_MAP)
        log = next((name for name in _LOGS if (folder / name).is_dir()), _LOGS[0])
        return cls(
            player,
            computer,
            tuple(maps),
            folder / log / "judge" / "record.json",
        )


def student_file(folder: Path) -> Path | None:
    """The student's bot in *folder*, if that is a course folder."""
    return _bot(_innermost(folder), _PLAYER)


def _bot(folder: Path, part: Path) -> Path | None:
    """The file of a course folder that is called like *part*, with any ending of a header."""
    named = (folder / part.with_suffix(ending) for ending in _BOT_ENDINGS)
    return next((path for path in named if path.is_file()), None)


def _required_bot(folder: Path, part: Path) -> Path:
    """Like `_bot`; raise `UsageError` if there is none."""
    found = _bot(folder, part)
    if found is None:
        fault = Text(
            "{folder} is no course folder: it has no {part}; a match is between two bots,"
            " or needs a folder with {player} and {computer}",
            folder=str(folder),
            part=str(part),
            player=str(_PLAYER),
            computer=str(_COMPUTER),
        )
        advice = _advice(folder, part)
        text = Text("{fault}; {advice}", fault=fault, advice=advice) if advice else fault
        raise UsageError(text)
    return found


def _advice(folder: Path, part: Path) -> Text | None:
    """What was probably meant by naming *folder*, which has no *part*."""
    if not folder.is_dir():
        return None
    if _bot(folder.resolve().parent, part):
        return Text("name the folder above it: {folder}", folder=str(folder.resolve().parent))
    inside = sorted(path for path in folder.iterdir() if not is_clutter(PurePosixPath(path.name)))
    if folders := [path.name for path in inside if path.is_dir() and student_file(path)]:
        return Text(
            "name one of the folders in it: {names}", names=", ".join(folders[:_MOST_NAMED])
        )
    if archive := next((path.name for path in inside if path.suffix.lower() == ".zip"), None):
        return Text("unpack {name} first", name=archive)
    code = folder / part.parent
    for path in sorted(code.iterdir()) if code.is_dir() else ():
        if path.is_file() and path.name.lower().startswith(f"{part.stem}."):
            return Text("rename {name} to {part}", name=path.name, part=part.name)
    return None


def _innermost(folder: Path) -> Path:
    """The course folder in *folder*, if there is nothing else in it; else *folder* itself."""
    inner = folder
    for _ in range(_DEEPEST):
        if not inner.is_dir():
            return folder
        if _bot(inner, _PLAYER):
            return inner
        inside = [path for path in inner.iterdir() if not is_clutter(PurePosixPath(path.name))]
        if len(inside) != 1 or inside[0].is_symlink():
            return folder
        inner = inside[0]
    return inner if _bot(inner, _PLAYER) else folder


def other_parts(source: Path) -> dict[str, Path]:
    """The other files of a course folder that its bot *source* includes, by their place in it.

    There are none for a bot in any other folder: its neighbours are not its own.
    """
    root = source.resolve().parent.parent
    if source.resolve().parent != root / "code" or not (
        (root / "include").is_dir() or _bot(root, _COMPUTER)
    ):
        return {}
    own = {
        path: str(path.relative_to(root))
        for place in _PLACES
        for path in sorted((root / place).rglob("*"))
        if path.suffix.lower() in HEADER_ENDINGS | SOURCE_ENDINGS
        and path.is_file()
        and path.resolve() == path  # no link leads out
        and path.name.lower() != _HEADER
    }
    found: dict[str, Path] = {}
    waiting = [source.resolve()]
    while waiting:
        text = source_text(waiting.pop())
        if not isinstance(text, bytes):  # the build says what is wrong with it
            continue
        names = {
            name.replace("\\", "/").rsplit("/", 1)[-1].lower() for name in included_names(text)
        }
        for path, place in own.items():
            if path.name.lower() in names and place not in found and path != source.resolve():
                found[place] = path
                waiting.append(path)
    return found
