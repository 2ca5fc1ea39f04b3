"""What a search found, as JSON; and the forbidden points of a position."""

from typing import Any

from garlic.core import Game


def forbidden_points(position: Any) -> dict[str, str]:
    """The points that the rules forbid, and why; none in games that know of no such thing."""
    if not hasattr(position, "forbidden"):
        return {}
    return {str(point): str(why) for point, why in position.forbidden().items()}


def search_to_json(game: Game, position: Any, result: Any) -> dict[str, Any]:
    """What a search found, for JSON."""

    def told(line: Any) -> dict[str, Any]:
        facts = {"score": line.score.to_json(), "moves": [str(move) for move in line.moves]}
        words = game.spoken(position, map(str, line.moves))
        return {**facts, "spoken": words} if words else facts

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
        "lines": [told(line) for line in result.lines],
    }
