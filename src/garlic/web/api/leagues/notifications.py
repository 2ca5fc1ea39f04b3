"""What people are told about their bots, until they have seen it."""

from datetime import datetime

from pydantic import AwareDatetime, BaseModel, ConfigDict
from sqlalchemy import Connection

from garlic.people.rules import Action
from garlic.store.leagues import places_of_entries
from garlic.store.notifications import mark_seen, notifications_of
from garlic.web.app import Arena, Shared
from garlic.web.permission import Me, needs
from garlic.web.problems import ApiRouter
from garlic.web.view.league_models import NotificationModel, notification_model

router = ApiRouter(prefix="/api/notifications", tags=["leagues"])


class SeenRequest(BaseModel):
    """Until when somebody has seen everything: the time of the newest one that they were sent."""

    model_config = ConfigDict(json_schema_extra={"example": {"until": "2026-01-31T12:00:00Z"}})

    until: AwareDatetime


@router.get("", dependencies=[needs(Action.LOOK)])
def notifications(arena: Shared, me: Me, unseen: bool = False) -> list[NotificationModel]:
    """The last fifty, newest first; or only those that were not seen."""
    return _notifications(arena, me.id, unseen=unseen)


@router.post("/seen", dependencies=[needs(Action.ACCOUNT)])
def seen(arena: Shared, me: Me, request: SeenRequest) -> list[NotificationModel]:
    """Mark everything until some moment as seen; what is left."""
    until: datetime = request.until
    arena.database.write(lambda c: mark_seen(c, me.id, until))
    return _notifications(arena, me.id, unseen=True)


def _notifications(arena: Arena, person: int, *, unseen: bool) -> list[NotificationModel]:
    def work(connection: Connection) -> list[NotificationModel]:
        rows = notifications_of(connection, person, unseen=unseen)
        places = places_of_entries(connection, [row.entry_id for row in rows])
        return [notification_model(row, places.get(row.entry_id)) for row in rows]

    return arena.database.read(work)
