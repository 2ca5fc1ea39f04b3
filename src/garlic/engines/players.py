"""Everybody of ours who can sit at a board, by name."""

from collections.abc import Callable, Mapping
from inspect import signature
from typing import Any, Protocol

from garlic.core import Game, Stream, UsageError
from garlic.engines.baselines import BASELINES
from garlic.engines.engine import Engine
from garlic.engines.result import Limit

# What a bot's name may set, and what it is called here. A baseline says it itself (`options`).
_OPTIONS = {
    "engine": {"level": "level", "threads": "threads", "hash": "hash_mb", "seed": "seed"},
    "random": {"seed": "seed"},
}


class Player(Protocol):
    """Chooses moves."""

    def choose(self, position: Any, limit: Limit) -> Any:
        """A legal move in *position*, within *limit*; None where the game is over."""


class RandomPlayer:
    """Any legal move, each as likely as the others."""

    def __init__(self, seed: int = 0) -> None:
        self._chance = Stream(seed)

    def choose(self, position: Any, limit: Limit) -> Any:
        """One of the legal moves."""
        del limit
        moves = position.legal_moves()
        return moves[self._chance.below(len(moves))] if moves else None


def player(game: Game, name: str, options: Mapping[str, str] | None = None) -> Player:
    """The player *name* of *game*: ``engine``, ``random``, or a baseline such as ``lab``.

    *options* are those of a bot's name, ``level``, ``threads``, ``hash`` (MB), ``seed``;
    raises `UsageError` where one is unknown or no number.
    """
    makers: dict[str, Callable[..., Player]] = {
        "engine": lambda **given: Engine(game, **given),
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
    given = {}
    for key, text in (options or {}).items():
        if key not in known:
            raise UsageError(
                "{name} has no option {key!r}; there are: {known}",
                name=name,
                key=key,
                known=", ".join(known) or "-",
            )
        given[known[key]] = _number(key, text)
    return makers[name](**given)


def player_options(game: Game, name: str) -> Mapping[str, str]:
    """What a bot's name may set for the player *name*, and what its maker calls that."""
    maker = BASELINES.get(game.name, {}).get(name)
    if maker is None:
        return _OPTIONS.get(name, {})
    return {option: option for option in signature(maker).parameters}


def player_names(game: Game) -> tuple[str, ...]:
    """Whom `player` knows for *game*."""
    return ("engine", "random", *BASELINES.get(game.name, {}))


def _number(key: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 18):
        raise UsageError("expected a number for {key}, got {text!r}", key=key, text=text)
    return int(text)
