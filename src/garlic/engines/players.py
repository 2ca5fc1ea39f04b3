"""Makes our players by name: engines, planners, baselines, random."""

from collections.abc import Callable, Mapping
from inspect import signature
from typing import Any

from garlic.core import Game, Move, Position, Seat, Stream, UsageError
from garlic.core.game import moves_of
from garlic.engines.baselines import baselines_of
from garlic.engines.engine import Engine
from garlic.engines.interfaces import BuiltInPlayer
from garlic.engines.parameters import engine_parameters
from garlic.engines.planners import PLANNERS
from garlic.engines.result import Limit
from garlic.wire.settings import whole_setting

# Options in a bot's name, and the parameters they set. For baselines see `player_options`.
_OPTIONS = {
    "engine": {"level": "level", "threads": "threads", "hash": "hash_mb", "seed": "seed"},
    "planner": {"level": "level", "seed": "seed"},
    "random": {"seed": "seed"},
}


class RandomPlayer:
    """Any legal move, all equally likely."""

    def __init__(self, seed: int = 0, seat: Seat = Seat.A) -> None:
        self._chance = Stream(seed)
        self._seat = seat  # of which the moves are, where both move at once

    def choose(self, position: Position, limit: Limit) -> Move | None:
        """One of the legal moves."""
        del limit
        moves = moves_of(position, self._seat)
        return moves[self._chance.below(len(moves))] if moves else None


class CarelessPlayer:
    """A player that in *percent* of its turns plays any legal move instead of its own."""

    def __init__(self, inner: BuiltInPlayer, percent: int, seed: int, seat: Seat = Seat.A) -> None:
        self._inner = inner
        self._percent = percent
        self._chance = Stream(seed)
        self._random = RandomPlayer(seed + 1, seat)

    def choose(self, position: Position, limit: Limit) -> Move | None:
        """A move of the inner player, or a random one."""
        careless = self._chance.below(100) < self._percent
        return (self._random if careless else self._inner).choose(position, limit)


def player(
    game: Game, name: str, options: Mapping[str, str] | None = None, seat: Seat = Seat.A
) -> BuiltInPlayer:
    """The player *name* of *game*: ``engine``, a baseline such as ``lab``, or ``random``.

    *options* are those of a bot's name: ``level``, ``threads``, ``hash`` (MB), ``seed``, the
    parameters of an engine's search (`engine_parameters`), and for every baseline ``careless``,
    the share of its moves that are random, in percent. Raises
    `UsageError` if one is unknown or not a number. In games with simultaneous moves a player
    plays for one *seat*.
    """
    makers: dict[str, Callable[..., BuiltInPlayer]] = {
        "engine": PLANNERS.get(game.name) or (lambda **given: _engine(game, given)),
        "random": RandomPlayer,
        **baselines_of(game.name),
    }
    if name not in makers:
        raise UsageError(
            "{game} has no player {name!r}; there are {known}",
            game=game.name,
            name=name,
            known=", ".join(makers),
        )
    given = _given(name, player_options(game, name), options or {})
    place = {"seat": seat} if game.simultaneous else {}
    own = _own_options(game, name).values()
    careless = given.pop("careless", 0)
    made = makers[name](**place, **{key: given[key] for key in given if key in own})
    if careless == 0:
        return made
    if careless >= 100:
        raise UsageError("expected a share of careless moves from 1 to 99, got {got}", got=careless)
    return CarelessPlayer(made, careless, given.get("seed", 0), seat)


def random_player(options: Mapping[str, str], seat: Seat = Seat.A) -> RandomPlayer:
    """``random`` of any game, also of one that has a baseline called so."""
    return RandomPlayer(**_given("random", _OPTIONS["random"], options), seat=seat)


def _given(name: str, known: Mapping[str, str], options: Mapping[str, str]) -> dict[str, int]:
    """The parameters that *options* set, by those *known*; raise `UsageError`."""
    for key in options:
        if key not in known:
            raise UsageError(
                "{name} has no option {key!r}; there are: {known}",
                name=name,
                key=key,
                known=", ".join(known) or "-",
            )
    return {known[key]: whole_setting(key, text) for key, text in options.items()}


def _engine(game: Game, given: Mapping[str, int]) -> Engine[Move]:
    """The engine with options that its constructor has, and parameters of its search."""
    own = set(_OPTIONS["engine"].values())
    options: dict[str, Any] = {name: given[name] for name in given if name in own}
    parameters = {name: number for name, number in given.items() if name not in own}
    return Engine(game, **options, parameters=parameters)


def player_options(game: Game, name: str) -> Mapping[str, str]:
    """The options that a bot's name may set for the player *name*, and their parameters."""
    own = _own_options(game, name)
    is_baseline = name in baselines_of(game.name)
    return {**own, "careless": "careless", "seed": "seed"} if is_baseline else own


def _own_options(game: Game, name: str) -> Mapping[str, str]:
    """The options that the player itself takes, without those that every baseline has."""
    maker = baselines_of(game.name).get(name)
    if maker is None:
        planned = name == "engine" and game.name in PLANNERS
        searched = engine_parameters(game.name) if name == "engine" and not planned else {}
        return {
            **_OPTIONS.get("planner" if planned else name, {}),
            **{parameter: parameter for parameter in searched},
        }
    parameters = signature(maker).parameters.values()
    return {
        parameter.name: parameter.name
        for parameter in parameters
        if parameter.name != "seat" and parameter.kind is not parameter.KEYWORD_ONLY
    }


def has_engine(game: Game) -> bool:
    """Have we an engine for *game*? For every one in which players take turns."""
    return not game.simultaneous or game.name in PLANNERS


def player_names(game: Game) -> tuple[str, ...]:
    """The names that `player` accepts for *game*."""
    engine = ("engine",) if has_engine(game) else ()
    return tuple(dict.fromkeys((*engine, "random", *baselines_of(game.name))))
