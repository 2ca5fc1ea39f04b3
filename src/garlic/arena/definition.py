"""What a tournament is made of, read from a TOML file or from the command line.

Whoever wrote the file is a stranger: every key, type and size is checked here, and what is
wrong is said in one sentence. `docs/tournaments.md` describes the keys.
"""

import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from garlic.arena.formats import FORMATS
from garlic.arena.scoring import SCORINGS, TIE_BREAKS
from garlic.core import Text, UsageError
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
    """A bot that takes part: what tables call it, and the string that names it everywhere."""

    name: str
    bot: str


@dataclass(frozen=True, slots=True)
class Definition:
    """All that determines a tournament, but for the content of bots and maps."""

    game: str
    bots: tuple[NamedBot, ...]
    name: str = "tournament"
    format: str = "round-robin"
    games: int = 2  # of each two bots that meet, an even number: seats are swapped
    rounds: int | None = None  # for formats that have rounds; by default as many as they need
    challengers: int = 1  # of a gauntlet: the first so many bots meet all others
    seed: int = 0
    scoring: str = "1/0.5/0"
    tie_breaks: tuple[str, ...] = ("score", "wins", "time")
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
    set_aside_after: int = 4  # lost by a fault, from the first game on; 0: never

    @property
    def adjudication(self) -> Adjudication:
        """When the judge ends a game."""
        return Adjudication(self.max_plies, self.agreed_score, self.agreed_turns)

    def to_json(self) -> dict[str, Any]:
        """As plain values that `read_definition` reads again."""
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in asdict(self).items()
            if value is not None
        }


def read_file(path: Path) -> dict[str, Any]:
    """The values of a tournament file, not yet checked; raise `UsageError`."""
    content = read_limited(path, LARGEST_FILE)
    try:
        return tomllib.loads(content.decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError, ValueError) as fault:
        raise UsageError(
            "{path}: expected a tournament in TOML, got something else: {why}",
            path=str(path),
            why=str(fault),
        ) from fault


def read_definition(values: Mapping[str, Any]) -> Definition:
    """The tournament that *values* describe; raise `UsageError` with the first thing wrong."""
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
    found = Definition(**read)
    _check_together(found)
    return found


def _check_together(found: Definition) -> None:
    GAMES[found.game]  # which says so if there is none
    if found.scoring == "sum" and not FORMATS[found.format].suits_sums:
        raise UsageError(
            "the format {format} needs points for wins: 'sum' does not fit", format=found.format
        )
    if found.rounds is not None and not FORMATS[found.format].has_round_count:
        raise UsageError(
            "the format {format} has as many rounds as it needs: leave out 'rounds'",
            format=found.format,
        )
    if found.format == "gauntlet" and found.challengers >= len(found.bots):
        raise UsageError(
            "expected fewer challengers than bots, got {challengers} of {bots}",
            challengers=found.challengers,
            bots=len(found.bots),
        )


# How each value is read -----------------------------------------------------------------------


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
    """The name of a format; people write some of them in one word."""
    spelled = {name.replace("-", ""): name for name in FORMATS}
    wished = spelled.get(value, value) if isinstance(value, str) else value
    return _one_of(tuple(FORMATS))(key, wished)


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
    found: list[NamedBot] = []
    taken: set[str] = set()
    listed = [_bot(key, item) for item in value]
    short = _short_names(bot for _, bot in listed)
    for wished, bot in listed:
        if wished is not None and wished in taken:
            raise UsageError("two bots are called {name!r}; give each its own name", name=wished)
        name = wished or _free_name(readable_name(short[bot]), taken)
        taken.add(name)
        found.append(NamedBot(name, bot))
    return tuple(found)


def _bot(key: str, item: Any) -> tuple[str | None, str]:
    """The name, if it has one of its own, and the bot."""
    if isinstance(item, str):
        return None, _text(key, item)
    if not isinstance(item, dict) or not {"bot"} <= item.keys() <= {"name", "bot"}:
        raise _wrong(key, Text("bots like 'bot.py', or tables with 'name' and 'bot'"), item)
    name = _name("name", item["name"]) if "name" in item else None
    return name, _text("bot", item["bot"])


def _short_names(bots: Iterable[str]) -> dict[str, str]:
    """As much of each path, from its end, as tells it from the others; other bots as they are."""
    tails = {}
    for bot in bots:
        parts = [] if ":" in bot else [part for part in bot.split("/") if part]
        tails[bot] = ["/".join(parts[-length:]) for length in range(1, len(parts) + 1)]
    shared = Counter(tail for found in tails.values() for tail in found)
    return {
        bot: next((tail for tail in found if shared[tail] == 1), bot)
        for bot, found in tails.items()
    }


def _free_name(name: str, taken: set[str]) -> str:
    """*name*, or where that is taken ``name #2``, ``name #3``."""
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
