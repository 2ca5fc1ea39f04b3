"""Assignments, what was handed in to them, and what the staff says about it."""

import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, delete, func, or_, select

from garlic.core import UsageError
from garlic.store.connect import insert_new
from garlic.store.matches import MatchState
from garlic.store.owners import NOBODY, Owner
from garlic.store.schema import (
    assignments,
    given_grades,
    grades,
    handed_in,
    line_comments,
    people,
    submissions,
)


@dataclass(frozen=True, slots=True)
class AssignmentRow:
    """A stored assignment."""

    id: int
    name: str
    definition: dict[str, Any]
    created_at: datetime
    owner_id: int
    course_id: int


@dataclass(frozen=True, slots=True)
class HandedInRow:
    """A submission to an assignment, without its file and its reports."""

    grade_id: str
    assignment_id: int
    sender: str
    number: int  # of the attempts of this sender, from 1
    received_at: datetime
    digest: str
    file: str
    state: MatchState
    problem: Any
    finished_at: datetime | None
    owner_id: int
    course_id: int
    result: Any = None  # see `labs.stored_results`


@dataclass(frozen=True, slots=True)
class GivenGradeRow:
    """Points that the staff has given to a student."""

    person_id: int
    points: float
    reason: str
    given_by: int
    given_at: datetime


@dataclass(frozen=True, slots=True)
class CommentRow:
    """What the staff says about a line of a submission; line 0 is the whole file."""

    id: int
    grade_id: str
    file: str
    line: int
    text: str
    author: str
    created_at: datetime


# Assignments ------------------------------------------------------------------------------------


def add_assignment(
    connection: Connection, name: str, definition: dict[str, Any], owner: Owner = NOBODY
) -> int:
    """Store an assignment; raise `UsageError` if another one of the course has its name."""
    _check_name(connection, name, owner.course)
    made = connection.execute(
        assignments.insert().values(
            name=name, definition=definition, created_at=datetime.now(UTC), **owner.columns()
        )
    )
    assert made.inserted_primary_key is not None  # noqa: S101  (one row was inserted)
    return int(made.inserted_primary_key[0])


def change_assignment(
    connection: Connection, row: AssignmentRow, name: str, definition: dict[str, Any]
) -> None:
    """Change an assignment; raise `UsageError` if another one of the course has its name."""
    if name != row.name:
        _check_name(connection, name, row.course_id)
    query = assignments.update().where(assignments.c.id == row.id)
    connection.execute(query.values(name=name, definition=definition))


def remove_assignment(connection: Connection, row: AssignmentRow) -> None:
    """Delete an assignment; raise `UsageError` if something was handed in to it."""
    used = select(handed_in.c.grade_id).where(handed_in.c.assignment_id == row.id).limit(1)
    if connection.scalar(used) is not None:
        raise UsageError("{name!r} has submissions: close it instead", name=row.name)
    connection.execute(delete(given_grades).where(given_grades.c.assignment_id == row.id))
    connection.execute(delete(assignments).where(assignments.c.id == row.id))


def get_assignment(
    connection: Connection, assignment_id: int, *, for_update: bool = False
) -> AssignmentRow | None:
    """The assignment with this number, if there is one; *for_update* locks its row."""
    query = select(assignments).where(assignments.c.id == assignment_id)
    row = connection.execute(query.with_for_update() if for_update else query).one_or_none()
    return None if row is None else _assignment(row)


def list_assignments(connection: Connection, *which: ColumnElement[bool]) -> list[AssignmentRow]:
    """The assignments that meet the conditions *which*, in the order in which they were made."""
    query = select(assignments).where(*which).order_by(assignments.c.id)
    return [_assignment(row) for row in connection.execute(query)]


def _assignment(row: Any) -> AssignmentRow:
    return AssignmentRow(**row._mapping)  # noqa: SLF001


def _check_name(connection: Connection, name: str, course: int) -> None:
    a = assignments.c
    if connection.scalar(select(a.id).where(a.name == name, a.course_id == course)) is not None:
        raise UsageError("another assignment of the course is called {name!r}", name=name)


# Submissions ------------------------------------------------------------------------------------


def last_number(connection: Connection, assignment_id: int, sender: str) -> int:
    """How many attempts a sender has made."""
    h = handed_in.c
    query = select(func.max(h.number)).where(h.assignment_id == assignment_id, h.sender == sender)
    return connection.scalar(query) or 0


def count_senders(connection: Connection, assignment_id: int) -> int:
    """How many students or groups have handed in."""
    h = handed_in.c
    query = select(func.count(h.sender.distinct())).where(h.assignment_id == assignment_id)
    return connection.scalar(query) or 0


def names_in_assignment(connection: Connection, assignment_id: int) -> dict[int, str]:
    """The names of everybody who has handed in or given points, by their ids."""
    handed = select(grades.c.owner_id).join(handed_in, handed_in.c.grade_id == grades.c.id)
    gave = select(given_grades.c.given_by).where(given_grades.c.assignment_id == assignment_id)
    p = people.c
    query = select(p.id, p.name).where(
        or_(p.id.in_(handed.where(handed_in.c.assignment_id == assignment_id)), p.id.in_(gave))
    )
    return {row.id: row.name for row in connection.execute(query)}


def add_handed_in(
    connection: Connection,
    grade: str,
    assignment_id: int,
    sender: str,
    number: int,
    received_at: datetime,
    digest: str,
) -> None:
    """The submission *grade* is the attempt *number* of *sender* for an assignment."""
    connection.execute(
        handed_in.insert().values(
            grade_id=grade,
            assignment_id=assignment_id,
            sender=sender,
            number=number,
            received_at=received_at,
            digest=digest,
        )
    )


def keep_result(connection: Connection, grade: str, result: str) -> None:
    """Store the result of a submission to an assignment, as JSON."""
    query = handed_in.update().where(handed_in.c.grade_id == grade)
    connection.execute(query.values(result=zlib.compress(result.encode())))


def list_handed_in(
    connection: Connection, *which: ColumnElement[bool], results: bool = True
) -> list[HandedInRow]:
    """The submissions to assignments that meet the conditions *which*, as they came."""
    query = _handed_in(results).where(*which)
    query = query.order_by(handed_in.c.received_at, handed_in.c.sender, handed_in.c.number)
    return [_handed_in_row(row) for row in connection.execute(query)]


def get_handed_in(connection: Connection, grade: str) -> HandedInRow | None:
    """A submission to an assignment, if there is one with this id."""
    row = connection.execute(_handed_in(True).where(handed_in.c.grade_id == grade)).one_or_none()
    return None if row is None else _handed_in_row(row)


def file_of(connection: Connection, grade: str) -> tuple[str, bytes] | None:
    """Name and content of the file of a submission, if it is kept."""
    s = submissions.c
    row = connection.execute(select(s.file_name, s.data).where(s.grade_id == grade)).one_or_none()
    return None if row is None else (row.file_name, zlib.decompress(row.data))


def _handed_in(results: bool) -> Select[Any]:
    h, g = handed_in.c, grades.c
    columns = (
        *(h.grade_id, h.assignment_id, h.sender, h.number, h.received_at, h.digest),
        *(g.name, g.state, g.problem, g.finished_at, g.owner_id, g.course_id),
        *((h.result,) if results else ()),
    )
    return select(*columns).join(grades, g.id == h.grade_id)


def _handed_in_row(row: Any) -> HandedInRow:
    values = list(row)
    if len(values) > 12 and values[12] is not None:
        values[12] = json.loads(zlib.decompress(values[12]))
    return HandedInRow(*values)


# What the staff says ----------------------------------------------------------------------------


def give_grade(connection: Connection, assignment_id: int, given: GivenGradeRow) -> None:
    """Store the points that somebody has given; they replace earlier ones."""
    take_grade_back(connection, assignment_id, given.person_id)
    row = {
        "assignment_id": assignment_id,
        "person_id": given.person_id,
        "points": given.points,
        "reason": given.reason,
        "given_by": given.given_by,
        "given_at": given.given_at,
    }
    insert_new(connection, given_grades, [row])


def take_grade_back(connection: Connection, assignment_id: int, person_id: int) -> None:
    """From now on the computed points count again."""
    g = given_grades.c
    connection.execute(
        delete(given_grades).where(g.assignment_id == assignment_id, g.person_id == person_id)
    )


def given_grades_of(connection: Connection, assignment_id: int) -> dict[int, GivenGradeRow]:
    """The points that were given, by the id of the student."""
    g = given_grades.c
    query = select(g.person_id, g.points, g.reason, g.given_by, g.given_at)
    rows = connection.execute(query.where(g.assignment_id == assignment_id))
    return {row.person_id: GivenGradeRow(*row) for row in rows}


def add_comment(
    connection: Connection, grade: str, file: str, line: int, text: str, author: int
) -> int:
    """Store a comment on a line; its id."""
    made = connection.execute(
        line_comments.insert().values(
            grade_id=grade,
            file=file,
            line=line,
            text=text,
            author_id=author,
            created_at=datetime.now(UTC),
        )
    )
    assert made.inserted_primary_key is not None  # noqa: S101  (one row was inserted)
    return int(made.inserted_primary_key[0])


def remove_comment(connection: Connection, grade: str, comment_id: int) -> bool:
    """Delete a comment; False if there is none."""
    c = line_comments.c
    found = connection.execute(delete(line_comments).where(c.id == comment_id, c.grade_id == grade))
    return bool(found.rowcount)


def comments_on(connection: Connection, which: Sequence[str]) -> list[CommentRow]:
    """The comments on these submissions, by file and line."""
    c = line_comments.c
    query = (
        select(c.id, c.grade_id, c.file, c.line, c.text, people.c.name, c.created_at)
        .join(people, people.c.id == c.author_id)
        .where(c.grade_id.in_(which))
        .order_by(c.file, c.line, c.id)
    )
    return [CommentRow(*row) for row in connection.execute(query)]
