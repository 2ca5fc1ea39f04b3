"""When the judge ends a game that the rules would let go on: too long, or decided by agreement.

A bot claims a score with a remark before its answer, a line ``# score 12.5``: so many points of
the game it sees itself ahead (behind, below zero). A game ends by agreement only where both
bots claim the same for several turns in a row; nobody else's opinion counts.
"""

import re
from dataclasses import dataclass

from garlic.core import Seat

_CLAIM = re.compile(r"^#[ \t]*score[ \t]+([+-]?[0-9]{1,9}(?:\.[0-9]{1,6})?)[ \t\r]*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Adjudication:
    """The wishes of whoever set the match up; by default none."""

    max_plies: int | None = None  # rounds, where both move at once
    agreed_score: float | None = None  # how far ahead both must see the same side, in points
    agreed_turns: int = 4  # in how many turns of each bot in a row


AS_THE_RULES_SAY = Adjudication()


class Claims:
    """What both bots said of their chances, turn by turn."""

    def __init__(self, wishes: Adjudication) -> None:
        self._wishes = wishes
        self._in_a_row: dict[Seat, tuple[Seat | None, int]] = dict.fromkeys(Seat, (None, 0))

    def hear(self, seat: Seat, remarks: str) -> Seat | None:
        """Take the claim in *remarks*; the winner, if both have now agreed for long enough."""
        if self._wishes.agreed_score is None:
            return None
        leader = self._claimed_leader(seat, remarks, self._wishes.agreed_score)
        before, count = self._in_a_row[seat]
        self._in_a_row[seat] = (leader, count + 1 if leader is before else 1)
        if leader is None:
            return None
        agreed = all(
            said is leader and times >= self._wishes.agreed_turns
            for said, times in self._in_a_row.values()
        )
        return leader if agreed else None

    def _claimed_leader(self, seat: Seat, remarks: str, margin: float) -> Seat | None:
        """Who is ahead by at least *margin*, as the last claim in *remarks* has it."""
        claims = _CLAIM.findall(remarks)
        points = float(claims[-1]) if claims else 0.0
        if abs(points) < margin:
            return None
        return seat if points > 0 else seat.other
