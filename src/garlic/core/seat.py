from enum import Enum


class Seat(Enum):
    """One of the two players. `A` is the one that moves first where there is an order."""

    A = "a"
    B = "b"

    @property
    def other(self) -> "Seat":
        """The opponent."""
        return Seat.B if self is Seat.A else Seat.A

    @property
    def index(self) -> int:
        """0 for `A`, 1 for `B`: the place in every pair (scores, names, bots)."""
        return 0 if self is Seat.A else 1

    def __str__(self) -> str:
        return self.value
