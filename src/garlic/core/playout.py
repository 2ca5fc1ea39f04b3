"""Games of random legal moves, for tests and for trying out a viewer."""

from collections.abc import Iterator
from typing import Any

from garlic.core.chance import Stream
from garlic.core.seat import Seat


def random_game(start: Any, seed: int) -> Iterator[tuple[str, Any]]:
    """Each move (or round) and the position after it, from ``("", start)`` to the end."""
    stream = Stream(seed)
    position = start
    yield "", position
    while position.outcome() is None:
        if hasattr(position, "legal_moves"):
            moves = position.legal_moves()
            move = moves[stream.below(len(moves))]
            position = position.play(move)
            yield str(move), position
        else:
            choice = {
                seat: moves[stream.below(len(moves))]
                for seat in Seat
                if (moves := position.moves_for(seat))
            }
            position = position.play(choice, stream)
            yield " | ".join(f"{seat} {move}" for seat, move in choice.items()), position
