"""Which checks of an assignment somebody sees, written as ``110``: those with a 1 are seen.

Reports are made once, when a submission is graded, one for each view that there can be. Whoever
looks gets the report of exactly the checks that they may see at that time, or none.
"""

from dataclasses import dataclass
from datetime import UTC, datetime

from garlic.labs.lab import Lab
from garlic.labs.report.students import student_result
from garlic.labs.results import Graded

_BEFORE = datetime.min.replace(tzinfo=UTC)
_AFTER = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class View:
    """A lab and a result with the checks that somebody sees."""

    name: str  # like "110"
    lab: Lab
    graded: Graded


def view_name(lab: Lab, seen_at: datetime | None) -> str:
    """The name of what students see at that time; of what the staff sees for None."""
    shown = (True,) * len(lab.tests) if seen_at is None else lab.shown(seen_at)
    return "".join("1" if each else "0" for each in shown)


def views(lab: Lab, graded: Graded) -> list[View]:
    """What students see before the due date, what they see after it, what the staff sees.

    Equal ones come once; the first is that of students before the due date.
    """
    found: dict[str, View] = {}
    for moment in (_BEFORE, _AFTER, None):
        name = view_name(lab, moment)
        if moment is None:
            found.setdefault(name, View(name, lab, graded))
        else:
            seen = student_result(lab, graded, moment)
            found.setdefault(name, View(name, lab.for_students(moment), seen))
    return list(found.values())


def view_names(lab: Lab) -> list[str]:
    """The names of all views of *lab*."""
    return [view_name(lab, moment) for moment in (_BEFORE, _AFTER, None)]
