"""Writes the files that go back to a course system."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from garlic.core import Text, UsageError
from garlic.core.reading.files import write_whole
from garlic.labs.intake.handed_in import HandedIn
from garlic.labs.report.documents import dumped, to_gradescope
from garlic.labs.report.ranking import Class
from garlic.labs.report.students import student_result
from garlic.labs.report.submission_page import submission_page
from garlic.labs.results import Graded
from garlic.labs.returns.feedback import gradescope_results, moodle_feedback, without_feedback
from garlic.labs.returns.rows import not_exported, return_rows
from garlic.labs.returns.tables import canvas_table, class_table, moodle_table


@dataclass(frozen=True, slots=True)
class Returns:
    """The paths of the files; None: not requested."""

    moodle: Path | None = None
    canvas: Path | None = None
    moodle_feedback: Path | None = None
    csv: Path | None = None
    gradescope: Path | None = None  # of a class

    @property
    def paths(self) -> list[Path]:
        """All that were requested."""
        every = (self.moodle, self.canvas, self.moodle_feedback, self.csv, self.gradescope)
        return [path for path in every if path is not None]


def check_returns(returns: Returns) -> None:
    """Raise `UsageError` if a file cannot be written, before hours of grading."""
    for path in returns.paths:
        if str(path) != "-" and not path.resolve().parent.is_dir():
            raise UsageError("there is no folder {folder}", folder=str(path.resolve().parent))


def write_returns(
    returns: Returns, graded: Class, handed_in: HandedIn, language: str, now: datetime
) -> list[Text]:
    """Write every requested file; return what to say about what is missing in them.

    *now* decides which checks students see in what they get back. Raises `UsageError` if a file
    cannot be written.
    """
    lab = graded.lab
    shown_lab = lab.for_students(now)
    results = [row.graded for row in graded.ranked]
    rows = return_rows(handed_in, results)

    def shown(one: Graded) -> Graded:
        return student_result(lab, one, now)

    contents: dict[Path, str | bytes] = {}
    if returns.moodle is not None:
        contents[returns.moodle] = moodle_table(lab, rows, language, shown)
    if returns.canvas is not None:
        contents[returns.canvas] = canvas_table(lab, rows, language)
    if returns.csv is not None:
        contents[returns.csv] = class_table(graded, rows, language)
    if returns.moodle_feedback is not None:
        contents[returns.moodle_feedback] = moodle_feedback(
            rows,
            lambda one: submission_page(shown_lab, shown(one), language),
        )
    if returns.gradescope is not None:
        contents[returns.gradescope] = gradescope_results(
            results, lambda one: dumped(to_gradescope(lab, one, language))
        )
    for path, content in contents.items():
        write_whole(path, content if isinstance(content, bytes) else content.encode())
    notes = without_feedback(rows) if returns.moodle_feedback is not None else []
    return (not_exported(rows) if contents else []) + notes
