"""Records: view, download and review them, and ask bots about their positions."""

import asyncio
from dataclasses import replace
from typing import Annotated, Any

from fastapi import Path as InPath
from fastapi import Request, Response
from pydantic import BaseModel, Field

from garlic.analysis.ask import ask
from garlic.core import Seat, UsageError
from garlic.courses.assistance import Assistance
from garlic.games import GAMES
from garlic.judge.notations import write_record
from garlic.judge.record import Record
from garlic.people.persons import Person
from garlic.people.rules import Action
from garlic.store.games import note_upload
from garlic.web.app import Arena, Shared
from garlic.web.bounds import LARGEST_MEMORY
from garlic.web.hidden import hidden_in_record
from garlic.web.jobs.bots import resolve_bot
from garlic.web.permission import Me, check_help, here, needs, record_by_key, review_by_key
from garlic.web.problems import REFUSALS, ApiRouter, ProblemResponse
from garlic.web.security import LARGER_BODIES
from garlic.web.view.boards import BoardView
from garlic.web.view.models import GameView, TurnView
from garlic.web.view.private import strip_record
from garlic.web.view.records import LARGEST_RECORD
from garlic.web.view.replay import ViewBuilder
from garlic.web.view.review_models import ReviewState
from garlic.web.view.single_file import single_page

router = ApiRouter(prefix="/api/records", tags=["records"], responses=REFUSALS)

LARGER_BODIES["/api/records"] = LARGEST_RECORD
_LONGEST_ANSWER_SECONDS, _LONGEST_INIT_SECONDS = 15.0, 60.0
_BUSY: dict[int | str, dict[str, Any]] = {
    429: {"model": ProblemResponse, "description": "The queue is full; try again later."}
}

Key = Annotated[str, InPath(max_length=64, examples=["0" * 64])]


class RecordKey(BaseModel):
    """The key of a record."""

    key: str


@router.post(
    "",
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {"application/json": {"schema": {"type": "object"}}},
        }
    },
    dependencies=[needs(Action.UPLOAD, here)],
)
async def upload(request: Request, arena: Shared, me: Me) -> RecordKey:
    """Upload a record, as `garlic match --record` writes it, to look at it."""
    content = await request.body()
    return RecordKey(key=await asyncio.to_thread(_keep, arena, me, content))


@router.get(
    "/{key}",
    response_model=dict[str, Any],
    dependencies=[needs(Action.SEE, record_by_key)],
)
def record(key: Key, arena: Shared, me: Me) -> Response:
    """The record itself, as a file."""
    content = _load(arena, me, key).dumps().encode()
    return _file(content, "application/json", f"{key[:12]}.json")


@router.get(
    "/{key}/view",
    response_model=GameView,
    dependencies=[needs(Action.SEE, record_by_key)],
)
def view(key: Key, arena: Shared, me: Me) -> Response:
    """The game step by step, for the viewer."""
    content = arena.records.view(key, _hidden(arena, me, key))
    return Response(content, media_type="application/json")


class RecordPosition(BaseModel):
    """A position of the game, as the game writes it, and whether the game is over there."""

    position: str
    over: bool


@router.get(
    "/{key}/positions/{step}",
    dependencies=[needs(Action.SEE, record_by_key)],
)
def position(
    key: Key, step: Annotated[int, InPath(ge=0, le=1_000_000)], arena: Shared
) -> RecordPosition:
    """The position after so many steps of the game, to play on from or to set up."""
    steps = arena.records.open(key).steps
    if step >= len(steps):
        raise UsageError("the record has no turn {number}", number=step)
    there = steps[step].position
    return RecordPosition(position=str(there), over=there.outcome() is not None)


@router.get(
    "/{key}/as/{form}",
    response_class=Response,
    dependencies=[needs(Action.SEE, record_by_key)],
)
def notation(
    key: Key, form: Annotated[str, InPath(max_length=20)], arena: Shared, me: Me
) -> Response:
    """The game in a notation such as SGF, PGN or GGF."""
    content = write_record(_load(arena, me, key), form)
    return _file(content, "application/octet-stream", f"{key[:12]}.{form}")


@router.get(
    "/{key}/page",
    response_class=Response,
    dependencies=[needs(Action.SEE, record_by_key)],
)
def page(key: Key, arena: Shared, me: Me) -> Response:
    """The viewer with this game and its review, if there is one, as a single file."""
    known = arena.reviews.get(key)
    content = single_page(
        GameView.model_validate_json(arena.records.view(key, _hidden(arena, me, key))),
        known.review if known else None,
        arena.settings.pages,
    )
    return _file(content.encode(), "text/html; charset=utf-8", f"{key[:12]}.html")


class ReviewRequest(BaseModel):
    """The thinking time per move."""

    seconds: Annotated[float, Field(ge=0.01, le=10, examples=[0.2])] = 0.2


@router.get(
    "/{key}/review",
    dependencies=[needs(Action.SEE, record_by_key)],
)
def review(key: Key, arena: Shared) -> ReviewState:
    """The review of a record, or its progress."""
    known = arena.reviews.get(key)
    if known is None:
        arena.records.load(key)
        return ReviewState(state="none")
    return known.to_model()


@router.post(
    "/{key}/review",
    responses=_BUSY,
    dependencies=[needs(Action.SEE, record_by_key), needs(Action.BEGIN, here)],
)
def begin_review(key: Key, arena: Shared, me: Me, request: ReviewRequest) -> ReviewState:
    """Start a review by the engine in the background."""
    check_help(arena, me, Assistance.REVIEWS)
    arena.records.load(key)
    known = arena.reviews.begin(key, request.seconds, lambda: arena.records.open(key), me.owner)
    return known.to_model()


@router.delete(
    "/{key}/review",
    dependencies=[needs(Action.SEE, record_by_key), needs(Action.CHANGE, review_by_key)],
)
def stop_review(key: Key, arena: Shared) -> ReviewState:
    """Stop the review, if you have begun it."""
    arena.reviews.stop(key)
    return review(key, arena)


class AskRequest(BaseModel):
    """The bot to ask, named as for a match (`stored:12` is a version), and the turn."""

    turn: Annotated[int, Field(ge=1, le=1_000_000)]
    seat: Seat | None = None
    bot: Annotated[str, Field(min_length=1, max_length=4096, examples=["engine:othello"])]


class AskAnswer(BaseModel):
    """The bot's answer, and the turn in the record."""

    bot: str
    seat: Seat
    same: bool
    played: TurnView
    answer: TurnView


@router.post(
    "/{key}/ask",
    responses=_BUSY,
    dependencies=[needs(Action.SEE, record_by_key), needs(Action.BEGIN, here)],
)
def ask_again(key: Key, arena: Shared, me: Me, request: AskRequest) -> AskAnswer:
    """Ask a bot for its move in the position before a turn, with the limits of the record.

    It gets at most 15 seconds, because the limits of a game against a human can be an hour.
    """
    check_help(arena, me, Assistance.REVIEWS)
    bounded = _bounded(_load(arena, me, key))
    game = GAMES[bounded.game]
    resolved = resolve_bot(
        arena.database, game, request.bot, local=arena.settings.allows_files, person=me
    )
    with arena.ask_slots.take(me.id):
        asked = ask(bounded, request.turn, resolved.bot, request.seat)
    builder = ViewBuilder(BoardView(game, asked.before), asked.before, bounded.timeouts)
    return AskAnswer(
        bot=resolved.name,
        seat=asked.seat,
        same=asked.same,
        played=builder.turn(asked.played),
        answer=builder.turn(asked.answer),
    )


def _keep(arena: Arena, me: Person, content: bytes) -> str:
    """Store an uploaded record, and who may look at it."""
    arena.services.quotas.take_upload(me, len(content))
    key = arena.records.keep(content)
    if arena.settings.has_accounts:
        arena.database.write(lambda c: note_upload(c, key, me.owner))
    return key


def _load(arena: Arena, me: Person, key: str) -> Record:
    """The record as *me* may see it."""
    hidden = _hidden(arena, me, key)
    loaded = arena.records.load(key)
    return strip_record(loaded, hidden) if hidden else loaded


def _hidden(arena: Arena, me: Person, key: str) -> frozenset[Seat]:
    """The seats of bots whose output *me* may not see: they are other people's."""
    if me.is_administrator:
        return frozenset()
    loaded = arena.records.load(key)
    return arena.database.read(lambda c: hidden_in_record(c, me, loaded))


def _bounded(record: Record) -> Record:
    """*record* with its limits cut to the server's bounds."""
    limits = record.limits
    return replace(
        record,
        limits=replace(
            limits,
            turn_seconds=min(limits.turn_seconds, _LONGEST_ANSWER_SECONDS),
            init_seconds=min(limits.init_seconds, _LONGEST_INIT_SECONDS),
            memory_bytes=min(limits.memory_bytes, LARGEST_MEMORY),
        ),
    )


def _file(content: bytes, kind: str, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=kind, headers=headers)
