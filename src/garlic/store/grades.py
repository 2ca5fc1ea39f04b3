"""Submissions graded in the browser, and their reports."""

import json
import zlib
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, select

from garlic.store.matches import MatchState
from garlic.store.schema import grades


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


def add_grade(connection: Connection, grade: str, lab: str, name: str, max_points: float) -> None:
    """Store a submission that waits to be graded; its id is *grade*."""
    connection.execute(
        grades.insert().values(
            id=grade,
            lab=lab,
            name=name,
            state="waiting",
            max_points=max_points,
            created_at=datetime.now(UTC),
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


def stop_unfinished(connection: Connection) -> None:
    """Mark as stopped what an earlier server left unfinished."""
    query = grades.update().where(grades.c.state.in_(("waiting", "running")))
    connection.execute(query.values(state="stopped"))


def get_grade(connection: Connection, grade: str) -> GradeRow | None:
    """The grade with this id, if there is one."""
    row = connection.execute(_grades().where(grades.c.id == grade)).one_or_none()
    return None if row is None else GradeRow(*row)


def report_of(connection: Connection, grade: str, name: str) -> str | None:
    """One report of a graded submission, if there is one."""
    data = connection.scalar(select(grades.c.reports).where(grades.c.id == grade))
    if data is None:
        return None
    reports: dict[str, str] = json.loads(zlib.decompress(data))
    return reports.get(name)


def _grades() -> Any:
    g = grades.c
    return select(
        *(g.id, g.lab, g.name, g.state, g.points, g.max_points),
        *(g.problem, g.created_at, g.finished_at),
    )
