"""Reading TOML files: the type of every field is checked, and unknown fields are refused."""

import re
import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from garlic.core import InvalidFileError, Text
from garlic.core.language.bilingual import Bilingual
from garlic.core.reading.scan import TOO_LONG_NUMBER, decode

T = TypeVar("T")

_KINDS: dict[type, str] = {
    int: "a whole number",
    float: "a number",
    str: "text",
    bool: "true or false",
    list: "a list",
    dict: "a table",
}
_WHOLE = 1 << 63
_MANY_DIGITS = re.compile(r"[0-9_]{1000,}")
_PLACE = re.compile(r"(.*) \(at line (\d+), column (\d+)\)", re.DOTALL)


def read_toml(content: bytes) -> "Fields":
    """The fields of a TOML file; raise `InvalidFileError` with line and column."""
    return Fields(toml_values(content), "")


def toml_values(content: bytes) -> dict[str, Any]:
    """The values of a TOML file, not checked; raise `InvalidFileError` with line and column."""
    text = decode(content)
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        found = _PLACE.fullmatch(str(fault))
        why = found[1] if found else str(fault)
        raise InvalidFileError(
            "expected TOML, got something else: {why}",
            line=int(found[2]) if found else None,
            column=int(found[3]) if found else None,
            why=why[:1].lower() + why[1:],
        ) from fault
    except RecursionError as fault:
        raise InvalidFileError("expected TOML, nested less deeply") from fault
    except ValueError as fault:  # Python does not read numbers of thousands of digits
        digits = _MANY_DIGITS.search(text)
        line = text.count("\n", 0, digits.start()) + 1 if digits else None
        raise InvalidFileError(TOO_LONG_NUMBER, line=line) from fault
    _check_numbers(values, "")
    return values


def _check_numbers(value: Any, where: str) -> None:
    """Raise for a whole number that databases and native code cannot keep."""
    if isinstance(value, dict):
        for name, inner in value.items():
            _check_numbers(inner, f"{where}.{name}" if where else name)
    elif isinstance(value, list):
        for number, inner in enumerate(value, 1):
            _check_numbers(inner, f"{where}[{number}]")
    elif isinstance(value, int) and not -_WHOLE <= value < _WHOLE:
        raise InvalidFileError("{where}: {sentence}", where=where, sentence=Text(TOO_LONG_NUMBER))


class Fields:
    """A table whose fields are taken one by one; `finish` refuses those that were not."""

    def __init__(self, values: dict[str, Any], where: str, home: Path | None = None) -> None:
        self.values, self.where = values, where
        self.home = home  # the folder that file names are relative to
        self._taken: set[str] = set()

    def place(self, name: str) -> str:
        """The full name of the field *name*: ``tests[2].points``."""
        return f"{self.where}.{name}" if self.where else name

    def fault(self, name: str, template: str, **values: object) -> InvalidFileError:
        """The error to raise about the field *name*."""
        return InvalidFileError(
            "{where}: {sentence}", where=self.place(name), sentence=Text(template, **values)
        )

    def has(self, name: str) -> bool:
        """Whether the field is there."""
        return name in self.values

    def take(self, name: str, kind: type[T], usual: T | None = None) -> T:
        """The field *name*, a *kind*; *usual* where it is missing, unless that is None."""
        self._taken.add(name)
        found = self.values.get(name)
        if found is None and usual is not None:
            return usual
        if kind is float and type(found) is int:
            found = float(found)
        if not isinstance(found, kind) or (isinstance(found, bool) and kind is not bool):
            got = Text("nothing") if found is None else repr(found)
            raise self.fault(name, "expected {what}, got {got}", what=Text(_KINDS[kind]), got=got)
        return found

    def number(self, name: str, low: float, high: float, usual: float | None = None) -> float:
        """A number from *low* to *high*."""
        found = self.take(name, float, usual)
        if not low <= found <= high:
            raise self._out_of_range(name, low, high, found)
        return found

    def whole(self, name: str, low: int, high: int, usual: int | None = None) -> int:
        """A whole number from *low* to *high*."""
        found = self.take(name, int, usual)
        if not low <= found <= high:
            raise self._out_of_range(name, low, high, found)
        return found

    def _out_of_range(self, name: str, low: float, high: float, found: float) -> InvalidFileError:
        return self.fault(
            name,
            "expected a number from {low} to {high}, got {got}",
            low=f"{low:g}",
            high=f"{high:g}",
            got=f"{found:g}",
        )

    def one_of(self, name: str, known: Iterable[str], usual: str | None = None) -> str:
        """One of the words *known*."""
        found = self.take(name, str, usual)
        known = list(known)
        if found not in known:
            raise self.fault(
                name,
                "expected one of {known}, got {got!r}",
                known=", ".join(known) or "-",
                got=found,
            )
        return found

    def words(self, name: str, usual: Bilingual | None = None) -> Bilingual:
        """Text in one language for both, or a table with ``en`` and ``zh``."""
        found = self.values.get(name)
        if isinstance(found, dict):
            self._taken.add(name)
            inner = Fields(found, self.place(name), self.home)
            words = Bilingual(inner.take("en", str).strip(), inner.take("zh", str).strip())
            inner.finish()
            return words
        if found is None and usual is not None:
            self._taken.add(name)
            return usual
        text = self.take(name, str).strip()
        return Bilingual(text, text)

    def inner(self, name: str) -> "Fields":
        """The table *name*."""
        return Fields(self.take(name, dict), self.place(name), self.home)

    def maybe(self, name: str) -> "Fields":
        """The table *name*, empty where it is missing."""
        return Fields(self.take(name, dict, {}), self.place(name), self.home)

    def many(self, name: str) -> "list[Fields]":
        """The tables of the list *name*; errors count them from 1."""
        found = self.take(name, list, [])
        for number, value in enumerate(found, 1):
            if not isinstance(value, dict):
                raise self.fault(
                    f"{name}[{number}]",
                    "expected {what}, got {got}",
                    what=Text("a table"),
                    got=repr(value),
                )
        return [
            Fields(value, f"{self.place(name)}[{number}]", self.home)
            for number, value in enumerate(found, 1)
        ]

    def texts(self, name: str, usual: Sequence[str] = ()) -> tuple[str, ...]:
        """A list of texts."""
        found = self.take(name, list, list(usual))
        for value in found:
            if not isinstance(value, str):
                raise self.fault(
                    name, "expected {what}, got {got}", what=Text("text"), got=repr(value)
                )
        return tuple(found)

    def file(self, name: str) -> Path:
        """A file in the lab's folder; raise `InvalidFileError` if it is elsewhere or missing."""
        found = self.take(name, str)
        home = (self.home or Path()).resolve()
        path = (home / found).resolve()
        if not path.is_relative_to(home) or not path.is_file():
            raise self.fault(name, "expected a file beside the lab, got {got!r}", got=found)
        return path

    def finish(self) -> None:
        """Raise if there is a field that was not taken."""
        for name in self.values:
            if name not in self._taken:
                raise self.fault(
                    name, "unknown field; known here: {known}", known=", ".join(sorted(self._taken))
                )
