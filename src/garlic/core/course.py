"""The C interface of the courses: a struct that a bot reads, a function that returns a cell."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic

from garlic.core.seat import Seat
from garlic.core.type_variables import P_co


@dataclass(frozen=True, slots=True)
class CourseField:
    """An int of `struct Player`, or an array of *length* of them."""

    name: str
    length: int | None = None

    @property
    def declaration(self) -> str:
        """The field as declared in the struct."""
        return self.name if self.length is None else f"{self.name}[{self.length}]"


@dataclass(frozen=True, slots=True)
class CourseView:
    """What one side sees: the rows of `mat`, and the fields' numbers in their order."""

    rows: tuple[str, ...]
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CourseForm(Generic[P_co]):
    """A game's interface for course bots; C and Python bots share it."""

    function: str  # what the bot defines besides `init`: "place" or "walk"
    fields: tuple[CourseField, ...]  # of the struct, after mat, row_cnt and col_cnt
    maps: tuple[str, ...]  # bundled maps for a new course folder, the default one first
    view: Callable[[P_co, Seat], CourseView]
    move: Callable[[int, int], str]  # the text of the move that a returned (X, Y) means
