"""The students of a roster become people of a course, whatever the roster knows them by."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection

from garlic.labs.intake.roster import Student
from garlic.people.accounts import add_person, members_of
from garlic.people.audit import ActingPerson
from garlic.people.courses import add_course, set_role
from garlic.people.enrolment import Enrolled, enrol
from garlic.people.persons import Person, Role
from garlic.store import Database, open_database


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with open_database(str(tmp_path / "people.db"), upgrade=True) as opened:
        yield opened


def course_with(database: Database, login: str, number: str = "") -> int:
    """A course with one student, who has joined by an invitation."""

    def work(connection: Connection) -> int:
        course = add_course(connection, "algorithms")
        account = add_person(connection, login, number=number)
        set_role(connection, course.id, account.id, Role.STUDENT)
        return course.id

    return database.write(work)


def enrolled(database: Database, course: int, *students: Student) -> list[Enrolled]:
    teacher = Person(1, "teacher", "teacher", is_administrator=True)
    return database.write(lambda c: enrol(c, teacher, ActingPerson(1, ""), course, students))


@pytest.mark.parametrize(
    ("login", "number", "student"),
    [
        ("ada", "", Student("Ada", login="ADA", number="17")),
        ("17", "", Student("Ada", number="17", login="ada-l")),
        ("ada@example.org", "", Student("Ada", number="17", mail="Ada@example.org")),
        ("countess", "17A", Student("Ada", number="17a", login="ada")),
    ],
)
def test_somebody_in_the_course_is_found(
    database: Database, login: str, number: str, student: Student
) -> None:
    course = course_with(database, login, number)
    (found,) = enrolled(database, course, student)
    assert (found.account.login, found.is_new, found.secret) == (login, False, None)
    (member,) = database.read(lambda c: members_of(c, course))
    assert member.account.number.casefold() == student.number.casefold()


def test_somebody_else_of_the_same_name_is_new(database: Database) -> None:
    course = course_with(database, "ada", "17")
    found = enrolled(database, course, Student("Ada", number="18"), Student("Ada", number="18"))
    assert [(each.account.login, each.is_new) for each in found] == [("18", True), ("18", False)]
    assert found[0].secret


def test_two_accounts_with_one_number_are_not_guessed_between(database: Database) -> None:
    course = course_with(database, "ada", "17")

    def work(connection: Connection) -> None:
        other = add_person(connection, "bob", number="17")
        set_role(connection, course, other.id, Role.STUDENT)

    database.write(work)
    (found,) = enrolled(database, course, Student("Eve", number="17", login="eve"))
    assert (found.account.login, found.is_new) == ("eve", True)
