"""Parses the options of a match: limits, and the position to start from."""

import re
from dataclasses import replace
from pathlib import Path

from garlic.core import Game, InputError, Limits, Position, UsageError
from garlic.core.limits import MEGABYTE
from garlic.core.maps import RANDOM_MAP, board_size
from garlic.core.reading.files import why
from garlic.core.reading.scan import decode, whole_number

_TIME = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,6})?)(ms|s|min)")
_MEMORY = re.compile(r"([0-9]{1,6})(KB|MB|GB)", re.IGNORECASE)
_SECONDS = {"ms": 0.001, "s": 1.0, "min": 60.0}
_BYTES = {"KB": 1 << 10, "MB": MEGABYTE, "GB": 1 << 30}


def parse_limits(text: str, usual: Limits) -> Limits:
    """Parse ``"turn=100ms,init=1s,memory=256MB,game=3min"``; limits not named are *usual*."""
    limits = usual
    for part in filter(None, text.split(",")):
        name, equals, value = part.partition("=")
        if name == "init" and equals:
            limits = replace(limits, init_seconds=_seconds(value, part))
        elif name == "turn" and equals:
            limits = replace(limits, turn_seconds=_seconds(value, part))
        elif name == "game" and equals:
            limits = replace(limits, game_seconds=_seconds(value, part))
        elif name == "memory" and equals:
            limits = replace(limits, memory_bytes=_bytes(value, part))
        elif name == "nodes" and equals:
            limits = replace(limits, nodes=_nodes(value, part))
        else:
            raise UsageError(
                "expected limits like turn=100ms, init=1s, game=3min, memory=256MB or nodes=10000,"
                " got {part!r}",
                part=part,
            )
    return limits


def _seconds(text: str, part: str) -> float:
    found = _TIME.fullmatch(text)
    if found is None or float(found[1]) == 0:
        raise UsageError("expected a time like 100ms, 2s or 3min, got {part!r}", part=part)
    return float(found[1]) * _SECONDS[found[2]]


def _bytes(text: str, part: str) -> int:
    found = _MEMORY.fullmatch(text)
    if found is None or int(found[1]) == 0:
        raise UsageError("expected a memory size like 256MB, got {part!r}", part=part)
    return int(found[1]) * _BYTES[found[2].upper()]


def _nodes(text: str, part: str) -> int:
    nodes = whole_number(text, 1, 10**15)
    if nodes is None:
        raise UsageError("expected a number of nodes like 10000, got {part!r}", part=part)
    return nodes


def start_of(
    game: Game, *, map_name: str | None, rule: str | None, opening: str | None, seed: int
) -> Position:
    """The position that a game starts from; raise `UsageError`.

    *map_name* is a file, a bundled name, ``10x10`` (the default map of that size, or a plain
    board) or ``random-10x10`` (made from *seed*); *opening* is moves to play first.
    """
    position = _board(game, map_name, rule, seed)
    if not opening:
        return position
    if game.simultaneous:
        raise UsageError("{game} has no openings", game=game.name)
    return game.parse(f"{position} moves {opening}")


def _board(game: Game, map_name: str | None, rule: str | None, seed: int) -> Position:
    if map_name is None:
        return game.setup(rule=rule)
    size = board_size(map_name)
    if game.maps is None:
        if size is None:
            raise UsageError("{game} has no maps", game=game.name)
        return game.setup(rule=rule, size=size)
    if rule is not None:
        raise UsageError("{game} has no rule sets: leave out --rule", game=game.name)
    if map_name.startswith(RANDOM_MAP) and (made := board_size(map_name[len(RANDOM_MAP) :])):
        return game.maps.make(*made, seed)
    if any(map_name in (known.name, known.size) for known in game.maps.bundled):
        return game.maps.load(map_name)
    if size is not None:
        return game.setup(size=size)
    return load_map_file(game, Path(map_name))


def load_map_file(game: Game, path: Path) -> Position:
    """The start position on a map file; raise `UsageError` that names the file and the line."""
    if game.maps is None:
        raise UsageError("{game} has no maps", game=game.name)
    try:
        return game.maps.parse(decode(path.read_bytes()))
    except OSError as fault:
        raise UsageError(
            "no bundled map and no file is called {name!r}: {why}",
            name=str(path),
            why=why(fault),
        ) from fault
    except InputError as fault:
        raise UsageError("{path}: {fault}", path=str(path), fault=fault) from fault
