"""Plain minimax on the Python rules: slow, short, and the reference for every search."""

from collections.abc import Callable
from functools import cache
from typing import Any

from garlic.core import Game, Seat, Stream
from garlic.core.game import turn_position
from garlic.engines import Score
from support.present import present


class Minimax:
    """Scores of positions by searching every line of play to a fixed depth.

    *in_points*: a finished game scores its margin; else it is won, lost or drawn.
    """

    def __init__(
        self, game: Game, evaluate: Callable[[Any], float], *, in_points: bool = False
    ) -> None:
        self._game = game
        self._evaluate = evaluate
        self._in_points = in_points
        self.score = cache(self._score)

    def _score(self, text: str, depth: int) -> Score:
        """The score of the position *text* for its mover."""
        position = turn_position(self._game.parse(text))
        outcome = position.outcome()
        if outcome is not None:
            if self._in_points:
                first, second = present(outcome.scores)
                return Score(float(first - second if position.mover is Seat.A else second - first))
            if outcome.winner is None:
                return Score(0.0)
            return Score(win_in=0) if outcome.winner is position.mover else Score(loss_in=0)
        if depth == 0:
            return Score(self._evaluate(position))
        return max(self.moves(text, depth).values())

    def moves(self, text: str, depth: int) -> dict[str, Score]:
        """The score of every legal move."""
        position = turn_position(self._game.parse(text))
        scores = {}
        for move in position.legal_moves():
            after = position.play(move)
            score = later(self.score(str(after), depth - 1))
            scores[str(move)] = score if after.mover is position.mover else -score
        return scores


def later(score: Score) -> Score:
    """The score one ply earlier: a win or loss is one ply further away."""
    if score.win_in is not None:
        return Score(win_in=score.win_in + 1)
    if score.loss_in is not None:
        return Score(loss_in=score.loss_in + 1)
    return score


def same(first: Score, second: Score) -> bool:
    """Equal except for *proven*, which minimax does not have."""
    return (first.points, first.win_in, first.loss_in) == (
        second.points,
        second.win_in,
        second.loss_in,
    )


def small_board(seed: int, *, last: int = 120) -> str:
    """A random Tiaojia position of 3x3 to 5x5 cells with a few stones per side."""
    chance = Stream(seed)
    rows, columns = 3 + chance.below(3), 3 + chance.below(3)
    cells = ["."] * (rows * columns)
    for stone in "OX" * (1 + chance.below(3)):
        cells[chance.below(len(cells))] = stone
    text = "/".join("".join(cells[r * columns : (r + 1) * columns]) for r in range(rows))
    return f"{text} {'OX'[chance.below(2)]} {last - chance.below(12)}"
