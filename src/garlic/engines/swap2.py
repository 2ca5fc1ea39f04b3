"""Swap2, the opening of Gomoku matches: one player proposes, the other chooses.

The first player places three stones, two black and one white. The second takes white, or black, or
places two more stones (one white, one black) and leaves the choice of colour to the first.

::

    three = propose("freestyle", seed=4)
    answer = reply(engine, three, Limit(time=5))
    if answer.choice is Choice.PLACE:
        colour = choose_colour(engine, answer.position, Limit(time=5))
"""

from dataclasses import dataclass, replace
from enum import StrEnum

from garlic.core import Stream, UsageError
from garlic.core.game import expect
from garlic.engines.engine import Engine
from garlic.engines.result import Limit, Score
from garlic.games.gomoku import Move, Position
from garlic.games.gomoku.openings import openings

_EVEN = 0.5  # points; below this, neither side is clearly better
_WHITE_TRIES, _BLACK_TRIES = 4, 3


class Choice(StrEnum):
    """The second player's choices after three stones."""

    BLACK = "black"
    WHITE = "white"
    PLACE = "place"


@dataclass(frozen=True, slots=True)
class Swap2Reply:
    """The *choice* and the *position* after it, with two more stones for `PLACE`."""

    choice: Choice
    position: Position


def propose(rule: str, seed: int = 0) -> Position:
    """A roughly even position of three stones, white to move, chosen by *seed*."""
    three = [position for position in openings(rule) if position.ply == 3]
    return three[Stream(seed).below(len(three))]


def reply(engine: Engine, position: Position, limit: Limit) -> Swap2Reply:
    """The second player's reply to three stones.

    It takes the better side; if neither is better, it places the two stones that leave the most
    even position. Raises `UsageError` if there are not three stones.
    """
    _check(position, 3)
    share = _share(limit, 2)
    score = _score(engine, position, share)
    if abs(_points(score)) >= _EVEN:
        return Swap2Reply(Choice.WHITE if _points(score) > 0 else Choice.BLACK, position)
    whites = engine.search(position, _share(share, 2), lines=_WHITE_TRIES).lines
    five: list[tuple[float, Position]] = []
    for white in whites:
        after = position.play(expect(Move, white.moves[0]))
        blacks = engine.search(after, _share(share, 4 * len(whites)), lines=_BLACK_TRIES).lines
        # Black's best answer is as good as the line says; the others are worse.
        answered = [
            (abs(_points(black.score)), after.play(expect(Move, black.moves[0])))
            for black in blacks
        ]
        five += [(points, left) for points, left in answered if left.outcome() is None]
    closest = min(five, key=lambda pair: pair[0])[1]
    return Swap2Reply(Choice.PLACE, closest)


def choose_colour(engine: Engine, position: Position, limit: Limit) -> Choice:
    """The colour to take after five stones, white to move; raise `UsageError` if there are not."""
    _check(position, 5)
    return Choice.WHITE if _points(_score(engine, position, limit)) > 0 else Choice.BLACK


def _check(position: Position, stones: int) -> None:
    if position.ply != stones:
        raise UsageError(
            "expected {expected} stones for swap2, got {got}", expected=stones, got=position.ply
        )


def _share(limit: Limit, parts: int) -> Limit:
    return replace(
        limit,
        time=limit.time and limit.time / parts,
        nodes=limit.nodes and max(limit.nodes // parts, 1),
    )


def _score(engine: Engine, position: Position, limit: Limit) -> Score:
    score = engine.search(position, limit).score
    if score is None:
        raise UsageError("the game is over")
    return score


def _points(score: Score) -> float:
    """Points; a forced win or loss counts more than any points."""
    if score.points is not None:
        return score.points
    return 1000.0 if score.win_in is not None else -1000.0
