"""Records: look at them, take them along, review them, ask bots about them."""

import asyncio
import json
from dataclasses import replace
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request, Response
from fastapi import Path as InPath
from pydantic import BaseModel, Field

from garlic.analysis.ask import ask
from garlic.core import Seat
from garlic.games import GAMES
from garlic.judge.notations import write_record
from garlic.judge.record import Record
from garlic.web.app import Shared
from garlic.web.bounds import LARGEST_MEMORY
from garlic.web.jobs.bots import find
from garlic.web.problems import REFUSALS, Problem, ProblemAnswer, SentenceCode
from garlic.web.security import LARGER_BODIES
from garlic.web.sentences import coded
from garlic.web.view.records import LARGEST_RECORD
from garlic.web.view.replay import View, Viewing, ViewTurn
from garlic.web.view.single_file import single_page

router = APIRouter(prefix="/api/records", tags=["records"], responses=REFUSALS)

LARGER_BODIES["/api/records"] = LARGEST_RECORD
_PATIENCE_SECONDS = 20.0
_LONGEST_ANSWER_SECONDS, _LONGEST_INIT_SECONDS = 15.0, 60.0
_BUSY: dict[int | str, dict[str, Any]] = {
    429: {"model": ProblemAnswer, "description": "Too much is going on; try again later."}
}

Key = Annotated[str, InPath(max_length=64, examples=["0" * 64])]


class Kept(BaseModel):
    """What a record is called here."""

    key: str


@router.post(
    "",
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {"application/json": {"schema": {"type": "object"}}},
        }
    },
)
async def upload(request: Request, arena: Shared) -> Kept:
    """Take in a record, as `garlic match --record` writes it, to look at it."""
    content = await request.body()
    return Kept(key=await asyncio.to_thread(arena.records.keep, content))


@router.get("/{key}", response_model=dict[str, Any])
def record(key: Key, arena: Shared) -> Response:
    """The record itself, as a file."""
    content = arena.records.load(key).dumps().encode()
    return _file(content, "application/json", f"{key[:12]}.json")


@router.get("/{key}/view", response_model=View)
def view(key: Key, arena: Shared) -> Response:
    """The game to look at, step by step."""
    return Response(arena.records.view(key), media_type="application/json")


@router.get("/{key}/as/{form}", response_class=Response)
def notation(key: Key, form: Annotated[str, InPath(max_length=20)], arena: Shared) -> Response:
    """The game in a notation of its own: SGF, PGN, GGF."""
    content = write_record(arena.records.load(key), form)
    return _file(content, "application/octet-stream", f"{key[:12]}.{form}")


@router.get("/{key}/page", response_class=Response)
def page(key: Key, arena: Shared) -> Response:
    """The viewer with this game in it as one file, and its review where there is one."""
    known = arena.reviews.get(key)
    content = single_page(
        json.loads(arena.records.view(key)), known.review if known else None, arena.settings.pages
    )
    return _file(content.encode(), "text/html; charset=utf-8", f"{key[:12]}.html")


class ReviewRequest(BaseModel):
    """How long to think about a move."""

    seconds: Annotated[float, Field(ge=0.01, le=10, examples=[0.2])] = 0.2


class ReviewState(BaseModel):
    """How far a review is; `review:KEY` events tell when that changes."""

    state: Literal["none", "waiting", "running", "done", "stopped", "failed"]
    seconds: float | None = None
    done: int = 0
    of: int = 0
    review: dict[str, Any] | None = None  # as `garlic review --json`, with the places of moves
    problem: SentenceCode | None = None


@router.get("/{key}/review")
def review(key: Key, arena: Shared) -> ReviewState:
    """The review of a record, or how far it is."""
    known = arena.reviews.get(key)
    if known is None:
        arena.records.load(key)
        return ReviewState(state="none")
    return ReviewState.model_validate(known.to_json())


@router.post("/{key}/review", responses=_BUSY)
def begin_review(key: Key, arena: Shared, wish: ReviewRequest) -> ReviewState:
    """Let our engine review the game in the background."""
    arena.records.load(key)
    known = arena.reviews.begin(key, wish.seconds, lambda: arena.records.open(key))
    return ReviewState.model_validate(known.to_json())


@router.delete("/{key}/review")
def stop_review(key: Key, arena: Shared) -> ReviewState:
    """Go no further with the review."""
    arena.reviews.stop(key)
    return review(key, arena)


class AskRequest(BaseModel):
    """Whom to ask, named as for a match (`stored:12` is an older version), and for which turn."""

    turn: Annotated[int, Field(ge=1, le=1_000_000)]
    side: Literal["a", "b"] | None = None
    bot: Annotated[str, Field(min_length=1, max_length=4096, examples=["engine:othello"])]


class Answered(BaseModel):
    """What came back, beside what was played then."""

    bot: str
    seat: Literal["a", "b"]
    same: bool
    played: ViewTurn
    answer: ViewTurn


@router.post("/{key}/ask", responses=_BUSY)
def ask_again(key: Key, arena: Shared, wish: AskRequest) -> Answered:
    """Put the position before a turn to a bot, in the sandbox, under the record's limits.

    It never thinks longer than a quarter of a minute: who played against a human had an hour.
    """
    opened = _bounded(arena.records.load(key))
    game = GAMES[opened.game]
    guest = find(arena.database, game, wish.bot, local=arena.settings.is_local)
    if not arena.asking.acquire(timeout=_PATIENCE_SECONDS):
        raise Problem(429, coded("problem.too_many"))
    try:
        asked = ask(opened, wish.turn, guest.bot, Seat(wish.side) if wish.side else None)
    finally:
        arena.asking.release()
    viewing = Viewing(game, asked.before, opened.timeouts)
    return Answered(
        bot=guest.name,
        seat=asked.seat.value,
        same=asked.same,
        played=ViewTurn.model_validate(viewing.turn(asked.played)),
        answer=ViewTurn.model_validate(viewing.turn(asked.answer)),
    )


def _bounded(record: Record) -> Record:
    """*record* with limits that fit here, whatever it says of itself."""
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
