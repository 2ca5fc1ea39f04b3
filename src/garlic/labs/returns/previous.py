"""What grades were before: a file beside the journal that the next run reads."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from garlic.core.reading.files import write_whole
from garlic.labs.results import Graded

_FILE = ".points.json"


@dataclass(frozen=True, slots=True)
class ChangedGrade:
    """A submission whose points are not what they were; None: not judged."""

    name: str
    before: float | None
    now: float | None


def changes_since(folder: Path | None, results: Sequence[Graded]) -> list[ChangedGrade]:
    """The submissions whose points differ from those of the last finished run into *folder*.

    The *results* are then kept there for the next one. Raises `UsageError` if that fails.
    """
    if folder is None:
        return []
    before = _previous_points(folder)
    now = {graded.name: None if graded.not_judged else graded.points for graded in results}
    write_whole(folder / _FILE, f"{json.dumps(now, ensure_ascii=False, indent=1)}\n".encode())
    return [
        ChangedGrade(name, before[name], points)
        for name, points in now.items()
        if name in before and before[name] != points
    ]


def _previous_points(folder: Path) -> dict[str, float | None]:
    """The points in the file of the last run; empty if there was none."""
    try:
        known = json.loads((folder / _FILE).read_bytes())
    except (OSError, ValueError):
        return {}
    if not isinstance(known, dict):
        return {}
    return {str(name): value for name, value in known.items() if _is_points(value)}


def _is_points(value: object) -> bool:
    return value is None or isinstance(value, int | float)
