"""Which checks of a lab students may see."""

from datetime import datetime
from enum import StrEnum

from garlic.labs.policy.lateness import LatePolicy


class Visibility(StrEnum):
    """Who sees a check and its result; staff always do."""

    VISIBLE = "visible"
    AFTER_DUE = "after-due"  # students see it once the due date has passed
    HIDDEN = "hidden"

    def is_shown(self, policy: LatePolicy, now: datetime) -> bool:
        """Whether students see it at the time *now*; without a due date it is never after it."""
        return self is Visibility.VISIBLE or (self is Visibility.AFTER_DUE and policy.is_over(now))


class HiddenPoints(StrEnum):
    """What students are told of the checks that they do not see."""

    NOTHING = "nothing"
    TOTAL = "total"  # how many points there are for all of them together
