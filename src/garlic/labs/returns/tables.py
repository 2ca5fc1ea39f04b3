"""CSV files that Moodle, Canvas and spreadsheets import.

Moodle's is its grading worksheet ("Upload grading worksheet" of an assignment); with its columns
for number and address the gradebook can import it, too. Canvas's is its gradebook.
"""

import csv
import io
from collections.abc import Callable, Iterable, Sequence

from garlic.core import Text
from garlic.core.render.spreadsheet import spreadsheet_cell
from garlic.labs.lab import Lab
from garlic.labs.report.ranking import Class
from garlic.labs.results import Graded, shown_points
from garlic.labs.returns.rows import ReturnRow

# Moodle finds the columns by these words; they are those of an English Moodle.
_MOODLE = (
    "Identifier",
    "Full name",
    "ID number",
    "Email address",
    "Status",
    "Grade",
    "Maximum Grade",
    "Last modified (grade)",
    "Feedback comments",
)
_CANVAS = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")


def moodle_table(
    lab: Lab, rows: Sequence[ReturnRow], language: str, shown: Callable[[Graded], Graded]
) -> str:
    """Moodle's grading worksheet. Students without Moodle's number have an empty identifier.

    Students read its comments, which are about what is *shown* to them of their results.
    """
    return _table(
        _MOODLE,
        (
            (
                f"Participant {row.service_id}" if row.service_id else "",
                row.student.name,
                row.student.number,
                row.student.mail,
                "No submission" if row.graded is None else "Submitted for grading",
                row.grade,
                shown_points(lab.max_points),
                "-",
                Text("; ").render(language).join(_comments(row.seen_as(shown), language)),
            )
            for row in rows
        ),
    )


def _comments(row: ReturnRow, language: str) -> list[str]:
    """What a student is told: the remarks, and which tests lack how many points."""
    one = row.graded
    lost = [
        Text(
            "{name}: {points} of {max:point|points}",
            name=test.title.render(language),
            points=shown_points(test.points),
            max=shown_points(test.max_points),
        )
        for test in (one.tests if one else ())
        if one and one.was_run(test) and test.judged and not test.full
    ]
    return [*row.notes(language), *(text.render(language) for text in lost)]


def canvas_table(lab: Lab, rows: Sequence[ReturnRow], language: str) -> str:
    """Canvas's gradebook with one assignment, called by the title of the lab."""
    title = lab.title.render(language)
    blank = ("",) * (len(_CANVAS) - 1)
    return _table(
        (*_CANVAS, title),
        [
            ("    Points Possible", *blank, shown_points(lab.max_points)),
            *(
                (
                    row.student.name,
                    row.service_id,
                    row.student.number,
                    row.student.login or row.student.mail,
                    row.student.group,
                    row.grade,
                )
                for row in rows
            ),
        ],
    )


def class_table(graded: Class, rows: Sequence[ReturnRow], language: str) -> str:
    """Every student with the points of each test, for spreadsheets."""
    places = {entry.graded.name: entry.place for entry in graded.ranked}
    headings = [
        "student number",
        "full name",
        "group",
        "mail",
        "place",
        "score",
        "of",
        "state",
        "remarks",
    ]
    titles = [test.title.render(language) for test in graded.lab.tests]
    body = []
    for row in rows:
        one, student = row.graded, row.student
        place = places.get(one.name) if one else None
        tests = one.tests if one else ()
        points = [shown_points(test.points) if test.judged else "" for test in tests]
        body.append(
            (
                student.number,
                student.name,
                student.group,
                student.mail,
                "" if place is None else str(place),
                row.grade,
                shown_points(graded.lab.max_points),
                Text(one.state.value if one else "missing").render(language),
                Text(", ").render(language).join(row.notes(language)),
                *(points or [""] * len(titles)),
            )
        )
    return _table([*(Text(name).render(language) for name in headings), *titles], body)


def _table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A CSV file, with a byte order mark so that spreadsheets detect UTF-8."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(map(spreadsheet_cell, headings))
    for row in rows:
        writer.writerow([value if value == "-" else spreadsheet_cell(value) for value in row])
    return "\ufeff" + file.getvalue()
