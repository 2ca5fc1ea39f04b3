"""Boards that come as map files: reading, checking, generating and finding them."""

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
        """Its size as text, ``"13x15"``."""
        return f"{self.rows}x{self.columns}"


@dataclass(frozen=True, slots=True)
class Maps:
    """What a game with maps offers."""

    package: str  # the package with `maps/NAME.txt`, for importlib.resources
    bundled: Sequence[BundledMap]  # the first of a size is the default of that size
    parse: Callable[[str], Any]  # text to start position; raises InvalidFileError with the place
    write: Callable[[Any], str]  # start position to text
    recognises: Callable[[str], bool]  # does the text look like a map of this game, valid or not?
    remarks: Callable[[Any], list[Text]]  # notes for people: whether it is fair, and why
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
