"""The native positions: the same rules as `garlic.games`, made for speed."""

from typing import Any

from garlic import _core
from garlic.core import UsageError


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


def native_divide(game: str, text: str, depth: int) -> dict[str, int]:
    """The perft of *depth* split by the first move."""
    position = native_position(game, text)
    if hasattr(position, "divide"):  # both sides move at once: no list of single moves
        counts: dict[str, int] = position.divide(depth)
        return counts
    return {move: position.play(move).perft(depth - 1) for move in position.legal_moves()}
