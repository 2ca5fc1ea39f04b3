"""A tournament's definition, read from a TOML file or from the command line.

The input is not trusted: every key, type and size is checked here, and the error names the
first wrong one. `docs/tournaments.md` describes the keys.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from garlic.arena.formats import FORMATS
from garlic.arena.scoring import SCORINGS, TIE_BREAKS
from garlic.core import InvalidFileError, Text, UsageError
from garlic.core.reading.fields import toml_values
from garlic.core.reading.files import read_limited
from garlic.games import GAMES
from garlic.judge.adjudication import Adjudication
from garlic.judge.faults import TIMEOUTS
from garlic.store.bots import readable_name

LARGEST_FILE = 1 << 20
MOST_BOTS = 1000
MOST_GAMES = 250_000  # of a whole tournament
_LONGEST_TEXT = 4096
_LARGEST_SEED = (1 << 63) - 1


@dataclass(frozen=True, slots=True)
class NamedBot:
    """A bot that takes part: its name in tables, and the string that names it everywhere."""

    name: str
    bot: str


@dataclass(frozen=True, slots=True)
class Definition:
    """Everything that determines a tournament, except the content of bots and maps."""

    game: str
    bots: tuple[NamedBot, ...]
    name: str = "tournament"
    format: str = "round-robin"
    games: int = 2  # per pairing; even, because seats are swapped
    rounds: int | None = None  # for formats that have rounds; by default as many as they need
    challengers: int = 1  # of a gauntlet: this many bots, the first ones, meet all others
    seed: int = 0
    scoring: str = "1/0.5/0"
    tie_breaks: tuple[str, ...] = ("score", "wins")
    maps: tuple[str, ...] = ()
    rule: str | None = None
    openings: str | tuple[str, ...] = "balanced"  # or "random", "none", lines of moves
    opening_plies: int = 6
    limits: str = ""
    timeouts: str = "default"
    protocol: str = "strict"
    max_plies: int | None = None
    agreed_score: float | None = None
    agreed_turns: int = 4
    set_aside_after: int = 4  # first games, all lost by a fault; 0: never

    @property
    def adjudication(self) -> Adjudication:
        """When the judge ends a game."""
        return Adjudication(self.max_plies, self.agreed_score, self.agreed_turns)

    def to_json(self) -> dict[str, Any]:
        """The definition as plain values, the inverse of `read_definition`."""
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in asdict(self).items()
            if value is not None
        }


def read_file(path: Path) -> dict[str, Any]:
    """The values of a tournament file, not yet checked; raise `UsageError`."""
    return read_values(read_limited(path, LARGEST_FILE), str(path))


def read_values(content: bytes, name: str) -> dict[str, Any]:
    """The values of a tournament file called *name*, not yet checked; raise `UsageError`."""
    try:
        return toml_values(content)
    except InvalidFileError as fault:
        raise UsageError(
            "{path}: expected a tournament in TOML: {why}", path=name, why=fault
        ) from fault


def read_definition(values: Mapping[str, Any]) -> Definition:
    """The definition in *values*; raise `UsageError` that names the first problem."""
    for key in values:
        if key not in _READERS:
            raise UsageError(
                "a tournament has no {key!r}; it may have {known}",
                key=key,
                known=", ".join(_READERS),
            )
    for key in ("game", "bots"):
        if key not in values:
            raise UsageError("a tournament needs {key!r}", key=key)
    read = {key: _READERS[key](key, value) for key, value in values.items()}
    definition = Definition(**read)
    _check_combination(definition)
    return definition


def _check_combination(definition: Definition) -> None:
    GAMES[definition.game]  # raises if there is no such game
    if definition.scoring == "sum" and not FORMATS[definition.format].suits_sums:
        raise UsageError(
            "the format {format} needs points for wins: 'sum' does not fit",
            format=definition.format,
        )
    if definition.rounds is not None and not FORMATS[definition.format].has_round_count:
        raise UsageError(
            "the format {format} has as many rounds as it needs: leave out 'rounds'",
            format=definition.format,
        )
    if definition.format == "gauntlet" and definition.challengers >= len(definition.bots):
        raise UsageError(
            "expected fewer challengers than bots, got {challengers} of {bots}",
            challengers=definition.challengers,
            bots=len(definition.bots),
        )


# One reader per kind of value -----------------------------------------------------------------


def _wrong(key: str, expected: Text, got: Any) -> UsageError:
    return UsageError(
        "expected {what} for {key!r}, got {got}", what=expected, key=key, got=repr(got)
    )


def _text(key: str, value: Any) -> str:
    if not isinstance(value, str) or not value.strip() or len(value) > _LONGEST_TEXT:
        raise _wrong(key, Text("a text of at most {limit} signs", limit=_LONGEST_TEXT), value)
    return value


def _maybe_empty(key: str, value: Any) -> str:
    return "" if value == "" else _text(key, value)


def _whole(low: int, high: int) -> Callable[[str, Any], int]:
    def read(key: str, value: Any) -> int:
        if type(value) is not int or not low <= value <= high:
            raise _wrong(
                key, Text("a whole number from {low} to {high}", low=low, high=high), value
            )
        return value

    return read


def _even(key: str, value: Any) -> int:
    if type(value) is not int or not 2 <= value <= 10_000 or value % 2:
        raise _wrong(key, Text("an even number from 2 to 10000, seats are swapped"), value)
    return value


def _points(key: str, value: Any) -> float:
    if type(value) not in (int, float) or not 0 < value < 1e9:
        raise _wrong(key, Text("a number above 0"), value)
    return float(value)


def _one_of(known: tuple[str, ...]) -> Callable[[str, Any], str]:
    def read(key: str, value: Any) -> str:
        if value not in known:
            raise _wrong(key, Text("one of {known}", known=", ".join(known)), value)
        return str(value)

    return read


def _format(key: str, value: Any) -> str:
    """The name of a format; it may be written without its hyphen."""
    names = {name.replace("-", ""): name for name in FORMATS}
    name = names.get(value, value) if isinstance(value, str) else value
    return _one_of(tuple(FORMATS))(key, name)


def _texts(key: str, value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or len(value) > MOST_BOTS:
        raise _wrong(key, Text("a list of at most {limit} texts", limit=MOST_BOTS), value)
    return tuple(_text(key, item) for item in value)


def _tie_breaks(key: str, value: Any) -> tuple[str, ...]:
    read = _one_of(tuple(TIE_BREAKS))
    return tuple(read(key, item) for item in _texts(key, value))


def _openings(key: str, value: Any) -> str | tuple[str, ...]:
    if isinstance(value, str):
        return _one_of(("balanced", "random", "none"))(key, value)
    if not value:
        raise _wrong(key, Text("'balanced', 'random', 'none' or a list of moves"), value)
    return _texts(key, value)


def _name(key: str, value: Any) -> str:
    return readable_name(_text(key, value))


def _bots(key: str, value: Any) -> tuple[NamedBot, ...]:
    if not isinstance(value, list) or not 2 <= len(value) <= MOST_BOTS:
        raise _wrong(key, Text("a list of 2 to {limit} bots", limit=MOST_BOTS), value)
    bots: list[NamedBot] = []
    taken: set[str] = set()
    listed = [_bot(key, item) for item in value]
    short = _short_names(bot for _, bot in listed)
    for given, bot in listed:
        if given is not None and given in taken:
            raise UsageError("two bots are called {name!r}; give each its own name", name=given)
        name = given or _free_name(readable_name(short[bot]), taken)
        taken.add(name)
        bots.append(NamedBot(name, bot))
    return tuple(bots)


def _bot(key: str, item: Any) -> tuple[str | None, str]:
    """The name, or None if none is given, and the bot."""
    if isinstance(item, str):
        return None, _text(key, item)
    if not isinstance(item, dict) or not {"bot"} <= item.keys() <= {"name", "bot"}:
        raise _wrong(key, Text("bots like 'bot.py', or tables with 'name' and 'bot'"), item)
    name = _name("name", item["name"]) if "name" in item else None
    return name, _text("bot", item["bot"])


def _short_names(bots: Iterable[str]) -> dict[str, str]:
    """The shortest tail of each path that is unique; bots that are no path stay as they are."""
    tails = {}
    for bot in bots:
        parts = [] if ":" in bot else [part for part in bot.split("/") if part]
        tails[bot] = ["/".join(parts[-length:]) for length in range(1, len(parts) + 1)]
    shared = Counter(tail for own in tails.values() for tail in own)
    return {
        bot: next((tail for tail in own if shared[tail] == 1), bot) for bot, own in tails.items()
    }


def _free_name(name: str, taken: set[str]) -> str:
    """*name*, or if that is taken ``name #2``, ``name #3``, ..."""
    count, free = 1, name
    while free in taken:
        count += 1
        free = f"{name} #{count}"
    return free


_READERS: Mapping[str, Callable[[str, Any], Any]] = {
    "game": _text,
    "bots": _bots,
    "name": _name,
    "format": _format,
    "games": _even,
    "rounds": _whole(1, 1000),
    "challengers": _whole(1, MOST_BOTS),
    "seed": _whole(0, _LARGEST_SEED),
    "scoring": _one_of(tuple(SCORINGS)),
    "tie_breaks": _tie_breaks,
    "maps": _texts,
    "rule": _text,
    "openings": _openings,
    "opening_plies": _whole(0, 60),
    "limits": _maybe_empty,
    "timeouts": _one_of(TIMEOUTS),
    "protocol": _one_of(("strict", "lenient")),
    "max_plies": _whole(1, 100_000),
    "agreed_score": _points,
    "agreed_turns": _whole(1, 1000),
    "set_aside_after": _whole(0, 1000),
}
if set(_READERS) != {field.name for field in fields(Definition)}:
    raise AssertionError  # a key without a reader, or a reader without a key
