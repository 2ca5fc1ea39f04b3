"""The files of a lab that have to go along with it to another machine."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time
from pathlib import Path
from typing import Any

from garlic.core import UsageError
from garlic.core.reading.files import read_limited
from garlic.core.reading.formats import toml_values
from garlic.labs.library import find_lab, lab_names
from garlic.labs.policy.visibility import Visibility

_LARGEST_FILE = 32 << 20
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+", re.ASCII)


@dataclass(frozen=True, slots=True)
class PortableLab:
    """A lab for another machine: how to name it there, and the files that it needs."""

    name: str  # of a bundled lab, or of its file among *files*
    files: dict[str, bytes]  # by their paths; none for a bundled lab

    @property
    def is_bundled(self) -> bool:
        """Whether it comes with the package."""
        return not self.files


def portable_lab(name: str, *, for_students: bool) -> PortableLab:
    """The lab *name* with its files; raise `GarlicError` if it is not right.

    What students can read has no check that is hidden from them, not even until the due date.
    """
    lab = find_lab(name)
    lab.verify()
    unseen = set(lab.visibility) != {Visibility.VISIBLE}
    if name in lab_names():
        if for_students and unseen:
            raise UsageError("{lab} has hidden checks, which students could read", lab=name)
        return PortableLab(name, {})
    path = Path(name)
    values = toml_values(read_limited(path, _LARGEST_FILE))
    content = read_limited(path, _LARGEST_FILE)
    if for_students and unseen:
        tests = [
            test
            for test, kind in zip(values["tests"], lab.visibility, strict=True)
            if kind is Visibility.VISIBLE
        ]
        if not tests:
            raise UsageError("{lab}: expected a check that students can see", lab=name)
        values = {key: value for key, value in values.items() if key != "hidden_points"}
        values["tests"] = tests
        content = toml_text(values).encode()
    files = {path.name: content}
    for found in sorted(set(_files_named(values["tests"], path.parent.resolve()))):
        relative = found.relative_to(path.parent.resolve())
        files[str(relative)] = read_limited(found, _LARGEST_FILE)
    return PortableLab(path.name, files)


def _files_named(value: Any, home: Path) -> Iterator[Path]:
    """The files below *home* that a text in *value* names, and those that they name in turn."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from _files_named(item, home)
    if not isinstance(value, str) or not value or len(value) > 200 or "\0" in value:
        return
    path = (home / value).resolve()
    try:
        is_there = path.is_relative_to(home) and path.is_file()
    except OSError:  # a text that cannot be a name
        return
    if is_there:
        yield path
        if path.suffix == ".toml":
            yield from _files_named(toml_values(read_limited(path, _LARGEST_FILE)), home)


def toml_text(values: dict[str, Any]) -> str:
    """*values* as TOML, each on a line of its own."""
    lines = [f"{_key(name)} = {_toml(value)}" for name, value in values.items()]
    return "\n".join(lines) + "\n"


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        inner = ", ".join(f"{_key(name)} = {_toml(item)}" for name, item in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, float):
        return repr(value)  # also nan and inf
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _key(name: str) -> str:
    if _BARE_KEY.fullmatch(name):
        return name
    return json.dumps(name, ensure_ascii=False).replace("\x7f", "\\u007f")
