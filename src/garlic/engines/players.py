"""Everybody of ours who can sit at a board, by name."""

from collections.abc import Callable, Mapping
from inspect import signature
from typing import Any, Protocol

from garlic.core import Game, Seat, Stream, UsageError
from garlic.engines.baselines import BASELINES
from garlic.engines.engine import Engine
from garlic.engines.planners import PLANNERS
from garlic.engines.result import Limit

# What a bot's name may set, and what it is called here. A baseline says it itself (`options`).
_OPTIONS = {
    "engine": {"level": "level", "threads": "threads", "hash": "hash_mb", "seed": "seed"},
    "planner": {"level": "level", "seed": "seed"},
    "random": {"seed": "seed"},
}


class BuiltInPlayer(Protocol):
    """Chooses moves."""

    def choose(self, position: Any, limit: Limit) -> Any:
        """A legal move in *position*, within *limit*; None where the game is over."""


class RandomPlayer:
    """Any legal move, each as likely as the others."""

    def __init__(self, seed: int = 0, seat: Seat | None = None) -> None:
        self._chance = Stream(seed)
        self._seat = seat  # where both sides move at once

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
    raises `UsageError` where one is unknown or no number. Where both sides move at once, a
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
        given[known[key]] = whole(key, text)
    if game.simultaneous:
        return makers[name](seat=seat, **given)
    return makers[name](**given)


def player_options(game: Game, name: str) -> Mapping[str, str]:
    """What a bot's name may set for the player *name*, and what its maker calls that."""
    maker = BASELINES.get(game.name, {}).get(name)
    if maker is None:
        planned = name == "engine" and game.name in PLANNERS
        return _OPTIONS.get("planner" if planned else name, {})
    offered = signature(maker).parameters.values()
    return {
        it.name: it.name for it in offered if it.name != "seat" and it.kind is not it.KEYWORD_ONLY
    }


def player_names(game: Game) -> tuple[str, ...]:
    """Whom `player` knows for *game*."""
    return tuple(dict.fromkeys(("engine", "random", *BASELINES.get(game.name, {}))))


def whole(key: str, text: str) -> int:
    """The whole number that an option *key* is set to; raise `UsageError`."""
    if not (text.isascii() and text.isdigit() and len(text) <= 18):
        raise UsageError("expected a number for {key}, got {text!r}", key=key, text=text)
    return int(text)
