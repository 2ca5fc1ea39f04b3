"""The event stream: one per page, for all topics it shows."""

import asyncio
import math
from typing import Annotated

from fastapi import Header, Query, Request
from fastapi.responses import StreamingResponse

from garlic.people.rules import Action
from garlic.web.api.files import TOO_MANY
from garlic.web.app import Shared
from garlic.web.events import Sight, StreamControl
from garlic.web.jobs.events import (
    ChangedEvent,
    CheckEvent,
    GradeProgressed,
    RatingEvent,
    TournamentProgressed,
)
from garlic.web.permission import Me, needs
from garlic.web.play.models import PlayChanged, PlayMoved, PlayStatus, PlayThoughts
from garlic.web.problems import REFUSALS, ApiRouter, Problem
from garlic.web.sentences import page_sentence
from garlic.web.topics import sight_of, visible_topics
from garlic.web.view.live import MatchEnded, MatchStarted, MatchStepped
from garlic.web.view.review_models import ReviewEvent

router = ApiRouter(prefix="/api", tags=["events"])

ArenaEvent = (
    PlayMoved
    | PlayStatus
    | PlayThoughts
    | PlayChanged
    | MatchStarted
    | MatchStepped
    | MatchEnded
    | ReviewEvent
    | ChangedEvent
    | GradeProgressed
    | TournamentProgressed
    | CheckEvent
    | RatingEvent
    | StreamControl
)


class EventStream(StreamingResponse):
    """Server-sent events; the `data` of each is an `ArenaEvent` as JSON."""

    media_type = "text/event-stream"


_MOST_TOPICS = 20
_LONGEST_TOPIC = 120
# Then the page opens another one, and what its person may see now counts: they may have been
# disabled, or have another role.
_LONGEST_SECONDS = 300.0


@router.get(
    "/events",
    responses={
        **REFUSALS,
        **TOO_MANY,
        200: {
            "model": ArenaEvent,
            "description": "Events; each has one of these as its data.",
            "content": {EventStream.media_type: {"schema": {"type": "object"}}},
        },
    },
    response_class=EventStream,
    dependencies=[needs(Action.LOOK)],
)
async def events(
    arena: Shared,
    me: Me,
    request: Request,
    topics: Annotated[
        str, Query(max_length=4_000, examples=["play:7f3a"], description="separated by commas")
    ] = "",
    last: Annotated[
        str | None, Query(max_length=60, description="the id of the last event received")
    ] = None,
    last_event_id: Annotated[str | None, Header(max_length=60)] = None,
) -> EventStream:
    """Server-sent events; the data of each is JSON: `topic`, `kind` and, of most, `data`.

    After a reconnect the missed events come first. The kind `reset` means that they are no longer
    available: fetch the resource again. The first event is `hello`.
    """
    names = [topic for topic in topics.split(",") if topic]
    if len(names) > _MOST_TOPICS or any(len(topic) > _LONGEST_TOPIC for topic in names):
        raise Problem(400, page_sentence("problem.topics", most=_MOST_TOPICS))
    sight, seconds = Sight(), math.inf
    if arena.settings.has_accounts:
        seconds = _LONGEST_SECONDS
        names = await asyncio.to_thread(visible_topics, arena.database, me, names)
        sight = await asyncio.to_thread(sight_of, arena.database, me, names)
    address = request.client.host if request.client else ""
    if arena.hub.is_full(address, me.id):
        raise Problem(429, page_sentence("problem.too_many"))
    return EventStream(
        arena.hub.stream(names, last_event_id or last, address, sight, seconds),
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )
