"""Balanced openings for matches: short beginnings that give neither side a win to begin with.

``openings.txt`` beside this file holds them, a line each: the rule set, then the moves.
`garlic.engines.training.gomoku_openings` makes it and says what balanced means.
"""

from functools import cache
from importlib.resources import files

from garlic.core import UsageError
from garlic.games.gomoku.position import RULES, Move, Position


@cache
def openings(rule: str) -> tuple[Position, ...]:
    """The openings of a rule set; raise `UsageError` where there is no such rule set."""
    if rule not in RULES:
        raise UsageError(
            "expected a rule set, {known}, got {got!r}", known=", ".join(RULES), got=rule
        )
    content = files(__package__).joinpath("openings.txt").read_text(encoding="utf-8")
    found = []
    for line in content.splitlines():
        first, *moves = line.split()
        if first == rule:
            position = Position.start(rule)
            for move in moves:
                position = position.play(Move.parse(move))
            found.append(position)
    return tuple(found)
