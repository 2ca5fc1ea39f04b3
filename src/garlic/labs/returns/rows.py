"""The rows of the results: every student of the roster, and whoever else handed in."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from garlic.core import Text
from garlic.labs.intake.handed_in import HandedIn
from garlic.labs.intake.roster import Student
from garlic.labs.report.ranking import remarks
from garlic.labs.results import Graded, shown_points


@dataclass(frozen=True, slots=True)
class ReturnRow:
    """A student and the result of their submission."""

    student: Student
    graded: Graded | None  # None: nothing was handed in
    on_roster: bool

    @property
    def grade(self) -> str:
        """The points; empty if there is no submission, or something of it was not judged."""
        if self.graded is None or self.graded.not_judged:
            return ""
        return shown_points(self.graded.points)

    @property
    def service_id(self) -> str:
        """The number that Moodle or Canvas gives the student; empty if it is not known."""
        return self.student.service_id or (self.graded.sender.service_id if self.graded else "")

    def seen_as(self, shown: Callable[[Graded], Graded]) -> "ReturnRow":
        """The row with what is *shown* of its result."""
        return self if self.graded is None else replace(self, graded=shown(self.graded))

    def notes(self, language: str) -> list[str]:
        """What a teacher should know about the row."""
        if self.graded is None:
            return [Text("nothing handed in").render(language)]
        texts = remarks(self.graded)
        if self.graded.sender.late and self.graded.late_text is None:
            texts.append(Text("handed in late"))
        if not self.on_roster:
            texts.append(Text("not on the roster"))
        return [text.render(language) for text in texts]


def return_rows(handed_in: HandedIn, results: Sequence[Graded]) -> list[ReturnRow]:
    """The roster in its order, then the submissions of everybody else."""
    roster = handed_in.roster
    by_student: dict[Student, Graded] = {}
    others = []
    for graded in results:
        sender = graded.sender
        if roster is None or not sender.is_known:
            students = sender.students or (Student(graded.name),)
            others += [ReturnRow(student, graded, roster is None) for student in students]
        else:
            by_student |= dict.fromkeys(sender.students, graded)
    listed = roster.students if roster is not None else ()
    rows = [ReturnRow(student, by_student.get(student), True) for student in listed]
    return rows + others


def not_exported(rows: Sequence[ReturnRow]) -> list[Text]:
    """A sentence about grades that are left empty because something was not judged, if any are."""
    open_rows = [row for row in rows if row.graded is not None and row.graded.not_judged]
    if not open_rows:
        return []
    sentence = Text(
        "{count:grade is|grades are} left empty in the exported files, because not everything could"
        " be judged; run the same command again",
        count=len(open_rows),
    )
    return [sentence]
