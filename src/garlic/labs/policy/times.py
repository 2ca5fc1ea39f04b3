"""The lateness of a graded submission, from the time at which it was handed in."""

from dataclasses import replace
from datetime import datetime

from garlic.labs.policy.lateness import LatePolicy, SubmissionTime
from garlic.labs.results import Graded
from garlic.labs.submissions import Sender


def submission_time(sender: Sender, given: datetime | None = None) -> SubmissionTime:
    """When *sender* handed in: as the course system says, else the time that a user has *given*.

    The times of files are not used: they tell when a file was copied.
    """
    return SubmissionTime(sender.handed_in if sender.timed else given, sender.late)


def with_lateness(policy: LatePolicy, graded: Graded, given: datetime | None = None) -> Graded:
    """*graded* with its lateness, which reduces its points."""
    return replace(graded, lateness=policy.lateness(submission_time(graded.sender, given)))
