"""Writes reports: single files on request, and the whole set in a folder.

In the folder, ``staff`` is for teachers; only what is in ``students`` may be given to students.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from garlic.core import UsageError
from garlic.core.reading.files import why, write_whole
from garlic.labs.report.class_page import class_page
from garlic.labs.report.class_sections import Link, builds_page
from garlic.labs.report.documents import dumped, to_csv, to_gradescope, to_json, to_junit
from garlic.labs.report.ranking import Class
from garlic.labs.report.statistics_tables import statistics_tables
from garlic.labs.report.students import student_result
from garlic.labs.report.submission_page import submission_page
from garlic.labs.results import Graded

_ODD = re.compile(r"[^\w.-]+")
_LONGEST_NAME = 80
_INDEX = "index.html"
_BUILDS = "builds.html"
_SIMILAR = "similar"  # a folder
_STAFF, _STUDENTS = "staff", "students"  # folders


@dataclass(frozen=True, slots=True)
class Targets:
    """The paths of the reports; None: not requested."""

    out: Path | None = None
    json: Path | None = None
    csv: Path | None = None
    junit: Path | None = None
    gradescope: Path | None = None
    html: Path | None = None

    @property
    def page(self) -> Path | None:
        """The page to open first."""
        return self.html or (self.out and self.out / _STAFF / _INDEX)


def check_targets(targets: Targets, submissions: int) -> None:
    """Raise `UsageError` if a report cannot be written, before hours of grading."""
    if targets.gradescope is not None and submissions != 1:
        raise UsageError(
            "--gradescope reports on one submission at a time, got {count}", count=submissions
        )
    for path in (targets.json, targets.csv, targets.junit, targets.gradescope, targets.html):
        if path is not None and str(path) != "-" and not path.resolve().parent.is_dir():
            raise UsageError("there is no folder {folder}", folder=str(path.resolve().parent))


def write_reports(targets: Targets, graded: Class, language: str, now: datetime) -> None:
    """Write every requested report, each whole or not at all; raise `UsageError`.

    *now* decides which checks students see.
    """
    results = [row.graded for row in graded.ranked]
    if targets.out is not None:
        _write_for_staff(targets.out / _STAFF, graded, language)
        _write_for_students(targets.out / _STUDENTS, graded, language, now)
    if targets.json is not None:
        _write(targets.json, dumped(to_json(graded, language)))
    if targets.csv is not None:
        _write(targets.csv, to_csv(graded, language))
    if targets.junit is not None:
        _write(targets.junit, to_junit(graded.lab, results, language))
    if targets.gradescope is not None:
        _write(targets.gradescope, dumped(to_gradescope(graded.lab, results[0], language)))
    if targets.html is not None:
        if len(results) == 1:
            _write(targets.html, submission_page(graded.lab, results[0], language))
        else:
            _write_pages(targets.html, targets.html.with_suffix(""), graded, language)


def _write_for_staff(folder: Path, graded: Class, language: str) -> None:
    names, similar = page_names(graded), _write_similar(folder, graded, language)
    _write_pages(folder / _INDEX, folder / "submissions", graded, language, _BUILDS, similar)
    _write(folder / _BUILDS, builds_page(graded, language, _links(names, "submissions")))
    _write(folder / "grades.csv", to_csv(graded, language))
    _write(folder / "grades.json", dumped(to_json(graded, language)))
    for name, content in statistics_tables(graded, language).items():
        _write(folder / name, content)
    for row in graded.ranked:
        home = folder / "records" / names[row.graded.name].removesuffix(".html")
        for test_number, test in enumerate(row.graded.tests, 1):
            for number, game in enumerate(test.games, 1):
                record = home / f"test{test_number}-game{number}.json"
                _write(record, game.packed.content)


def _write_similar(folder: Path, graded: Class, language: str) -> str | None:
    """The pages about similar sources; the path of the first one in *folder*."""
    findings = graded.findings
    if findings is None:
        return None
    from garlic.labs.similarity.writing import (  # noqa: PLC0415  (needs numpy)
        naming_of,
        write_findings,
    )

    naming = naming_of(findings, language, hidden=False)
    page = write_findings(folder / _SIMILAR, findings, graded.lab, naming, language)
    return page.relative_to(folder).as_posix()


def _write_for_students(folder: Path, graded: Class, language: str, now: datetime) -> None:
    """A page for each submission, without what students do not see."""
    lab, names = graded.lab.for_students(now), page_names(graded)
    for row in graded.ranked:
        shown = student_result(graded.lab, row.graded, now)
        _write(folder / names[row.graded.name], submission_page(lab, shown, language))


def _write_pages(
    index: Path,
    folder: Path,
    graded: Class,
    language: str,
    builds: str | None = None,
    similar: str | None = None,
) -> None:
    """The class's page, and a folder with a page for each submission."""
    names = page_names(graded)
    for row in graded.ranked:
        _write(folder / names[row.graded.name], submission_page(graded.lab, row.graded, language))
    _write(index, class_page(graded, language, _links(names, folder.name), builds, similar))


def _links(names: Mapping[str, str], folder: str) -> Link:
    def link(submission: Graded) -> str:
        return f"{folder}/{names[submission.name]}"

    return link


def page_names(graded: Class) -> dict[str, str]:
    """A unique, plain file name for each submission."""
    names: dict[str, str] = {}
    taken: set[str] = set()
    for row in sorted(graded.ranked, key=lambda row: row.graded.name):
        plain = _ODD.sub("_", row.graded.name)[:_LONGEST_NAME].strip("._") or "submission"
        name, number = plain, 1
        while name.lower() in taken:
            number += 1
            name = f"{plain}-{number}"
        taken.add(name.lower())
        names[row.graded.name] = f"{name}.html"
    return names


def _write(path: Path, content: str | bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise UsageError("cannot write {path}: {why}", path=str(path), why=why(fault)) from fault
    if isinstance(content, str):
        content = content.encode(errors="replace")
    write_whole(path, content)
