"""Reading a text piece by piece, with line and column for errors."""

import re

from garlic.core import InvalidFileError, Text

_BLANKS = re.compile(r"\s*")


class Reader:
    """A text and the place up to which it has been read."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0
        self._counted, self._line, self._line_start = 0, 1, 0

    def place(self) -> tuple[int, int]:
        """Line and column, from 1."""
        if breaks := self.text.count("\n", self._counted, self.at):
            self._line += breaks
            self._line_start = self.text.rfind("\n", self._counted, self.at) + 1
        self._counted = self.at
        return self._line, self.at - self._line_start + 1

    def skip_blanks(self) -> bool:
        """Skip white space; is there anything left?"""
        self.take(_BLANKS)
        return self.at < len(self.text)

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Match *pattern* here and move past the match; None if it does not match."""
        if found := pattern.match(self.text, self.at):
            self.at = found.end()
        return found

    def fail(self, what: str) -> InvalidFileError:
        """The error to raise where *what* was expected here."""
        line, column = self.place()
        got = self.text[self.at : self.at + 2]
        return InvalidFileError(
            "expected {what}, got {got!r}", line=line, column=column, what=Text(what), got=got
        )
