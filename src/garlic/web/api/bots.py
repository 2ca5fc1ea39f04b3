"""Bots: ours, and those that people bring; what is right and wrong with them."""

from datetime import datetime
from typing import Annotated, Any

from fastapi import APIRouter, File, Form, Path, UploadFile
from pydantic import BaseModel, ConfigDict, Field

from garlic.core import Game
from garlic.engines.built_in import BUILT_IN
from garlic.games import GAMES
from garlic.store.roster import (
    CheckRow,
    ResultRow,
    RosterRow,
    VersionRow,
    checks_of,
    list_bots,
    remove_bot,
    rename_bot,
    results_of_bot,
)
from garlic.web.api.files import TOO_MANY, UPLOADS, received
from garlic.web.app import Arena, Shared
from garlic.web.jobs import bots
from garlic.web.jobs.uploads import LARGEST_BOT_FILE, bot_file
from garlic.web.problems import REFUSALS, Problem, SentenceCode, missing
from garlic.web.sentences import coded, wording

router = APIRouter(prefix="/api/bots", tags=["bots"])

_RESULTS = 20
BotId = Annotated[int, Path(ge=1, le=2**31 - 1)]
GameName = Annotated[str, Field(max_length=40, examples=["othello"])]


class BuiltIn(BaseModel):
    """A player of ours."""

    bot: str  # the string that names it everywhere
    game: str
    kind: str  # "engine", "baseline", "random"
    about: SentenceCode
    levels: bool  # whether ?level=1 to ?level=10 may follow


class FindingFacts(BaseModel):
    """One aspect of a check: passed, failed, or (null) only worth knowing."""

    name: SentenceCode
    passed: bool | None
    detail: SentenceCode | None
    advice: SentenceCode | None
    output: str  # what its compiler said, or the bot itself


class CheckFacts(BaseModel):
    """What came of trying a version out at a game."""

    game: str
    passed: bool
    problem: SentenceCode | None  # why it could not be tried out at all
    findings: list[FindingFacts]
    checked_at: datetime


class VersionFacts(BaseModel):
    """One content that was seen under a bot's name."""

    id: int
    bot: str  # the string that names this version: "stored:7"
    number: int
    kind: str
    protocol: str
    file: str | None
    digest: str
    seen_at: datetime
    checks: list[CheckFacts]
    checking: list[str]  # games at which it is being tried out now


class BotFacts(BaseModel):
    """A bot that somebody brought; its newest version first."""

    id: int
    name: str
    created_at: datetime
    versions: list[VersionFacts]
    likely_games: list[str]  # whose form the newest version may have


class ResultFacts(BaseModel):
    """A game that it played."""

    key: str  # of the record
    game: str
    seat: str  # "a" or "b"
    winner: str | None
    reason: SentenceCode
    scores: tuple[int, int] | None
    opponent: str | None
    played_at: datetime
    faults: dict[str, int]


class BotDetails(BotFacts):
    """The same with its last games."""

    results: list[ResultFacts]


class ProtocolFacts(BaseModel):
    """A way to speak to a bot, and the games that have it."""

    name: str
    about: SentenceCode
    games: list[str]


class Roster(BaseModel):
    """Every bot that can be asked to play."""

    built_in: list[BuiltIn]
    stored: list[BotFacts]
    protocols: list[ProtocolFacts]  # in which an uploaded bot may be spoken to
    local_files: bool  # whether files of this machine may be named


class Renaming(BaseModel):
    """What a bot is to be called."""

    model_config = ConfigDict(json_schema_extra={"example": {"name": "my second bot"}})

    name: str = Field(min_length=1, max_length=120)


class Pointing(BaseModel):
    """A bot of this machine, by the string that names it."""

    model_config = ConfigDict(
        json_schema_extra={"example": {"bot": "/home/me/bot.py", "game": "othello"}}
    )

    bot: str = Field(min_length=1, max_length=4096)
    game: GameName
    name: str | None = Field(None, max_length=120)


class Trying(BaseModel):
    """At which game to try a bot out."""

    model_config = ConfigDict(json_schema_extra={"example": {"game": "othello"}})

    game: GameName


@router.get("")
def roster(arena: Shared, game: str | None = None) -> Roster:
    """Every bot: ours, those of one game if *game* is named, and those that people brought."""
    games = list(GAMES.values()) if game is None else [GAMES[game]]
    running = arena.services.checks.running()
    return Roster(
        built_in=[one for facts in games for one in _built_in(facts)],
        stored=[
            _facts(row, checks, running)
            for row, checks in arena.database.read(lambda c: _with_checks(c, list_bots(c)))
        ],
        protocols=[
            ProtocolFacts(
                name=one.word,
                about=SentenceCode(**wording(one.about)),
                games=list(one.games or GAMES),
            )
            for one in bots.upload_protocols()
        ],
        local_files=arena.settings.is_local,
    )


@router.post("", status_code=201, responses=UPLOADS)
def upload(
    arena: Shared,
    file: Annotated[UploadFile, File(description="a source file, or a zip file with one")],
    game: Annotated[str, Form(max_length=40, description="at which it is tried out at once")],
    name: Annotated[str, Form(max_length=120)] = "",
    protocol: Annotated[str, Form(max_length=20, examples=["line"])] = "line",
) -> BotDetails:
    """Bring a bot. The same name again is its next version; it is tried out at once."""
    facts = GAMES[game]
    if protocol not in {known.word for known in bots.upload_protocols()}:
        raise Problem(400, coded("problem.no_protocol"))
    content = received(file, LARGEST_BOT_FILE)
    arena.services.quota.take(len(content))
    found = bot_file(file.filename or "", content)
    shown = name.strip() or (file.filename or "bot").replace("\\", "/").rpartition("/")[2]
    version = bots.take_in(arena.database, shown, found, protocol)
    arena.services.checks.begin(version.id, facts)
    return _details(arena, version.id)


@router.post("/local", status_code=201, responses={**REFUSALS, **TOO_MANY})
def point(arena: Shared, wish: Pointing) -> BotDetails:
    """Take a bot that is a file of this machine, as it is now, and try it out."""
    facts = GAMES[wish.game]
    if not arena.settings.is_local:
        raise Problem(403, coded("problem.local_only"))
    named = bots.find(arena.database, facts, wish.bot, local=True)
    if wish.name and wish.name.strip():
        named = bots.Named(bots.checked_name(wish.name), named.bot)
    version = bots.keep(arena.database, named)
    arena.services.checks.begin(version.id, facts)
    return _details(arena, version.id)


@router.get("/{bot_id}", responses=REFUSALS)
def details(arena: Shared, bot_id: BotId) -> BotDetails:
    """One bot with its versions, what checks said of them, and its last games."""
    row = _row(arena, bot_id)
    return _with_results(arena, row)


@router.post("/{bot_id}/rename", responses=REFUSALS)
def rename(arena: Shared, bot_id: BotId, wish: Renaming) -> BotDetails:
    """Call a bot otherwise."""
    _row(arena, bot_id)
    name = bots.checked_name(wish.name)
    arena.database.write(lambda c: rename_bot(c, bot_id, name))
    return _with_results(arena, _row(arena, bot_id))


@router.delete("/{bot_id}", status_code=204, responses=REFUSALS)
def remove(arena: Shared, bot_id: BotId) -> None:
    """Take a bot off the list; games that it played stay."""
    _row(arena, bot_id)
    arena.database.write(lambda c: remove_bot(c, bot_id))


@router.post("/{bot_id}/check", status_code=202, responses={**REFUSALS, **TOO_MANY})
def check(arena: Shared, bot_id: BotId, wish: Trying) -> BotDetails:
    """Try the newest version of a bot out at a game; `bot:ID` tells when it is done."""
    row = _row(arena, bot_id)
    arena.services.checks.begin(row.versions[0].id, GAMES[wish.game])
    return _with_results(arena, _row(arena, bot_id))


def _built_in(game: Game) -> list[BuiltIn]:
    return [
        BuiltIn(
            bot=name,
            game=game.name,
            kind=kind.word,
            about=SentenceCode(**wording(kind.description(name))),
            levels=kind.word == "engine",
        )
        for kind in BUILT_IN
        for name in kind.names(game)
    ]


def _with_checks(connection: Any, rows: list[RosterRow]) -> list[tuple[RosterRow, list[CheckRow]]]:
    newest = [version.id for row in rows for version in row.versions]
    found: dict[int, list[CheckRow]] = {}
    for check_row in checks_of(connection, newest):
        found.setdefault(check_row.version_id, []).append(check_row)
    return [
        (row, [one for version in row.versions for one in found.get(version.id, [])])
        for row in rows
    ]


def _row(arena: Arena, bot_id: int) -> RosterRow:
    rows = arena.database.read(lambda c: list_bots(c, bot_id))
    if not rows:
        raise missing("problem.no_bot")
    return rows[0]


def _details(arena: Arena, version_id: int) -> BotDetails:
    rows = arena.database.read(list_bots)
    row = next(row for row in rows if any(one.id == version_id for one in row.versions))
    return _with_results(arena, row)


def _with_results(arena: Arena, row: RosterRow) -> BotDetails:
    running = arena.services.checks.running()
    ((_, checks),) = arena.database.read(lambda c: _with_checks(c, [row]))
    results = arena.database.read(lambda c: results_of_bot(c, row.id, _RESULTS))
    facts = _facts(row, checks, running)
    return BotDetails(**dict(facts), results=[_result(one) for one in results])


def _facts(row: RosterRow, checks: list[CheckRow], running: dict[int, list[str]]) -> BotFacts:
    newest = row.versions[0]
    return BotFacts(
        id=row.id,
        name=row.name,
        created_at=row.created_at,
        versions=[
            _version(version, checks, running.get(version.id, [])) for version in row.versions
        ],
        likely_games=bots.likely_games(newest.kind, newest.protocol),
    )


def _version(version: VersionRow, checks: list[CheckRow], checking: list[str]) -> VersionFacts:
    return VersionFacts(
        id=version.id,
        bot=f"{bots.STORED}{version.id}",
        number=version.number,
        kind=version.kind,
        protocol=version.protocol,
        file=version.file_name,
        digest=version.digest,
        seen_at=version.seen_at,
        checks=[
            CheckFacts(
                game=one.game,
                passed=one.passed,
                problem=one.report["problem"],
                findings=one.report["findings"],
                checked_at=one.checked_at,
            )
            for one in checks
            if one.version_id == version.id
        ],
        checking=checking,
    )


def _result(row: ResultRow) -> ResultFacts:
    return ResultFacts(
        key=row.key,
        game=row.game,
        seat=row.seat,
        winner=row.winner,
        reason=SentenceCode(**wording(row.reason)),
        scores=row.scores,
        opponent=row.opponent,
        played_at=row.played_at,
        faults=row.faults,
    )
