"""Leagues: tables, games, who beats whom; for the staff freezing, seasons and finals.

The bots in them are in `league_entries`.
"""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Annotated, Literal

from fastapi import Query
from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy import Connection

from garlic.arena.league.definition import MOST_MILESTONES, read_league
from garlic.arena.lease import state_of
from garlic.arena.snapshot import TournamentState
from garlic.core import Game
from garlic.courses import finals, leagues
from garlic.courses.league_table import LeagueTable
from garlic.games import GAMES
from garlic.people.audit import ActingPerson, AuditEvent
from garlic.people.persons import Person
from garlic.people.rules import Action, allowed
from garlic.store.course_maps import maps_of
from garlic.store.league_games import meetings_of, points_of, shown_games
from garlic.store.leagues import (
    all_leagues,
    entries_of,
    get_league,
    season_of,
)
from garlic.store.schema import leagues as leagues_table
from garlic.store.tournaments import entrants_of, get_tournament
from garlic.web.api.files import TOO_MANY
from garlic.web.api.leagues.common import (
    LeagueId,
    league_details,
    league_entry,
    sight_of,
    summary_of,
)
from garlic.web.app import Arena, Shared
from garlic.web.bounds import bounded_limits, check_map
from garlic.web.jobs.bots import resolve_bot
from garlic.web.permission import (
    AuditActor,
    Me,
    here,
    league_by_id,
    needs,
    seen_by,
    write_down,
)
from garlic.web.problems import REFUSALS, ApiRouter
from garlic.web.view.league_models import (
    CurveModel,
    FinalModel,
    FinalPairModel,
    LeagueComparison,
    LeagueDetails,
    LeagueGamesPage,
    LeagueSight,
    LeagueSummary,
    LiveFinalGame,
    MeetingOfEntries,
    PrizeModel,
    curve_points,
    league_games,
    league_players,
)

router = ApiRouter(prefix="/api/leagues", tags=["leagues"])

_MOST_COMPARED = 16
_MOST_LISTED = 200
_NOWHERE = Path("/nonexistent")  # map files are not looked for

SeasonNumber = Annotated[int | None, Query(ge=1, le=2**31 - 1, description="the current one")]


class LeagueRequest(BaseModel):
    """A new league; the fields are those of `docs/bots/league.md`."""

    model_config = ConfigDict(
        json_schema_extra={"example": {"name": "spring", "game": "othello", "limits": "turn=1s"}}
    )

    name: str = Field(min_length=1, max_length=80)
    game: str = Field(max_length=40)
    maps: list[Annotated[str, Field(max_length=80)]] = Field(default=[], max_length=100)
    rule: str | None = Field(None, max_length=40)
    openings: Literal["balanced", "random", "none"] = "balanced"
    limits: str = Field("", max_length=200)
    seed: int = Field(0, ge=0, le=2**62)
    milestones: list[Annotated[str, Field(max_length=200)]] | None = Field(
        None, max_length=MOST_MILESTONES
    )
    placing_games: int = Field(24, ge=2, le=1000)
    pause_after: int = Field(5, ge=0, le=1000)
    games_per_day: int = Field(100, ge=0, le=100_000)
    bots_per_person: int = Field(3, ge=0, le=1000)


class FinalRequest(BaseModel):
    """How a final is played."""

    model_config = ConfigDict(json_schema_extra={"example": {"top": 4}})

    top: int = Field(8, ge=2, le=64)
    format: Literal["knock-out", "round-robin"] = "knock-out"
    games: int = Field(4, ge=2, le=1000)
    maps: list[Annotated[str, Field(max_length=80)]] = Field(default=[], max_length=100)


# Looking ----------------------------------------------------------------------------------------


@router.get("", dependencies=[needs(Action.LOOK)])
def all_visible(arena: Shared, me: Me) -> list[LeagueSummary]:
    """All leagues, newest first; events `leagues` report changes."""
    seen = seen_by(arena, me, leagues_table, is_shared=True)
    return arena.database.read(
        lambda c: [summary_of(c, row) for row in all_leagues(c, *seen)[:_MOST_LISTED]]
    )


@router.post(
    "",
    status_code=201,
    responses=REFUSALS,
    dependencies=[needs(Action.SHARE, here)],
)
def create(arena: Shared, me: Me, actor: AuditActor, request: LeagueRequest) -> LeagueDetails:
    """Begin a league in the course."""
    definition = read_league(request.model_dump(exclude_none=True, exclude={"name"}))
    game = GAMES[definition.rules.game]
    bounded_limits(definition.rules.limits, game)
    _check_maps(arena, me.course, game, definition.rules.maps)
    for name in definition.milestones or ():
        resolve_bot(arena.database, game, name, local=False, person=me)
    number = leagues.create(arena.database, request.name, definition, me.owner, _NOWHERE)
    write_down(arena, actor, AuditEvent.LEAGUE_MADE, me.course, league=number)
    return league_details(arena, me, number)


@router.get(
    "/{league_id}",
    responses=REFUSALS,
    dependencies=[needs(Action.SEE, league_by_id)],
)
def details(
    arena: Shared, me: Me, league_id: LeagueId, season: SeasonNumber = None
) -> LeagueDetails:
    """A league with the table of a season; events `league:ID` report changes."""
    return league_details(arena, me, league_id, season)


@router.get(
    "/{league_id}/games",
    responses=REFUSALS,
    dependencies=[needs(Action.SEE, league_by_id)],
)
def games(
    arena: Shared,
    league_id: LeagueId,
    season: SeasonNumber = None,
    entry: Annotated[int | None, Query(ge=1, le=2**31 - 1)] = None,
    offset: Annotated[int, Query(ge=0, le=10**9)] = 0,
    limit: Annotated[int, Query(ge=1, le=_MOST_LISTED)] = 20,
) -> LeagueGamesPage:
    """The games of a season that count, newest first; optionally only those of one entry."""

    def work(connection: Connection) -> LeagueGamesPage:
        row = get_league(connection, league_id)
        played = season_of(connection, league_id, season or row.season)
        own = None if entry is None else league_entry(connection, league_id, entry)
        number = played.number if own is None else own.season
        found = shown_games(connection, league_id, number, entry=entry, offset=offset, limit=limit)
        players = league_players(entries_of(connection, league_id, number))
        return LeagueGamesPage(
            total=played.counted if own is None else own.games,
            seats=GAMES[row.game].seats,
            games=league_games(found, players),
        )

    return arena.database.read(work)


@router.get(
    "/{league_id}/comparison",
    responses=REFUSALS,
    dependencies=[needs(Action.SEE, league_by_id)],
)
def comparison(
    arena: Shared,
    league_id: LeagueId,
    entries: Annotated[
        list[Annotated[int, Field(ge=1, le=2**31 - 1)]], Query(max_length=_MOST_COMPARED)
    ] = [],  # noqa: B006  (FastAPI copies it)
    season: SeasonNumber = None,
) -> LeagueComparison:
    """Curves of some bots of a season, and who of them beats whom."""

    def work(connection: Connection) -> LeagueComparison:
        number = season or get_league(connection, league_id).season
        season_of(connection, league_id, number)
        rows = {row.id: row for row in entries_of(connection, league_id, number)}
        chosen = [rows[each] for each in dict.fromkeys(entries) if each in rows]
        players = league_players([*rows.values()])
        curves = []
        for row in chosen:
            own = [each.id for each in rows.values() if each.league_bot_id == row.league_bot_id]
            points = curve_points(points_of(connection, own), players)
            curves.append(CurveModel(player=players[row.id], points=points))
        among = [row.id for row in chosen]
        return LeagueComparison(
            curves=curves, meetings=_meetings(connection, league_id, number, among)
        )

    return arena.database.read(work)


# The staff --------------------------------------------------------------------------------------


@router.post(
    "/{league_id}/freeze",
    responses=REFUSALS,
    dependencies=[needs(Action.CHANGE, league_by_id)],
)
def freeze(arena: Shared, me: Me, actor: AuditActor, league_id: LeagueId) -> LeagueDetails:
    """From now on no game counts, and nobody enters or leaves."""
    return _change(arena, me, actor, league_id, "freeze", leagues.freeze_league)


@router.post(
    "/{league_id}/thaw",
    responses=REFUSALS,
    dependencies=[needs(Action.CHANGE, league_by_id)],
)
def thaw(arena: Shared, me: Me, actor: AuditActor, league_id: LeagueId) -> LeagueDetails:
    """Let a frozen league go on."""
    return _change(arena, me, actor, league_id, "thaw", leagues.thaw_league)


@router.post(
    "/{league_id}/season",
    responses=REFUSALS,
    dependencies=[needs(Action.CHANGE, league_by_id)],
)
def next_season(arena: Shared, me: Me, actor: AuditActor, league_id: LeagueId) -> LeagueDetails:
    """End the season and begin the next, with the same bots near their ratings."""
    return _change(arena, me, actor, league_id, "season", leagues.next_season)


@router.post(
    "/{league_id}/final",
    status_code=201,
    responses={**REFUSALS, **TOO_MANY},
    dependencies=[needs(Action.CHANGE, league_by_id)],
)
def begin_final(
    arena: Shared, me: Me, actor: AuditActor, league_id: LeagueId, request: FinalRequest
) -> FinalModel:
    """Play the final of a frozen league, or continue it."""
    row = arena.database.read(lambda c: get_league(c, league_id))
    own = read_league(row.definition).map_files
    _check_maps(arena, row.course_id, GAMES[row.game], set(request.maps).difference(own))
    options = finals.FinalOptions(request.top, request.format, request.games, tuple(request.maps))
    number = finals.prepare_final(arena.database, league_id, options, _NOWHERE)
    write_down(
        arena, actor, AuditEvent.LEAGUE_CHANGED, row.course_id, league=league_id, what="final"
    )
    arena.services.tournaments.begin(number)
    return _final(arena, me, league_id, None)


@router.get(
    "/{league_id}/final",
    responses=REFUSALS,
    dependencies=[needs(Action.SEE, league_by_id)],
)
def final(arena: Shared, me: Me, league_id: LeagueId, season: SeasonNumber = None) -> FinalModel:
    """The final of a season: who meets whom, and the prizes once it is over."""
    return _final(arena, me, league_id, season)


def _check_maps(arena: Arena, course: int, game: Game, names: Iterable[str]) -> None:
    """Raise `UsageError` if one of *names* is no map of the game or of the course."""
    known = {row.name for row in arena.database.read(lambda c: maps_of(c, course, game.name))}
    for name in names:
        if name not in known:
            check_map(game, name)


def _meetings(
    connection: Connection, league_id: int, season: int, among: Sequence[int]
) -> list[MeetingOfEntries]:
    """The results of each two of these entries, whoever had the first seat."""
    totals: dict[tuple[int, int], tuple[int, int, int]] = {}
    found = meetings_of(connection, league_id, season, among=among)
    for (first, second), (won, drawn, lost) in found.items():
        for pair, counts in (
            ((first, second), (won, drawn, lost)),
            ((second, first), (lost, drawn, won)),
        ):
            have = totals.get(pair, (0, 0, 0))
            totals[pair] = (have[0] + counts[0], have[1] + counts[1], have[2] + counts[2])
    return [
        MeetingOfEntries(first=first, second=second, won=won, drawn=drawn, lost=lost)
        for (first, second), (won, drawn, lost) in sorted(totals.items())
    ]


def _change(
    arena: Arena,
    me: Person,
    actor: ActingPerson,
    league_id: int,
    what: str,
    change: Callable[[Connection, int], object],
) -> LeagueDetails:
    """Change the league as its staff may, and write down who did."""
    arena.database.write(lambda c: change(c, league_id))
    found = league_details(arena, me, league_id)
    write_down(arena, actor, AuditEvent.LEAGUE_CHANGED, found.course, league=league_id, what=what)
    return found


def _final(arena: Arena, me: Person, league_id: int, season: int | None) -> FinalModel:
    table = arena.services.leagues.table(league_id, season)
    sight = sight_of(arena, me, table.league, [line.entry for line in table.lines if line.entry])

    def work(connection: Connection) -> FinalModel:
        number = season_of(connection, league_id, table.season.number).tournament_id
        found = FinalModel(
            league=summary_of(connection, table.league),
            season=table.season.number,
            tournament=number,
            format=None,
            state=None,
            names=[],
            pairs=[],
            live=[],
            prizes=[],
            may=allowed(me, sight.thing),
        )
        if number is None:
            return found
        row = get_tournament(connection, number)
        state = state_of(row)
        found.state, found.format = state.value, row.definition["format"]
        found.names = [entrant.name for entrant in entrants_of(connection, number)]
        found.pairs = [
            FinalPairModel(
                stage=pair.stage,
                first=pair.first,
                second=pair.second,
                first_points=pair.points[0],
                second_points=pair.points[1],
                first_scored=pair.scored[0],
                second_scored=pair.scored[1],
                played=pair.played,
                scheduled=pair.scheduled,
                winner=pair.winner,
            )
            for pair in finals.final_pairs(connection, number)
        ]
        found.live = [
            LiveFinalGame(id=live_id, names=names)
            for live_id, names in arena.services.live.running_in(number)
        ]
        if state is TournamentState.FINISHED:
            found.prizes = _prizes(connection, table, sight)
        return found

    return arena.database.read(work)


def _prizes(connection: Connection, table: LeagueTable, sight: LeagueSight) -> list[PrizeModel]:
    models = []
    for prize in finals.prizes(connection, table.league.id, table.season.number):
        model = PrizeModel(
            place=prize.place,
            name=prize.name,
            points=prize.points,
            rank=None,
            rating=None,
            owner=None,
        )
        if prize.line is not None:
            line = sight.line(prize.line)
            model.rank, model.rating, model.owner = line.rank, line.rating, line.owner
        models.append(model)
    return models
