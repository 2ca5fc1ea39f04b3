"""Whom a game can be played against: our players, stored bots, and files of this machine."""

import re
from dataclasses import dataclass

from garlic.core import Game
from garlic.judge.bots import Bot, BotKind, find_bot
from garlic.store import Database
from garlic.store.bots import load_bot
from garlic.web.jobs.bots import STORED, NotHereError, find, keep
from garlic.web.problems import Problem
from garlic.web.sentences import coded
from garlic.web.settings import ServerSettings

HUMAN = "human"
_STORED = re.compile(r"stored:([1-9][0-9]{0,9})")


@dataclass(frozen=True, slots=True)
class Opponent:
    """Somebody who can take a seat: how a play remembers them, and what they are called."""

    seat: str  # "human", "engine:othello?level=3", "stored:7"
    name: str


def opponent_for(database: Database, settings: ServerSettings, game: Game, wish: str) -> Opponent:
    """Who *wish* is; a file of this machine is stored, so that it stays what it is now.

    Raises `UsageError` where there is nobody of that name, and `Problem` where *wish* is a file
    and the server answers to other machines too: those may not name files of this one.
    """
    if wish == HUMAN:
        return Opponent(HUMAN, HUMAN)
    try:
        found = find(database, game, wish, local=settings.is_local)
    except NotHereError as fault:
        raise Problem(403, coded("problem.local_bot")) from fault
    if found.bot.kind is BotKind.BUILT_IN or _STORED.fullmatch(wish):
        return Opponent(wish, found.name)
    return Opponent(f"{STORED}{keep(database, found).id}", found.name)


def bot_of(database: Database, seat: str) -> Bot:
    """The bot in *seat*; raise `UsageError` or `StoreError` where it can no longer be had."""
    if seat == HUMAN:
        return Bot(HUMAN, BotKind.HUMAN)
    if (found := _STORED.fullmatch(seat)) is None:
        return find_bot(seat)
    return database.read(lambda connection: load_bot(connection, int(found[1])))
