"""Courses, and who is in them."""

from dataclasses import dataclass
from datetime import UTC, datetime
from difflib import get_close_matches

from sqlalchemy import Connection, delete, func, select

from garlic.core import UsageError
from garlic.people.persons import Role, one_line
from garlic.store.connect import insert_new
from garlic.store.schema import courses, memberships

_LONGEST_NAME, _LONGEST_TITLE = 80, 200


@dataclass(frozen=True, slots=True)
class Course:
    """People who work together."""

    id: int
    name: str
    title: str


@dataclass(frozen=True, slots=True)
class Membership:
    """The role of a person in a course."""

    course: Course
    role: Role
    group: str


def add_course(connection: Connection, name: str, title: str = "") -> Course:
    """A new course; raise `UsageError` if its name is taken, empty or too long."""
    plain = name.strip()
    if not plain or len(plain) > _LONGEST_NAME or not plain.isprintable():
        raise UsageError(
            "expected a name of a course like 'algorithms-2026', got {name!r}", name=name
        )
    if find_course(connection, plain) is not None:
        raise UsageError("another course is called {name!r}", name=plain)
    shown = one_line(title, _LONGEST_TITLE) or plain
    now = datetime.now(UTC)
    connection.execute(courses.insert().values(name=plain, title=shown, created_at=now))
    return course_named(connection, plain)


def set_title(connection: Connection, course: Course, title: str) -> Course:
    """The course with another title."""
    shown = one_line(title, _LONGEST_TITLE) or course.name
    connection.execute(courses.update().where(courses.c.id == course.id).values(title=shown))
    return Course(course.id, course.name, shown)


def find_course(connection: Connection, name: str) -> Course | None:
    """The course called *name*, if there is one."""
    query = select(courses.c.id, courses.c.name, courses.c.title).where(courses.c.name == name)
    row = connection.execute(query).one_or_none()
    return None if row is None else Course(*row)


def course_named(connection: Connection, name: str) -> Course:
    """The course called *name*; raise `UsageError` if there is none."""
    found = find_course(connection, name)
    if found is None:
        known = list(connection.scalars(select(courses.c.name)))
        if close := get_close_matches(name, known, 1):
            raise UsageError(
                "there is no course {name!r}; did you mean {close!r}?", name=name, close=close[0]
            )
        raise UsageError(
            "there is no course {name!r}; `garlic course new NAME` makes one", name=name
        )
    return found


def list_courses(connection: Connection) -> list[tuple[Course, int]]:
    """All courses by name, with the number of their members."""
    count = select(func.count()).where(memberships.c.course_id == courses.c.id).scalar_subquery()
    query = select(courses.c.id, courses.c.name, courses.c.title, count).order_by(courses.c.name)
    return [(Course(*row[:3]), row[3]) for row in connection.execute(query)]


def get_course(connection: Connection, course_id: int) -> Course | None:
    """The course with this id, if there is one."""
    query = select(courses.c.id, courses.c.name, courses.c.title).where(courses.c.id == course_id)
    row = connection.execute(query).one_or_none()
    return None if row is None else Course(*row)


def memberships_of(connection: Connection, person_id: int) -> list[Membership]:
    """The courses of a person, the one they joined last first."""
    c, m = courses.c, memberships.c
    query = (
        select(c.id, c.name, c.title, m.role, m.group)
        .join(courses, c.id == m.course_id)
        .where(m.person_id == person_id)
        .order_by(m.joined_at.desc(), c.id.desc())
    )
    return [
        Membership(Course(*row[:3]), Role(row.role), row.group) for row in connection.execute(query)
    ]


def set_role(
    connection: Connection, course_id: int, person_id: int, role: Role, group: str | None = None
) -> None:
    """Make somebody a member, or change their role."""
    group = None if group is None else one_line(group, _LONGEST_NAME)
    now = datetime.now(UTC)
    row = {"course_id": course_id, "person_id": person_id, "role": role.value}
    insert_new(connection, memberships, [{**row, "group": group or "", "joined_at": now}])
    values = {"role": role.value} | ({} if group is None else {"group": group})
    connection.execute(
        memberships.update()
        .where(memberships.c.course_id == course_id, memberships.c.person_id == person_id)
        .values(values)
    )


def leave_course(connection: Connection, course_id: int, person_id: int) -> None:
    """Remove somebody from a course; what they made there stays."""
    m = memberships.c
    connection.execute(
        delete(memberships).where(m.course_id == course_id, m.person_id == person_id)
    )
