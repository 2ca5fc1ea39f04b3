"""What happens to a league between its games: bots enter and leave, it is frozen, seasons begin.

Every change is made in one transaction, also while the league is being played: whoever plays it
notices within seconds. Games that can no longer count are dropped in the same transaction.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Connection

from garlic.arena.league.definition import LeagueDefinition, read_league
from garlic.arena.openings import make_openings
from garlic.arena.rating.ladder import Ladder, ladder_of
from garlic.arena.tournament import opening_row
from garlic.core import Game, UsageError
from garlic.courses.archived import check_not_archived
from garlic.courses.course_maps import with_course_maps
from garlic.engines.built_in import check_built_in
from garlic.games import GAMES
from garlic.judge.bots import Bot, BotKind, find_bot
from garlic.store import Database
from garlic.store.bots import freeze, keep_bot, load_bot, readable_name
from garlic.store.league_games import drop_games, drop_games_of
from garlic.store.leagues import (
    LeagueEntryRow,
    LeagueRow,
    begin_season,
    count_entries,
    create_league,
    current_entries,
    entries_of_bot,
    get_league,
    keep_entry,
    keep_league_bot,
    note_change,
    set_entry,
    set_league_bot,
    set_season,
)
from garlic.store.owners import NOBODY, Owner
from garlic.store.roster import bot_of_version
from garlic.store.schema import league_games
from garlic.wire import LINE, PROTOCOLS

_STARTS = 60  # from which two bots meet before they meet from the first one again
_MOST_ENTRIES = 1000
_LONGEST_NAME, _LONGEST_NICKNAME = 80, 40
_CHANGED = 130.0  # Elo: so much a new version may differ from the old one, as one deviation

_REPLACED = "a bot of the game has a new version"
_LEFT = "a bot of the game has left the league"
_FROZEN = "the league was frozen"
_SEASON_OVER = "the season is over"


@dataclass(frozen=True, slots=True)
class Entered:
    """An entry that plays now, and how it came to that."""

    entry: LeagueEntryRow
    is_new: bool  # else it has played in this season before
    replaced: int | None  # the number of the version that it replaces


def create(
    database: Database,
    name: str,
    definition: LeagueDefinition,
    owner: Owner = NOBODY,
    folder: Path | None = None,
) -> int:
    """Store a new league with its milestones; return its number.

    Maps are those of the game, of the course, or files, which are looked for in *folder*; the texts
    of those that do not come with the game are stored with the league. Raises
    `GarlicError` if something in the definition does not exist or fit, or another league of the
    course has that name.
    """
    plain = name.strip()
    if not plain or len(plain) > _LONGEST_NAME or not plain.isprintable():
        raise UsageError("expected a name of a league like 'othello-2026', got {name!r}", name=name)
    known = database.read(lambda c: with_course_maps(c, owner.course, definition))
    definition = known.with_map_files(folder or Path())
    game = GAMES[definition.rules.game]
    with definition.map_folder() as maps:
        openings = make_openings(game, definition.rules, _STARTS, maps)
    starts = [opening_row(place, opening) for place, opening in enumerate(openings)]
    ladder = ladder_of(game)
    milestones = [_milestone(game, each) for each in _milestone_names(definition, ladder)]

    def work(connection: Connection) -> int:
        check_not_archived(connection, owner.course)
        number = create_league(connection, plain, game.name, definition.to_json(), starts, owner)
        fixed = {rung.bot: rung.rating for rung in ladder.rungs}
        for bot in milestones:
            version = keep_bot(connection, bot.name, bot, None)
            known = bot_of_version(connection, version.id)
            assert known is not None  # noqa: S101  (it was stored just now)
            start = (fixed[bot.name], 0.0) if bot.name in fixed else _unknown(ladder)
            entrant = keep_league_bot(connection, number, known[0], is_milestone=True)
            keep_entry(connection, entrant, 1, version.id, start)
        return number

    return database.write(work)


def _milestone_names(definition: LeagueDefinition, ladder: Ladder) -> Sequence[str]:
    if definition.milestones is not None:
        return tuple(dict.fromkeys(definition.milestones))
    return [anchor.bot for anchor in ladder.anchors]


def _milestone(game: Game, name: str) -> Bot:
    check_built_in(game, name)
    bot = find_bot(name)
    if bot.kind is not BotKind.BUILT_IN:
        raise UsageError(
            "expected a built-in bot as a milestone, like engine:{game}?level=2, got {name!r}",
            game=game.name,
            name=name,
        )
    return bot


def _unknown(ladder: Ladder) -> tuple[float, float]:
    """Where a bot is expected that nothing is known about: rating and deviation."""
    # Here, because it brings numpy: a server starts without it.
    from garlic.arena.statistics.joint import unknown_rating  # noqa: PLC0415

    known = unknown_rating(ladder.scale)
    return known.rating, known.deviation


def _near(ladder: Ladder, entry: LeagueEntryRow) -> tuple[float, float]:
    """Where a bot is expected that was rated like *entry* before it changed."""
    if entry.deviation == 0:
        return entry.rating, 0.0
    return entry.rating, min(math.hypot(entry.deviation, _CHANGED), _unknown(ladder)[1])


# Bots -------------------------------------------------------------------------------------------


def enter_file(
    database: Database, league_id: int, name: str, bot: Bot, owner: Owner = NOBODY
) -> Entered:
    """Store *bot* under *name*, and enter that version; raise `UsageError`."""
    frozen, content = freeze(bot)

    def work(connection: Connection) -> Entered:
        version = keep_bot(connection, readable_name(name), frozen, content, owner)
        return enter(connection, league_id, version.id)

    return database.write(work)


def enter(connection: Connection, league_id: int, version_id: int) -> Entered:
    """Let a stored version play, in place of the one that its bot has played with so far.

    A version that has played in this season goes on from its own results: so an old one is
    restored. A new one starts near the old one's rating. Raises `UsageError` if that cannot be.
    """
    league = _open_league(connection, league_id)
    game = GAMES[league.game]
    known = bot_of_version(connection, version_id)
    if known is None:
        raise UsageError("no bot has the number {number}", number=version_id)
    check_plays(game, load_bot(connection, version_id))
    entrant = keep_league_bot(connection, league_id, known[0])
    history = entries_of_bot(connection, entrant)
    if any(entry.is_milestone for entry in history):
        raise UsageError("{name!r} is a milestone of this league", name=known[1])
    current = _current(history, league.season)
    if current is not None and current.version_id == version_id and current.state == "playing":
        raise UsageError(
            "version {version} of {name!r} plays in the league already",
            version=current.version,
            name=known[1],
        )
    if current is None and count_entries(connection, league_id, league.season) >= _MOST_ENTRIES:
        raise UsageError("a league has at most {limit} bots", limit=_MOST_ENTRIES)
    ladder = ladder_of(game)
    start = _near(ladder, current or history[0]) if history else _unknown(ladder)
    is_new = not any(
        entry.version_id == version_id and entry.season == league.season for entry in history
    )
    replaced = None
    if current is not None and current.version_id != version_id:
        replaced = current.version
        _retire(connection, league_id, current, _REPLACED)
    number = keep_entry(connection, entrant, league.season, version_id, start)
    set_entry(connection, number, state="playing", faults_in_a_row=0)
    note_change(connection, league_id)
    entry = next(each for each in entries_of_bot(connection, entrant) if each.id == number)
    return Entered(entry, is_new, replaced)


def check_number(connection: Connection, league_id: int, version_id: int, person_id: int) -> None:
    """Raise `UsageError` if *person_id* has as many other bots in the league as everybody may."""
    league = get_league(connection, league_id, for_update=True)
    limit = read_league(league.definition).bots_per_person
    known = bot_of_version(connection, version_id)
    own = [
        entry.bot
        for entry in current_entries(connection, league_id, league.season)
        if entry.owner_id == person_id
        and not entry.is_milestone
        and (known is None or entry.bot_id != known[0])
    ]
    if 0 < limit <= len(own):
        raise UsageError(
            "each person may have {limit:bot|bots} in this league, and you have {names}",
            limit=limit,
            names=", ".join(own),
        )


def check_plays(game: Game, bot: Bot) -> None:
    """Raise `UsageError` if *bot* cannot play *game* in a league."""
    if bot.kind is BotKind.HUMAN:
        raise UsageError("a human cannot play in a league: name a bot")
    if bot.kind is BotKind.BUILT_IN:
        check_built_in(game, bot.name)
    elif bot.kind is BotKind.COURSE and game.course is None:
        raise UsageError(
            "{name}: {game} has no C form; write a program with main that speaks the line protocol",
            name=bot.name,
            game=game.name,
        )
    elif bot.kind is not BotKind.COURSE:
        PROTOCOLS.get(bot.protocol, LINE).check(game)


def withdraw(connection: Connection, entry: LeagueEntryRow, league_id: int) -> None:
    """Take a bot out of the league; what it has played stays. It may enter again."""
    league = _open_league(connection, league_id)
    if entry.state == "retired" or entry.season != league.season:
        raise UsageError("{name!r} does not play in the league", name=entry.bot)
    _retire(connection, league_id, entry, _LEFT)
    note_change(connection, league_id)


def resume(connection: Connection, entry: LeagueEntryRow, league_id: int) -> None:
    """Let a paused bot play again; raise `UsageError` if it is not paused."""
    league = _open_league(connection, league_id)
    if entry.state != "paused" or entry.season != league.season:
        raise UsageError("{name!r} is not paused", name=entry.bot)
    set_entry(connection, entry.id, state="playing", faults_in_a_row=0)
    note_change(connection, league_id)


def rename(
    connection: Connection,
    league_id: int,
    league_bot_id: int,
    *,
    nickname: str | None,
    is_anonymous: bool,
) -> None:
    """Choose how a bot is called in the league; without a nickname by its own name."""
    plain = None if nickname is None else nickname.strip()
    if plain is not None and (
        not plain or len(plain) > _LONGEST_NICKNAME or not plain.isprintable()
    ):
        raise UsageError(
            "expected a nickname of 1 to {limit} printable characters, got {name!r}",
            limit=_LONGEST_NICKNAME,
            name=nickname,
        )
    season = get_league(connection, league_id).season
    for entry in current_entries(connection, league_id, season):
        if plain and entry.league_bot_id != league_bot_id and plain in (entry.nickname, entry.bot):
            raise UsageError("another bot is called {name!r}", name=plain)
    set_league_bot(connection, league_bot_id, nickname=plain, is_anonymous=is_anonymous)
    note_change(connection, league_id)


def _current(history: Sequence[LeagueEntryRow], season: int) -> LeagueEntryRow | None:
    of_season = (entry for entry in history if entry.season == season)
    return next((entry for entry in of_season if entry.state != "retired"), None)


def _retire(connection: Connection, league_id: int, entry: LeagueEntryRow, why: str) -> None:
    set_entry(connection, entry.id, state="retired")
    drop_games_of(connection, league_id, entry.id, why)


def _open_league(connection: Connection, league_id: int) -> LeagueRow:
    """The league, its row locked; raise `UsageError` if it is frozen."""
    league = get_league(connection, league_id, for_update=True)
    if league.frozen_at is not None:
        raise UsageError("the league {name!r} is frozen", name=league.name)
    return league


# The league -------------------------------------------------------------------------------------


def freeze_league(connection: Connection, league_id: int) -> None:
    """Stop the league: from now on no game counts, and nobody enters or leaves."""
    _open_league(connection, league_id)
    drop_games(connection, league_id, _FROZEN)
    note_change(connection, league_id, frozen_at=datetime.now(UTC))


def thaw_league(connection: Connection, league_id: int) -> None:
    """Let a frozen league go on; raise `UsageError` if it is not frozen."""
    league = get_league(connection, league_id, for_update=True)
    check_not_archived(connection, league.course_id)
    if league.frozen_at is None:
        raise UsageError("the league {name!r} is not frozen", name=league.name)
    note_change(connection, league_id, frozen_at=None)


def next_season(connection: Connection, league_id: int) -> int:
    """End the season, and begin the next with the same bots near their ratings; its number."""
    league = get_league(connection, league_id, for_update=True)
    check_not_archived(connection, league.course_id)
    ladder, number = ladder_of(GAMES[league.game]), league.season + 1
    drop_games(connection, league_id, _SEASON_OVER, league_games.c.season == league.season)
    set_season(connection, league_id, league.season, ended_at=datetime.now(UTC))
    begin_season(connection, league_id, number)
    for entry in current_entries(connection, league_id, league.season):
        start = _near(ladder, entry)
        again = keep_entry(connection, entry.league_bot_id, number, entry.version_id, start)
        set_entry(connection, again, state=entry.state)
    note_change(connection, league_id, season=number, frozen_at=None)
    return number
