"""What a league's file or options say: how games are played, and when a bot is placed or paused.

The input is not trusted. `docs/bots/league.md` describes the keys.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from garlic.arena.definition import RULES, Definition, read_rules
from garlic.arena.openings import beside
from garlic.core import UsageError
from garlic.core.limits import MEGABYTE
from garlic.core.reading.fields import TABLE, Fields
from garlic.core.reading.files import read_limited
from garlic.core.reading.scan import decode
from garlic.games import GAMES
from garlic.judge.faults import fault_rules
from garlic.judge.settings import parse_limits

_BOUNDS = {
    "placing_games": (2, 1000),
    "pause_after": (0, 1000),
    "games_per_day": (0, 100_000),
    "bots_per_person": (0, 1000),
}
_OWN = ("milestones", *_BOUNDS)
_MAP_FILES = "map_files"
LARGEST_MAP = MEGABYTE // 16  # characters or bytes
MOST_MILESTONES = 50


@dataclass(frozen=True, slots=True)
class LeagueDefinition:
    """Everything that determines the games of a league, except its bots."""

    rules: Definition  # without bots
    milestones: tuple[str, ...] | None = None  # built-in bots; by default those with fixed ratings
    placing_games: int = 24  # of a new version, before it has a rank
    pause_after: int = 5  # games lost by a fault, one after the other; 0: never
    games_per_day: int = 100  # of a bot that is placed, on a server; 0: as many as there is time
    bots_per_person: int = 3  # of a student, on a server; 0: any number
    # The texts of maps that do not come with the game, by name: a league has all it needs.
    map_files: Mapping[str, str] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """The definition as plain values, the inverse of `read_league`."""
        rules = {key: value for key, value in self.rules.to_json().items() if key in RULES}
        own: dict[str, Any] = {key: getattr(self, key) for key in _OWN}
        if own["milestones"] is not None:
            own["milestones"] = list(own["milestones"])
        own[_MAP_FILES] = dict(self.map_files) or None
        return rules | {key: value for key, value in own.items() if value is not None}

    def with_map_files(self, folder: Path) -> "LeagueDefinition":
        """With the texts of the map files that it names, which are looked for in *folder*.

        Raises `InputError` or `UsageError` if one cannot be read.
        """
        texts, names = dict(self.map_files), []
        for name in self.rules.maps:
            path = Path(beside(folder, name))
            is_named = path.is_relative_to(folder) or Path(name).is_absolute()
            if name not in texts and is_named and path.is_file():
                if path.name in texts:
                    raise UsageError("two maps are called {name!r}", name=path.name)
                texts[path.name] = decode(read_limited(path, LARGEST_MAP))
                name = path.name  # noqa: PLW2901  (as it is called from now on)
            names.append(name)
        return replace(self, rules=replace(self.rules, maps=tuple(names)), map_files=texts)

    @contextmanager
    def map_folder(self) -> Iterator[Path]:
        """A folder with the maps that do not come with the game."""
        with TemporaryDirectory(prefix="garlic-maps-") as folder:
            for name, text in self.map_files.items():
                (Path(folder) / name).write_text(text)
            yield Path(folder)


def read_league(values: Mapping[str, Any]) -> LeagueDefinition:
    """The definition in *values*; raise `InvalidFileError` or `UsageError` about the first problem.

    *values* come from a file, from options of the command line or from a request.
    """
    table = Fields(dict(values), kind=TABLE)
    table.finish((*RULES, *_OWN, _MAP_FILES))
    rules = read_rules({key: value for key, value in values.items() if key in RULES})
    game = GAMES[rules.game]
    parse_limits(rules.limits, game.limits)
    fault_rules(game, rules.timeouts)
    milestones = table.texts("milestones") if table.has("milestones") else None
    if milestones is not None and len(milestones) > MOST_MILESTONES:
        raise UsageError(
            "expected at most {limit} milestones, got {count}",
            limit=MOST_MILESTONES,
            count=len(milestones),
        )
    given = {key: table.whole(key, *_BOUNDS[key]) for key in _BOUNDS if table.has(key)}
    return LeagueDefinition(rules, milestones, **given, map_files=_map_files(table, rules.maps))


def _map_files(table: Fields, maps: tuple[str, ...]) -> dict[str, str]:
    found: dict[str, object] = table.take(_MAP_FILES, dict, {})
    texts: dict[str, str] = {}
    for name, text in found.items():
        if name not in maps or Path(name).name != name or name in (".", ".."):
            raise table.wrong(_MAP_FILES, "names of 'maps' without folders")
        if not isinstance(text, str) or not 0 < len(text) <= LARGEST_MAP:
            raise table.wrong(_MAP_FILES, "the text of a map for each name")
        texts[name] = text
    return texts
