"""The clock of the server. Lateness is decided by it alone; the database's is never asked."""

from datetime import UTC, datetime
from typing import Annotated

from fastapi import Depends, Request

RECEIVED = "garlic.received_at"
"""Where the scope of a request has the time at which the last byte of its body came."""


def now() -> datetime:
    """The time, in UTC."""
    return datetime.now(UTC)


async def _received_at(request: Request) -> datetime:
    found: datetime = request.scope.get(RECEIVED) or now()
    return found


ReceivedAt = Annotated[datetime, Depends(_received_at)]  # when the last byte of the body came
