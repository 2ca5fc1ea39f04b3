"""What a student may see of a lab and of the results.

Every report for students is made from these values, which lack the hidden checks altogether, and
never from the whole results.
"""

from dataclasses import replace
from datetime import datetime
from itertools import compress

from garlic.labs.lab import Lab
from garlic.labs.report.ranking import Class, ranked
from garlic.labs.results import Graded


def student_result(lab: Lab, graded: Graded, now: datetime) -> Graded:
    """The result of a submission without the tests of *lab* that students do not see.

    The points of other attempts are left out with them, as they would tell what those cost.
    """
    shown = lab.shown(now)
    attempts = graded.attempts if all(shown) else ()
    return replace(
        graded, tests=tuple(compress(graded.tests, shown)), source=None, attempts=attempts
    )


def student_class(graded: Class, now: datetime) -> Class:
    """A class as its students may see it: places follow from the points that they see."""
    results = [student_result(graded.lab, row.graded, now) for row in graded.ranked]
    return ranked(graded.lab.for_students(now), results)
