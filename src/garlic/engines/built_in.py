"""The bots that come with the package, one row per kind, with descriptions for `garlic bots`."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from garlic.core import Game, Seat, UsageError
from garlic.engines.baselines import baselines_of
from garlic.engines.interfaces import BuiltInPlayer
from garlic.engines.levels import FULL_STRENGTH_NODES, LEVELS
from garlic.engines.planners import FULL_STRENGTH_ROLLOUTS, PLANNERS
from garlic.engines.players import has_engine, player, player_options, random_player
from garlic.engines.result import Limit
from garlic.wire.settings import parse_settings, whole_setting


@dataclass(frozen=True, slots=True)
class BuiltInKind:
    """A kind of built-in bot: the word before the colon in its name, and what may follow."""

    word: str  # "random" in "random:othello"
    about: str  # one line, in English; its translation is in the catalogue
    targets: Callable[[Game], Sequence[str]]  # the part after the colon, by game: ("othello",)

    def names(self, game: Game) -> tuple[str, ...]:
        """The names of the bots of this kind that play *game*."""
        return tuple(f"{self.word}:{target}" for target in self.targets(game))

    def description(self, name: str) -> str:
        """The description of the bot *name*, one of `names`; in English, like `about`."""
        return _ABOUT_BASELINES.get(name.removeprefix("baseline:"), self.about)


def _engines(game: Game) -> tuple[str, ...]:
    return (game.name,) if has_engine(game) else ()


def _baselines(game: Game) -> tuple[str, ...]:
    return tuple(f"{game.name}/{name}" for name in baselines_of(game.name))


# One line per course player, so that students can choose an opponent.
_ABOUT_BASELINES = {
    "othello/task1": "task 1's opponent: any legal move",
    "othello/task2": "task 2's opponent: scans from the edges inwards",
    "othello/task3": "task 3's opponent: corners, inner cells, edges",
    "othello/task4": "task 4's opponent: corners, then long lines that are safe",
    "othello/lab": "looks four moves ahead",
    "othello/lab-table": "one move ahead, by a table of places",
    "stars/random": "walks anywhere, away from destroyers",
    "stars/stand": "stands still",
    "stars/easy": "keeps its distance from destroyers",
    "stars/medium": "takes stars that are safe",
    "stars/camper": "waits for destroyers where they are born",
    "stars/collector": "sweeps the stars that nobody can cut it off from",
    "gomoku/lab": "looks six moves ahead over the most promising points",
    "tiaojia/first": "the first legal move",
    "tiaojia/lab": "looks four moves ahead",
    "xiangqi/lab": "looks four moves ahead; ?depth=2 to ?depth=5",
}

_OWN_LIMITS = ("nodes", "time")  # limits of each move that a bot's name may set; time in ms

BUILT_IN: tuple[BuiltInKind, ...] = (
    BuiltInKind("engine", "our engine; ?level=1 to ?level=10, 10 by default", _engines),
    BuiltInKind("baseline", "the course's own player, reimplemented", _baselines),
    BuiltInKind("random", "any legal move, all equally likely", lambda game: (game.name,)),
)


def built_in_names(word: str, game: Game) -> tuple[str, ...]:
    """The names of the bots of one kind, such as ``engine``, that play *game*."""
    return next(kind.names(game) for kind in BUILT_IN if kind.word == word)


def measured_levels(game: Game) -> tuple[str, ...]:
    """The levels of *game*'s engine, each with a limit that is not time, weakest first.

    The last level has no limit of its own; here it gets `FULL_STRENGTH_NODES`.
    """
    nodes = FULL_STRENGTH_ROLLOUTS if game.name in PLANNERS else FULL_STRENGTH_NODES
    *limited, last = (level.number for level in LEVELS)
    return tuple(
        f"{name}?{level}"
        for name in built_in_names("engine", game)
        for level in (*(f"level={number}" for number in limited), f"level={last}&nodes={nodes}")
    )


def check_built_in(game: Game, name: str) -> None:
    """Raise `UsageError` if *name* is a built-in player that *game* does not have.

    The same for an option that the player does not have: a misspelt option must be an error
    before the game, not a lost game.
    """
    word = name.partition(":")[0]
    for kind in BUILT_IN:
        known = kind.names(game)
        if kind.word == word and name.partition("?")[0] not in known:
            raise UsageError(
                "{game} has no player {name!r}; there are {known}",
                game=game.name,
                name=name,
                known=", ".join(known) or "-",
            )
        if kind.word == word:
            _check_options(game, name)


def _check_options(game: Game, name: str) -> None:
    options = _options(name)
    for common in (*_OWN_LIMITS, "seed"):
        if common in options:
            whole_setting(common, options[common])
    built_in_player(game, name)


def built_in_player(game: Game, name: str, *, seed: int = 0, seat: Seat = Seat.A) -> BuiltInPlayer:
    """The player that the bot *name*, such as ``baseline:othello/lab?depth=2``, has inside.

    Its *seed* counts unless the name has one. Raises `UsageError` for an unknown option.
    """
    kind, _, rest = name.partition(":")
    target = rest.partition("?")[0]
    inside = target.partition("/")[2] if kind == "baseline" else kind
    options = {"seed": str(seed), **_options(name)}
    for limit in _OWN_LIMITS:
        options.pop(limit, None)  # not an option of the player
    if kind == "random":
        return random_player(options, seat)
    if "seed" not in player_options(game, inside):
        del options["seed"]
    return player(game, inside, options, seat)


def built_in_limit(name: str) -> Limit:
    """The limit that the name of a built-in bot sets: ``?nodes=1000``, ``?time=100`` (ms)."""
    options = _options(name)
    given = {key: whole_setting(key, options[key], 1) for key in _OWN_LIMITS if key in options}
    time = given.get("time")
    return Limit(nodes=given.get("nodes"), time=None if time is None else time / 1000)


def _options(name: str) -> dict[str, str]:
    return dict(parse_settings(name, name.partition("?")[2]))
