"""Submissions graded in the browser, and their reports."""

import json
import zlib
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, or_, select

from garlic.store.connect import insert_new
from garlic.store.matches import MatchState
from garlic.store.owners import NOBODY, Owner
from garlic.store.schema import assignments, grades, handed_in, submissions


@dataclass(frozen=True, slots=True)
class GradeRow:
    """A submission, graded or waiting; without its reports."""

    id: str
    lab: str
    name: str
    state: MatchState
    points: float | None
    max_points: float
    problem: Any
    created_at: datetime
    finished_at: datetime | None
    owner_id: int
    course_id: int


@dataclass(frozen=True, slots=True)
class KeptSubmission:
    """The file of a submission that is not graded yet."""

    grade: str
    lab: str
    name: str  # as it was uploaded
    content: bytes
    received: datetime
    assignment_id: int | None = None
    assignment: dict[str, Any] | None = None  # its definition


def add_grade(
    connection: Connection,
    grade: str,
    lab: str,
    name: str,
    max_points: float,
    owner: Owner = NOBODY,
) -> None:
    """Store a submission that waits to be graded; its id is *grade*."""
    connection.execute(
        grades.insert().values(
            id=grade,
            lab=lab,
            name=name,
            state="waiting",
            max_points=max_points,
            created_at=datetime.now(UTC),
            **owner.columns(),
        )
    )


def finish_grade(
    connection: Connection,
    grade: str,
    points: float,
    reports: dict[str, str],
    state: MatchState = "finished",
) -> None:
    """Store the result: the points, and every report by its name.

    In state "unfinished" these are the points so far.
    """
    content = zlib.compress(json.dumps(reports).encode())
    set_grade(
        connection,
        grade,
        state=state,
        points=points,
        reports=content,
        finished_at=datetime.now(UTC),
    )


def set_grade(connection: Connection, grade: str, **values: Any) -> None:
    """Change columns of a grade."""
    connection.execute(grades.update().where(grades.c.id == grade).values(**values))


def keep_submission(connection: Connection, file: KeptSubmission) -> None:
    """Store the file of a submission until it is graded, so that a restart does not lose it."""
    data = zlib.compress(file.content)
    row = {"grade_id": file.grade, "file_name": file.name, "data": data}
    insert_new(connection, submissions, [row])


def forget_submission(connection: Connection, grade: str) -> None:
    """Delete the file of a submission that is graded, or was given up.

    Those to assignments stay: they can be graded again, compared and commented on.
    """
    s = submissions.c
    assigned = select(handed_in.c.grade_id)
    connection.execute(submissions.delete().where(s.grade_id == grade, s.grade_id.not_in(assigned)))


def kept_submissions(connection: Connection) -> list[KeptSubmission]:
    """The submissions that are not graded yet, oldest first."""
    is_open = grades.c.state.in_(("waiting", "running", "unfinished"))
    query = _kept().where(or_(handed_in.c.grade_id.is_(None), is_open))
    query = query.order_by(grades.c.created_at, grades.c.id)
    return [_kept_submission(row) for row in connection.execute(query)]


def kept_submission(connection: Connection, grade: str) -> KeptSubmission | None:
    """The submission with this id, if its file is kept."""
    row = connection.execute(_kept().where(grades.c.id == grade)).one_or_none()
    return None if row is None else _kept_submission(row)


def _kept() -> Select[Any]:
    h = handed_in.c
    return (
        select(
            *(grades.c.id, grades.c.lab, grades.c.created_at),
            *(submissions.c.file_name, submissions.c.data),
            *(h.received_at, h.assignment_id, assignments.c.definition),
        )
        .join(submissions, submissions.c.grade_id == grades.c.id)
        .outerjoin(handed_in, h.grade_id == grades.c.id)
        .outerjoin(assignments, assignments.c.id == h.assignment_id)
    )


def _kept_submission(row: Any) -> KeptSubmission:
    return KeptSubmission(
        row.id,
        row.lab if row.definition is None else row.definition["lab"],
        row.file_name,
        zlib.decompress(row.data),
        row.received_at or row.created_at,
        row.assignment_id,
        row.definition,
    )


def list_grades(
    connection: Connection, *which: ColumnElement[bool], limit: int = 100
) -> list[GradeRow]:
    """The newest submissions that meet the conditions *which* on the table `grades`."""
    query = _grades().where(*which).order_by(grades.c.created_at.desc(), grades.c.id).limit(limit)
    return [GradeRow(*row) for row in connection.execute(query)]


def stop_unfinished(connection: Connection) -> None:
    """Mark as stopped what an earlier server left unfinished, except submissions it has kept."""
    kept = select(submissions.c.grade_id)
    lost = grades.c.state.in_(("waiting", "running")), grades.c.id.not_in(kept)
    connection.execute(grades.update().where(*lost).values(state="stopped"))


def get_grade(connection: Connection, grade: str) -> GradeRow | None:
    """The grade with this id, if there is one."""
    row = connection.execute(_grades().where(grades.c.id == grade)).one_or_none()
    return None if row is None else GradeRow(*row)


def report_of(connection: Connection, grade: str, name: str, view: str | None = None) -> str | None:
    """One report of a graded submission, if there is one.

    Those to assignments have one for each *view* of the checks, see `courses.views`.
    """
    data = connection.scalar(select(grades.c.reports).where(grades.c.id == grade))
    if data is None:
        return None
    reports: dict[str, str] = json.loads(zlib.decompress(data))
    if view is not None and view != reports.get("view"):
        return reports.get(f"{view}:{name}")
    return reports.get(name)


def _grades() -> Any:
    g = grades.c
    return select(
        *(g.id, g.lab, g.name, g.state, g.points, g.max_points),
        *(g.problem, g.created_at, g.finished_at, g.owner_id, g.course_id),
    )
