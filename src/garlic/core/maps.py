"""Boards that come as files: how to read, judge, make and find them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from garlic.core.errors import UsageError
from garlic.core.language.text import Text

if TYPE_CHECKING:
    from garlic.core.game import Position


@dataclass(frozen=True, slots=True)
class BundledMap:
    """A map that comes with the package."""

    name: str
    rows: int
    columns: int
    about: str  # one line, in English; its translation is in the catalogue

    @property
    def size(self) -> str:
        """Its size as people write it, ``"13x15"``."""
        return f"{self.rows}x{self.columns}"


@dataclass(frozen=True, slots=True)
class Maps:
    """What a game with maps offers."""

    package: str  # where `maps/NAME.txt` lie, for importlib.resources
    bundled: Sequence[BundledMap]  # the first of a size is the default of that size
    parse: Callable[[str], Any]  # text to start position; raises InvalidFileError with the place
    write: Callable[[Any], str]  # start position to text
    recognises: Callable[[str], bool]  # does this text look like our kind of map, right or wrong?
    remarks: Callable[[Any], list[Text]]  # what a person should know of it: fair or not, and why
    make: Callable[..., Any]  # make(rows, columns, seed, **options) -> start position

    def text(self, name: str) -> str:
        """The text of the bundled map *name*, or of the default map of a size like ``10x10``."""
        from importlib.resources import files  # noqa: PLC0415  (slow, and rarely needed)

        for bundled in self.bundled:
            if name in (bundled.name, bundled.size):
                path = files(self.package) / "maps" / f"{bundled.name}.txt"
                return path.read_text(encoding="utf-8")
        raise UsageError("no bundled map is called {name!r}; see `garlic map list`", name=name)

    def load(self, name: str) -> "Position":
        """The start position on the bundled map *name*."""
        position: Position = self.parse(self.text(name))
        return position
