"""Roles, and people as the server knows them while it answers a request."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from garlic.store.owners import Owner
from garlic.store.schema import LOCAL


class Role(StrEnum):
    """What somebody is in a course. Administrators are of the whole server, see `Person`."""

    TEACHER = "teacher"
    ASSISTANT = "assistant"
    STUDENT = "student"
    GUEST = "guest"

    @property
    def is_staff(self) -> bool:
        """Does this role see everything in the course?"""
        return self in (Role.TEACHER, Role.ASSISTANT)


class Scope(StrEnum):
    """What an access token may be used for."""

    READ = "read"
    BOTS = "bots"  # upload, check and rate them
    PLAY = "play"  # matches, tournaments, human games, reviews
    SUBMIT = "submit"  # submissions to labs
    STAFF = "staff"  # people, courses, limits, the audit log


def one_line(text: str, most: int) -> str:
    """*text* as one line of at most *most* signs that every database takes and a page shows."""
    shown = "".join(sign if sign.isprintable() else " " for sign in text)
    return " ".join(shown.split())[:most]


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who is signed in."""

    id: int
    login: str
    name: str
    is_administrator: bool = False
    roles: Mapping[int, Role] = field(default_factory=dict)  # by the id of the course
    course: int = LOCAL  # where they work now
    scopes: frozenset[Scope] | None = None  # of the token they showed; None: signed in themselves
    session: int | None = None  # the id of the session

    @property
    def role(self) -> Role | None:
        """Their role where they work now; administrators are teachers everywhere."""
        return Role.TEACHER if self.is_administrator else self.roles.get(self.course)

    @property
    def owner(self) -> Owner:
        """The owner of what they make now."""
        return Owner(self.id, self.course)

    def is_staff_of(self, course: int | None) -> bool:
        """Do they see everything in *course*?"""
        role = None if course is None else self.roles.get(course)
        return self.is_administrator or (role is not None and role.is_staff)

    def teaches(self, course: int | None) -> bool:
        """May they decide who is in *course*, and how much everybody may use?"""
        return self.is_administrator or (
            course is not None and self.roles.get(course) is Role.TEACHER
        )


LOCAL_PERSON = Person(LOCAL, "local", "local", is_administrator=True)
"""The person of a server without accounts, who may do everything."""
