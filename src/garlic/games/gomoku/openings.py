"""Balanced openings for matches: the first moves of a game, won for neither side.

``openings.txt`` beside this file has one per line: the rule set, then the moves.
`garlic.engines.training.gomoku_openings` writes it and defines what balanced means.
"""

from functools import cache
from importlib.resources import files

from garlic.core import UsageError
from garlic.games.gomoku.position import RULES, Move, Position


@cache
def openings(rule: str) -> tuple[Position, ...]:
    """The openings of a rule set; raise `UsageError` if there is no such rule set."""
    if rule not in RULES:
        raise UsageError(
            "expected a rule set, {known}, got {got!r}", known=", ".join(RULES), got=rule
        )
    content = files(__package__).joinpath("openings.txt").read_text(encoding="utf-8")
    positions = []
    for line in content.splitlines():
        first, *moves = line.split()
        if first == rule:
            position = Position.start(rule)
            for move in moves:
                position = position.play(Move.parse(move))
            positions.append(position)
    return tuple(positions)
