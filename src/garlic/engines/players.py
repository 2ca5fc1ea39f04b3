"""Makes our players by name: engines, planners, baselines, random."""

from collections.abc import Callable, Mapping
from inspect import signature
from typing import Any, Protocol

from garlic.core import Game, Seat, Stream, UsageError
from garlic.engines.baselines import BASELINES
from garlic.engines.engine import Engine
from garlic.engines.planners import PLANNERS
from garlic.engines.result import Limit

# Options in a bot's name, and the parameters they set. For baselines see `player_options`.
_OPTIONS = {
    "engine": {"level": "level", "threads": "threads", "hash": "hash_mb", "seed": "seed"},
    "planner": {"level": "level", "seed": "seed"},
    "random": {"seed": "seed"},
}


class BuiltInPlayer(Protocol):
    """A player that runs in this process."""

    def choose(self, position: Any, limit: Limit) -> Any:
        """A legal move in *position*, within *limit*; None if the game is over."""


class RandomPlayer:
    """Any legal move, all equally likely."""

    def __init__(self, seed: int = 0, seat: Seat | None = None) -> None:
        self._chance = Stream(seed)
        self._seat = seat  # set in games with simultaneous moves

    def choose(self, position: Any, limit: Limit) -> Any:
        """One of the legal moves."""
        del limit
        moves = position.legal_moves() if self._seat is None else position.moves_for(self._seat)
        return moves[self._chance.below(len(moves))] if moves else None


def player(
    game: Game, name: str, options: Mapping[str, str] | None = None, seat: Seat = Seat.A
) -> BuiltInPlayer:
    """The player *name* of *game*: ``engine``, a baseline such as ``lab``, or ``random``.

    *options* are those of a bot's name, ``level``, ``threads``, ``hash`` (MB), ``seed``;
    raises `UsageError` if one is unknown or not a number. In games with simultaneous moves a
    player plays for one *seat*.
    """
    makers: dict[str, Callable[..., BuiltInPlayer]] = {
        "engine": PLANNERS.get(game.name) or (lambda **given: Engine(game, **given)),
        "random": RandomPlayer,
        **BASELINES.get(game.name, {}),
    }
    if name not in makers:
        raise UsageError(
            "{game} has no player {name!r}; there are {known}",
            game=game.name,
            name=name,
            known=", ".join(makers),
        )
    known = player_options(game, name)
    given: dict[str, Any] = {}
    for key, text in (options or {}).items():
        if key not in known:
            raise UsageError(
                "{name} has no option {key!r}; there are: {known}",
                name=name,
                key=key,
                known=", ".join(known) or "-",
            )
        given[known[key]] = parse_whole(key, text)
    if game.simultaneous:
        return makers[name](seat=seat, **given)
    return makers[name](**given)


def player_options(game: Game, name: str) -> Mapping[str, str]:
    """The options that a bot's name may set for the player *name*, and their parameters."""
    maker = BASELINES.get(game.name, {}).get(name)
    if maker is None:
        planned = name == "engine" and game.name in PLANNERS
        return _OPTIONS.get("planner" if planned else name, {})
    parameters = signature(maker).parameters.values()
    return {
        parameter.name: parameter.name
        for parameter in parameters
        if parameter.name != "seat" and parameter.kind is not parameter.KEYWORD_ONLY
    }


def player_names(game: Game) -> tuple[str, ...]:
    """The names that `player` accepts for *game*."""
    return tuple(dict.fromkeys(("engine", "random", *BASELINES.get(game.name, {}))))


def parse_whole(key: str, text: str) -> int:
    """The whole number *text* of option *key*; raise `UsageError` if it is not one."""
    if not (text.isascii() and text.isdigit() and len(text) <= 18):
        raise UsageError("expected a number for {key}, got {text!r}", key=key, text=text)
    return int(text)
