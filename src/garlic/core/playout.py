"""Games of random legal moves, for tests and for trying out a viewer."""

from collections.abc import Iterator
from typing import TypeVar

from garlic.core.chance import Stream
from garlic.core.game import Position, expect, simultaneous_position, takes_turns
from garlic.core.perft import JointMove
from garlic.core.seat import Seat

P = TypeVar("P", bound=Position)


def random_game(start: P, seed: int) -> Iterator[tuple[str, P]]:
    """Each move (or round) and the position after it, from ``("", start)`` to the end."""
    stream = Stream(seed)
    position = start
    yield "", position
    while position.outcome() is None:
        if takes_turns(position):
            moves = position.legal_moves()
            move = moves[stream.below(len(moves))]
            position = expect(type(start), position.play(move))
            yield str(move), position
        else:
            both = simultaneous_position(position)
            choice = JointMove(
                (seat, moves[stream.below(len(moves))])
                for seat in Seat
                if (moves := both.moves_for(seat))
            )
            position = expect(type(start), both.play(choice, stream))
            yield str(choice), position
