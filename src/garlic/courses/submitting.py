"""Handing in to an assignment: who does, whether it is accepted, and as which attempt.

The time that counts is when the last byte arrived, on the clock of the server: whoever calls this
says when that was. The clock of the database is never asked.
"""

import hashlib
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, select

from garlic.core import UsageError
from garlic.courses.archived import check_not_archived
from garlic.courses.assignments import AssignmentState, CourseAssignment, read_assignment
from garlic.people.persons import Person
from garlic.store.assignments import (
    AssignmentRow,
    add_handed_in,
    get_assignment,
    last_number,
)
from garlic.store.grades import KeptSubmission, add_grade, keep_submission
from garlic.store.owners import Owner
from garlic.store.schema import memberships


@dataclass(frozen=True, slots=True)
class Accepted:
    """A submission that was accepted."""

    assignment: CourseAssignment
    number: int  # of the attempts of this sender, from 1


def accept(
    connection: Connection,
    row: AssignmentRow,
    person: Person,
    file: KeptSubmission,
    shown_name: str,
) -> Accepted:
    """Store *file* as the next attempt of *person* or of their group; raise `UsageError`.

    `file.received` decides whether the assignment is open. The staff may try it out at any time.
    The row of the assignment is locked, so that nobody has more attempts than allowed however many
    arrive at once.
    """
    locked = get_assignment(connection, row.id, for_update=True)
    if locked is None:
        raise UsageError("the assignment {name!r} no longer exists", name=row.name)
    assignment = read_assignment(locked.definition)
    check_not_archived(connection, locked.course_id)
    sender = sender_of(connection, assignment, locked.course_id, person.id)
    number = last_number(connection, locked.id, sender) + 1
    if not person.is_staff_of(locked.course_id):
        _check_open(assignment, file.received)
        _check_attempts(assignment, number)
    lab = assignment.assigned_lab().for_students(file.received)
    owner = Owner(person.id, locked.course_id)
    add_grade(connection, file.grade, assignment.lab, shown_name, lab.max_points, owner)
    keep_submission(connection, file)
    digest = hashlib.sha256(file.content).hexdigest()
    add_handed_in(connection, file.grade, locked.id, sender, number, file.received, digest)
    return Accepted(assignment, number)


def sender_of(
    connection: Connection, assignment: CourseAssignment, course_id: int, person_id: int
) -> str:
    """Whose attempt it is if *person_id* hands in: that of their group, or their own."""
    if assignment.groups and (group := group_of(connection, course_id, person_id)):
        return f"group:{group}"
    return f"person:{person_id}"


def group_of(connection: Connection, course_id: int, person_id: int) -> str:
    """The group of somebody in a course; empty if they have none."""
    m = memberships.c
    query = select(m.group).where(m.course_id == course_id, m.person_id == person_id)
    return connection.scalar(query) or ""


def _check_open(assignment: CourseAssignment, received: datetime) -> None:
    state = assignment.state(received)
    if state is AssignmentState.PLANNED:
        raise UsageError(
            "{name} opens at {time}", name=assignment.title, time=_shown(assignment.opens)
        )
    if state is AssignmentState.CLOSED:
        raise UsageError(
            "{name} was closed at {time}; this came at {received}",
            name=assignment.title,
            time=_shown(assignment.closes),
            received=_shown(received),
        )


def _check_attempts(assignment: CourseAssignment, number: int) -> None:
    most = assignment.policy.attempts
    if most is not None and number > most:
        raise UsageError(
            "{name} takes {most:attempt|attempts}, and all of them were used",
            name=assignment.title,
            most=most,
        )


def _shown(moment: datetime | None) -> str:
    return "" if moment is None else moment.isoformat(" ", "seconds")
