"""The stream of events: one a page, for all that it looks at."""

from typing import Annotated

from fastapi import APIRouter, Header, Query
from fastapi.responses import StreamingResponse

from garlic.web.app import Shared
from garlic.web.problems import REFUSALS, Problem
from garlic.web.sentences import coded

router = APIRouter(prefix="/api", tags=["events"])

_MOST_TOPICS = 20
_LONGEST_TOPIC = 120


@router.get("/events", responses=REFUSALS, response_class=StreamingResponse)
async def events(
    arena: Shared,
    topics: Annotated[
        str, Query(max_length=4_000, examples=["play:7f3a"], description="separated by commas")
    ] = "",
    last: Annotated[
        str | None, Query(max_length=60, description="the id of the last event that was heard")
    ] = None,
    last_event_id: Annotated[str | None, Header(max_length=60)] = None,
) -> StreamingResponse:
    """Server-sent events; `data` is JSON: `topic`, `kind` and `data`.

    After a gap the missed events come first. The kind `reset` says that they are no longer
    known: fetch again what you show. The first event is `hello`.
    """
    wished = [topic for topic in topics.split(",") if topic]
    if len(wished) > _MOST_TOPICS or any(len(topic) > _LONGEST_TOPIC for topic in wished):
        raise Problem(400, coded("problem.topics", most=_MOST_TOPICS))
    return StreamingResponse(
        arena.hub.stream(wished, last_event_id or last),
        media_type="text/event-stream",
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )
