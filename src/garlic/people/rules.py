"""Who may do what: `may` decides, for every route, command and list.

==============  ======================================================================
guest           looks at the course's shared tournaments, plays against built-in bots
student         uploads bots, plays matches and tournaments with them, hands in
assistant       sees everything in the course; sets assignments, grades and comments; stops and
                repeats what others began
teacher         also decides who is in the course, limits, the archive; deletes what others own
administrator   everything, on the whole server
==============  ======================================================================

Everybody owns what they made. Nobody sees anything of a course that they are not in.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from sqlalchemy import ColumnElement, Table, and_, false, or_, true

from garlic.people.persons import Person, Role, Scope


class Action(StrEnum):
    """What somebody wants to do with a `Thing`."""

    # For everybody, signed in or not.
    SIGN_IN = "sign in"  # also what the page for it needs
    # With oneself.
    LOOK = "look"  # at what is the same for everybody: games, labs, built-in bots
    ACCOUNT = "account"  # change one's password, sessions, tokens
    SWITCH = "switch"  # to another of one's courses
    # In a course.
    PLAY = "play"  # a human game, or ask the engine
    UPLOAD = "upload"  # a bot
    BEGIN = "begin"  # a match or a tournament, or a review of a record
    SHARE = "share"  # a tournament with the whole course
    SUBMIT = "submit"
    # With something that somebody owns.
    SEE = "see"
    SEE_PRIVATE = "see private"  # source, compiler and error output, reports
    USE = "use"  # a bot, in a match
    CHANGE = "change"  # rename, check, rate, stop, go on
    DELETE = "delete"
    # Of the staff.
    TEACH = "teach"  # assignments, announcements, the class's grades
    SET_COURSE = "set course"  # what is switched off, the archive
    SEE_PEOPLE = "see people"
    CHANGE_PEOPLE = "change people"
    SET_LIMITS = "set limits"
    SEE_AUDIT = "see audit"
    SEE_STATUS = "see status"
    ADMINISTER = "administer"  # courses, administrators, deleting people


@dataclass(frozen=True, slots=True)
class Thing:
    """What an action is about: whose it is, in which course, and who else has a part in it."""

    owner: int | None = None
    course: int | None = None
    shared: bool = False  # with everybody in the course
    players: frozenset[int] = frozenset()  # others who take part


_SCOPES = {
    Action.SIGN_IN: Scope.READ,
    Action.LOOK: Scope.READ,
    Action.SEE: Scope.READ,
    Action.SEE_PRIVATE: Scope.READ,
    Action.UPLOAD: Scope.BOTS,
    Action.DELETE: Scope.BOTS,
    Action.PLAY: Scope.PLAY,
    Action.BEGIN: Scope.PLAY,
    Action.SHARE: Scope.PLAY,
    Action.SUBMIT: Scope.SUBMIT,
    Action.TEACH: Scope.STAFF,
    Action.SET_COURSE: Scope.STAFF,
    Action.SEE_PEOPLE: Scope.STAFF,
    Action.CHANGE_PEOPLE: Scope.STAFF,
    Action.SET_LIMITS: Scope.STAFF,
    Action.SEE_AUDIT: Scope.STAFF,
    Action.SEE_STATUS: Scope.STAFF,
}
# Changing is part of making: a token for bots may check them, one for matches may stop them.
_MAKING = frozenset({Scope.BOTS, Scope.PLAY, Scope.SUBMIT})
_MAKING_ACTIONS = (Action.USE, Action.CHANGE)

_OF_EVERYBODY = (Action.LOOK, Action.ACCOUNT, Action.SWITCH)
_STAFF = (Role.TEACHER, Role.ASSISTANT)
_MEMBERS = (*_STAFF, Role.STUDENT)
# What does not depend on whose something is, and which roles in its course may do it.
_ROLES: dict[Action, tuple[Role, ...]] = {
    Action.PLAY: tuple(Role),
    Action.UPLOAD: _MEMBERS,
    Action.BEGIN: _MEMBERS,
    Action.SUBMIT: _MEMBERS,
    Action.SHARE: _STAFF,
    Action.TEACH: _STAFF,
    Action.SET_COURSE: (Role.TEACHER,),
    Action.SEE_PEOPLE: _STAFF,
    Action.SEE_AUDIT: _STAFF,
    Action.CHANGE_PEOPLE: (Role.TEACHER,),
    Action.SET_LIMITS: (Role.TEACHER,),
    Action.ADMINISTER: (),
}


def may(person: Person | None, action: Action, thing: Thing) -> bool:
    """May *person*, or somebody who is not signed in, do *action* with *thing*?"""
    if action is Action.SIGN_IN:
        return True
    if person is None or not _in_scope(person, action):
        return False
    if person.is_administrator or action in _OF_EVERYBODY:
        return True
    if action is Action.SEE_STATUS:
        return any(role.is_staff for role in person.roles.values())
    role = None if thing.course is None else person.roles.get(thing.course)
    return role is not None and _may_in_course(person, role, action, thing)


def allowed(person: Person | None, thing: Thing) -> list[Action]:
    """Everything that *person* may do with *thing*."""
    return [action for action in Action if may(person, action, thing)]


def _may_in_course(person: Person, role: Role, action: Action, thing: Thing) -> bool:
    if (least := _ROLES.get(action)) is not None:
        return role in least
    is_owner = thing.owner == person.id
    if action is Action.SEE:
        return is_owner or role.is_staff or thing.shared or person.id in thing.players
    if action is Action.DELETE:
        return is_owner or role is Role.TEACHER
    return is_owner or role.is_staff  # SEE_PRIVATE, USE, CHANGE


def _in_scope(person: Person, action: Action) -> bool:
    """Does the token that was shown, if any, allow *action*? Accounts need a person."""
    if person.scopes is None:
        return True
    if action in _MAKING_ACTIONS:
        return bool(person.scopes & _MAKING)
    return _SCOPES.get(action) in person.scopes


def visible(person: Person, table: Table, *, is_shared: bool = False) -> ColumnElement[bool]:
    """`may` with `Action.SEE` as a condition on an owned *table*, for lists.

    Everything in the table is shared with its course if it *is_shared*.
    """
    if not _in_scope(person, Action.SEE):
        return false()
    if person.is_administrator:
        return true()
    columns: Any = table.c
    staffed = [course for course, role in person.roles.items() if role.is_staff]
    part = [columns.owner_id == person.id]
    if is_shared:
        part.append(true())
    elif "shared" in columns:
        part.append(columns.shared.is_(True))
    if "opponent_id" in columns:
        part.append(columns.opponent_id == person.id)
    return or_(
        columns.course_id.in_(staffed), and_(columns.course_id.in_(list(person.roles)), or_(*part))
    )
