"""Help that a course can switch off for its students: hints, reviews and engines.

It is off for the whole course, or from the day on which an assignment opens until it is due. What a
course switches off is off for its students wherever they work on the server: else they would only
have to change to another course.
"""

from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum

from sqlalchemy import Connection, select

from garlic.core import UsageError
from garlic.courses.archived import archived_at
from garlic.courses.assignments import Assistance, read_assignment
from garlic.people.persons import Person, Role
from garlic.store.assignments import list_assignments
from garlic.store.schema import assignments, courses

__all__ = [
    "Assistance",
    "AssistanceOffError",
    "check_assistance",
    "course_assistance",
    "set_assistance",
    "switched_off",
]


class AssistanceOffError(UsageError):
    """A course of the student does without this help now."""


class _Sentence(StrEnum):
    HINTS = "hints are switched off in the course {course}"
    REVIEWS = "reviews are switched off in the course {course}"
    ENGINES = "engines are switched off in the course {course}"


def set_assistance(connection: Connection, course_id: int, off: Iterable[Assistance]) -> None:
    """Switch help off for a whole course, and all other help on."""
    chosen = sorted({Assistance(each).value for each in off})
    query = courses.update().where(courses.c.id == course_id)
    connection.execute(query.values(assistance_off=chosen or None))


def course_assistance(connection: Connection, course_id: int) -> tuple[Assistance, ...]:
    """The help that is switched off for a whole course."""
    query = select(courses.c.assistance_off).where(courses.c.id == course_id)
    return tuple(Assistance(each) for each in connection.scalar(query) or ())


def switched_off(connection: Connection, course_id: int, now: datetime) -> frozenset[Assistance]:
    """The help that the students of a course do without at the time *now*."""
    if archived_at(connection, course_id) is not None:
        return frozenset()
    off = set(course_assistance(connection, course_id))
    for assignment in list_assignments(connection, assignments.c.course_id == course_id):
        found = read_assignment(assignment.definition)
        if found.keeps_off_assistance(now):
            off |= set(found.assistance_off)
    return frozenset(off)


def check_assistance(
    connection: Connection, person: Person, kind: Assistance, now: datetime
) -> None:
    """Raise `AssistanceOffError` if *person* is a student of a course that does without it now."""
    if person.is_administrator:
        return
    for course_id, role in person.roles.items():
        if role.is_staff or role is Role.GUEST:
            continue
        if kind in switched_off(connection, course_id, now):
            name = connection.scalar(select(courses.c.title).where(courses.c.id == course_id))
            raise AssistanceOffError(_Sentence[kind.name].value, course=name)
