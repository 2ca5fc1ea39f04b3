"""What a class is compared with."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from garlic.core import UsageError

if TYPE_CHECKING:
    from garlic.labs.similarity.probes import ProbeOptions


@dataclass(frozen=True, slots=True)
class SimilarityOptions:
    """What to compare a class with."""

    base: tuple[Path, ...] = ()  # files that were handed out
    against: tuple[Path, ...] = ()  # folders of submissions that must not be copied
    probes: "ProbeOptions | None" = None  # None: sources only

    def check(self) -> None:
        """Raise `UsageError` if a path does not exist."""
        for path in (*self.base, *self.against):
            if not path.exists():
                raise UsageError("there is no file or folder {path}", path=str(path))
