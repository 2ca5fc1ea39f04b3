"""The bots in a league: profiles, who beats whom, entering, leaving, nicknames."""

from collections.abc import Callable
from typing import Annotated

from fastapi import Path
from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy import Connection

from garlic.core import UsageError
from garlic.courses import leagues
from garlic.courses.league_table import bot_profile, head_to_head
from garlic.games import GAMES
from garlic.people.audit import ActingPerson, AuditEvent
from garlic.people.persons import Person
from garlic.people.rules import Action, may
from garlic.people.things import version_thing
from garlic.store.leagues import LeagueEntryRow, entries_of, get_league
from garlic.web.api.leagues.common import (
    LeagueId,
    league_details,
    league_entry,
    sight_of,
    summary_of,
)
from garlic.web.app import Arena, Shared
from garlic.web.permission import (
    AuditActor,
    Me,
    league_by_id,
    league_entry_by_id,
    needs,
    write_down,
)
from garlic.web.problems import REFUSALS, ApiRouter, not_found
from garlic.web.view.league_models import (
    EnteredModel,
    HeadToHeadModel,
    LeagueDetails,
    LeagueGamesPage,
    LeagueProfile,
    curve_points,
    league_games,
    league_players,
    opponents,
    version_in_league,
)

router = ApiRouter(prefix="/api/leagues/{league_id}/entries", tags=["leagues"])

_PROFILE_GAMES = 20

EntryId = Annotated[int, Path(ge=1, le=2**31 - 1)]


class EnterRequest(BaseModel):
    """A version of a bot that is to play, by its id; and how the table calls it."""

    model_config = ConfigDict(json_schema_extra={"example": {"version": 7}})

    version: int = Field(ge=1, le=2**31 - 1)
    nickname: str | None = Field(None, max_length=200)
    is_anonymous: bool = False


class NicknameRequest(BaseModel):
    """How the table calls a bot; without a nickname by its own name."""

    model_config = ConfigDict(json_schema_extra={"example": {"nickname": "Countess"}})

    nickname: str | None = Field(None, max_length=200)
    is_anonymous: bool = False


@router.get(
    "/{entry_id}",
    responses=REFUSALS,
    dependencies=[needs(Action.SEE, league_entry_by_id)],
)
def profile(arena: Shared, me: Me, league_id: LeagueId, entry_id: EntryId) -> LeagueProfile:
    """A bot of a league: its versions, curve, opponents and games."""

    def work(connection: Connection) -> LeagueProfile:
        row = get_league(connection, league_id)
        entry = league_entry(connection, league_id, entry_id)
        found = bot_profile(connection, league_id, entry, games=_PROFILE_GAMES)
        players = league_players(entries_of(connection, league_id, entry.season))
        current = next(
            (
                each.id
                for each in found.versions
                if each.season == row.season and each.state != "retired"
            ),
            None,
        )
        sight = sight_of(arena, me, row, [entry])
        return LeagueProfile(
            league=summary_of(connection, row),
            season=entry.season,
            line=sight.line(found.line),
            current=current,
            versions=[version_in_league(each) for each in found.versions],
            curve=curve_points(found.curve, players),
            opponents=opponents(found.opponents, players),
            games=LeagueGamesPage(
                total=entry.games,
                seats=GAMES[row.game].seats,
                games=league_games(found.games, players),
            ),
            losses=league_games(found.losses, players),
        )

    return arena.database.read(work)


@router.get(
    "/{entry_id}/against/{other_id}",
    responses=REFUSALS,
    dependencies=[needs(Action.SEE, league_entry_by_id)],
)
def against(
    arena: Shared, league_id: LeagueId, entry_id: EntryId, other_id: EntryId
) -> HeadToHeadModel:
    """Two bots of a league: who beats whom, with their games, newest first."""

    def work(connection: Connection) -> HeadToHeadModel:
        row = get_league(connection, league_id)
        one, other = (league_entry(connection, league_id, each) for each in (entry_id, other_id))
        players = league_players(entries_of(connection, league_id, one.season))
        if other.id not in players:
            raise not_found("problem.no_league_entry")
        total, met = head_to_head(connection, league_id, one, other)
        return HeadToHeadModel(
            one=players[one.id],
            other=players[other.id],
            won=total.won,
            drawn=total.drawn,
            lost=total.lost,
            games=LeagueGamesPage(
                total=len(met), seats=GAMES[row.game].seats, games=league_games(met, players)
            ),
        )

    return arena.database.read(work)


@router.post(
    "",
    status_code=201,
    responses=REFUSALS,
    dependencies=[needs(Action.BEGIN, league_by_id)],
)
def enter(
    arena: Shared, me: Me, actor: AuditActor, league_id: LeagueId, request: EnterRequest
) -> EnteredModel:
    """Let a stored bot play, or another version of one that plays already."""

    def work(connection: Connection) -> leagues.Entered:
        thing = version_thing(connection, request.version)
        if thing is None or not may(me, Action.USE, thing):
            raise not_found("problem.no_bot")
        entered = _enter(connection, me, league_id, request.version)
        if request.nickname is not None or request.is_anonymous:
            _rename(connection, league_id, entered.entry, request)
        return entered

    return _entered(arena, actor, league_id, work)


@router.post(
    "/{entry_id}/restore",
    responses=REFUSALS,
    dependencies=[needs(Action.CHANGE, league_entry_by_id)],
)
def restore(
    arena: Shared, me: Me, actor: AuditActor, league_id: LeagueId, entry_id: EntryId
) -> EnteredModel:
    """Let an earlier version play again, in place of the one that plays now."""

    def work(connection: Connection) -> leagues.Entered:
        entry = _bot_of_somebody(connection, league_id, entry_id)
        return _enter(connection, me, league_id, entry.version_id)

    return _entered(arena, actor, league_id, work)


@router.post(
    "/{entry_id}/leave",
    responses=REFUSALS,
    dependencies=[needs(Action.CHANGE, league_entry_by_id)],
)
def leave(arena: Shared, me: Me, league_id: LeagueId, entry_id: EntryId) -> LeagueDetails:
    """Take a bot out of the league; its games stay, and it may enter again."""
    return _change(arena, me, league_id, entry_id, leagues.withdraw)


@router.post(
    "/{entry_id}/resume",
    responses=REFUSALS,
    dependencies=[needs(Action.CHANGE, league_entry_by_id)],
)
def resume(arena: Shared, me: Me, league_id: LeagueId, entry_id: EntryId) -> LeagueDetails:
    """Let a bot play again that was paused after faults."""
    return _change(arena, me, league_id, entry_id, leagues.resume)


@router.post(
    "/{entry_id}/rename",
    responses=REFUSALS,
    dependencies=[needs(Action.CHANGE, league_entry_by_id)],
)
def rename(
    arena: Shared, me: Me, league_id: LeagueId, entry_id: EntryId, request: NicknameRequest
) -> LeagueDetails:
    """Choose what everybody calls a bot: a nickname, nothing, or its own name."""

    def rename_entry(connection: Connection, entry: LeagueEntryRow, league_id: int) -> None:
        _rename(connection, league_id, entry, request)

    return _change(arena, me, league_id, entry_id, rename_entry)


def _change(
    arena: Arena,
    me: Person,
    league_id: int,
    entry_id: int,
    change: Callable[[Connection, LeagueEntryRow, int], object],
) -> LeagueDetails:
    """Change somebody's entry; what the page then shows of the league."""

    def work(connection: Connection) -> None:
        change(connection, _bot_of_somebody(connection, league_id, entry_id), league_id)

    arena.database.write(work)
    return league_details(arena, me, league_id)


def _bot_of_somebody(connection: Connection, league_id: int, entry_id: int) -> LeagueEntryRow:
    """An entry that is no milestone."""
    entry = league_entry(connection, league_id, entry_id)
    if entry.is_milestone:
        raise UsageError("{name!r} is a milestone of this league", name=entry.bot)
    return entry


def _enter(connection: Connection, me: Person, league_id: int, version_id: int) -> leagues.Entered:
    """Let a version play; students may have only so many bots in a league."""
    if not me.is_staff_of(get_league(connection, league_id).course_id):
        leagues.check_number(connection, league_id, version_id, me.id)
    return leagues.enter(connection, league_id, version_id)


def _rename(
    connection: Connection,
    league_id: int,
    entry: LeagueEntryRow,
    request: EnterRequest | NicknameRequest,
) -> None:
    leagues.rename(
        connection,
        league_id,
        entry.league_bot_id,
        nickname=request.nickname,
        is_anonymous=request.is_anonymous,
    )


def _entered(
    arena: Arena,
    actor: ActingPerson,
    league_id: int,
    work: Callable[[Connection], leagues.Entered],
) -> EnteredModel:
    entered = arena.database.write(work)
    entry = entered.entry
    course = arena.database.read(lambda c: get_league(c, league_id)).course_id
    values = {"league": league_id, "bot": entry.bot, "version": entry.version}
    write_down(arena, actor, AuditEvent.LEAGUE_ENTERED, course, **values)
    return EnteredModel(
        entry=entry.id,
        version=entry.version,
        is_new=entered.is_new,
        replaced=entered.replaced,
        rating=entry.rating,
    )
