"""The results that count: one for each student, less the reduction for lateness."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime

from garlic.labs.policy.attempts import Attempt, best_attempt
from garlic.labs.policy.lateness import Lateness, LatePolicy, SubmissionTime
from garlic.labs.results import Graded
from garlic.labs.submissions import Sender


def counting_results(
    policy: LatePolicy, results: Sequence[Graded], given: datetime | None = None
) -> list[Graded]:
    """The result of each student, in the order of *results*.

    Of several attempts of a student, which have the same name, it is the best. *given* is the time
    of submission where the course system does not say it.
    """
    students: dict[str, list[Graded]] = {}
    lateness = lateness_by(policy, given)
    for graded in results:
        timed = graded
        if policy.due is not None:
            timed = replace(graded, lateness=lateness(graded.sender))
        students.setdefault(graded.name, []).append(timed)
    return [_best(attempts) for attempts in students.values()]


def lateness_by(policy: LatePolicy, given: datetime | None = None) -> Callable[[Sender], Lateness]:
    """How late each sender is by *policy*; *given* is the time where nothing else says it."""
    return lambda sender: policy.lateness(submission_time(sender, given))


def submission_time(sender: Sender, given: datetime | None = None) -> SubmissionTime:
    """When *sender* handed in: as the course system says, else the time that a user has *given*.

    The times of files are not used: they tell when a file was copied.
    """
    return SubmissionTime(sender.handed_in if sender.timed else given, sender.late)


def _best(results: Sequence[Graded]) -> Graded:
    """The best of a student's *results*, which knows about the others."""
    if len(results) == 1:
        return results[0]
    attempts = tuple(
        Attempt(one.sender.attempt, one.earned, one.open_points, one.lateness) for one in results
    )
    return replace(results[best_attempt(attempts)], attempts=attempts)
