"""A course player that always searches the same depth."""

from garlic.core import Game, Move, Position
from garlic.engines.engine import Engine
from garlic.engines.result import Limit


class FixedDepth:
    """Plain alpha-beta of *depth* plies with the evaluation of the native player *name*."""

    def __init__(self, game: Game, name: str, depth: int, hash_mb: int) -> None:
        self._engine = Engine(game, player=name, hash_mb=hash_mb)
        self._limit = Limit(depth=depth)

    def choose(self, position: Position, limit: Limit) -> Move | None:
        """The move with the best minimax value, the same every time; None if the game is over."""
        del limit
        self._engine.clear()
        return self._engine.search(position, self._limit, exact=True).best

    def evaluate(self, position: Position | str) -> float:
        """The lab's own points for the side to move."""
        return self._engine.evaluate(position)
