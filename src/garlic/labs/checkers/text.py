"""Plain text: the output must be the expected text, or have the same words in order."""

from dataclasses import dataclass

from garlic.core import Text
from garlic.core.reading.fields import Fields
from garlic.labs.checkers.base import Judged


@dataclass(frozen=True, slots=True)
class TextCase:
    """An input and the one right output."""

    question: str
    answer: str
    number: int
    exact: bool

    @property
    def name(self) -> Text:
        """Its number."""
        return Text("case {number}", number=self.number)

    @property
    def file_name(self) -> str:
        """The input's name."""
        return "input.txt"

    @property
    def content(self) -> bytes:
        """The input."""
        return self.question.encode()

    @property
    def size(self) -> int:
        """The length of the input."""
        return len(self.question)

    def expected(self) -> str:
        """The answer."""
        return self.answer

    def judge(self, output: str) -> Judged:
        """All or nothing; whitespace matters only if *exact* is set."""
        right = output == self.answer if self.exact else output.split() == self.answer.split()
        if right:
            return Judged(1.0, Text("right"))
        return Judged(0.0, Text("the output is not the expected one"))


class TextChecker:
    """Cases are an ``input`` and the ``output`` expected for it."""

    about = Text(
        "the program gets an input, as a file named by its argument and on standard input, and"
        " prints the expected text"
    )

    def __init__(self) -> None:
        self._count = 0

    def case(self, fields: Fields) -> TextCase:
        """A case with ``input``, ``output`` and perhaps ``exact``."""
        self._count += 1
        return TextCase(
            fields.take("input", str, ""),
            fields.take("output", str),
            self._count,
            fields.take("exact", bool, False),
        )
