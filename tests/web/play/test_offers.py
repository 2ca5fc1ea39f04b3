"""Offers between two people."""

from garlic.core import Seat
from garlic.web.play.offers import Offers


def test_only_the_same_offer_is_an_agreement() -> None:
    offers = Offers()
    assert not offers.make(Seat.A, "draw")
    assert not offers.make(Seat.B, "take_back")
    assert offers.open == {Seat.A: "draw", Seat.B: "take_back"}
    assert offers.make(Seat.A, "take_back")
    assert offers.open == {}
