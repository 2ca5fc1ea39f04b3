"""The native positions: the same rules as `garlic.games`, made for speed."""

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

from garlic import _core
from garlic.core import UsageError
from garlic.core.perft import Progress, ignore
from garlic.core.seat import Seat

# About how many lines one call into the core may count. It cannot be interrupted, so it has to
# end within the blink in which somebody who pressed Ctrl-C expects an answer.
_LINES_A_CALL = 5_000_000


def native_position(game: str, text: str) -> Any:
    """The native position that *text*, as the Python rules print it, describes.

    Raises `UsageError` if *game* has no native half, `ValueError` if *text* is no position.
    """
    homes: list[Any] = _core.native_classes(game)
    if not homes:
        raise UsageError("{game} has no native core", game=game)
    for home in homes[:-1]:
        try:
            return home.parse(text)
        except ValueError:
            continue
    return homes[-1].parse(text)


def native_divide(game: str, text: str, depth: int, progress: Progress = ignore) -> dict[str, int]:
    """The perft of *depth* split by the first move, counted in calls that are all short."""
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
    # Both sides move at once; a garlic that is gone has no move. Chance decides nothing where
    # lines can be counted, so any stream will do.
    options = [position.moves_for(seat.index) or [None] for seat in Seat]
    for pair in product(*options):
        names = [f"{seat} {move}" for seat, move in zip(Seat, pair, strict=True) if move]
        if names:
            yield " | ".join(names), position.play(pair, _core.Stream(0))
