"""The opponents of a human game: built-in bots, stored bots, and files on this machine."""

import re
from dataclasses import dataclass

from garlic.core import Game
from garlic.judge.bots import Bot, BotKind, find_bot
from garlic.people.persons import LOCAL_PERSON, Person
from garlic.store import Database
from garlic.store.bots import load_bot
from garlic.web.jobs.bots import STORED, LocalOnlyError, resolve_bot, store_bot
from garlic.web.problems import Problem
from garlic.web.sentences import page_sentence
from garlic.web.settings import ServerSettings

HUMAN = "human"
FRIEND = "friend"  # a person who is invited
_STORED = re.compile(r"stored:([1-9][0-9]{0,9})")


@dataclass(frozen=True, slots=True)
class Opponent:
    """A player for a seat: how it is stored with the game, and the name to show."""

    seat: str  # "human", "engine:othello?level=3", "stored:7"
    name: str


def opponent_for(
    database: Database,
    settings: ServerSettings,
    game: Game,
    name: str,
    person: Person = LOCAL_PERSON,
) -> Opponent:
    """The player called *name*; a file is stored, so that later changes do not affect the game.

    Raises `UsageError` if there is no such player, and `Problem` (403) if *name* is a file but
    other machines can reach the server.
    """
    if name in (HUMAN, FRIEND):
        return Opponent(HUMAN, HUMAN)
    try:
        resolved = resolve_bot(database, game, name, local=settings.allows_files, person=person)
    except LocalOnlyError as fault:
        raise Problem(403, page_sentence("problem.local_bot")) from fault
    if resolved.bot.kind is BotKind.BUILT_IN or _STORED.fullmatch(name):
        return Opponent(name, resolved.name)
    return Opponent(f"{STORED}{store_bot(database, resolved)}", resolved.name)


def stored_version(seat: str) -> int | None:
    """The version of a stored bot in *seat*, if it is one."""
    stored = _STORED.fullmatch(seat)
    return None if stored is None else int(stored[1])


def bot_of(database: Database, seat: str) -> Bot:
    """The bot in *seat*; raise `UsageError` or `StoreError` if it no longer exists."""
    if seat == HUMAN:
        return Bot(HUMAN, BotKind.HUMAN)
    if (version := stored_version(seat)) is None:
        return find_bot(seat)
    return database.read(lambda connection: load_bot(connection, version))
