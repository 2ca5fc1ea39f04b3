"""Reads a record: who stood how, which moves cost what, where time went; asks bots again.

`review` values a game with our engines, `scales` says what counts as a mistake, `clock` where
time was lost, `again` puts a position of the game to any bot, `documents` tells it all as JSON.
Nothing here plays or judges: engines value, the judge asks.
"""

from garlic.analysis.ask import Asked, ask
from garlic.analysis.review import MoveReview, Review, Reviewer, Side
from garlic.analysis.scales import Grade

__all__ = ["Asked", "Grade", "MoveReview", "Review", "Reviewer", "Side", "ask"]
