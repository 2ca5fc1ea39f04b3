"""The type variables of the contract of a game: its positions and its moves.

A game names its own classes, ``Game[Position, Move]``. Code for any game writes just `Game`, which
stands for the protocols of `garlic.core.game`; every game can be passed to it. That is what
`covariant` says: nothing stops such code from mixing the positions of two games, except that it
gets positions and moves from the game it was given.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing_extensions import TypeVar  # with defaults, which are newer than Python 3.11

    from garlic.core.game import Move, Position, TurnPosition

    T = TypeVar("T", bound=TurnPosition[Any])  # with turns, whatever its moves are
    M = TypeVar("M", bound=Move, default=Move)
    P_co = TypeVar("P_co", bound=Position, covariant=True, default=Position)
    M_co = TypeVar("M_co", bound=Move, covariant=True, default=Move)
else:
    from typing import TypeVar

    T, M = TypeVar("T"), TypeVar("M")
    P_co, M_co = TypeVar("P_co", covariant=True), TypeVar("M_co", covariant=True)
