"""Reading untrusted JSON: the type of every field is checked, and errors name the field."""

import json
import math
from typing import Any, NoReturn, TypeVar

from garlic.core.errors import InvalidFileError
from garlic.core.language.text import Text
from garlic.core.reading.scan import TOO_LONG_NUMBER, decode

T = TypeVar("T")

_WHOLE = 1 << 64  # larger numbers are no real counts, and databases refuse them
_KINDS = {
    int: "a whole number",
    float: "a number",
    str: "text",
    list: "a list",
    dict: "an object",
    bool: "true or false",
}


class Document:
    """A JSON object; *where* names it in errors."""

    def __init__(self, value: Any, where: str) -> None:
        if not isinstance(value, dict):
            raise wrong_field(where, "an object", value)
        self.value, self.where = value, where

    @classmethod
    def parse(cls, content: bytes, where: str) -> "Document":
        """Read *content*; raise `InvalidFileError` if it is no JSON object that we can use."""
        try:
            value = json.loads(decode(content), parse_constant=_refuse)
            json.dumps(value, ensure_ascii=False).encode()  # a lone surrogate cannot be encoded
        except json.JSONDecodeError as fault:
            raise InvalidFileError(
                "expected JSON, got something else: {why}",
                line=fault.lineno,
                column=fault.colno,
                why=fault.msg,
            ) from fault
        except RecursionError as fault:
            raise InvalidFileError("expected JSON, nested less deeply", line=1) from fault
        except InvalidFileError:
            raise
        except ValueError as fault:  # a number of thousands of digits, NaN, a lone surrogate
            if "digits" in str(fault):
                raise InvalidFileError(TOO_LONG_NUMBER, line=1) from fault
            raise InvalidFileError(
                "expected JSON, got something else: {why}", line=1, why=str(fault)
            ) from fault
        return cls(value, where)

    def take(self, name: str, kind: type[T]) -> T:
        """The field *name*, which must be a *kind*."""
        found = self.value.get(name)
        if type(found) is int and not -_WHOLE < found < _WHOLE:
            raise self.wrong(name, _KINDS[kind])
        if kind is float and type(found) is int:
            found = float(found)
        if not isinstance(found, kind) or (isinstance(found, bool) and kind is int):
            raise self.wrong(name, _KINDS[kind])
        if isinstance(found, float) and not math.isfinite(found):  # 1e999 is infinite
            raise self.wrong(name, _KINDS[kind])
        return found

    def maybe(self, name: str, kind: type[T]) -> T | None:
        """The same for a field that may be missing or null."""
        return None if self.value.get(name) is None else self.take(name, kind)

    def inner(self, name: str) -> "Document":
        """The object that is the field *name*."""
        return Document(self.value.get(name), f"{self.where}.{name}")

    def many(self, name: str) -> "list[Document]":
        """The objects in the list that is the field *name*."""
        items = self.take(name, list)
        return [Document(item, f"{self.where}.{name}[{n}]") for n, item in enumerate(items)]

    def wrong(self, name: str, expected: str) -> InvalidFileError:
        """The error to raise about the field *name*, where *expected* should be."""
        return wrong_field(f"{self.where}.{name}", expected, self.value.get(name))


def wrong_field(where: str, expected: str, got: Any) -> InvalidFileError:
    """The error to raise about a field; *expected* is a phrase that the catalogue knows."""
    shown = json.dumps(got, ensure_ascii=False)
    return InvalidFileError(
        "expected {what} at {where}, got {got}", line=1, what=Text(expected), where=where, got=shown
    )


def _refuse(constant: str) -> NoReturn:
    raise ValueError(constant)
