"""The protocols of checkers and of their cases."""

from dataclasses import dataclass
from typing import Protocol

from garlic.core import Text
from garlic.core.reading.fields import Fields


@dataclass(frozen=True, slots=True)
class Judged:
    """The judgement of an answer: a share of the points, from 0 to 1, and why."""

    share: float
    text: Text
    hint: Text | None = None


class Case(Protocol):
    """One question: an input, and a judge of answers to it."""

    @property
    def name(self) -> Text:
        """A short description."""

    @property
    def file_name(self) -> str:
        """The file name of the input."""

    @property
    def content(self) -> bytes:
        """The input."""

    @property
    def size(self) -> int:
        """A measure of size: of several failing cases the smallest is shown."""

    def expected(self) -> str:
        """A right answer."""

    def judge(self, output: str) -> Judged:
        """The judgement of *output*."""


class Checker(Protocol):
    """Reads cases of one kind from a lab's file."""

    @property
    def about(self) -> Text:
        """The input and the expected output of a program, for students."""

    def case(self, fields: Fields) -> Case:
        """The case that *fields* describe; raise `InvalidFileError`."""
