"""Start positions for pairs of games: each pair has its own, determined by its number."""

from collections.abc import Callable
from pathlib import Path

from garlic.arena.definition import LARGEST_FILE
from garlic.arena.openings import random_moves
from garlic.core import Game, InputError, InvalidPositionError, Position, Stream, UsageError
from garlic.core.reading.files import read_limited
from garlic.core.reading.scan import decode
from garlic.judge.settings import start_of

Start = Callable[[int], str]
"""Maps the number of a pair, from 0, to a position as the game writes it."""

_MOST_TRIES = 1000


def starts(
    game: Game,
    *,
    map_name: str | None = None,
    rule: str | None = None,
    suite: Path | None = None,
    plies: int | None = None,
    seed: int = 0,
) -> Start:
    """The start positions: on a map, after the moves of a *suite*, or after random moves.

    A *suite* is a file with one opening per line, a position or moves to play from the usual
    start; after the last line it starts over. Without one, *plies* random moves are played (by
    default four, or none if the map itself is random). Everything follows from *seed*.
    Raises `UsageError` for what the game does not have.
    """
    if game.simultaneous and (suite is not None or plies):
        raise UsageError("{game} has no openings", game=game.name)
    if suite is not None and plies is not None:
        raise UsageError("give openings in a file, or a number of random moves, not both")

    def board(pair: int) -> Position:
        return start_of(game, map_name=map_name, rule=rule, opening=None, seed=seed + pair)

    if suite is not None:
        openings = _read_suite(game, suite, board)
        return lambda pair: openings[pair % len(openings)]
    is_random = map_name is not None and map_name.startswith("random-")
    if plies is None:
        plies = 0 if is_random or game.simultaneous else 4
    random_plies = plies

    def start(pair: int) -> str:
        return _after_random_moves(board(pair), random_plies, seed + pair)

    start(0)  # raises here, not after the first game, if the settings are wrong
    return start


def _after_random_moves(board: Position, plies: int, seed: int) -> str:
    """*board* after *plies* random moves; raise `UsageError` if every try ends the game."""
    if plies == 0:
        return str(board)
    chance = Stream(seed)
    for _ in range(_MOST_TRIES):
        moves, position = random_moves(board, plies, chance)
        if position.outcome() is None:
            return f"{board} moves {' '.join(moves)}"
    raise UsageError("the game is over before {plies} random moves are played", plies=plies)


def _read_suite(game: Game, path: Path, board: Callable[[int], Position]) -> list[str]:
    try:
        lines = decode(read_limited(path, LARGEST_FILE)).splitlines()
    except InputError as fault:
        raise UsageError("{path}: {fault}", path=str(path), fault=fault) from fault
    openings = [
        _read_opening(game, path, number, line.strip(), board)
        for number, line in enumerate(lines, 1)
        if line.strip() and not line.startswith("#")
    ]
    if not openings:
        raise UsageError("expected openings, a line each, got none in {path}", path=str(path))
    return openings


def _read_opening(
    game: Game, path: Path, number: int, line: str, board: Callable[[int], Position]
) -> str:
    """The opening in *line*: a position, or moves to play from the start."""
    text = line
    try:
        position = game.parse(text)
    except InvalidPositionError:
        text = f"{board(0)} moves {line}"
        try:
            position = game.parse(text)
        except InvalidPositionError as fault:
            raise UsageError(
                "{path}, line {line}: {fault}", path=str(path), line=number, fault=fault.text
            ) from fault
    if position.outcome() is not None:
        raise UsageError(
            "{path}, line {line}: the game is over after this opening", path=str(path), line=number
        )
    return text
