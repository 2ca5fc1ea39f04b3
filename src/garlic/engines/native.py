"""Native positions: the same rules as `garlic.games`, written for speed."""

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Protocol, Self, TypeAlias, runtime_checkable

from garlic import _core
from garlic.core import UsageError
from garlic.core.perft import Progress, ignore
from garlic.core.seat import Seat

# About how many lines one call into the core may count. A call cannot be interrupted, so it must
# be short enough for Ctrl-C to feel immediate.
_LINES_A_CALL = 5_000_000


@runtime_checkable
class NativeTurnPosition(Protocol):
    """A native position of a game in which one player moves at a time; moves are text."""

    @staticmethod
    def parse(text: str) -> "NativeTurnPosition":
        """Read what the Python rules print; raise `ValueError`."""

    def legal_moves(self) -> list[str]:
        """As in the Python rules, in the same order."""

    def play(self, move: str) -> Self:
        """The position after *move*; raise `ValueError` if it is not legal."""

    def perft(self, depth: int) -> int:
        """How many lines of *depth* plies start here."""


@runtime_checkable
class NativeRoundPosition(Protocol):
    """A native position of a game in which both move at once."""

    @staticmethod
    def parse(text: str) -> "NativeRoundPosition":
        """Read what the Python rules print; raise `ValueError`."""

    def moves_for(self, seat: int) -> list[str]:
        """As in the Python rules, in the same order."""

    def play(self, moves: tuple[str | None, str | None], stream: _core.Stream) -> Self:
        """The position after one round; raise `ValueError` if a move is not legal."""

    def perft(self, depth: int) -> int:
        """How many lines of *depth* rounds start here."""


NativePosition: TypeAlias = NativeTurnPosition | NativeRoundPosition


def has_native_rules(game: str) -> bool:
    """Has *game* a native half?"""
    return bool(_core.native_classes(game))


def native_position(game: str, text: str) -> NativePosition:
    """The native position for *text*, as the Python rules print it.

    Raises `UsageError` if *game* has no native half, `ValueError` if *text* is not a position.
    """
    classes: list[type[NativePosition]] = _core.native_classes(game)
    if not classes:
        raise UsageError("{game} has no native core", game=game)
    for native_class in classes[:-1]:
        try:
            return native_class.parse(text)
        except ValueError:
            continue
    return classes[-1].parse(text)


def native_turn_position(game: str, text: str) -> NativeTurnPosition:
    """The same for a game known to be one in which one player moves at a time."""
    position = native_position(game, text)
    if not isinstance(position, NativeTurnPosition):
        raise TypeError(f"expected a position with legal_moves(), got {position!r}")
    return position


def native_divide(game: str, text: str, depth: int, progress: Progress = ignore) -> dict[str, int]:
    """The perft of *depth* split by the first move, counted in short native calls."""
    counts: dict[str, int] = {}
    first = list(_children(native_position(game, text)))
    for name, position in first:
        counts[name] = _count(position, depth - 1, lambda: progress(len(counts), len(first)))
    progress(len(counts), len(first))
    return counts


def _count(position: NativePosition, depth: int, tick: Callable[[], None]) -> int:
    children = [] if depth < 2 else [child for _, child in _children(position)]
    if not children or max(len(children), 8) ** depth <= _LINES_A_CALL:
        lines = position.perft(depth)
        tick()
        return lines
    return sum(_count(child, depth - 1, tick) for child in children)


def _children(position: NativePosition) -> Iterator[tuple[str, NativePosition]]:
    """Each move's name, as the Python rules print it, and the position after it."""
    if isinstance(position, NativeTurnPosition):
        for move in position.legal_moves():
            yield move, position.play(move)
        return
    # Both sides move at once; a garlic that is gone has no move. Perft is offered only where
    # nothing is random, so any stream will do.
    for pair in product(_options(position, Seat.A), _options(position, Seat.B)):
        names = [f"{seat} {move}" for seat, move in zip(Seat, pair, strict=True) if move]
        if names:
            yield " | ".join(names), position.play(pair, _core.Stream(0))


def _options(position: NativeRoundPosition, seat: Seat) -> Sequence[str | None]:
    moves = position.moves_for(seat.index)
    return moves or (None,)
