"""Every route names what it does; `garlic.people.rules.may` decides whether a person may.

``dependencies=[needs(Action.CHANGE, bot_by_id)]`` finds the bot in the path and checks it before
the route runs. Whoever may not even see a thing is told that it does not exist.
"""

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace
from typing import Annotated, Any

from fastapi import Depends, FastAPI, Header, Path, Request
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute
from sqlalchemy import ColumnElement, Table

from garlic.core import GarlicError
from garlic.courses.assistance import Assistance, check_assistance
from garlic.people import things
from garlic.people.accounts import names_of
from garlic.people.audit import ActingPerson, AuditEvent, note
from garlic.people.courses import get_course
from garlic.people.persons import Person
from garlic.people.rules import Action, Thing, may, visible
from garlic.web import clock
from garlic.web.app import Arena, Shared
from garlic.web.identity import actor_of, identify
from garlic.web.problems import Problem, not_found
from garlic.web.sentences import page_sentence
from garlic.web.view.live import LIVE_ID, tournament_of

CourseHeader = Annotated[
    int | None,
    Header(
        alias="Garlic-Course",
        ge=1,
        le=2**31 - 1,
        description="the course to work in, if not the one chosen on the account page",
    ),
]


class RuleMissingError(GarlicError):
    """A route does not say what it does: a bug."""

    def __init__(self, paths: list[str]) -> None:
        super().__init__("no rule says who may use {paths}", paths=", ".join(paths))


def _viewer(request: Request, arena: Shared, course: CourseHeader = None) -> Person | None:
    """Who sends the request, if they are signed in."""
    person = identify(request, arena.settings, arena.database)
    if (
        person is None
        or course is None
        or course == person.course
        or not arena.settings.has_accounts
    ):
        return person
    if course not in person.roles and not (
        person.is_administrator and arena.database.read(lambda c: get_course(c, course))
    ):
        raise not_found("problem.no_course")
    return replace(person, course=course)


Viewer = Annotated[Person | None, Depends(_viewer)]


async def _me(viewer: Viewer) -> Person:
    if viewer is None:
        raise Problem(401, page_sentence("problem.sign_in"))
    return viewer


Me = Annotated[Person, Depends(_me)]  # whoever is signed in


async def _actor(request: Request, viewer: Viewer) -> ActingPerson:
    return actor_of(request, viewer)


AuditActor = Annotated[ActingPerson, Depends(_actor)]

# Those that read the database run in a thread; the others are async, which costs far less.
Finder = Callable[..., Thing | Awaitable[Thing]]
_NOBODYS = Thing(owner=0)  # nobody but an administrator may see it


async def the_server() -> Thing:
    """What is the same for everybody."""
    return Thing()


async def here(viewer: Viewer) -> Thing:
    """The course in which somebody works now."""
    return Thing(course=None if viewer is None else viewer.course)


async def course_by_id(course_id: Annotated[int, Path(ge=1, le=2**31 - 1)]) -> Thing:
    """The course in the path."""
    return Thing(course=course_id)


async def course_seen_by_id(course_id: Annotated[int, Path(ge=1, le=2**31 - 1)]) -> Thing:
    """The course in the path, at which everybody in it looks."""
    return Thing(course=course_id, shared=True)


def assignment_by_id(
    arena: Shared, assignment_id: Annotated[int, Path(ge=1, le=2**31 - 1)]
) -> Thing:
    """The assignment in the path."""
    found = arena.database.read(lambda c: things.assignment_thing(c, assignment_id))
    return _found(found, "problem.no_assignment")


def handed_in_by_id(
    arena: Shared,
    viewer: Viewer,
    assignment_id: Annotated[int, Path(ge=1, le=2**31 - 1)],
    grade_id: Annotated[str, Path(pattern=r"^[0-9a-f]{24}$")],
) -> Thing:
    """The submission to the assignment in the path."""
    person = None if viewer is None else viewer.id
    found = arena.database.read(
        lambda c: things.handed_in_thing(c, assignment_id, grade_id, person)
    )
    return _found(found, "problem.no_grade")


def bot_by_id(arena: Shared, bot_id: Annotated[int, Path(ge=1, le=2**31 - 1)]) -> Thing:
    """The bot in the path."""
    return _found(arena.database.read(lambda c: things.bot_thing(c, bot_id)), "problem.no_bot")


def match_by_number(arena: Shared, number: Annotated[int, Path(ge=1, le=2**31 - 1)]) -> Thing:
    """The match in the path."""
    found = arena.database.read(lambda c: things.match_thing(c, number))
    return _found(found, "problem.no_match")


def live_by_id(arena: Shared, live_id: Annotated[str, Path(pattern=LIVE_ID)]) -> Thing:
    """The match or tournament of the game in the path."""
    if (tournament := tournament_of(live_id)) is not None:
        final = arena.database.read(lambda c: things.tournament_thing(c, tournament))
        return _found(final, "problem.not_live")
    number = int(live_id.partition("-")[0])
    found = None
    if number < 2**31:
        found = arena.database.read(lambda c: things.match_thing(c, number))
    return _found(found, "problem.not_live")


def tournament_by_number(arena: Shared, number: Annotated[int, Path(ge=1, le=2**31 - 1)]) -> Thing:
    """The tournament in the path."""
    found = arena.database.read(lambda c: things.tournament_thing(c, number))
    return _found(found, "problem.no_tournament")


def league_by_id(arena: Shared, league_id: Annotated[int, Path(ge=1, le=2**31 - 1)]) -> Thing:
    """The league in the path."""
    found = arena.database.read(lambda c: things.league_thing(c, league_id))
    return _found(found, "problem.no_league")


def league_entry_by_id(
    arena: Shared,
    league_id: Annotated[int, Path(ge=1, le=2**31 - 1)],
    entry_id: Annotated[int, Path(ge=1, le=2**31 - 1)],
) -> Thing:
    """The entry of the league in the path."""
    found = arena.database.read(lambda c: things.league_entry_thing(c, league_id, entry_id))
    return _found(found, "problem.no_league_entry")


def grade_by_id(arena: Shared, grade_id: Annotated[str, Path(pattern=r"^[0-9a-f]{24}$")]) -> Thing:
    """The submission in the path."""
    found = arena.database.read(lambda c: things.grade_thing(c, grade_id))
    return _found(found, "problem.no_grade")


def play_by_name(arena: Shared, name: Annotated[str, Path(max_length=60)]) -> Thing:
    """The human game in the path."""
    return _found(arena.database.read(lambda c: things.play_thing(c, name)), "play.missing")


def record_by_key(arena: Shared, viewer: Viewer, key: Annotated[str, Path(max_length=64)]) -> Thing:
    """Of everything that the record in the path belongs to, what the viewer may see."""
    if not arena.settings.has_accounts:
        return Thing()
    found = arena.database.read(lambda c: things.record_things(c, key))
    return next((thing for thing in found if may(viewer, Action.SEE, thing)), _NOBODYS)


def review_by_key(arena: Shared, viewer: Viewer, key: Annotated[str, Path(max_length=64)]) -> Thing:
    """The review of the record in the path, which whoever sees the record may see.

    If there is none, nobody is kept from stopping it.
    """
    known = arena.reviews.get(key)
    if known is None:
        return Thing(course=None) if viewer is None else Thing(viewer.id, viewer.course)
    return Thing(known.owner.person, known.owner.course, shared=True)


def may_see_record(arena: Arena, person: Person, key: str) -> bool:
    """Is there something with the record *key* that *person* may see?"""
    found = arena.database.read(lambda c: things.record_things(c, key))
    return any(may(person, Action.SEE, thing) for thing in found)


def _found(thing: Thing | None, code: str) -> Thing:
    if thing is None:
        raise not_found(code)
    return thing


class Rule:
    """A dependency of a route: its action, and how its thing is found."""

    def __init__(self, action: Action, code: str) -> None:
        self.action, self.code = action, code

    def check(self, viewer: Person | None, thing: Thing) -> Thing:
        """*thing*, if the viewer may; raise `Problem` (401, 403 or 404)."""
        if may(viewer, self.action, thing):
            return thing
        if viewer is None:
            raise Problem(401, page_sentence("problem.sign_in"))
        is_hidden = thing.course is not None and thing.course not in viewer.roles
        if is_hidden or (thing.owner is not None and not may(viewer, Action.SEE, thing)):
            raise not_found(self.code)
        raise Problem(403, page_sentence("problem.not_yours"))


_RULES: dict[Callable[..., Any], Rule] = {}
_CODES: dict[Finder, str] = {
    bot_by_id: "problem.no_bot",
    match_by_number: "problem.no_match",
    live_by_id: "problem.not_live",
    tournament_by_number: "problem.no_tournament",
    league_by_id: "problem.no_league",
    league_entry_by_id: "problem.no_league_entry",
    grade_by_id: "problem.no_grade",
    play_by_name: "play.missing",
    record_by_key: "problem.no_record",
    review_by_key: "problem.no_record",
    course_by_id: "problem.no_course",
    course_seen_by_id: "problem.no_course",
    assignment_by_id: "problem.no_assignment",
    handed_in_by_id: "problem.no_grade",
}


def needs(action: Action, find: Finder = the_server) -> Any:
    """The dependency that refuses whoever may not do *action* with what *find* finds."""
    rule = Rule(action, _CODES.get(find, "problem.not_found"))

    async def check(viewer: Viewer, thing: Annotated[Thing, Depends(find)]) -> Thing:
        return rule.check(viewer, thing)

    _RULES[check] = rule
    return Depends(check)


def rule_of(route: APIRoute) -> Rule | None:
    """The rule of a route, if it has one."""
    return next((_RULES[call] for call in _calls(route.dependant) if call in _RULES), None)


def check_rules(app: FastAPI) -> None:
    """Raise `RuleMissingError` if a route of the API has no rule."""
    without = [
        route.path
        for route in app.routes
        if isinstance(route, APIRoute) and route.include_in_schema and rule_of(route) is None
    ]
    if without:
        raise RuleMissingError(without)


def _calls(dependant: Dependant) -> list[Callable[..., Any]]:
    found = []
    for inner in dependant.dependencies:
        if inner.call is not None:
            found.append(inner.call)
        found += _calls(inner)
    return found


def seen_by(
    arena: Arena, person: Person, table: Table, *, is_shared: bool = False
) -> list[ColumnElement[bool]]:
    """The conditions on an owned *table* for a list of what *person* may see."""
    return [visible(person, table, is_shared=is_shared)] if arena.settings.has_accounts else []


def owner_names(arena: Arena, ids: Iterable[int]) -> dict[int, str]:
    """The names of those who own something, by id; none on a server without accounts."""
    wanted = set(ids)
    if not wanted or not arena.settings.has_accounts:
        return {}
    return arena.database.read(lambda c: names_of(c, wanted))


def write_down(
    arena: Arena, actor: ActingPerson, event: AuditEvent, course: int | None = None, **details: Any
) -> None:
    """Write an entry of the audit log on its own; not on a server without accounts."""
    if arena.settings.has_accounts:
        arena.database.write(lambda c: note(c, actor, event, course=course, **details))


def check_help(arena: Arena, person: Person, kind: Assistance) -> None:
    """Raise `AssistanceOffError` if a course of *person* does without this help now."""
    if arena.settings.has_accounts:
        arena.database.read(lambda c: check_assistance(c, person, kind, clock.now()))


def check_accounts(arena: Arena) -> None:
    """Raise `Problem` (404) on a server without accounts."""
    if not arena.settings.has_accounts:
        raise not_found("problem.no_accounts")
