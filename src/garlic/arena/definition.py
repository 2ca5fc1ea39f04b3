"""A tournament's definition, read from a TOML file or from the command line.

The input is not trusted: every key, type and size is checked here, and the error names the
first wrong one. `docs/bots/tournaments.md` describes the keys.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from garlic.arena.formats import FORMATS
from garlic.arena.scoring import SCORINGS, TIE_BREAKS
from garlic.core import InvalidFileError, Text, UsageError
from garlic.core.reading.fields import TABLE, Fields, wrong_value
from garlic.core.reading.files import read_limited
from garlic.core.reading.formats import toml_values
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
    """The definition in *values*; raise `InvalidFileError` or `UsageError` about the first problem.

    *values* come from a file, from options of the command line or from a request.
    """
    table = Fields(dict(values), kind=TABLE)
    table.finish(_READERS)
    for key in ("game", "bots"):
        if not table.has(key):
            raise UsageError("a tournament needs {key!r}", key=key)
    definition = Definition(
        **{key: read(table, key) for key, read in _READERS.items() if table.has(key)}
    )
    _check_combination(definition)
    return definition


def read_rules(values: Mapping[str, Any]) -> Definition:
    """How games are played, of a definition without bots; raise like `read_definition`.

    Keys other than `RULES` are unknown.
    """
    table = Fields(dict(values), kind=TABLE)
    table.finish(RULES)
    if not table.has("game"):
        raise UsageError("say which game: 'game' is missing")
    rules = {key: _READERS[key](table, key) for key in RULES if table.has(key)}
    GAMES[rules["game"]]  # raises if there is no such game
    return Definition(bots=(), **rules)


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


def _text(table: Fields, key: str) -> str:
    return _checked_text(table.take(key, str), table.place(key))


def _checked_text(value: str, where: str) -> str:
    if not value.strip() or len(value) > _LONGEST_TEXT:
        expected = Text("text of 1 to {limit} characters", limit=_LONGEST_TEXT)
        raise wrong_value(where, expected, value)
    return value


def _maybe_empty(table: Fields, key: str) -> str:
    return _text(table, key) if table.take(key, str) else ""


def _whole(low: int, high: int) -> Callable[[Fields, str], int]:
    return lambda table, key: table.whole(key, low, high)


def _even(table: Fields, key: str) -> int:
    value = table.whole(key, 2, 10_000)
    if value % 2:
        raise table.wrong(key, "an even number, as seats are swapped")
    return value


def _points(table: Fields, key: str) -> float:
    value = table.take(key, float)
    if not 0 < value < 1e9:
        raise table.wrong(key, "a number above 0")
    return value


def _one_of(known: Iterable[str]) -> Callable[[Fields, str], str]:
    return lambda table, key: table.one_of(key, known)


def _format(table: Fields, key: str) -> str:
    """The name of a format; it may be written without its hyphen."""
    names = {name.replace("-", ""): name for name in FORMATS}
    return names.get(table.take(key, str)) or table.one_of(key, FORMATS)


def _texts(table: Fields, key: str) -> tuple[str, ...]:
    values = table.texts(key)
    if len(values) > MOST_BOTS:
        raise table.wrong(key, Text("a list of at most {limit} texts", limit=MOST_BOTS))
    for number, value in enumerate(values, 1):
        _checked_text(value, f"{key}[{number}]")
    return values


def _tie_breaks(table: Fields, key: str) -> tuple[str, ...]:
    values = _texts(table, key)
    if not set(values) <= set(TIE_BREAKS):
        raise table.wrong(key, Text("some of {known}", known=", ".join(TIE_BREAKS)))
    return values


def _openings(table: Fields, key: str) -> str | tuple[str, ...]:
    value = table.values[key]
    if isinstance(value, list) and value:
        return _texts(table, key)
    if value not in ("balanced", "random", "none"):
        raise table.wrong(key, "'balanced', 'random', 'none' or a list of moves")
    return str(value)


def _name(table: Fields, key: str) -> str:
    return readable_name(_text(table, key))


def _bots(table: Fields, key: str) -> tuple[NamedBot, ...]:
    items = table.take(key, list)
    if not 2 <= len(items) <= MOST_BOTS:
        raise table.wrong(key, Text("a list of 2 to {limit} bots", limit=MOST_BOTS))
    bots: list[NamedBot] = []
    taken: set[str] = set()
    listed = [_bot(item, f"{key}[{number}]") for number, item in enumerate(items, 1)]
    short = _short_names(bot for _, bot in listed)
    for given, bot in listed:
        if given is not None and given in taken:
            raise UsageError("two bots are called {name!r}; give each its own name", name=given)
        name = given or _free_name(readable_name(short[bot]), taken)
        taken.add(name)
        bots.append(NamedBot(name, bot))
    return tuple(bots)


def _bot(item: Any, where: str) -> tuple[str | None, str]:
    """The name, or None if none is given, and the bot."""
    if isinstance(item, str):
        return None, _checked_text(item, where)
    if not isinstance(item, dict):
        raise wrong_value(where, "a bot like 'bot.py', or a table with 'name' and 'bot'", item)
    table = Fields(item, where, kind=TABLE)
    bot = _text(table, "bot")
    name = _name(table, "name") if table.has("name") else None
    table.finish(("name",))
    return name, bot


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


_READERS: Mapping[str, Callable[[Fields, str], Any]] = {
    "game": _text,
    "bots": _bots,
    "name": _name,
    "format": _format,
    "games": _even,
    "rounds": _whole(1, 1000),
    "challengers": _whole(1, MOST_BOTS),
    "seed": _whole(0, _LARGEST_SEED),
    "scoring": _one_of(SCORINGS),
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
RULES = (
    *("game", "seed", "maps", "rule", "openings", "opening_plies", "limits", "timeouts"),
    *("protocol", "max_plies", "agreed_score", "agreed_turns"),
)
"""The keys that say how a game is played, whoever plays."""

if set(_READERS) != {field.name for field in fields(Definition)}:
    raise AssertionError  # a key without a reader, or a reader without a key
