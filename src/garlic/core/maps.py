"""Boards that come as map files: reading, checking, generating and finding them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic

from garlic.core.errors import UsageError
from garlic.core.language.text import Text
from garlic.core.reading.scan import whole_number
from garlic.core.type_variables import P_co

RANDOM_MAP = "random-"  # before a size: a map that is made from the seed


def board_size(text: str) -> tuple[int, int] | None:
    """``"10x12"`` as rows and columns; None if it is no size."""
    rows, _, columns = text.partition("x")
    size = whole_number(rows, 0, 999), whole_number(columns, 0, 999)
    return None if size[0] is None or size[1] is None else (size[0], size[1])


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
class Maps(Generic[P_co]):
    """What a game with maps offers."""

    package: str  # the package with `maps/NAME.txt`, for importlib.resources
    bundled: Sequence[BundledMap]  # the first of a size is the default of that size
    parse: Callable[[str], P_co]  # text to start position; raises InvalidFileError with the place
    write: Callable[[P_co], str]  # start position to text
    recognises: Callable[[str], bool]  # does the text look like a map of this game, valid or not?
    remarks: Callable[[P_co], list[Text]]  # notes for people: whether it is fair, and why
    make: Callable[..., P_co]  # make(rows, columns, seed, **options) -> start position

    def text(self, name: str) -> str:
        """The text of the bundled map *name*, or of the default map of a size like ``10x10``."""
        from importlib.resources import files  # noqa: PLC0415  (slow, and rarely needed)

        for bundled in self.bundled:
            if name in (bundled.name, bundled.size):
                path = files(self.package) / "maps" / f"{bundled.name}.txt"
                return path.read_text(encoding="utf-8")
        raise UsageError("no bundled map is called {name!r}; see `garlic map list`", name=name)

    def load(self, name: str) -> P_co:
        """The start position on the bundled map *name*."""
        return self.parse(self.text(name))
