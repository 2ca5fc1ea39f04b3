"""What a checker of answers offers."""

from dataclasses import dataclass
from typing import Protocol

from garlic.core import Text
from garlic.core.reading.fields import Fields


@dataclass(frozen=True, slots=True)
class Judged:
    """What an answer is worth, from 0 to 1, and what the student is told about it."""

    share: float
    text: Text
    hint: Text | None = None


class Case(Protocol):
    """One question: an input, and a judge of answers to it."""

    @property
    def name(self) -> Text:
        """What it is, in a few words."""

    @property
    def file_name(self) -> str:
        """What the input is called."""

    @property
    def content(self) -> bytes:
        """The input."""

    @property
    def size(self) -> int:
        """How large it is: of several wrong answers the smallest case is shown."""

    def expected(self) -> str:
        """A right answer."""

    def judge(self, output: str) -> Judged:
        """What *output* is worth."""


class Checker(Protocol):
    """Reads cases of one kind from a lab's file."""

    @property
    def about(self) -> Text:
        """What a program is asked and how it answers."""

    def case(self, fields: Fields) -> Case:
        """The case that *fields* describe; raise `InvalidFileError`."""
