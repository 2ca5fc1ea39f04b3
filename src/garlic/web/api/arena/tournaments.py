"""Tournaments: create, run, watch, stop, resume, export."""

from datetime import datetime
from typing import Annotated, Any, Literal

from fastapi import File, Path, Query, UploadFile
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict, Field

from garlic.arena.definition import LARGEST_FILE, read_values
from garlic.arena.exports import export
from garlic.arena.formats import FORMATS
from garlic.arena.lease import state_of
from garlic.arena.scoring import SCORINGS
from garlic.arena.snapshot import Standing, TournamentState
from garlic.arena.stored import tournament_snapshot
from garlic.core import Seat
from garlic.games import GAMES
from garlic.people.audit import ActingPerson, AuditEvent
from garlic.people.persons import Person
from garlic.people.rules import Action, Thing, allowed, may
from garlic.store.schema import tournaments as tournaments_table
from garlic.store.tournaments import (
    TournamentRow,
    all_tournaments,
    entrants_of,
    games_page,
    openings_of,
    seek_tournament,
)
from garlic.web.api.files import CONFLICT, TOO_MANY, UPLOADS, read_upload
from garlic.web.app import Arena, Shared
from garlic.web.jobs.tournaments import Overview
from garlic.web.permission import (
    AuditActor,
    Me,
    here,
    needs,
    owner_names,
    seen_by,
    tournament_by_number,
    write_down,
)
from garlic.web.problems import REFUSALS, ApiRouter, Problem, not_found
from garlic.web.sentences import SentenceModel, encode_sentence, page_sentence
from garlic.web.view.models import OutcomeView

router = ApiRouter(prefix="/api/tournaments", tags=["tournaments"])

_MOST_LISTED = 200
Number = Annotated[int, Path(ge=1, le=2**31 - 1)]
_TYPES = {
    "html": ("text/html; charset=utf-8", "html"),
    "csv": ("text/csv; charset=utf-8", "csv"),
    "standings": ("text/csv; charset=utf-8", "csv"),
    "json": ("application/json", "json"),
    "records": ("application/jsonl", "jsonl"),
}
_WITH_OUTPUT = ("records", "json")  # forms that contain what bots print
# The report contains untrusted names: it may not load or run anything.
_REPORT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"


class EntrantRequest(BaseModel):
    """An entrant: its name in tables, and its bot."""

    name: str = Field(min_length=1, max_length=120)
    bot: str = Field(min_length=1, max_length=4096)


class TournamentRequest(BaseModel):
    """A tournament definition; the fields are those of `docs/bots/tournaments.md`."""

    model_config = ConfigDict(
        json_schema_extra={
            "example": {
                "name": "an evening",
                "game": "tiaojia",
                "bots": [
                    {"name": "strong", "bot": "engine:tiaojia?level=3"},
                    {"name": "weak", "bot": "random:tiaojia"},
                ],
                "games": 4,
            }
        }
    )

    name: str = Field("tournament", min_length=1, max_length=120)
    game: str = Field(max_length=40)
    bots: list[EntrantRequest] = Field(min_length=2, max_length=200)
    format: str = Field("round-robin", max_length=40)
    games: int = Field(2, ge=2, le=10_000)
    rounds: int | None = Field(None, ge=1, le=1000)
    seed: int = Field(0, ge=0, le=2**62)
    scoring: str = Field("1/0.5/0", max_length=40)
    maps: list[Annotated[str, Field(max_length=80)]] = Field(default=[], max_length=100)
    rule: str | None = Field(None, max_length=40)
    openings: Literal["balanced", "random", "none"] = "balanced"
    limits: str = Field("", max_length=200)
    begin: bool = True  # run it at once


class TournamentSummary(BaseModel):
    """A tournament in the list."""

    id: int
    name: str
    game: str
    format: str
    bots: int
    scheduled: int
    played: int
    state: Literal["waiting", "running", "stopped", "unfinished", "finished"]
    owner: str | None  # who has created it; null on a server without accounts
    created_at: datetime


class Choices(BaseModel):
    """The choices of the form for a new tournament."""

    formats: list[str]
    with_rounds: list[str]  # formats whose number of rounds can be chosen
    scorings: list[str]


class StandingModel(BaseModel):
    """A row of the standings."""

    rank: int
    name: str
    place: int  # of the entrant, in `entrants`
    points: float
    played: int
    won: int
    drawn: int
    lost: int
    scored: int
    conceded: int
    average_seconds: float
    faults: dict[str, int]
    left: int
    elo: float | None
    low: float | None
    high: float | None
    set_aside: bool
    delayed: int  # games, by a busy machine


class MeetingModel(BaseModel):
    """The results of two entrants against each other, from the first one's point of view."""

    # `first` and `second` are indices into `entrants`.

    first: int
    second: int
    won: int
    drawn: int
    lost: int


class EntrantModel(BaseModel):
    """An entrant."""

    name: str
    bot: str
    kind: str
    version: int


class TournamentDetails(TournamentSummary):
    """A tournament without its games."""

    finished_at: datetime | None
    not_judged: int  # games that could not be judged; they are tried again when it continues
    delayed: int  # games that a busy machine has delayed; they count
    settings: dict[str, Any]  # the definition without its bots
    entrants: list[EntrantModel]
    standings: list[StandingModel]
    meetings: list[MeetingModel]
    curve: list[tuple[int, int, float]]  # games played, place, Elo
    seconds_left: float | None
    ours: bool  # whether this server runs it
    problem: SentenceModel | None  # why this server's last run of it ended
    may: list[Action]  # what whoever asks may do with it


class TournamentGame(OutcomeView):
    """A game that was played or could not be judged."""

    number: int
    round: int
    names: tuple[str, str]  # first seat first
    opening: str
    key: str | None
    turns: int
    faults: tuple[dict[str, int], dict[str, int]]
    delayed: bool  # by a busy machine
    played_at: datetime | None


class GamesPage(BaseModel):
    """A page of games, newest first, and the number of all."""

    total: int
    seats: tuple[str, str]
    games: list[TournamentGame]


@router.get(
    "",
    dependencies=[needs(Action.LOOK)],
)
def tournaments(arena: Shared, me: Me) -> list[TournamentSummary]:
    """All tournaments, newest first."""
    found = arena.database.read(
        lambda c: all_tournaments(c, *seen_by(arena, me, tournaments_table))
    )
    shown = found[:_MOST_LISTED]
    owners = owner_names(arena, [row.owner_id for row, _, _ in shown])
    return [
        TournamentSummary(
            id=row.id,
            name=row.name,
            game=row.game,
            format=row.definition["format"],
            bots=len(row.definition["bots"]),
            scheduled=scheduled,
            played=played,
            state=state_of(row).value,
            owner=owners.get(row.owner_id),
            created_at=row.created_at,
        )
        for row, scheduled, played in shown
    ]


@router.get(
    "/choices",
    dependencies=[needs(Action.LOOK)],
)
def choices() -> Choices:
    """The available formats and scorings."""
    return Choices(
        formats=list(FORMATS),
        with_rounds=[name for name, format_ in FORMATS.items() if format_.has_round_count],
        scorings=list(SCORINGS),
    )


@router.post(
    "",
    status_code=201,
    responses={**REFUSALS, **TOO_MANY},
    operation_id="make_api_tournaments_post",
    dependencies=[needs(Action.BEGIN, here)],
)
def create(
    arena: Shared, me: Me, actor: AuditActor, request: TournamentRequest
) -> TournamentDetails:
    """Create a tournament and run it."""
    values = request.model_dump(exclude_none=True, exclude={"begin"})
    number = _create(arena, me, actor, values)
    if request.begin:
        arena.services.tournaments.begin(number)
    return _details(arena, me, number)


@router.post(
    "/file",
    status_code=201,
    responses=UPLOADS,
    operation_id="make_from_file_api_tournaments_file_post",
    dependencies=[needs(Action.BEGIN, here)],
)
def create_from_file(
    arena: Shared,
    me: Me,
    actor: AuditActor,
    file: Annotated[UploadFile, File(description="a tournament in TOML")],
) -> TournamentDetails:
    """Create a tournament from a file, as `garlic tournament run FILE` does, and run it."""
    values = read_values(read_upload(file, LARGEST_FILE), "TOML")
    number = _create(arena, me, actor, values)
    arena.services.tournaments.begin(number)
    return _details(arena, me, number)


@router.get(
    "/{number}",
    responses=REFUSALS,
    dependencies=[needs(Action.SEE, tournament_by_number)],
)
def details(arena: Shared, me: Me, number: Number) -> TournamentDetails:
    """A tournament and its standings; events `tournament:ID` report the progress."""
    return _details(arena, me, number, fresh=False)


@router.get(
    "/{number}/games",
    responses=REFUSALS,
    dependencies=[needs(Action.SEE, tournament_by_number)],
)
def games(
    arena: Shared,
    number: Number,
    place: Annotated[int | None, Query(ge=0, le=10_000)] = None,
    with_faults: bool = False,
    offset: Annotated[int, Query(ge=0, le=10**9)] = 0,
    limit: Annotated[int, Query(ge=1, le=_MOST_LISTED)] = 50,
) -> GamesPage:
    """Its games, newest first; optionally only those of one entrant or those with faults."""
    row = _row(arena, number)
    (rows, total), entrants, openings = arena.database.read(
        lambda c: (
            games_page(c, number, place=place, with_faults=with_faults, offset=offset, limit=limit),
            entrants_of(c, number),
            openings_of(c, number),
        )
    )
    return GamesPage(
        total=total,
        seats=GAMES[row.game].seats,
        games=[
            TournamentGame(
                number=game.number,
                round=game.round,
                names=(entrants[game.first].name, entrants[game.second].name),
                opening=openings[game.opening].name,
                key=game.key,
                winner=game.winner and Seat(game.winner),
                reason=encode_sentence(game.reason or game.trouble),
                scores=None if game.score_a is None else (game.score_a, game.score_b),
                turns=game.turns or 0,
                faults=(game.faults_a or {}, game.faults_b or {}),
                delayed=bool(game.delayed),
                played_at=game.played_at,
            )
            for game in rows
        ],
    )


@router.post(
    "/{number}/stop",
    responses={**REFUSALS, **CONFLICT},
    dependencies=[needs(Action.CHANGE, tournament_by_number)],
)
def stop(arena: Shared, me: Me, number: Number) -> TournamentDetails:
    """Stop it after the running games, in whichever process it runs."""
    if state_of(_row(arena, number)) is not TournamentState.RUNNING:
        raise Problem(409, page_sentence("problem.not_running"))
    arena.services.tournaments.stop(number)
    return _details(arena, me, number)


@router.post(
    "/{number}/resume",
    responses={**REFUSALS, **CONFLICT, **TOO_MANY},
    dependencies=[needs(Action.CHANGE, tournament_by_number)],
)
def resume(arena: Shared, me: Me, number: Number) -> TournamentDetails:
    """Resume a stopped or unfinished tournament, or start a waiting one.

    Games that a busy machine has delayed are played again, also in a finished one.
    """
    if state_of(_row(arena, number)) is TournamentState.RUNNING:
        raise Problem(409, page_sentence("problem.is_running"))
    arena.services.quotas.check_work(me, 1)
    arena.services.tournaments.begin(number)
    return _details(arena, me, number)


@router.get(
    "/{number}/export/{form}",
    responses=REFUSALS,
    response_class=Response,
    dependencies=[needs(Action.SEE, tournament_by_number)],
)
def exported(
    arena: Shared,
    me: Me,
    actor: AuditActor,
    number: Number,
    form: Annotated[str, Path(max_length=20, examples=["csv"])],
    language: Literal["en", "zh"] = "en",
) -> Response:
    """Export as html, csv (games), standings, json, records, text, or a notation of the game."""
    row = _row(arena, number)
    if form in _WITH_OUTPUT and not may(me, Action.SEE_PRIVATE, _thing(row)):
        raise Problem(403, page_sentence("problem.not_yours"))
    write_down(arena, actor, AuditEvent.EXPORTED, row.course_id, tournament=number, form=form)
    content = export(tournament_snapshot(arena.database, number), form, language)
    kind, ending = _TYPES.get(form, ("text/plain; charset=utf-8", form))
    headers = {"Content-Disposition": f'attachment; filename="tournament-{number}.{ending}"'}
    if form == "html":
        headers["Content-Security-Policy"] = _REPORT_POLICY
    return Response(content, media_type=kind, headers=headers)


def _create(arena: Arena, me: Person, actor: ActingPerson, values: dict[str, Any]) -> int:
    """Store a tournament; that of staff is open to the whole course."""
    arena.services.quotas.check_work(me, 1)
    shared = may(me, Action.SHARE, Thing(course=me.course))
    number = arena.services.tournaments.create(values, me, shared=shared)
    write_down(arena, actor, AuditEvent.TOURNAMENT_MADE, me.course, tournament=number)
    return number


def _row(arena: Arena, number: int) -> TournamentRow:
    row = arena.database.read(lambda c: seek_tournament(c, number))
    if row is None:
        raise not_found("problem.no_tournament")
    return row


def _thing(row: TournamentRow) -> Thing:
    return Thing(row.owner_id, row.course_id, row.shared)


def _details(arena: Arena, me: Person, number: int, *, fresh: bool = True) -> TournamentDetails:
    _row(arena, number)
    overview = arena.services.tournaments.overview(number, fresh=fresh)
    owners = owner_names(arena, [overview.row.owner_id])
    return _from_overview(overview, me, owners.get(overview.row.owner_id))


def _from_overview(overview: Overview, me: Person, owner: str | None) -> TournamentDetails:
    row = overview.row
    places = {entrant.name: entrant.place for entrant in overview.entrants}
    return TournamentDetails(
        id=row.id,
        name=row.name,
        game=row.game,
        format=row.definition["format"],
        bots=len(overview.entrants),
        scheduled=overview.scheduled,
        played=overview.played,
        state=overview.state.value,
        owner=owner,
        created_at=row.created_at,
        finished_at=row.finished_at,
        not_judged=overview.not_judged,
        delayed=overview.delayed,
        settings={name: value for name, value in row.definition.items() if name != "bots"},
        entrants=[
            EntrantModel(
                name=entrant.name, bot=entrant.called, kind=entrant.kind, version=entrant.version
            )
            for entrant in overview.entrants
        ],
        standings=[_standing(line, places[line.name]) for line in overview.standings],
        meetings=[
            MeetingModel(
                first=meeting.first,
                second=meeting.second,
                won=meeting.won,
                drawn=meeting.drawn,
                lost=meeting.lost,
            )
            for meeting in overview.meetings
        ],
        curve=list(overview.curve),
        seconds_left=None if overview.pace is None else overview.pace.seconds_left,
        ours=overview.ours,
        problem=overview.problem,
        may=allowed(me, _thing(row)),
    )


def _standing(line: Standing, place: int) -> StandingModel:
    return StandingModel(
        rank=line.rank,
        name=line.name,
        place=place,
        points=line.points,
        played=line.played,
        won=line.won,
        drawn=line.drawn,
        lost=line.lost,
        scored=line.scored,
        conceded=line.conceded,
        average_seconds=line.average_seconds,
        faults=dict(line.faults),
        left=line.left,
        elo=line.elo,
        low=line.low,
        high=line.high,
        set_aside=line.set_aside,
        delayed=line.delayed,
    )
