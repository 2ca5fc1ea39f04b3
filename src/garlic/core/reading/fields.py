"""Typed fields of JSON and TOML: the type of every field is checked, and errors name the field.

An error reads ``tests[2].points: expected a number, got "ten"``: where, what was expected, and
what came. Lists are counted from 1.
"""

import json
import math
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from garlic.core.errors import InvalidFileError
from garlic.core.language.bilingual import Bilingual
from garlic.core.language.text import Text
from garlic.core.reading.formats import json_value, toml_values

T = TypeVar("T")

_KINDS: dict[type, str] = {
    int: "a whole number",
    float: "a number",
    str: "text",
    bool: "true or false",
    list: "a list",
}
TABLE, OBJECT = "a table", "an object"  # what TOML and JSON call a group of fields
_WHOLE = 1 << 64  # larger numbers are no real counts, and databases refuse them


def read_json(content: bytes, where: str) -> "Fields":
    """The fields of a JSON object that errors call *where*; raise `InvalidFileError`."""
    return Fields(json_value(content), where)


def read_toml(content: bytes, home: Path | None = None) -> "Fields":
    """The fields of a TOML file, whose file names are relative to *home*; `InvalidFileError`."""
    return Fields(toml_values(content), home=home, kind=TABLE)


class Fields:
    """An object or a table whose fields are taken one by one.

    A field that is null counts as missing. `finish` refuses fields that were not taken; where
    others may write fields of their own it is not called.
    """

    def __init__(
        self, values: Any, where: str = "", *, home: Path | None = None, kind: str = OBJECT
    ) -> None:
        """*where* names it in errors; raise `InvalidFileError` if *values* is no dictionary."""
        if not isinstance(values, dict):
            raise wrong_value(where, kind, values)
        self.values: dict[str, Any] = values
        self.where = where
        self.home = home  # the folder that file names are relative to
        self._kind = kind
        self._taken: set[str] = set()

    # Errors -----------------------------------------------------------------------------------

    def place(self, name: str) -> str:
        """The full name of the field *name*: ``tests[2].points``."""
        return f"{self.where}.{name}" if self.where else name

    def fault(self, name: str, template: str, **values: object) -> InvalidFileError:
        """The error to raise about the field *name*."""
        return InvalidFileError(
            "{where}: {sentence}", where=self.place(name), sentence=Text(template, **values)
        )

    def wrong(self, name: str, expected: str | Text) -> InvalidFileError:
        """The error to raise about the field *name*, where *expected* should be."""
        return wrong_value(self.place(name), expected, self.values.get(name))

    def finish(self, known: Iterable[str] = ()) -> None:
        """Raise if there is a field that was not taken and is not among *known* ones."""
        fine = self._taken.union(known)
        for name in self.values:
            if name not in fine:
                raise self.fault(
                    name, "unknown field; known here: {known}", known=", ".join(sorted(fine))
                )

    # Single values ----------------------------------------------------------------------------

    def has(self, name: str) -> bool:
        """Whether the field is there."""
        return self.values.get(name) is not None

    def take(self, name: str, kind: type[T], usual: T | None = None) -> T:
        """The field *name*, a *kind*; *usual* where it is missing, unless that is None."""
        return self._required(name, kind, usual, self._name_of(kind))

    def maybe(self, name: str, kind: type[T]) -> T | None:
        """The field *name*, a *kind*; None where it is missing."""
        return self._found(name, kind, self._name_of(kind))

    def number(self, name: str, low: float, high: float, usual: float | None = None) -> float:
        """A number from *low* to *high*."""
        expected = Text("a number from {low} to {high}", low=f"{low:g}", high=f"{high:g}")
        found = self._required(name, float, usual, expected)
        if not low <= found <= high:
            raise self.wrong(name, expected)
        return found

    def whole(self, name: str, low: int, high: int, usual: int | None = None) -> int:
        """A whole number from *low* to *high*."""
        expected = Text("a whole number from {low} to {high}", low=low, high=high)
        found = self._required(name, int, usual, expected)
        if not low <= found <= high:
            raise self.wrong(name, expected)
        return found

    def one_of(self, name: str, known: Iterable[str], usual: str | None = None) -> str:
        """One of the words *known*."""
        words = list(known)
        expected = Text("one of {known}", known=", ".join(words) or "-")
        found = self._required(name, str, usual, expected)
        if found not in words:
            raise self.wrong(name, expected)
        return found

    def words(self, name: str, usual: Bilingual | None = None) -> Bilingual:
        """Text in one language for both, or a table with ``en`` and ``zh``."""
        if isinstance(self.values.get(name), dict):
            inner = self.inner(name)
            words = Bilingual(inner.take("en", str).strip(), inner.take("zh", str).strip())
            inner.finish()
            return words
        text = self.maybe(name, str) if usual is not None else self.take(name, str)
        if text is None:
            assert usual is not None  # noqa: S101  (else it was required)
            return usual
        return Bilingual(text.strip(), text.strip())

    def file(self, name: str) -> Path:
        """A file below *home*; raise `InvalidFileError` if it is elsewhere or missing."""
        return self._file(name, self.take(name, str))

    def _file(self, name: str, found: str) -> Path:
        home = (self.home or Path()).resolve()
        path = (home / found).resolve()
        if not path.is_relative_to(home) or not path.is_file():
            raise self.fault(name, "expected a file in the lab's folder, got {got!r}", got=found)
        return path

    def _required(self, name: str, kind: type[T], usual: T | None, expected: str | Text) -> T:
        found = self._found(name, kind, expected)
        if found is None:
            found = usual
        if found is None:
            raise self.wrong(name, expected)
        return found

    def _found(self, name: str, kind: type[T], expected: str | Text) -> T | None:
        self._taken.add(name)
        found = self.values.get(name)
        if found is None:
            return None
        if type(found) is int and not -_WHOLE < found < _WHOLE:
            raise self.wrong(name, expected)
        if kind is float and type(found) is int:
            found = float(found)
        if not isinstance(found, kind) or (isinstance(found, bool) and kind is not bool):
            raise self.wrong(name, expected)
        if isinstance(found, float) and not math.isfinite(found):  # JSON reads 1e999 as infinite
            raise self.wrong(name, expected)
        return found

    def _name_of(self, kind: type) -> str:
        return _KINDS.get(kind, self._kind)

    # Tables and lists -------------------------------------------------------------------------

    def inner(self, name: str, usual: dict[str, Any] | None = None) -> "Fields":
        """The object or table *name*; *usual* where it is missing, unless that is None."""
        return self._below(self.take(name, dict, usual), self.place(name))

    def many(self, name: str, usual: list[Any] | None = None) -> "list[Fields]":
        """The objects or tables in the list *name*; *usual* where it is missing."""
        items = self.take(name, list, usual)
        return [
            self._below(item, f"{self.place(name)}[{number}]")
            for number, item in enumerate(items, 1)
        ]

    def texts(self, name: str, usual: Sequence[str] | None = None) -> tuple[str, ...]:
        """The texts in the list *name*; *usual* where it is missing, unless that is None."""
        items = self.take(name, list, None if usual is None else list(usual))
        for number, item in enumerate(items, 1):
            if not isinstance(item, str):
                raise wrong_value(f"{self.place(name)}[{number}]", _KINDS[str], item)
        return tuple(items)

    def files(self, name: str) -> tuple[Path, ...]:
        """The files in the list *name*, as in `file`; none where it is missing."""
        return tuple(self._file(name, found) for found in self.texts(name, ()))

    def pair(self, name: str) -> tuple[Any, Any]:
        """The two values in the list *name*, which may be anything."""
        items = self.take(name, list)
        if len(items) != 2:
            raise self.wrong(name, "a list of two")
        return items[0], items[1]

    def _below(self, values: Any, where: str) -> "Fields":
        return Fields(values, where, home=self.home, kind=self._kind)


def wrong_value(where: str, expected: str | Text, got: Any) -> InvalidFileError:
    """The error to raise where *expected* should be; a phrase that the catalogue knows."""
    shown = Text("nothing") if got is None else json.dumps(got, ensure_ascii=False, default=str)
    sentence = Text(
        "expected {what}, got {got}",
        what=Text(expected) if isinstance(expected, str) else expected,
        got=shown,
    )
    return InvalidFileError("{where}: {sentence}", where=where, sentence=sentence)
