"""The grades of an assignment as the files that `labs.returns` writes for course systems."""

from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from garlic.core import Text
from garlic.courses.grade_book import GradeBook, StudentGrade
from garlic.labs.report.documents import dumped, to_gradescope
from garlic.labs.report.ranking import Class, Ranked
from garlic.labs.report.students import student_result
from garlic.labs.results import Graded, shown_points
from garlic.labs.returns.feedback import gradescope_results
from garlic.labs.returns.rows import ReturnRow
from garlic.labs.returns.tables import canvas_table, class_table, moodle_table


class ExportForm(StrEnum):
    """For whom the grades are written."""

    MOODLE = "moodle"
    CANVAS = "canvas"
    GRADESCOPE = "gradescope"
    CSV = "csv"

    @property
    def ending(self) -> str:
        """How the name of the file ends."""
        return "zip" if self is ExportForm.GRADESCOPE else "csv"


@dataclass(frozen=True, slots=True)
class ExportRow(ReturnRow):
    """A student with the points that count, which may have been given by the staff."""

    own: StudentGrade | None = None

    @property
    def grade(self) -> str:
        """The points; empty if nothing was handed in, or it is not judged."""
        return "" if self.own is None or self.own.points is None else shown_points(self.own.points)

    def notes(self, language: str) -> list[str]:
        """What a teacher should know about the row."""
        # Without arguments `super` does not find the class that slots have made anew.
        texts = ReturnRow.notes(self, language)
        if self.own is not None and self.own.given is not None:
            texts.append(Text("given: {reason}", reason=self.own.given.reason).render(language))
        return texts


def export(book: GradeBook, form: ExportForm, language: str, now: datetime) -> bytes:
    """The grades in a *form*. A grade that is not final is left empty; *now* decides what students
    may read in comments for them.
    """
    lab = replace(book.lab, title=book.assignment.title)
    rows = [ExportRow(each.student, _graded(each), True, each) for each in book.grades]
    results = [row.graded for row in rows if row.graded is not None]

    def shown(one: Graded) -> Graded:
        return student_result(lab, one, now)

    if form is ExportForm.GRADESCOPE:
        return gradescope_results(results, lambda one: dumped(to_gradescope(lab, one, language)))
    if form is ExportForm.MOODLE:
        return moodle_table(lab, rows, language, shown).encode()
    if form is ExportForm.CANVAS:
        return canvas_table(lab, rows, language).encode()
    return class_table(_ranked(book), rows, language).encode()


def _graded(each: StudentGrade) -> Graded | None:
    return None if each.counting is None else each.counting.graded


def _ranked(book: GradeBook) -> Class:
    """The class with places by the points that count; their sources are not compared."""
    known = [(each, graded) for each in book.grades if (graded := _graded(each)) is not None]
    points = sorted((each.points for each, _ in known if each.points is not None), reverse=True)
    ranked = [
        Ranked(None if each.points is None else points.index(each.points) + 1, graded)
        for each, graded in known
    ]
    return Class(book.lab, tuple(ranked), None)
