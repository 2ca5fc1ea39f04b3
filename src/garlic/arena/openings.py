"""The positions that the games of a tournament start from: maps, and short openings on them.

Openings are made from the tournament's seed: random legal moves, and of several candidates
those that our engine, if the game has one, evaluates as most even. Both bots play each opening
from both sides, so a remaining advantage cancels out.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

from garlic.arena.definition import Definition
from garlic.core import Chance, Game, InputError, Position, Stream, UsageError
from garlic.core.game import turn_position
from garlic.engines import Engine, Limit
from garlic.engines.built_in import built_in_names
from garlic.judge.settings import start_of

MOST_OPENINGS = 500  # with more games they are used again
_CANDIDATES = 4  # for each opening that is wanted
_MOST_FAILURES = 200  # in a row, before a game is taken to have no more openings
_NODES, _PLAIN_NODES = 3000, 100  # for the engine's search of one candidate, native or not
_DECIDED = 1e9  # further from even than any score in points


@dataclass(frozen=True, slots=True)
class Opening:
    """A position to start from, and its name."""

    name: str
    map: str | None
    start: str


def derived_seed(master: int, *parts: object) -> int:
    """A seed for one purpose, derived from the tournament's; 31 bits, short enough to type."""
    words = " ".join(map(str, (master, *parts))).encode()
    return int.from_bytes(hashlib.sha256(words).digest()[:4]) >> 1


def make_openings(
    game: Game, definition: Definition, count: int, folder: Path | None = None
) -> list[Opening]:
    """At most *count* different openings, at least one; raise `UsageError` or `InputError`.

    Map files are looked for in *folder* first.
    """
    count = min(max(count, 1), MOST_OPENINGS)
    boards = list(_boards(game, definition, count, folder))
    given = isinstance(definition.openings, tuple)
    if given and game.simultaneous:
        raise UsageError("{game} has no openings", game=game.name)
    if game.simultaneous or definition.openings == "none" or definition.opening_plies == 0:
        return [Opening(board.name or "-", board.map, str(board.start)) for board in boards]
    by_map: dict[str | None, list[Opening]] = {}
    for place, board in enumerate(boards):
        if isinstance(definition.openings, tuple):
            lines = [(line, _after(game, board.start, line)) for line in definition.openings]
        else:
            seed = derived_seed(definition.seed, "openings", place)
            lines = _new_openings(game, definition, board, seed) or [("-", str(board.start))]
        by_map.setdefault(board.map, []).extend(
            Opening(f"{board.name}: {moves}" if board.name else moves, board.map, text)
            for moves, text in lines
        )
    # Maps take turns, so that a few openings already cover all maps.
    turns = zip_longest(*by_map.values())
    return [opening for turn in turns for opening in turn if opening is not None][:count]


@dataclass(frozen=True, slots=True)
class _Board:
    """A position without moves, and how many openings are wanted on it."""

    name: str | None
    map: str | None
    start: Position
    wanted: int


def beside(folder: Path, name: str) -> str:
    """The path of the file *name* in *folder* if there is one, else *name* as it is."""
    try:
        beside = folder / name
        return str(beside) if beside.is_file() else name
    except (OSError, ValueError):  # not a file name: too long, or with a zero byte in it
        return name


def _boards(
    game: Game, definition: Definition, count: int, folder: Path | None
) -> Iterator[_Board]:
    """The boards of all maps; a random map gives as many as openings are wanted on it."""
    maps = definition.maps or (None,)
    for place, name in enumerate(maps):
        wanted = max((count - place + len(maps) - 1) // len(maps), 1)
        many = wanted if name is not None and name.startswith("random-") else 1
        for number in range(1, many + 1):
            seed = derived_seed(definition.seed, "map", name, number)
            path = name if name is None or folder is None else beside(folder, name)
            start = start_of(game, map_name=path, rule=definition.rule, opening=None, seed=seed)
            label = name if many == 1 else f"{name} {number}"
            yield _Board(label, name, start, 1 if many > 1 else wanted)


def _after(game: Game, start: Position, line: str) -> str:
    """The position after the moves of *line*; raise `UsageError`."""
    try:
        position = game.parse(f"{start} moves {line}")
    except InputError as fault:
        raise UsageError("the opening {line!r}: {fault}", line=line, fault=fault) from fault
    if position.outcome() is not None:
        raise UsageError("the opening {line!r} ends the game", line=line)
    return str(position)


def _new_openings(
    game: Game, definition: Definition, board: _Board, seed: int
) -> list[tuple[str, str]]:
    if definition.openings == "random":
        return _random_openings(board.start, definition.opening_plies, board.wanted, seed)
    many = _CANDIDATES * board.wanted
    candidates = _random_openings(board.start, definition.opening_plies, many, seed)
    return _most_even(game, candidates, board.wanted)


def random_moves(start: Position, plies: int, chance: Chance) -> tuple[list[str], Position]:
    """At most *plies* random moves from *start*, fewer if the game ends, and the position."""
    position = turn_position(start)
    moves: list[str] = []
    while len(moves) < plies and position.outcome() is None:
        choices = position.legal_moves()
        move = choices[chance.below(len(choices))]
        position = position.play(move)
        moves.append(str(move))
    return moves, position


def _random_openings(start: Position, plies: int, count: int, seed: int) -> list[tuple[str, str]]:
    """Moves and the position after them, all positions different; fewer if no more exist."""
    stream = Stream(seed)
    moves_to: dict[str, str] = {}  # by position
    failures = 0
    while len(moves_to) < count and failures < _MOST_FAILURES:
        moves, position = random_moves(start, plies, stream)
        text = str(position)
        if position.outcome() is not None or text in moves_to:
            failures += 1
            continue
        failures = 0
        moves_to[text] = " ".join(moves)
    return [(line, text) for text, line in moves_to.items()]


def _most_even(game: Game, candidates: list[tuple[str, str]], count: int) -> list[tuple[str, str]]:
    """The *count* candidates that our engine evaluates as most even, in their given order.

    The first *count* if the game has no engine, or none for such a board.
    """
    if not built_in_names("engine", game):
        return candidates[:count]
    engine = Engine(game, hash_mb=8)
    limit = Limit(nodes=_NODES if engine.is_native else _PLAIN_NODES)
    distances = []  # from an even score
    for _, text in candidates:
        engine.clear()
        try:
            score = engine.search(text, limit).score
        except UsageError:
            return candidates[:count]
        points = score.points if score is not None else None
        distances.append(_DECIDED if points is None else abs(points))
    kept = sorted(range(len(candidates)), key=lambda place: (distances[place], place))[:count]
    return [candidates[place] for place in sorted(kept)]
