"""Bots: built-in and uploaded ones, their versions, checks and ratings."""

from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from typing import Annotated, Literal

from fastapi import File, Form, Path, UploadFile
from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy import Connection

from garlic.arena.rating.ladder import ladder_of
from garlic.core import Seat, UsageError
from garlic.engines.built_in import BUILT_IN
from garlic.games import GAMES
from garlic.judge.bots import BotKind
from garlic.people.audit import AuditEvent
from garlic.people.persons import Person
from garlic.people.rules import Action, Thing, allowed
from garlic.store.ratings import BotRatingRow, RatingOptions, bot_ratings_of
from garlic.store.roster import (
    CheckRow,
    ResultRow,
    RosterRow,
    VersionRow,
    bot_of_version,
    checks_of,
    list_bots,
    remove_bot,
    rename_bot,
    results_of_bot,
)
from garlic.store.schema import bots as bots_table
from garlic.web.api.files import TOO_MANY, UPLOADS, read_upload
from garlic.web.app import Arena, Shared
from garlic.web.jobs import bots
from garlic.web.jobs.ratings import MOST_GAMES
from garlic.web.jobs.uploads import LARGEST_BOT_FILE, bot_file
from garlic.web.permission import (
    AuditActor,
    Me,
    bot_by_id,
    here,
    needs,
    owner_names,
    seen_by,
    write_down,
)
from garlic.web.problems import REFUSALS, ApiRouter, Problem, not_found
from garlic.web.sentences import SentenceModel, encode_sentence, page_sentence
from garlic.web.view.models import OutcomeView
from garlic.web.view.rating_models import (
    BotRatingModel,
    RungModel,
    bot_rating_model,
    rung_models,
    rungs_of_built_in,
)

router = ApiRouter(prefix="/api/bots", tags=["bots"])

_RESULTS = 20
BotId = Annotated[int, Path(ge=1, le=2**31 - 1)]
GameName = Annotated[str, Field(max_length=40, examples=["othello"])]


class BuiltInModel(BaseModel):
    """A built-in bot."""

    bot: str  # its name, as in a match
    game: str
    kind: str  # "engine", "baseline", "random"
    about: SentenceModel
    levels: bool  # whether ?level=1 to ?level=10 may be appended
    ratings: list[RungModel]  # none if it is not on the game's ladder; several for an engine


CheckResult = Literal["passed", "failed", "not judged"]


class FindingModel(BaseModel):
    """One aspect of a check."""

    name: SentenceModel
    result: CheckResult | Literal["remark"]
    passed: bool | None  # null if it is neither passed nor failed
    detail: SentenceModel | None
    advice: SentenceModel | None
    output: str  # of its compiler, or the bot's standard error


class CheckModel(BaseModel):
    """The result of checking a version for a game."""

    game: str
    result: CheckResult
    passed: bool
    problem: SentenceModel | None  # why it could not be checked
    findings: list[FindingModel]
    checked_at: datetime


class VersionModel(BaseModel):
    """One version of a bot."""

    id: int
    bot: str  # the name of this version: "stored:7"
    number: int
    kind: str
    protocol: str
    file: str | None
    digest: str
    seen_at: datetime
    checks: list[CheckModel]
    checking: list[str]  # games for which a check is running
    ratings: list[BotRatingModel]  # by game


class BotSummary(BaseModel):
    """A stored bot; its newest version first."""

    id: int
    name: str
    created_at: datetime
    owner: str | None  # their name; null on a server without accounts
    versions: list[VersionModel]
    likely_games: list[str]  # that the newest version could play


class BotResultModel(OutcomeView):
    """A game that the bot played."""

    key: str  # of the record
    game: str
    seat: Seat
    opponent: str | None
    played_at: datetime
    faults: dict[str, int]


class BotDetails(BotSummary):
    """A bot with its last games."""

    results: list[BotResultModel]
    may: list[Action]  # what whoever asks may do with it


class ProtocolModel(BaseModel):
    """A protocol, and the games that support it."""

    name: str
    about: SentenceModel
    games: list[str]


class Roster(BaseModel):
    """All bots that can play."""

    built_in: list[BuiltInModel]
    stored: list[BotSummary]
    protocols: list[ProtocolModel]  # for uploaded bots
    local_files: bool  # whether bots may be files of this machine
    file_bytes: int = LARGEST_BOT_FILE  # the largest file that is taken


class RenameRequest(BaseModel):
    """The new name of a bot."""

    model_config = ConfigDict(json_schema_extra={"example": {"name": "my second bot"}})

    name: str = Field(min_length=1, max_length=120)


class LocalBotRequest(BaseModel):
    """A bot on this machine, by its name."""

    model_config = ConfigDict(
        json_schema_extra={"example": {"bot": "/home/me/bot.py", "game": "othello"}}
    )

    bot: str = Field(min_length=1, max_length=4096)
    game: GameName
    name: str | None = Field(None, max_length=120)


class CheckRequest(BaseModel):
    """The game to check a bot for."""

    model_config = ConfigDict(json_schema_extra={"example": {"game": "othello"}})

    game: GameName


class RateRequest(BaseModel):
    """The game to rate a bot at, and when to stop."""

    model_config = ConfigDict(json_schema_extra={"example": {"game": "othello", "games": 2}})

    game: GameName
    games: int = Field(100, ge=2, le=MOST_GAMES)  # at the latest
    until: float | None = Field(None, ge=10, le=1000)  # as soon as the interval is at most ± this


@router.get(
    "",
    dependencies=[needs(Action.LOOK)],
)
def roster(arena: Shared, me: Me, game: str | None = None) -> Roster:
    """The built-in bots, of one game if *game* is given, and all stored bots."""
    games = list(GAMES.values()) if game is None else [GAMES[game]]
    running = arena.services.checks.running()
    seen = seen_by(arena, me, bots_table)
    stored = arena.database.read(lambda c: _with_results(c, list_bots(c, None, *seen)))
    owners = owner_names(arena, [row.owner.person for row, _ in stored])
    return Roster(
        built_in=[bot for each in games for bot in _built_in(each.name)],
        stored=[_summary(row, results, running, owners) for row, results in stored],
        protocols=[
            ProtocolModel(
                name=protocol.word,
                about=encode_sentence(protocol.about),
                games=list(protocol.games or GAMES),
            )
            for protocol in bots.upload_protocols()
        ],
        local_files=arena.settings.allows_files,
    )


@router.post(
    "",
    status_code=201,
    responses=UPLOADS,
    dependencies=[needs(Action.UPLOAD, here)],
)
def upload(
    arena: Shared,
    me: Me,
    actor: AuditActor,
    file: Annotated[UploadFile, File(description="a source file, or a zip file with one")],
    game: Annotated[str, Form(max_length=40, description="the game to check it for")],
    name: Annotated[str, Form(max_length=120)] = "",
    protocol: Annotated[str, Form(max_length=20, examples=["line"])] = "line",
) -> BotDetails:
    """Upload a bot and check it. An upload with the same name is its next version."""
    checked_game = GAMES[game]
    if protocol not in {known.word for known in bots.upload_protocols()}:
        raise Problem(400, page_sentence("problem.no_protocol"))
    content = read_upload(file, LARGEST_BOT_FILE)
    source = bot_file(file.filename or "", content)
    arena.services.quotas.take_upload(me, len(content))
    arena.services.quotas.check_work(me, 1)
    shown = name.strip() or (file.filename or "bot").replace("\\", "/").rpartition("/")[2]
    version = bots.store_upload(arena.database, shown, source, protocol, me.owner)
    write_down(arena, actor, AuditEvent.BOT_UPLOADED, me.course, bot=version.name)
    arena.services.checks.begin(version.id, checked_game, me.owner)
    return _details(arena, me, version.id)


@router.post(
    "/local",
    status_code=201,
    responses={**REFUSALS, **TOO_MANY},
    operation_id="point_api_bots_local_post",
    dependencies=[needs(Action.UPLOAD, here)],
)
def add_local(arena: Shared, me: Me, request: LocalBotRequest) -> BotDetails:
    """Store the current content of a file on this machine as a bot, and check it."""
    game = GAMES[request.game]
    if not arena.settings.allows_files:
        raise Problem(403, page_sentence("problem.local_only"))
    resolved = bots.resolve_bot(arena.database, game, request.bot, local=True)
    if resolved.bot.kind is BotKind.BUILT_IN:
        raise UsageError(
            "{bot!r} comes with garlic: it can play without being added", bot=request.bot
        )
    if request.name and request.name.strip():
        resolved = bots.ResolvedBot(bots.checked_name(request.name), resolved.bot)
    version = bots.store_bot(arena.database, resolved)
    arena.services.checks.begin(version, game)
    return _details(arena, me, version)


@router.get(
    "/{bot_id}",
    responses=REFUSALS,
    dependencies=[needs(Action.SEE_PRIVATE, bot_by_id)],
)
def details(arena: Shared, me: Me, bot_id: BotId) -> BotDetails:
    """A bot with its versions, their checks, and its last games."""
    row = _row(arena, bot_id)
    return _full(arena, me, row)


@router.post(
    "/{bot_id}/rename",
    responses=REFUSALS,
    dependencies=[needs(Action.CHANGE, bot_by_id)],
)
def rename(arena: Shared, me: Me, bot_id: BotId, request: RenameRequest) -> BotDetails:
    """Rename a bot."""
    _row(arena, bot_id)
    name = bots.checked_name(request.name)
    arena.database.write(lambda c: rename_bot(c, bot_id, name))
    return _full(arena, me, _row(arena, bot_id))


@router.delete(
    "/{bot_id}",
    status_code=204,
    responses=REFUSALS,
    dependencies=[needs(Action.DELETE, bot_by_id)],
)
def remove(arena: Shared, actor: AuditActor, bot_id: BotId) -> None:
    """Remove a bot from the list; its games are kept."""
    row = _row(arena, bot_id)
    for version in row.versions:
        for game in GAMES:
            arena.services.ratings.stop(version.id, game)
    arena.database.write(lambda c: remove_bot(c, bot_id))
    owner = row.owner
    write_down(arena, actor, AuditEvent.BOT_DELETED, owner.course, about=owner.person, bot=row.name)


@router.post(
    "/{bot_id}/check",
    status_code=202,
    responses={**REFUSALS, **TOO_MANY},
    dependencies=[needs(Action.CHANGE, bot_by_id)],
)
def check(arena: Shared, me: Me, bot_id: BotId, request: CheckRequest) -> BotDetails:
    """Check the newest version of a bot for a game; the event `bot:ID` says when it is done."""
    row, game = _row(arena, bot_id), GAMES[request.game]
    arena.services.quotas.check_work(me, 1)
    arena.services.checks.begin(row.versions[0].id, game, me.owner)
    return _full(arena, me, _row(arena, bot_id))


@router.post(
    "/{bot_id}/rate",
    status_code=202,
    responses={**REFUSALS, **TOO_MANY},
    dependencies=[needs(Action.CHANGE, bot_by_id)],
)
def rate(arena: Shared, me: Me, bot_id: BotId, request: RateRequest) -> BotDetails:
    """Rate the newest version of a bot, or go on; the events `bot:ID` report the progress."""
    row, game = _row(arena, bot_id), GAMES[request.game]
    arena.services.quotas.check_work(me, 1)
    options = RatingOptions(request.games, request.until)
    arena.services.ratings.begin(row.versions[0].id, game, options)
    return _full(arena, me, _row(arena, bot_id))


@router.post(
    "/{bot_id}/rate/stop",
    responses=REFUSALS,
    dependencies=[needs(Action.CHANGE, bot_by_id)],
)
def stop_rating(arena: Shared, me: Me, bot_id: BotId, request: CheckRequest) -> BotDetails:
    """Stop rating the newest version after the games in progress; the result so far is kept."""
    row = _row(arena, bot_id)
    arena.services.ratings.stop(row.versions[0].id, request.game)
    return _full(arena, me, row)


@cache
def _built_in(game_name: str) -> tuple[BuiltInModel, ...]:
    """The built-in bots of a game: they are the same for as long as the server runs."""
    game = GAMES[game_name]
    rungs = rung_models(ladder_of(game))
    return tuple(
        BuiltInModel(
            bot=name,
            game=game.name,
            kind=kind.word,
            about=encode_sentence(kind.description(name)),
            levels=kind.word == "engine",
            ratings=rungs_of_built_in(rungs, name),
        )
        for kind in BUILT_IN
        for name in kind.names(game)
    )


@dataclass(frozen=True, slots=True)
class _VersionResults:
    """The stored results of one version."""

    checks: list[CheckRow] = field(default_factory=list)
    ratings: list[BotRatingRow] = field(default_factory=list)


_Results = dict[int, _VersionResults]  # by the id of the version


def _with_results(
    connection: Connection, rows: list[RosterRow]
) -> list[tuple[RosterRow, _Results]]:
    ids = [version.id for row in rows for version in row.versions]
    results = {version: _VersionResults() for version in ids}
    for check_row in checks_of(connection, ids):
        results[check_row.version_id].checks.append(check_row)
    for rating_row in bot_ratings_of(connection, ids):
        if rating_row.game in GAMES:
            results[rating_row.version_id].ratings.append(rating_row)
    return [(row, results) for row in rows]


def _row(arena: Arena, bot_id: int) -> RosterRow:
    rows = arena.database.read(lambda c: list_bots(c, bot_id))
    if not rows:
        raise not_found("problem.no_bot")
    return rows[0]


def _details(arena: Arena, me: Person, version_id: int) -> BotDetails:
    known = arena.database.read(lambda c: bot_of_version(c, version_id))
    if known is None:
        raise not_found("problem.no_bot")
    return _full(arena, me, _row(arena, known[0]))


def _full(arena: Arena, me: Person, row: RosterRow) -> BotDetails:
    running = arena.services.checks.running()
    ((_, results),) = arena.database.read(lambda c: _with_results(c, [row]))
    games = arena.database.read(lambda c: results_of_bot(c, row.id, _RESULTS))
    summary = _summary(row, results, running, owner_names(arena, [row.owner.person]))
    thing = Thing(row.owner.person, row.owner.course)
    shown = [_result(game) for game in games]
    return BotDetails(**dict(summary), results=shown, may=allowed(me, thing))


def _summary(
    row: RosterRow, results: _Results, running: dict[int, list[str]], owners: dict[int, str]
) -> BotSummary:
    newest = row.versions[0]
    return BotSummary(
        id=row.id,
        name=row.name,
        created_at=row.created_at,
        owner=owners.get(row.owner.person),
        versions=[
            _version(version, results[version.id], running.get(version.id, []))
            for version in row.versions
        ],
        likely_games=bots.likely_games(newest.kind, newest.protocol),
    )


def _version(version: VersionRow, results: _VersionResults, checking: list[str]) -> VersionModel:
    return VersionModel(
        id=version.id,
        bot=f"{bots.STORED}{version.id}",
        number=version.number,
        kind=version.kind,
        protocol=version.protocol,
        file=version.file_name,
        digest=version.digest,
        seen_at=version.seen_at,
        checks=[_check(check) for check in results.checks],
        checking=checking,
        ratings=[
            bot_rating_model(rating, ladder_of(GAMES[rating.game]).measured)
            for rating in results.ratings
        ],
    )


# Of a report that was stored before checks could be "not judged".
_OLDER_RESULTS = {True: "passed", False: "failed", None: "remark"}


def _check(row: CheckRow) -> CheckModel:
    return CheckModel(
        game=row.game,
        result=row.report.get("result", _OLDER_RESULTS[row.passed]),
        passed=row.passed,
        problem=row.report["problem"],
        findings=[
            FindingModel(**{"result": _OLDER_RESULTS[finding["passed"]], **finding})
            for finding in row.report["findings"]
        ],
        checked_at=row.checked_at,
    )


def _result(row: ResultRow) -> BotResultModel:
    return BotResultModel(
        key=row.key,
        game=row.game,
        seat=Seat(row.seat),
        winner=Seat(row.winner) if row.winner else None,
        reason=encode_sentence(row.reason),
        scores=row.scores,
        opponent=row.opponent,
        played_at=row.played_at,
        faults=row.faults,
    )
