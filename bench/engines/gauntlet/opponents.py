"""The programs of ``bench/opponents.toml``: where they are expected, and how to talk to them."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Self
from urllib.parse import quote

from garlic.core import UsageError
from garlic.core.reading.fields import Fields, read_toml
from garlic.core.reading.files import read_limited
from garlic.wire import PROTOCOLS
from garlic.wire.settings import parse_settings

FILE = Path(__file__).parents[2] / "opponents.toml"
FOLDER_VARIABLE = "GARLIC_OPPONENTS"
_LARGEST_FILE = 1 << 20


@dataclass(frozen=True, slots=True)
class Opponent:
    """A program that our engines play against."""

    name: str
    game: str
    about: str
    program: str  # its path in the folder of opponents; by default its name
    protocol: str
    settings: Mapping[str, str] = field(default_factory=dict)
    files: tuple[str, ...] = ()  # what it may read: in that folder, or absolute
    rule: str | None = None  # the only rule set it plays

    @property
    def has_clock(self) -> bool:
        """Whether it is told the time; else its settings decide how long it thinks."""
        return PROTOCOLS[self.protocol].has_clock

    def with_settings(self, text: str) -> Self:
        """The same program with the settings in *text* (``depth=16``) instead of its own."""
        return replace(self, settings={**self.settings, **parse_settings("--theirs", text)})

    def bot(self, folder: Path, margin_ms: int) -> str:
        """Its name for the judge; raise `UsageError` if it is not in *folder*.

        Of the time that the judge allows for a move, it is not told of *margin_ms*.
        """
        program = folder / self.program
        if not program.is_file():
            raise UsageError(
                "{name} is expected at {path}: install or build it there",
                name=self.name,
                path=str(program),
            )
        settings = dict(self.settings)
        if self.has_clock:
            settings["margin"] = str(margin_ms)
        readable = [folder / name for name in self.files if (folder / name).exists()]
        if readable:
            settings["files"] = ":".join(map(str, readable))
        query = "&".join(
            f"{quote(key)}={quote(value, safe='/:')}" for key, value in settings.items()
        )
        return f"{self.protocol}:{program}?{query}"


def opponents_folder() -> Path:
    """The folder with the programs; raise `UsageError` if it is not set."""
    folder = os.environ.get(FOLDER_VARIABLE)
    if not folder:
        raise UsageError(
            "set {variable} to the folder with the other programs", variable=FOLDER_VARIABLE
        )
    return Path(folder).resolve()


def read_opponents(path: Path = FILE) -> dict[str, Opponent]:
    """The opponents by name; raise `InvalidFileError` or `UsageError`."""
    table = read_toml(read_limited(path, _LARGEST_FILE))
    return {name: _opponent(name, table.inner(name)) for name in table.values}


def _opponent(name: str, table: Fields) -> Opponent:
    settings = table.take("settings", dict, {})
    made = Opponent(
        name=name,
        game=table.take("game", str),
        about=table.take("about", str),
        program=table.take("program", str, name),
        protocol=table.take("protocol", str),
        settings={key: str(value) for key, value in settings.items()},
        files=table.texts("files", ()),
        rule=table.maybe("rule", str),
    )
    table.finish()
    return made
