"""Whether a human game counts for the strength of the one person in it."""

from collections.abc import Sequence

from garlic.arena.rating.ladder import ladder_of
from garlic.core import Game, Seat
from garlic.judge.record import Turn
from garlic.store.human_games import Setup
from garlic.web.play.models import Counts
from garlic.web.play.opponents import HUMAN
from garlic.web.view.rating_models import rung_of


def counts_for_strength(game: Game, setup: Setup, turns: Sequence[Turn]) -> Counts:
    """Yes, or the reason why not."""
    ladder = ladder_of(game)
    bots = [seat for seat in Seat if setup.seats[seat.index] != HUMAN]
    if ladder.measured is None:
        return "no scale"
    if len(bots) != 1 or rung_of(ladder, setup.seats[bots[0].index]) is None:
        return "opponent"
    if setup.own_position:
        return "position"
    if setup.helped:
        return "helped"
    name = game.seats[bots[0].index]
    faults = (turn.verdict.is_fault for turn in turns if turn.seat == name)
    return "fault" if any(faults) else "yes"
