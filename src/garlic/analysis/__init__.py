"""Analysis of a finished game: evaluations, mistakes, use of time, and questions to bots.

Start with `review`, which evaluates every position of a record with our engines (`evaluation`).
`scales` defines what counts as a mistake, `clock` sums up the time of each side, `ask` puts a
position of the record to any bot, `documents` converts the results to JSON.
Engines themselves are in `garlic.engines`; running and judging a bot is in `garlic.judge`.
"""

from garlic.analysis.ask import BotAnswer, ask
from garlic.analysis.review import MoveReview, Review, Reviewer, Side
from garlic.analysis.scales import Grade

__all__ = ["BotAnswer", "Grade", "MoveReview", "Review", "Reviewer", "Side", "ask"]
