"""Splitting text into tokens with line and column, so that errors can name them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from garlic.core.errors import InputError, InvalidFileError
from garlic.core.language.text import Text

_WORD = re.compile(r"\S+")
TOO_LONG_NUMBER = "expected whole numbers of at most 64 bits"  # a sentence of the catalogue
_DIGITS = re.compile(r"-?[0-9]{1,18}", re.ASCII)


@dataclass(frozen=True, slots=True)
class TextToken:
    """A run of characters without white space, and where it starts (from 1)."""

    text: str
    line: int
    column: int


class Tokens:
    """The white-space separated tokens of *text*, read one by one.

    Line ends may be LF, CRLF or CR. Errors are raised as *error*, with line and column. What
    is expected is named by a `Text`, or by a phrase that the catalogue knows.
    """

    def __init__(self, text: str, error: type[InputError]) -> None:
        self._found = self._scan(text)
        self._error = error
        self._end = TextToken("", text.count("\n") + 1, len(text) - (text.rfind("\n") + 1) + 1)
        self.last = self._end  # the token taken last, for an error found later

    @staticmethod
    def _scan(text: str) -> Iterator[TextToken]:
        line, line_start, done = 1, 0, 0
        for match in _WORD.finditer(text):
            start = match.start()
            if breaks := text.count("\n", done, start):
                line += breaks
                line_start = text.rfind("\n", done, start) + 1
            done = start
            yield TextToken(match[0], line, start - line_start + 1)

    def fail(self, token: TextToken, template: str, **values: object) -> InputError:
        """The error to raise about *token*."""
        return self._error(template, line=token.line, column=token.column, **values)

    def take(self, what: str | Text) -> TextToken:
        """The next token; raise where the text has ended and *what* is missing."""
        token = next(self._found, None)
        if token is None:
            raise self.fail(
                self._end, "expected {what}, got the end of the text", what=_named(what)
            )
        self.last = token
        return token

    def number(self, what: str | Text, low: int, high: int) -> int:
        """The next token as a whole number from *low* to *high*."""
        token = self.take(what)
        number = whole_number(token.text, low, high, padded=True)
        if number is None:
            raise self.fail(
                token,
                "expected {what} from {low} to {high}, got {got!r}",
                what=_named(what),
                low=low,
                high=high,
                got=token.text,
            )
        return number

    def finish(self) -> None:
        """Raise if anything is left."""
        token = next(self._found, None)
        if token is not None:
            raise self.fail(token, "expected the end of the text, got {got!r}", got=token.text)


def _named(what: str | Text) -> Text:
    return what if isinstance(what, Text) else Text(what)


def whole_number(text: str, low: int, high: int, *, padded: bool = False) -> int | None:
    """*text* as a number from *low* to *high* in at most 18 ASCII digits, else None.

    It is written as `str` writes it, or may be *padded* with zeros.
    """
    if _DIGITS.fullmatch(text) is None:
        return None
    number = int(text)
    return number if low <= number <= high and (padded or str(number) == text) else None


def decode(content: bytes) -> str:
    """*content* as UTF-8 text, a byte-order mark dropped; raise `InvalidFileError`."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise InvalidFileError(
            "expected UTF-8 text, got byte 0x{byte:02x}",
            line=content.count(b"\n", 0, fault.start) + 1,
            column=fault.start - (content.rfind(b"\n", 0, fault.start) + 1) + 1,
            byte=content[fault.start],
        ) from fault
