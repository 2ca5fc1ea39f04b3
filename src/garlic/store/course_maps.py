"""The maps of courses."""

from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import Connection, delete, select

from garlic.store.owners import Owner
from garlic.store.schema import course_maps


@dataclass(frozen=True, slots=True)
class CourseMapRow:
    """A map of a course."""

    id: int
    course_id: int
    owner_id: int
    game: str
    name: str
    text: str
    created_at: datetime


_m = course_maps.c
_QUERY = select(_m.id, _m.course_id, _m.owner_id, _m.game, _m.name, _m.text, _m.created_at)


def keep_map(connection: Connection, owner: Owner, game: str, name: str, text: str) -> CourseMapRow:
    """Store a map whose name is free."""
    made = connection.execute(
        course_maps.insert().values(
            game=game, name=name, text=text, created_at=datetime.now(UTC), **owner.columns()
        )
    )
    assert made.inserted_primary_key is not None  # noqa: S101  (one row was inserted)
    number = made.inserted_primary_key[0]
    return CourseMapRow(*connection.execute(_QUERY.where(_m.id == number)).one())


def maps_of(connection: Connection, course_id: int, game: str | None = None) -> list[CourseMapRow]:
    """The maps of a course, or those of one *game*, by game and name."""
    query = _QUERY.where(_m.course_id == course_id).order_by(_m.game, _m.name)
    if game is not None:
        query = query.where(_m.game == game)
    return [CourseMapRow(*row) for row in connection.execute(query)]


def get_map(connection: Connection, course_id: int, map_id: int) -> CourseMapRow | None:
    """A map of a course by its id; None if the course has none with it."""
    query = _QUERY.where(_m.course_id == course_id, _m.id == map_id)
    row = connection.execute(query).one_or_none()
    return None if row is None else CourseMapRow(*row)


def change_map(connection: Connection, row: CourseMapRow) -> None:
    """Store the name and the text that a map has in *row*."""
    connection.execute(
        course_maps.update().where(_m.id == row.id).values(name=row.name, text=row.text)
    )


def drop_map(connection: Connection, row: CourseMapRow) -> None:
    """Delete a map."""
    connection.execute(delete(course_maps).where(_m.id == row.id))
