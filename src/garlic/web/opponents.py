"""Whom a game can be played against: our players, stored bots, and files of this machine."""

import re
from dataclasses import dataclass

from sqlalchemy import Connection

from garlic.core import Game, Seat, UsageError
from garlic.engines import player, player_names
from garlic.judge.bots import Bot, Kind, find_bot
from garlic.store import Database
from garlic.store.bots import freeze, keep_bot, load_bot, readable_name
from garlic.web.problems import Problem
from garlic.web.settings import Settings
from garlic.web.wording import coded

HUMAN = "human"
_BUILT_IN = re.compile(r"(engine|random|baseline):([^/?]+)(?:/([^?]+))?(?:\?(.*))?")
_STORED = re.compile(r"stored:([1-9][0-9]{0,9})")


@dataclass(frozen=True, slots=True)
class Opponent:
    """Somebody who can take a seat: how a play remembers them, and what they are called."""

    seat: str  # "human", "engine:othello?level=3", "stored:7"
    name: str


def opponent_for(database: Database, settings: Settings, game: Game, wish: str) -> Opponent:
    """Who *wish* is; a file of this machine is stored, so that it stays what it is now.

    Raises `UsageError` where there is nobody of that name, and `Problem` where *wish* is a file
    and the server answers to other machines too: those may not name files of this one.
    """
    if wish == HUMAN:
        return Opponent(HUMAN, HUMAN)
    if (found := _BUILT_IN.fullmatch(wish)) is not None:
        _check_built_in(game, found)
        return Opponent(wish, wish)
    if _STORED.fullmatch(wish):
        return Opponent(wish, readable_name(bot_of(database, wish).name))
    if not settings.is_local:
        raise Problem(403, coded("problem.local_bot"))
    bot, content = freeze(find_bot(wish))
    name = readable_name(bot.path.name if bot.path is not None else wish)

    def work(connection: Connection) -> int:
        return keep_bot(connection, name, bot, content).id

    return Opponent(f"stored:{database.write(work)}", name)


def bot_of(database: Database, seat: str) -> Bot:
    """The bot in *seat*; raise `UsageError` or `StoreError` where it can no longer be had."""
    if seat == HUMAN:
        return Bot(HUMAN, Kind.HUMAN)
    if (found := _STORED.fullmatch(seat)) is None:
        return find_bot(seat)
    return database.read(lambda connection: load_bot(connection, int(found[1])))


def _check_built_in(game: Game, found: re.Match[str]) -> None:
    """Raise `UsageError` unless it is a player of *game*, with options that it has."""
    kind, target, name, query = found.groups()
    if target != game.name:
        raise UsageError(
            "{bot!r} plays {target}, not {game}", bot=found[0], target=target, game=game.name
        )
    wished = name if kind == "baseline" else kind
    if (kind == "baseline") != (name is not None) or wished not in player_names(game):
        raise UsageError(
            "{game} has no player {name!r}; there are {known}",
            game=game.name,
            name=wished or "",
            known=", ".join(player_names(game)),
        )
    pairs = [pair.partition("=") for pair in (query or "").split("&") if pair]
    options = {key: value for key, _, value in pairs}
    if set(options) - {"level", "seed"}:  # threads and tables are the machine's, not a guest's
        raise UsageError(
            "{name} has no option {key!r}; there are: {known}",
            name=wished,
            key=min(set(options) - {"level", "seed"}),
            known="level, seed",
        )
    player(game, wished, options, Seat.A)
