"""Statistics of results: ratings with intervals, and whether one bot is stronger than another.

Pure functions on plain values; nothing here plays, stores or prints. Start with `results`, then
`ratings` (many bots) or `duel` and `sprt` (two bots). `docs/statistics.md` explains every number.
"""

from garlic.arena.statistics.duel import Comparison, compare
from garlic.arena.statistics.elo import elo_of_score, expected_score
from garlic.arena.statistics.ratings import Rating, Ratings, bootstrap, rate, rate_totals
from garlic.arena.statistics.results import GameResult, PairCounts, Totals
from garlic.arena.statistics.scale import Anchors, RatingScale
from garlic.arena.statistics.sprt import Decision, Sprt

__all__ = [
    "Anchors",
    "Comparison",
    "Decision",
    "GameResult",
    "PairCounts",
    "Rating",
    "RatingScale",
    "Ratings",
    "Sprt",
    "Totals",
    "bootstrap",
    "compare",
    "elo_of_score",
    "expected_score",
    "rate",
    "rate_totals",
]
