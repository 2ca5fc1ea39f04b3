from dataclasses import dataclass

from garlic.core.seat import Seat


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: who won (None for a draw), why, and the scores where it has some.

    *reason* is an English phrase that never changes for the same ending ("checkmate"): it
    is a code for programs and the key of its translation for people.
    """

    winner: Seat | None
    reason: str
    scores: tuple[int, int] | None = None
