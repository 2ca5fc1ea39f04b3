"""What all tables share: their metadata, the types of their columns, and whose a row is."""

import json
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Column, DateTime, Dialect, ForeignKey, MetaData, Text, TypeDecorator

VERSION = "0010"


class Moment(TypeDecorator[datetime]):
    """A time in UTC; SQLite does not store the zone."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """The time with its zone."""
        del dialect
        return value if value is None or value.tzinfo else value.replace(tzinfo=UTC)


class Plain(TypeDecorator[Any]):
    """Plain values as JSON in ASCII, so that no database rejects a user's string."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> str | None:
        """*value* as JSON; None stays None."""
        del dialect
        return None if value is None else json.dumps(value, sort_keys=True)

    def process_result_value(self, value: str | None, dialect: Dialect) -> Any:
        """The stored value."""
        del dialect
        return None if value is None else json.loads(value)


metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

LOCAL = 1
"""The id of the person and of the course of a server without accounts."""


def owned() -> tuple[Column[Any], Column[Any]]:
    """Whose it is, and in which course; what is from before there were accounts is local."""
    return (
        Column(
            "owner_id", ForeignKey("people.id"), nullable=False, default=LOCAL, server_default="1"
        ),
        Column(
            "course_id", ForeignKey("courses.id"), nullable=False, default=LOCAL, server_default="1"
        ),
    )
