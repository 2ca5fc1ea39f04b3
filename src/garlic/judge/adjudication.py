"""When the judge ends a game before the rules do: too many plies, or both bots agree.

A bot claims a score with a remark before its answer, a line ``# score 12.5``: by how many points
of the game it is ahead (behind, if negative). A game ends by agreement only if both bots claim
the same winner for several turns in a row; no other opinion counts.
"""

import re
from dataclasses import dataclass

from garlic.core import Seat

_CLAIM = re.compile(r"^#[ \t]*score[ \t]+([+-]?[0-9]{1,9}(?:\.[0-9]{1,6})?)[ \t\r]*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Adjudication:
    """Adjudication options of a game run; by default there is none."""

    max_plies: int | None = None  # rounds, where both move at once
    agreed_score: float | None = None  # points by which both must see the same side ahead
    agreed_turns: int = 4  # turns in a row of each bot


NO_ADJUDICATION = Adjudication()


class Claims:
    """The score claims of both bots, turn by turn."""

    def __init__(self, adjudication: Adjudication) -> None:
        self._adjudication = adjudication
        self._in_a_row: dict[Seat, tuple[Seat | None, int]] = dict.fromkeys(Seat, (None, 0))

    def add(self, seat: Seat, remarks: str) -> Seat | None:
        """Add the claim in *remarks*; the winner, if both have now agreed for enough turns."""
        if self._adjudication.agreed_score is None:
            return None
        leader = self._claimed_leader(seat, remarks, self._adjudication.agreed_score)
        previous, count = self._in_a_row[seat]
        self._in_a_row[seat] = (leader, count + 1 if leader is previous else 1)
        if leader is None:
            return None
        agreed = all(
            claimed is leader and turns >= self._adjudication.agreed_turns
            for claimed, turns in self._in_a_row.values()
        )
        return leader if agreed else None

    def _claimed_leader(self, seat: Seat, remarks: str, margin: float) -> Seat | None:
        """Who is ahead by at least *margin* according to the last claim in *remarks*."""
        claims = _CLAIM.findall(remarks)
        points = float(claims[-1]) if claims else 0.0
        if abs(points) < margin:
            return None
        return seat if points > 0 else seat.other
