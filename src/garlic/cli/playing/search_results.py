"""The result of a search as JSON, and the forbidden points of a position."""

from typing import TYPE_CHECKING, Any

from garlic.core import Game, Position
from garlic.core.game import has_forbidden

if TYPE_CHECKING:
    from garlic.engines import Line, SearchResult


def forbidden_points(position: Position) -> dict[str, str]:
    """The points that the rules forbid, with the reason; empty in games without such a rule."""
    if not has_forbidden(position):
        return {}
    return {str(point): str(why) for point, why in position.forbidden().items()}


def search_to_json(game: Game, position: Position, result: "SearchResult") -> dict[str, Any]:
    """*result*, a search of *position*, as plain values."""

    def line_to_json(line: "Line") -> dict[str, Any]:
        values = {"score": line.score.to_json(), "moves": [str(move) for move in line.moves]}
        words = game.spoken(position, map(str, line.moves))
        return {**values, "spoken": words} if words else values

    forbidden = forbidden_points(position)
    return {
        "position": str(position),
        **({"forbidden": forbidden} if forbidden else {}),
        "best": None if result.best is None else str(result.best),
        "score": None if result.score is None else result.score.to_json(),
        "depth": result.depth,
        "deepest_ply": result.deepest_ply,
        "nodes": result.nodes,
        "seconds": round(result.time, 4),
        "lines": [line_to_json(line) for line in result.lines],
    }
