"""Feedback as zip files: a page for each student as Moodle wants it, or Gradescope's results."""

import io
import re
import zipfile
from collections.abc import Callable, Sequence

from garlic.core import Text
from garlic.labs.results import Graded
from garlic.labs.returns.rows import ReturnRow

_PLUGIN = "assignsubmission_file_"
_MOODLE = re.compile(r".*_\d+_assignsubmission_\w*", re.DOTALL)
_ODD = re.compile(r"[/\\_\x00-\x1f]+")
_DAY = (2020, 1, 1, 0, 0, 0)  # of all files: equal results, equal bytes


def moodle_feedback(rows: Sequence[ReturnRow], page: Callable[[Graded], str]) -> bytes:
    """The zip file for "Upload multiple feedback files in a zip" of an assignment.

    Moodle finds the student by the name of the folder, which is that of the submission. Students
    without Moodle's number cannot be found and are left out; see `without_feedback`.
    """
    files = {}
    for row in rows:
        if row.graded is not None and (folder := _moodle_folder(row)):
            files[f"{folder}/feedback.html"] = page(row.graded).encode(errors="replace")
    return _packed(files)


def without_feedback(rows: Sequence[ReturnRow]) -> list[Text]:
    """A sentence about the results that Moodle's zip file cannot have, if there are any."""
    count = sum(row.graded is not None and not _moodle_folder(row) for row in rows)
    if not count:
        return []
    sentence = Text(
        "{count:student has|students have} no page in the zip file for Moodle, which finds students"
        " only by its own number: grade Moodle's export, or use its grading worksheet as the"
        " roster",
        count=count,
    )
    return [sentence]


def _moodle_folder(row: ReturnRow) -> str:
    """The folder of a student; empty if Moodle's number is not known."""
    label = row.graded.sender.label if row.graded else ""
    if _MOODLE.fullmatch(label):
        return label
    number = row.service_id
    return f"{_ODD.sub(' ', row.student.name)}_{number}_{_PLUGIN}" if number else ""


def gradescope_results(graded: Sequence[Graded], document: Callable[[Graded], str]) -> bytes:
    """A zip file with a folder for each submission, in it Gradescope's ``results.json``."""
    return _packed(
        {
            f"{_ODD.sub(' ', one.sender.label or one.name).strip()}/results.json": document(
                one
            ).encode()
            for one in graded
        }
    )


def _packed(files: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, _DAY)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
    return packed.getvalue()
