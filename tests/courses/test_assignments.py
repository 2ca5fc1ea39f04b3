"""Assignments: dates, lateness by the server's clock, attempts, what counts, changed grades."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import text

from garlic.core import GarlicError, UsageError
from garlic.core.language.text import Text
from garlic.courses.assignments import AssignmentState, check_assignment, read_assignment
from garlic.courses.assistance import (
    Assistance,
    AssistanceOffError,
    check_assistance,
    set_assistance,
    switched_off,
)
from garlic.courses.grade_book import StudentGrade, affected, change_grade, grade_book, latest
from garlic.courses.grade_exports import ExportForm, export
from garlic.courses.life import archive, reopen
from garlic.courses.submitting import accept
from garlic.courses.views import view_names
from garlic.labs import results
from garlic.labs.stored_results import result_to_json
from garlic.people.accounts import add_person
from garlic.people.audit import ActingPerson, entries
from garlic.people.courses import add_course, set_role
from garlic.people.persons import Person, Role
from garlic.store import Database, open_database
from garlic.store.assignments import (
    AssignmentRow,
    GivenGradeRow,
    add_assignment,
    add_comment,
    change_assignment,
    comments_on,
    get_assignment,
    get_handed_in,
    keep_result,
    remove_assignment,
    remove_comment,
)
from garlic.store.grades import KeptSubmission, forget_submission, kept_submissions, set_grade
from garlic.store.owners import Owner

DUE = datetime(2026, 11, 20, 15, 59, tzinfo=UTC)
WEEK: dict[str, Any] = {
    "name": "week-1",
    "title": "Week 1",
    "lab": "othello/task1",
    "opens": "2026-11-13 00:00 +08:00",
    "due": "2026-11-20 23:59 Asia/Shanghai",
    "closes": "2026-11-22 23:59 +08:00",
    "late": "10 %/day",
    "grace": "15 min",
    "attempts": 3,
    "counts": "best",
}
SECOND = timedelta(seconds=1)


@dataclass
class Course:
    """A course with two students, a teacher and an assignment."""

    database: Database
    id: int
    people: dict[str, int]
    row: AssignmentRow
    made: int = 0

    def person(self, name: str) -> Person:
        role = Role.TEACHER if name == "teacher" else Role.STUDENT
        return Person(self.people[name], name, name, roles={self.id: role}, course=self.id)

    def hand_in(self, name: str, received: datetime, content: bytes = b"x") -> str:
        self.made += 1
        grade = f"{self.made:024x}"
        file = KeptSubmission(grade, self.row.definition["lab"], "player.h", content, received)
        self.database.write(lambda c: accept(c, self.row, self.person(name), file, "player.h"))
        return grade

    def graded(self, grade: str, *points: float | None) -> None:
        """The result of a submission: the points of its first checks; the others have none."""
        assignment = read_assignment(self.row.definition)
        lab = assignment.assigned_lab()
        given = [*points, *[0.0] * (len(lab.tests) - len(points))]
        tests = tuple(
            results.TestResult(
                test.title, test.max_points, won, Text("nothing was run"), Text("nothing")
            )
            for test, won in zip(lab.tests, given, strict=True)
        )
        graded = results.Graded("player", "d", "player.h", tests)
        row = self.database.read(lambda c: get_handed_in(c, grade))
        assert row is not None
        lateness = assignment.lateness(row.received_at)
        value = {
            **result_to_json(lab, graded),
            "views": view_names(lab),
            "percent": 0.0 if lateness is None else lateness.percent,
        }

        def work(connection: Any) -> None:
            keep_result(connection, grade, json.dumps(value))
            set_grade(connection, grade, state="finished")

        self.database.write(work)

    def change(self, **values: Any) -> None:
        """Change the assignment."""
        definition = {**self.row.definition, **values}
        self.database.write(lambda c: change_assignment(c, self.row, "week-1", definition))
        found = self.database.read(lambda c: get_assignment(c, self.row.id))
        assert found is not None
        self.row = found

    def grade(self, name: str, seen_at: datetime | None = None) -> StudentGrade:
        person = self.people[name]
        book = self.database.read(
            lambda c: grade_book(c, self.row, person_id=person, seen_at=seen_at)
        )
        return book.grades[0]


def make(database: Database, definition: dict[str, Any] = WEEK) -> Course:
    def work(connection: Any) -> Course:
        course = add_course(connection, "algorithms")
        people = {}
        for name in ("ada", "bob", "teacher"):
            people[name] = add_person(connection, name, name.title(), number=f"2026-{name}").id
            role = Role.TEACHER if name == "teacher" else Role.STUDENT
            group = "" if name == "teacher" else "red"
            set_role(connection, course.id, people[name], role, group)
        owner = Owner(people["teacher"], course.id)
        number = add_assignment(connection, definition["name"], definition, owner)
        row = get_assignment(connection, number)
        assert row is not None
        return Course(database, course.id, people, row)

    return database.write(work)


@pytest.fixture
def course(database: Database) -> Course:
    return make(database)


@pytest.fixture
def any_course(database_location: str) -> Iterator[Course]:
    with open_database(database_location) as database:
        yield make(database)


# Definitions --------------------------------------------------------------------------------------


def test_a_definition_is_kept_as_it_was_written() -> None:
    assert read_assignment(WEEK).to_json() == WEEK


@pytest.mark.parametrize(
    ("moment", "state"),
    [
        ("2026-11-12T15:59:59.9", AssignmentState.PLANNED),
        ("2026-11-12T16:00:00", AssignmentState.OPEN),
        ("2026-11-20T16:14:00.99", AssignmentState.OPEN),
        ("2026-11-20T16:14:01", AssignmentState.LATE),
        ("2026-11-22T15:59:00.9", AssignmentState.LATE),
        ("2026-11-22T15:59:01", AssignmentState.CLOSED),
    ],
)
def test_the_state_at_every_border(moment: str, state: AssignmentState) -> None:
    assert read_assignment(WEEK).state(datetime.fromisoformat(f"{moment}+00:00")) is state


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"due": "2026-11-20 23:59"}, "due: expected a date with a time zone"),
        ({"opens": "tomorrow"}, "opens: expected a date with a time zone"),
        ({"due": "2026-11-12 23:59 +08:00"}, "due: expected a time after 'opens'"),
        ({"closes": "2026-11-20 23:59 +08:00"}, "closes: expected a time not before 'due'"),
        ({"name": "a/b"}, "name: expected a name of 1 to 80 printable characters"),
        ({"attempts": 0}, "attempts: expected a whole number from 1"),
        ({"hidden": ["one"]}, "hidden: expected a list of numbers of checks"),
        ({"assistance_off": ["books"]}, "assistance_off: expected one of hints, reviews, engines"),
        ({"colour": "red"}, "colour: unknown field"),
        ({"lab": "othello/task9"}, "no lab is called 'othello/task9'; did you mean"),
        ({"hidden": [99]}, "week-1: hidden: othello/task1 has the checks 1 to"),
        ({"hidden": list(range(1, 30))}, "has the checks 1 to"),
    ],
)
def test_a_wrong_definition_is_refused_with_its_place(
    values: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(GarlicError) as refused:
        check_assignment(read_assignment({**WEEK, **values}))
    assert sentence in str(refused.value)


def test_a_lab_has_the_dates_and_hidden_checks_of_its_assignment() -> None:
    lab = check_assignment(read_assignment({**WEEK, "hidden": [1], "after_due": [2]}))
    assert lab.policy.due == DUE
    assert lab.shown(DUE)[:2] == (False, False)
    assert lab.shown(DUE + timedelta(hours=1))[:2] == (False, True)


# The clock ----------------------------------------------------------------------------------------


def test_what_comes_in_the_second_of_the_deadline_is_on_time(any_course: Course) -> None:
    course = any_course
    course.change(grace="0 min")
    first = course.hand_in("ada", DUE.replace(microsecond=1))
    second = course.hand_in("bob", DUE.replace(microsecond=999_999))
    late = course.hand_in("bob", DUE + SECOND)
    for grade in (first, second, late):
        course.graded(grade, 30)
    on_time = course.grade("ada").attempts[0]
    assert on_time.graded is not None
    assert on_time.graded.lateness is not None
    assert not on_time.graded.lateness.is_late
    assert on_time.row.received_at == DUE.replace(microsecond=1), "stored exactly"
    bob = course.grade("bob")
    both = [attempt.graded and attempt.graded.points for attempt in bob.attempts]
    assert both == [30, 27]
    assert [attempt.row.number for attempt in bob.attempts] == [1, 2]
    assert bob.points == 30


def test_the_clock_of_the_database_is_never_asked(any_course: Course) -> None:
    """Years apart from the server's clock, which says that it is just before the deadline."""
    course = any_course
    query = "select current_timestamp"
    of_database = course.database.read(lambda c: str(c.scalar(text(query))))
    assert of_database[:4] != "2031"
    due = datetime(2031, 1, 1, tzinfo=UTC)
    course.change(due="2031-01-01 00:00 +00:00", closes="2031-01-01 01:00 +00:00", opens=None)
    grade = course.hand_in("ada", due - SECOND)
    row = course.database.read(lambda c: get_handed_in(c, grade))
    assert row is not None
    assert row.received_at == due - SECOND
    with pytest.raises(UsageError, match="was closed at 2031-01-01 01:00:00"):
        course.hand_in("ada", due + timedelta(hours=1) + SECOND)


def test_a_closed_or_planned_assignment_takes_nothing_except_of_the_staff(course: Course) -> None:
    too_soon, too_late = DUE - timedelta(days=30), DUE + timedelta(days=30)
    with pytest.raises(UsageError, match=r"Week 1 opens at 2026-11-13 00:00:00\+08:00"):
        course.hand_in("ada", too_soon)
    with pytest.raises(UsageError, match="this came at 2026-12-20 15:59:00"):
        course.hand_in("ada", too_late)
    course.hand_in("teacher", too_soon)
    assert [grade.person_id for grade in book_of(course)] == [
        course.people["ada"],
        course.people["bob"],
    ], "the staff is not in the class"


def book_of(course: Course) -> tuple[StudentGrade, ...]:
    return course.database.read(lambda c: grade_book(c, course.row)).grades


# What counts --------------------------------------------------------------------------------------


def test_no_more_attempts_than_allowed_and_the_best_counts(course: Course) -> None:
    before = DUE - timedelta(days=1)
    grades = [course.hand_in("ada", before + place * SECOND) for place in range(3)]
    with pytest.raises(UsageError, match="takes 3 attempts, and all of them were used"):
        course.hand_in("ada", before)
    for grade, points in zip(grades, (5, 20, 10), strict=True):
        course.graded(grade, points)
    found = course.grade("ada")
    assert found.points == 20
    assert found.counting is not None
    assert found.counting.row.grade_id == grades[1]
    course.change(counts="last")
    assert course.grade("ada").points == 10


def test_a_late_attempt_loses_points_and_another_due_date_gives_them_back(course: Course) -> None:
    grade = course.hand_in("ada", DUE + timedelta(days=1, hours=1))
    course.graded(grade, 30)
    assert course.grade("ada").points == 24
    assert affected_by(course) == []
    course.change(due="2026-11-22 23:59 Asia/Shanghai", closes=None)
    assert course.grade("ada").points == 30
    assert affected_by(course) == [grade], "its report still speaks of the old date"


def affected_by(course: Course) -> list[str]:
    return affected(course.database.read(lambda c: grade_book(c, course.row)))


def test_what_is_not_graded_yet_has_no_points(course: Course) -> None:
    first, second = (course.hand_in("ada", DUE - place * SECOND) for place in (2, 1))
    course.graded(first, 30)
    found = course.grade("ada")
    assert (found.is_pending, found.points) == (True, None)
    assert affected_by(course) == [], "it waits already"
    course.database.write(lambda c: set_grade(c, second, state="failed"))
    assert affected_by(course) == [second]
    course.graded(second, None)
    course.change(counts="last")
    assert course.grade("ada").points is None, "not judged is not a grade"
    assert latest(course.database.read(lambda c: grade_book(c, course.row))) == [second]


def test_one_of_a_group_hands_in_for_all(course: Course) -> None:
    course.change(groups=True)
    grade = course.hand_in("ada", DUE)
    course.graded(grade, 12)
    assert [each.points for each in book_of(course)] == [12, 12]
    course.hand_in("bob", DUE)
    assert [len(each.attempts) for each in book_of(course)] == [2, 2]


def test_students_do_not_see_hidden_checks_until_they_may(course: Course) -> None:
    course.change(hidden=[1], after_due=[2])
    course.graded(course.hand_in("ada", DUE), 20, 5, 3)
    assert course.grade("ada").points == 28
    assert course.grade("ada", seen_at=DUE).points == 3
    assert course.grade("ada", seen_at=DUE + timedelta(hours=1)).points == 8


def test_a_changed_grade_needs_a_reason_which_is_in_the_audit_log(course: Course) -> None:
    course.graded(course.hand_in("ada", DUE), 10)
    actor = ActingPerson(course.people["teacher"], "here")
    ada = course.people["ada"]
    given = GivenGradeRow(ada, 25.5, "", course.people["teacher"], DUE)

    def change(points: GivenGradeRow | None, reason: str) -> None:
        course.database.write(lambda c: change_grade(c, actor, course.row, points, ada, reason))

    with pytest.raises(UsageError, match="expected a reason"):
        change(given, "  ")
    change(given, "the judge was wrong")
    found = course.grade("ada")
    assert found.points == 25.5
    assert found.given is not None
    assert found.given.reason == "the judge was wrong"
    logged = course.database.read(lambda c: entries(c, course.id))[0]
    assert logged.action == "grade changed"
    assert logged.about == "ada"
    assert logged.details == {
        "assignment": "week-1",
        "before": 10,
        "now": 25.5,
        "reason": "the judge was wrong",
    }
    change(None, "the judge was right")
    assert course.grade("ada").points == 10


def test_grades_are_exported_for_every_course_system(course: Course) -> None:
    course.graded(course.hand_in("ada", DUE + timedelta(days=1)), 10)
    actor, bob = ActingPerson(1), course.people["bob"]
    given = GivenGradeRow(bob, 7.0, "", course.people["teacher"], DUE)
    course.database.write(
        lambda c: change_grade(c, actor, course.row, given, bob, "handed in on paper")
    )
    book = course.database.read(lambda c: grade_book(c, course.row))

    def exported(form: ExportForm) -> str:
        return export(book, form, "en", DUE).decode("utf-8-sig")

    moodle = exported(ExportForm.MOODLE).splitlines()
    assert moodle[1].startswith(",Ada,2026-ada,,Submitted for grading,9,")
    assert moodle[2].startswith(",Bob,2026-bob,,No submission,7,")
    assert "given: handed in on paper" in moodle[2]
    assert exported(ExportForm.CANVAS).splitlines()[2] == "Ada,,2026-ada,ada,red,9"
    assert "2026-ada,Ada,red,,1,9," in exported(ExportForm.CSV)
    assert export(book, ExportForm.GRADESCOPE, "en", DUE).startswith(b"PK")


# Files and comments -------------------------------------------------------------------------------


def test_files_stay_and_what_is_not_graded_is_graded_after_a_restart(any_course: Course) -> None:
    course = any_course
    grade = course.hand_in("ada", DUE, b"// mine")
    (kept,) = course.database.read(kept_submissions)
    assert (kept.grade, kept.content, kept.received) == (grade, b"// mine", DUE)
    assert kept.assignment == course.row.definition
    course.graded(grade, 3)
    assert course.database.read(kept_submissions) == []
    course.database.write(lambda c: forget_submission(c, grade))
    again = course.hand_in("ada", DUE, b"// mine too")
    assert [each.grade for each in course.database.read(kept_submissions)] == [again]


def test_comments_on_lines(any_course: Course) -> None:
    course = any_course
    grade = course.hand_in("ada", DUE)
    teacher = course.people["teacher"]

    def comment(line: int, said: str) -> int:
        return course.database.write(
            lambda c: add_comment(c, grade, "player.h", line, said, teacher)
        )

    comment(7, "an off-by-one error")
    other = comment(2, "a good name")
    found = course.database.read(lambda c: comments_on(c, [grade]))
    assert [(each.line, each.text, each.author) for each in found] == [
        (2, "a good name", "Teacher"),
        (7, "an off-by-one error", "Teacher"),
    ]
    assert course.database.write(lambda c: remove_comment(c, grade, other))
    assert not course.database.write(lambda c: remove_comment(c, grade, other))


def test_an_assignment_with_submissions_stays(course: Course) -> None:
    course.hand_in("ada", DUE)
    with pytest.raises(UsageError, match="close it instead"):
        course.database.write(lambda c: remove_assignment(c, course.row))


# Assistance and archive ---------------------------------------------------------------------------


def test_assistance_is_off_for_a_course_or_until_an_assignment_is_due(any_course: Course) -> None:
    course = any_course
    course.change(assistance_off=["hints", "engines"])

    def off(moment: datetime) -> set[str]:
        found = course.database.read(lambda c: switched_off(c, course.id, moment))
        return {each.value for each in found}

    assert off(DUE) == {"hints", "engines"}
    assert off(DUE - timedelta(days=30)) == set(), "it is not open yet"
    assert off(DUE + timedelta(hours=1)) == set(), "it was due"
    course.database.write(lambda c: set_assistance(c, course.id, [Assistance.REVIEWS]))
    assert off(DUE + timedelta(hours=1)) == {"reviews"}

    def check(person: Person, kind: Assistance) -> None:
        course.database.read(lambda c: check_assistance(c, person, kind, DUE))

    ada = course.person("ada")
    with pytest.raises(AssistanceOffError, match="hints are switched off in the course algorithms"):
        check(ada, Assistance.HINTS)
    with pytest.raises(AssistanceOffError):  # wherever they work now
        check(replace(ada, course=1), Assistance.HINTS)
    check(course.person("teacher"), Assistance.HINTS)


def test_an_archived_course_takes_nothing_until_it_is_opened_again(course: Course) -> None:
    course.database.write(lambda c: archive(c, course.id))
    with pytest.raises(UsageError, match="the course algorithms is archived"):
        course.hand_in("teacher", DUE)
    with pytest.raises(UsageError, match="is archived"):
        course.database.write(lambda c: archive(c, course.id))
    course.database.write(lambda c: reopen(c, course.id))
    course.hand_in("ada", DUE)
