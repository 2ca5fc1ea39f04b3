"""What one side has offered the other: a draw, to take back a move, a rematch."""

from typing import Literal

from garlic.core import Seat

OfferKind = Literal["draw", "take_back", "rematch"]


class Offers:
    """The open offers of a game, at most one of each side."""

    def __init__(self) -> None:
        self._open: dict[Seat, OfferKind] = {}

    @property
    def open(self) -> dict[Seat, OfferKind]:
        """Who has offered what."""
        return dict(self._open)

    def make(self, seat: Seat, kind: OfferKind) -> bool:
        """Offer *kind*; True if the other side has offered the same, and so it is agreed."""
        agreed = self._open.get(seat.other) == kind
        if agreed:
            self._open.clear()
        else:
            self._open[seat] = kind
        return agreed

    def decline(self, seat: Seat) -> bool:
        """Decline what the other side has offered *seat*; False if that is nothing."""
        return self._open.pop(seat.other, None) is not None

    def withdraw(self) -> None:
        """Withdraw all offers, because the game has gone on."""
        self._open.clear()
