"""Counting the lines of play from a position, to check that two sets of rules are equal."""

from collections.abc import Callable
from itertools import product
from typing import Any

from garlic.core.seat import Seat

Progress = Callable[[int, int], None]
"""Called with the number of first moves counted so far and the number of all."""


def ignore(done: int, of: int) -> None:
    """A `Progress` that does nothing."""


def perft(position: Any, depth: int, *, finished_is_leaf: bool = False) -> int:
    """How many lines of *depth* plies (or rounds) start at *position*.

    A game that ends earlier counts as one line if *finished_is_leaf*, else not at all; each
    game says which is usual for it. In a simultaneous game a line is a list of joint moves;
    the position must not depend on chance (`Game.no_perft` gives the reason where it does).
    """
    if depth == 0:
        return 1
    choices = _choices(position)
    if not choices:
        return int(finished_is_leaf)
    if depth == 1:
        return len(choices)
    return sum(
        perft(_after(position, choice), depth - 1, finished_is_leaf=finished_is_leaf)
        for choice in choices
    )


def divide(
    position: Any, depth: int, *, finished_is_leaf: bool = False, progress: Progress = ignore
) -> dict[str, int]:
    """`perft` split by the first move: what to compare when two counts differ."""
    counts: dict[str, int] = {}
    choices = _choices(position)
    for choice in choices:
        counts[_name(choice)] = perft(
            _after(position, choice), depth - 1, finished_is_leaf=finished_is_leaf
        )
        progress(len(counts), len(choices))
    return counts


class _First:
    """A `Chance` that always picks the first possibility, where the choice does not matter."""

    def below(self, count: int) -> int:
        del count
        return 0


def _choices(position: Any) -> list[Any]:
    if hasattr(position, "legal_moves"):
        return list(position.legal_moves())
    movers = [seat for seat in Seat if position.moves_for(seat)]
    if not movers:
        return []
    return [
        dict(zip(movers, moves, strict=True))
        for moves in product(*(position.moves_for(seat) for seat in movers))
    ]


def _after(position: Any, choice: Any) -> Any:
    return position.play(choice, _First()) if isinstance(choice, dict) else position.play(choice)


def _name(choice: Any) -> str:
    if isinstance(choice, dict):
        return " | ".join(f"{seat} {move}" for seat, move in choice.items())
    return str(choice)
