"""Native positions: the same rules as `garlic.games`, written for speed."""

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

from garlic import _core
from garlic.core import UsageError
from garlic.core.perft import Progress, ignore
from garlic.core.seat import Seat

# About how many lines one call into the core may count. A call cannot be interrupted, so it must
# be short enough for Ctrl-C to feel immediate.
_LINES_A_CALL = 5_000_000


def native_position(game: str, text: str) -> Any:
    """The native position for *text*, as the Python rules print it.

    Raises `UsageError` if *game* has no native half, `ValueError` if *text* is not a position.
    """
    classes: list[Any] = _core.native_classes(game)
    if not classes:
        raise UsageError("{game} has no native core", game=game)
    for native_class in classes[:-1]:
        try:
            return native_class.parse(text)
        except ValueError:
            continue
    return classes[-1].parse(text)


def native_divide(game: str, text: str, depth: int, progress: Progress = ignore) -> dict[str, int]:
    """The perft of *depth* split by the first move, counted in short native calls."""
    counts: dict[str, int] = {}
    first = list(_children(native_position(game, text)))
    for name, position in first:
        counts[name] = _count(position, depth - 1, lambda: progress(len(counts), len(first)))
    progress(len(counts), len(first))
    return counts


def _count(position: Any, depth: int, tick: Callable[[], None]) -> int:
    children = [] if depth < 2 else [child for _, child in _children(position)]
    if not children or max(len(children), 8) ** depth <= _LINES_A_CALL:
        lines: int = position.perft(depth)
        tick()
        return lines
    return sum(_count(child, depth - 1, tick) for child in children)


def _children(position: Any) -> Iterator[tuple[str, Any]]:
    """Each move's name, as the Python rules print it, and the position after it."""
    if hasattr(position, "legal_moves"):
        for move in position.legal_moves():
            yield move, position.play(move)
        return
    # Both sides move at once; a garlic that is gone has no move. Perft is offered only where
    # nothing is random, so any stream will do.
    options = [position.moves_for(seat.index) or [None] for seat in Seat]
    for pair in product(*options):
        names = [f"{seat} {move}" for seat, move in zip(Seat, pair, strict=True) if move]
        if names:
            yield " | ".join(names), position.play(pair, _core.Stream(0))
