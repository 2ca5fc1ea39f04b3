"""Finds labs by name: those bundled in `data`, or a TOML file."""

from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from pathlib import Path

from garlic.core import UsageError
from garlic.labs.lab import Lab, read_lab_file


def _home() -> Path:
    return Path(str(files("garlic.labs") / "data"))


@cache
def lab_names() -> tuple[str, ...]:
    """The names of the bundled labs, like ``othello/task1``, in order."""
    home = _home()
    names = (path.relative_to(home).with_suffix("") for path in home.rglob("*.toml"))
    return tuple(sorted(str(name) for name in names if not name.name.endswith("-cases")))


def lab_file(name: str) -> Path:
    """The file of a bundled lab."""
    return _home() / f"{name}.toml"


def find_lab(name: str) -> Lab:
    """The bundled lab *name*, or the lab in a TOML file; raise `UsageError`."""
    if name in lab_names():
        return read_lab_file(lab_file(name), name)
    if name.endswith(".toml"):
        return read_lab_file(Path(name))
    close = [known for known in lab_names() if known.rpartition("/")[2] == name]
    close = close or get_close_matches(name, lab_names(), 3)
    if close:
        raise UsageError(
            "no lab is called {name!r}; did you mean {close}?", name=name, close=", ".join(close)
        )
    raise UsageError("no lab is called {name!r}; see `garlic labs`, or give a TOML file", name=name)
