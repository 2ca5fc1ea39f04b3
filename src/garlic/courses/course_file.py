"""A course as one TOML file, with its rosters beside it: read, written, put into a database.

`docs/teach/courses.md` describes the keys. What is written can be read again and means the same;
written once more it has the same bytes.
"""

import csv
import io
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, select

from garlic.arena.league.definition import LeagueDefinition, read_league
from garlic.core import InputError, UsageError
from garlic.core.limits import MEGABYTE
from garlic.core.reading.fields import Fields, read_toml
from garlic.core.reading.files import read_limited, write_whole
from garlic.courses import leagues
from garlic.courses.archived import check_not_archived
from garlic.courses.assignments import (
    Assistance,
    CourseAssignment,
    check_assignment,
    read_assignment,
    read_assistance,
)
from garlic.courses.assistance import course_assistance, set_assistance
from garlic.courses.course_maps import (
    add_map,
    checked_map,
    checked_name,
    set_map,
    without_course_maps,
)
from garlic.games import GAMES
from garlic.labs.intake.roster import ClassRoster, read_roster
from garlic.labs.policy.lateness import read_moment
from garlic.labs.recipes.lab_files import toml_text
from garlic.people.accounts import CourseMember, members_of
from garlic.people.audit import ActingPerson, AuditEvent, note
from garlic.people.courses import Course, add_course, course_named, find_course, set_title
from garlic.people.enrolment import Enrolled, enrol
from garlic.people.limits import ShareLimits, course_limits, set_course_limits
from garlic.people.persons import LOCAL_PERSON, Role
from garlic.store import Database
from garlic.store.announcements import announce, announcements_of
from garlic.store.assignments import add_assignment, change_assignment, list_assignments
from garlic.store.course_maps import maps_of
from garlic.store.leagues import all_leagues
from garlic.store.owners import Owner
from garlic.store.schema import LOCAL, assignments, courses
from garlic.store.schema import leagues as leagues_table

SCHEMA = "garlic-course/1"
FILE_NAME = "course.toml"
_LARGEST = 4 * MEGABYTE
_MOST = 1000  # assignments, maps, leagues or announcements
_LONGEST_TITLE, _LONGEST_TEXT = 200, 20_000
_LIMITS = tuple(ShareLimits.__dataclass_fields__)


@dataclass(frozen=True, slots=True)
class NamedLeague:
    """A league of a course's file."""

    name: str
    definition: LeagueDefinition


@dataclass(frozen=True, slots=True)
class CourseMap:
    """A map of a course's file, as its game writes it."""

    game: str
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Announcement:
    """An announcement of a course's file; one without a time is made when it is imported."""

    title: str
    text: str
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class CourseFile:
    """What a course's file says."""

    name: str
    title: str
    assistance_off: tuple[Assistance, ...] = ()
    limits: Mapping[Role, ShareLimits] = field(default_factory=dict)
    assignments: tuple[CourseAssignment, ...] = ()
    maps: tuple[CourseMap, ...] = ()
    leagues: tuple[NamedLeague, ...] = ()
    announcements: tuple[Announcement, ...] = ()
    rosters: Mapping[Role, str] = field(default_factory=dict)  # the names of the files


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import has done."""

    course: Course
    is_new: bool
    added: tuple[str, ...]  # assignments, maps and leagues
    changed: tuple[str, ...]  # assignments and maps
    people: tuple[Enrolled, ...]


# Reading ----------------------------------------------------------------------------------------


def read_course_file(path: Path) -> CourseFile:
    """The course in the file *path*; raise `UsageError` that names the file and the field."""
    try:
        return read_course(read_limited(path, _LARGEST), path.parent)
    except InputError as fault:
        raise UsageError("{path}: {fault}", path=str(path), fault=fault) from fault


def read_course(content: bytes, home: Path) -> CourseFile:
    """The course that the TOML *content* describes; rosters are looked for below *home*.

    Raises `InvalidFileError` or `UsageError` about the first problem.
    """
    fields = read_toml(content, home)
    schema = fields.take("schema", str)
    if schema != SCHEMA:
        raise fields.fault("schema", "expected {schema!r}, got {got!r}", schema=SCHEMA, got=schema)
    name = fields.take("name", str)
    found = CourseFile(
        name=name,
        title=fields.take("title", str, name),
        assistance_off=read_assistance(fields),
        limits=_read_limits(fields),
        assignments=tuple(_read_assignment(each) for each in _some(fields, "assignments")),
        maps=tuple(_read_map(each) for each in _some(fields, "maps")),
        leagues=tuple(_read_named_league(each) for each in _some(fields, "leagues")),
        announcements=tuple(_read_announcement(each) for each in _some(fields, "announcements")),
        rosters=_read_rosters(fields),
    )
    fields.finish()
    for kind, names in (
        ("assignments", [each.name for each in found.assignments]),
        ("maps", [f"{each.game}/{each.name}" for each in found.maps]),
        ("leagues", [each.name for each in found.leagues]),
    ):
        if (twice := next((one for one in names if names.count(one) > 1), None)) is not None:
            raise fields.fault(kind, "two of them are called {called!r}", called=twice)
    return found


def _some(fields: Fields, name: str) -> list[Fields]:
    rows = fields.many(name, [])
    if len(rows) > _MOST:
        raise fields.fault(name, "expected at most {most}, got {got}", most=_MOST, got=len(rows))
    return rows


def _read_assignment(fields: Fields) -> CourseAssignment:
    found = read_assignment(fields.values, fields.where)
    try:
        check_assignment(found)
    except UsageError as fault:
        raise fields.fault("lab", "{fault}", fault=fault) from fault
    return found


def _read_map(fields: Fields) -> CourseMap:
    game = GAMES[fields.one_of("game", [name for name, game in GAMES.items() if game.maps])]
    name, text = fields.take("name", str), fields.take("text", str)
    fields.finish()
    try:
        return CourseMap(game.name, checked_name(game, name), checked_map(game, text))
    except (InputError, UsageError) as fault:
        raise fields.fault("name", "{called}: {fault}", called=name, fault=fault) from fault


def _read_named_league(fields: Fields) -> NamedLeague:
    name = fields.take("name", str)
    values = {key: value for key, value in fields.values.items() if key != "name"}
    try:
        return NamedLeague(name, read_league(values))
    except (InputError, UsageError) as fault:
        raise fields.fault("name", "{called}: {fault}", called=name, fault=fault) from fault


def _read_announcement(fields: Fields) -> Announcement:
    found = Announcement(
        fields.take("title", str), fields.take("text", str, ""), read_moment(fields, "at")
    )
    fields.finish()
    if not found.title.strip() or len(found.title) > _LONGEST_TITLE:
        raise fields.wrong("title", "a title of 1 to 200 characters")
    if len(found.text) > _LONGEST_TEXT:
        raise fields.fault("text", "expected at most {limit} characters", limit=_LONGEST_TEXT)
    return found


def _read_limits(fields: Fields) -> dict[Role, ShareLimits]:
    table = fields.inner("limits", {})
    found = {}
    for role in Role:
        if not table.has(role.value):
            continue
        inner = table.inner(role.value)
        found[role] = ShareLimits(
            **{name: inner.whole(name, 0, 10**9) for name in _LIMITS if inner.has(name)}
        )
        inner.finish(_LIMITS)
    table.finish(list(Role))
    return found


def _read_rosters(fields: Fields) -> dict[Role, str]:
    table = fields.inner("rosters", {})
    found = {}
    for role in Role:
        if (name := table.maybe(role.value, str)) is not None:
            home = (fields.home or Path()).resolve()
            path = (home / name).resolve()
            if not path.is_relative_to(home) or not path.is_file():
                raise table.fault(
                    role.value, "expected a file in the course's folder, got {got!r}", got=name
                )
            found[role] = name
    table.finish()
    return found


# Writing ----------------------------------------------------------------------------------------


def course_text(course: CourseFile) -> str:
    """*course* as TOML, the inverse of `read_course`."""
    head: dict[str, Any] = {"schema": SCHEMA, "name": course.name, "title": course.title}
    if course.assistance_off:
        head["assistance_off"] = [each.value for each in course.assistance_off]
    parts = [toml_text(head)]
    if course.rosters:
        names = {role.value: name for role, name in course.rosters.items()}
        parts.append(f"[rosters]\n{toml_text(names)}")
    for role, limits in course.limits.items():
        given = {name: value for name, value in asdict(limits).items() if value is not None}
        parts.append(f"[limits.{role.value}]\n{toml_text(given) if given else ''}")
    parts += [f"[[assignments]]\n{toml_text(each.to_json())}" for each in course.assignments]
    parts += [
        f"[[maps]]\n{toml_text({'game': each.game, 'name': each.name})}{_map_text(each.text)}"
        for each in course.maps
    ]
    for league in course.leagues:
        rules = {
            name: value for name, value in league.definition.to_json().items() if value is not None
        }
        parts.append(f"[[leagues]]\n{toml_text({'name': league.name, **rules})}")
    for each in course.announcements:
        values = {"title": each.title, "text": each.text}
        at = {} if each.at is None else {"at": each.at.isoformat(" ")}
        parts.append(f"[[announcements]]\n{toml_text({**values, **at})}")
    return "\n".join(parts)


def _map_text(text: str) -> str:
    """The text of a map as TOML, line by line if it can be written so."""
    is_plain = text.endswith("\n") and "'''" not in text and text.replace("\n", "").isprintable()
    return f"text = '''\n{text}'''\n" if is_plain else toml_text({"text": text})


def write_course(database: Database, name: str, folder: Path, *, people: bool = True) -> list[Path]:
    """Write the course *name* as a file with rosters into *folder*; the files, the course first.

    Raises `UsageError` if there is no such course or a file cannot be written.
    """

    def work(connection: Connection) -> tuple[CourseFile, dict[Role, str]]:
        course = course_named(connection, name)
        members = members_of(connection, course.id) if people else []
        rosters = {
            role: roster_text(each for each in members if each.role is role)
            for role in Role
            if any(each.role is role for each in members)
        }
        return load_course(connection, course, rosters), rosters

    found, rosters = database.read(work)
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / FILE_NAME]
    write_whole(paths[0], course_text(found).encode())
    for role, text in rosters.items():
        paths.append(folder / found.rosters[role])
        write_whole(paths[-1], text.encode())
    return paths


def load_course(connection: Connection, course: Course, roles: Iterable[Role] = ()) -> CourseFile:
    """A stored course as a file would say it, with rosters of the people in these *roles*."""
    has_limits = connection.scalar(select(courses.c.limits).where(courses.c.id == course.id))
    of_course = list_assignments(connection, assignments.c.course_id == course.id)
    found = all_leagues(connection, leagues_table.c.course_id == course.id)
    maps = maps_of(connection, course.id)
    said = announcements_of(connection, course.id, _MOST)
    return CourseFile(
        name=course.name,
        title=course.title,
        assistance_off=course_assistance(connection, course.id),
        limits=course_limits(connection, course.id) if has_limits else {},
        assignments=tuple(read_assignment(each.definition) for each in of_course),
        maps=tuple(CourseMap(each.game, each.name, each.text) for each in maps),
        leagues=tuple(
            NamedLeague(each.name, without_course_maps(read_league(each.definition), maps))
            for each in reversed(found)
        ),
        announcements=tuple(
            Announcement(each.title, each.text, each.created_at) for each in reversed(said)
        ),
        rosters={role: f"{role.value}s.csv" for role in roles},
    )


def roster_text(members: Iterable[CourseMember]) -> str:
    """A roster that can be imported."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(("number", "name", "group", "login"))
    for member in members:
        account = member.account
        writer.writerow((account.number, account.name, member.group, account.login))
    return file.getvalue()


# Into a database --------------------------------------------------------------------------------


def import_course(
    database: Database, path: Path, actor: ActingPerson, *, people: bool = True
) -> Imported:
    """Create the course in a file, or update the course of that name.

    Assignments and maps are changed as the file says; leagues and announcements that there are
    already stay as they are, and nothing is deleted. Raises `UsageError`, and then nothing has
    changed except leagues that were made before.
    """
    found = read_course_file(path)
    rosters: dict[Role, ClassRoster] = {}
    if people:
        rosters = {role: read_roster(path.parent / name) for role, name in found.rosters.items()}
    imported = database.write(lambda c: _import(c, found, rosters, actor))
    known = database.read(
        lambda c: {
            each.name for each in all_leagues(c, leagues_table.c.course_id == imported.course.id)
        }
    )
    new = [each for each in found.leagues if each.name not in known]
    owner = Owner(LOCAL, imported.course.id)
    for each in new:
        leagues.create(database, each.name, each.definition, owner, path.parent)
    return Imported(
        imported.course,
        imported.is_new,
        (*imported.added, *(each.name for each in new)),
        imported.changed,
        imported.people,
    )


def _import(
    connection: Connection,
    found: CourseFile,
    rosters: Mapping[Role, ClassRoster],
    actor: ActingPerson,
) -> Imported:
    course = find_course(connection, found.name)
    is_new = course is None
    if course is None:
        course = add_course(connection, found.name, found.title)
        note(connection, actor, AuditEvent.COURSE_ADDED, course=course.id, name=course.name)
    else:
        check_not_archived(connection, course.id)
        course = set_title(connection, course, found.title)
    owner = Owner(LOCAL, course.id)
    set_assistance(connection, course.id, found.assistance_off)
    if found.limits:
        set_course_limits(connection, course.id, found.limits)
    added, changed = [], []
    stored = {
        each.name: each
        for each in list_assignments(connection, assignments.c.course_id == course.id)
    }
    for assignment in found.assignments:
        row, definition = stored.get(assignment.name), assignment.to_json()
        if row is None:
            add_assignment(connection, assignment.name, definition, owner)
            added.append(assignment.name)
        elif row.definition != definition:
            change_assignment(connection, row, assignment.name, definition)
            changed.append(assignment.name)
    for own in found.maps:
        done = set_map(connection, owner, GAMES[own.game], own.name, own.text)
        {"added": added, "changed": changed, "same": []}[done].append(own.name)
    said = {(each.title, each.text) for each in announcements_of(connection, course.id, _MOST)}
    for each in found.announcements:
        if (each.title, each.text) not in said:
            announce(connection, owner, each.title, each.text, each.at)
    enrolled: list[Enrolled] = []
    for role, roster in rosters.items():
        enrolled += enrol(connection, LOCAL_PERSON, actor, course.id, roster.students, role)
    return Imported(course, is_new, tuple(added), tuple(changed), tuple(enrolled))


def copy_course(
    database: Database, name: str, new_name: str, actor: ActingPerson, title: str | None = None
) -> Course:
    """A new course with assignments, maps, leagues and settings of another one, without its people.

    What was handed in, played and announced stays with the old one. Dates are copied as they are:
    change them in the file of the new course. Raises `UsageError`.
    """

    def work(connection: Connection) -> tuple[Course, CourseFile]:
        old = course_named(connection, name)
        found = load_course(connection, old)
        course = add_course(connection, new_name, title or old.title)
        note(connection, actor, AuditEvent.COURSE_ADDED, course=course.id, name=course.name)
        set_assistance(connection, course.id, found.assistance_off)
        if found.limits:
            set_course_limits(connection, course.id, found.limits)
        for each in found.assignments:
            add_assignment(connection, each.name, each.to_json(), Owner(LOCAL, course.id))
        for own in found.maps:
            add_map(connection, Owner(LOCAL, course.id), GAMES[own.game], own.name, own.text)
        return course, found

    course, found = database.write(work)
    for each in found.leagues:
        leagues.create(database, each.name, each.definition, Owner(LOCAL, course.id))
    return course
