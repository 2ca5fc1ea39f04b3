"""Tournaments: made, run in the background, looked at live, exported."""

from datetime import datetime
from typing import Annotated, Any, Literal

from fastapi import APIRouter, File, Path, Query, UploadFile
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict, Field

from garlic.arena.definition import LARGEST_FILE
from garlic.arena.exports import export
from garlic.arena.formats import FORMATS
from garlic.arena.lease import state_of
from garlic.arena.scoring import SCORINGS
from garlic.arena.snapshot import Standing, TournamentState
from garlic.arena.stored import tournament_snapshot
from garlic.games import GAMES
from garlic.store.tournaments import (
    TournamentRow,
    all_tournaments,
    entrants_of,
    games_page,
    openings_of,
    seek_tournament,
)
from garlic.web.api.files import CONFLICT, TOO_MANY, UPLOADS, received
from garlic.web.app import Arena, Shared
from garlic.web.jobs.tournaments import Overview, read_toml
from garlic.web.problems import REFUSALS, Problem, SentenceCode, missing
from garlic.web.sentences import coded, wording

router = APIRouter(prefix="/api/tournaments", tags=["tournaments"])

_MOST_LISTED = 200
Number = Annotated[int, Path(ge=1, le=2**31 - 1)]
_TYPES = {
    "html": ("text/html; charset=utf-8", "html"),
    "csv": ("text/csv; charset=utf-8", "csv"),
    "standings": ("text/csv; charset=utf-8", "csv"),
    "json": ("application/json", "json"),
    "records": ("application/jsonl", "jsonl"),
}
# A page that somebody else's words went into: it may load and run nothing.
_REPORT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"


class EntrantRequest(BaseModel):
    """A bot that is to take part, and what tables call it."""

    name: str = Field(min_length=1, max_length=120)
    bot: str = Field(min_length=1, max_length=4096)


class TournamentRequest(BaseModel):
    """A tournament, as `docs/tournaments.md` describes its file."""

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


class TournamentFacts(BaseModel):
    """A line of the list."""

    id: int
    name: str
    game: str
    format: str
    bots: int
    scheduled: int
    played: int
    state: Literal["waiting", "running", "stopped", "finished"]
    created_at: datetime


class Choices(BaseModel):
    """What a form offers."""

    formats: list[str]
    with_rounds: list[str]  # formats of which the number of rounds can be chosen
    scorings: list[str]


class StandingFacts(BaseModel):
    """A line of the table."""

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


class MeetingFacts(BaseModel):
    """What two entrants, by place, made of their games; as the first sees it."""

    first: int
    second: int
    won: int
    drawn: int
    lost: int


class EntrantFacts(BaseModel):
    """A bot that takes part."""

    name: str
    bot: str
    kind: str
    version: int


class TournamentDetails(TournamentFacts):
    """All of a tournament but its games."""

    finished_at: datetime | None
    settings: dict[str, Any]  # the definition, but for its bots
    entrants: list[EntrantFacts]
    standings: list[StandingFacts]
    meetings: list[MeetingFacts]
    curve: list[tuple[int, int, float]]  # games played, place, Elo
    seconds_left: float | None
    ours: bool  # this server runs it
    problem: SentenceCode | None  # why this server's last run of it ended


class TournamentGame(BaseModel):
    """A game that was played, or could not be judged."""

    number: int
    round: int
    names: tuple[str, str]  # first seat first
    opening: str
    key: str | None
    winner: str | None  # "a" or "b", by seat
    reason: SentenceCode
    scores: tuple[int, int] | None
    turns: int
    faults: tuple[dict[str, int], dict[str, int]]
    played_at: datetime | None


class GamesPage(BaseModel):
    """Some games, newest first, and how many there are."""

    total: int
    seats: tuple[str, str]
    games: list[TournamentGame]


@router.get("")
def tournaments(arena: Shared) -> list[TournamentFacts]:
    """All tournaments, the newest first."""
    return [
        TournamentFacts(
            id=row.id,
            name=row.name,
            game=row.game,
            format=row.definition["format"],
            bots=len(row.definition["bots"]),
            scheduled=scheduled,
            played=played,
            state=state_of(row).value,
            created_at=row.created_at,
        )
        for row, scheduled, played in arena.database.read(all_tournaments)[:_MOST_LISTED]
    ]


@router.get("/choices")
def choices() -> Choices:
    """The formats and scorings there are."""
    return Choices(
        formats=list(FORMATS),
        with_rounds=[name for name, one in FORMATS.items() if one.has_round_count],
        scorings=list(SCORINGS),
    )


@router.post("", status_code=201, responses={**REFUSALS, **TOO_MANY})
def make(arena: Shared, wish: TournamentRequest) -> TournamentDetails:
    """Make a tournament and run it."""
    values = wish.model_dump(exclude_none=True, exclude={"begin"})
    number = arena.services.tournaments.make(values)
    if wish.begin:
        arena.services.tournaments.begin(number)
    return _details(arena, number)


@router.post("/file", status_code=201, responses=UPLOADS)
def make_from_file(
    arena: Shared, file: Annotated[UploadFile, File(description="a tournament in TOML")]
) -> TournamentDetails:
    """Make a tournament from a file, as `garlic tournament run FILE` does, and run it."""
    values = read_toml(received(file, LARGEST_FILE))
    number = arena.services.tournaments.make(values)
    arena.services.tournaments.begin(number)
    return _details(arena, number)


@router.get("/{number}", responses=REFUSALS)
def details(arena: Shared, number: Number) -> TournamentDetails:
    """A tournament as it stands; `tournament:ID` tells of progress."""
    return _details(arena, number, fresh=False)


@router.get("/{number}/games", responses=REFUSALS)
def games(
    arena: Shared,
    number: Number,
    place: Annotated[int | None, Query(ge=0, le=10_000)] = None,
    with_faults: bool = False,
    offset: Annotated[int, Query(ge=0, le=10**9)] = 0,
    limit: Annotated[int, Query(ge=1, le=_MOST_LISTED)] = 50,
) -> GamesPage:
    """Its games, the newest first; of one entrant, or with faults, if that is wished."""
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
                number=one.number,
                round=one.round,
                names=(entrants[one.first].name, entrants[one.second].name),
                opening=openings[one.opening].name,
                key=one.key,
                winner=one.winner,
                reason=SentenceCode(**wording(one.reason or one.trouble)),
                scores=None if one.score_a is None else (one.score_a, one.score_b),
                turns=one.turns or 0,
                faults=(one.faults_a or {}, one.faults_b or {}),
                played_at=one.played_at,
            )
            for one in rows
        ],
    )


@router.post("/{number}/stop", responses={**REFUSALS, **CONFLICT})
def stop(arena: Shared, number: Number) -> TournamentDetails:
    """Stop it once the games on the boards are over, whoever runs it."""
    if state_of(_row(arena, number)) is not TournamentState.RUNNING:
        raise Problem(409, coded("problem.not_running"))
    arena.services.tournaments.stop(number)
    return _details(arena, number)


@router.post("/{number}/resume", responses={**REFUSALS, **CONFLICT, **TOO_MANY})
def resume(arena: Shared, number: Number) -> TournamentDetails:
    """Go on with a tournament that was stopped, or begin one that waits."""
    if state_of(_row(arena, number)) is TournamentState.RUNNING:
        raise Problem(409, coded("problem.is_running"))
    arena.services.tournaments.begin(number)
    return _details(arena, number)


@router.get("/{number}/export/{form}", responses=REFUSALS, response_class=Response)
def exported(
    arena: Shared,
    number: Number,
    form: Annotated[str, Path(max_length=20, examples=["csv"])],
    language: Literal["en", "zh"] = "en",
) -> Response:
    """A file: html, csv (games), standings, json, records, text, or a notation of the game."""
    _row(arena, number)
    content = export(tournament_snapshot(arena.database, number), form, language)
    kind, ending = _TYPES.get(form, ("text/plain; charset=utf-8", form))
    headers = {"Content-Disposition": f'attachment; filename="tournament-{number}.{ending}"'}
    if form == "html":
        headers["Content-Security-Policy"] = _REPORT_POLICY
    return Response(content, media_type=kind, headers=headers)


def _row(arena: Arena, number: int) -> TournamentRow:
    row = arena.database.read(lambda c: seek_tournament(c, number))
    if row is None:
        raise missing("problem.no_tournament")
    return row


def _details(arena: Arena, number: int, *, fresh: bool = True) -> TournamentDetails:
    _row(arena, number)
    return _shown(arena.services.tournaments.overview(number, fresh=fresh))


def _shown(found: Overview) -> TournamentDetails:
    row = found.row
    places = {entrant.name: entrant.place for entrant in found.entrants}
    return TournamentDetails(
        id=row.id,
        name=row.name,
        game=row.game,
        format=row.definition["format"],
        bots=len(found.entrants),
        scheduled=found.scheduled,
        played=found.played,
        state=found.state.value,
        created_at=row.created_at,
        finished_at=row.finished_at,
        settings={name: value for name, value in row.definition.items() if name != "bots"},
        entrants=[
            EntrantFacts(name=one.name, bot=one.called, kind=one.kind, version=one.version)
            for one in found.entrants
        ],
        standings=[_standing(line, places[line.name]) for line in found.standings],
        meetings=[
            MeetingFacts(
                first=one.first, second=one.second, won=one.won, drawn=one.drawn, lost=one.lost
            )
            for one in found.meetings
        ],
        curve=list(found.curve),
        seconds_left=None if found.pace is None else found.pace.seconds_left,
        ours=found.ours,
        problem=None if found.problem is None else SentenceCode(**found.problem),
    )


def _standing(line: Standing, place: int) -> StandingFacts:
    return StandingFacts(
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
    )
