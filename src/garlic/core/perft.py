"""Counting the lines of play from a position, to check that two sets of rules are equal."""

from collections.abc import Callable, Iterator, Sequence
from itertools import product

from garlic.core.game import (
    Move,
    Position,
    SimultaneousPosition,
    simultaneous_position,
    takes_turns,
)
from garlic.core.seat import Seat

Progress = Callable[[int, int], None]
"""Called with the number of first moves counted so far and the number of all."""


def ignore(done: int, of: int) -> None:
    """A `Progress` that does nothing."""


def perft(position: Position, depth: int, *, finished_is_leaf: bool = False) -> int:
    """How many lines of *depth* plies (or rounds) start at *position*.

    A game that ends earlier counts as one line if *finished_is_leaf*, else not at all; each
    game says which is usual for it. In a simultaneous game a line is a list of joint moves;
    the position must not depend on chance (`Game.no_perft` gives the reason where it does).
    """
    if depth == 0:
        return 1
    if depth == 1:
        return len(_choices(position)) or int(finished_is_leaf)
    counts = [
        perft(after, depth - 1, finished_is_leaf=finished_is_leaf)
        for _, after in _children(position)
    ]
    return sum(counts) if counts else int(finished_is_leaf)


def divide(
    position: Position, depth: int, *, finished_is_leaf: bool = False, progress: Progress = ignore
) -> dict[str, int]:
    """`perft` split by the first move: what to compare when two counts differ."""
    counts: dict[str, int] = {}
    total = len(_choices(position))
    for choice, after in _children(position):
        counts[str(choice)] = perft(after, depth - 1, finished_is_leaf=finished_is_leaf)
        progress(len(counts), total)
    return counts


class JointMove(dict[Seat, Move]):
    """What both sides do at once."""

    def __str__(self) -> str:
        return " | ".join(f"{seat} {move}" for seat, move in self.items())


class _First:
    """A `Chance` that always picks the first possibility, where the choice does not matter."""

    def below(self, count: int) -> int:
        del count
        return 0


def _choices(position: Position) -> Sequence[object]:
    """The legal moves, or what both sides can do at once."""
    if takes_turns(position):
        return position.legal_moves()
    return _joint_moves(simultaneous_position(position))


def _children(position: Position) -> Iterator[tuple[object, Position]]:
    """Each choice and the position after it."""
    if takes_turns(position):
        for move in position.legal_moves():
            yield move, position.play(move)
        return
    both = simultaneous_position(position)
    for moves in _joint_moves(both):
        yield moves, both.play(moves, _First())


def _joint_moves(position: SimultaneousPosition) -> list[JointMove]:
    movers = [seat for seat in Seat if position.moves_for(seat)]
    if not movers:
        return []
    return [
        JointMove(zip(movers, moves, strict=True))
        for moves in product(*(position.moves_for(seat) for seat in movers))
    ]
