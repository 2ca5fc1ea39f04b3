"""What a planner makes of a position in which both sides move at once."""

from dataclasses import replace
from typing import Any

from garlic.core import Game, Seat, say


def show_plans(
    game: Game, position: Any, limit: Any, *, level: int, lines: int, json: bool
) -> None:
    """Print, for each side that has a move, the *lines* best, and what they gain on the other.

    Both sides think within *limit*, half of its time each.
    """
    from garlic.cli.output import print_json, seat_name
    from garlic.engines.planners import PLANNERS

    if limit.time is not None:
        limit = replace(limit, time=limit.time / 2)
    found = {}
    for seat in Seat:
        if position.moves_for(seat):
            planner = PLANNERS[game.name](seat=seat, level=level)
            planner.warm_up(position)  # on nobody's time
            found[seat] = planner.think(position, limit)
    if json:
        print_json(
            {
                "game": game.name,
                "position": str(position),
                "sides": {
                    game.seats[seat.index]: _described(plans, lines)
                    for seat, plans in found.items()
                },
            }
        )
        return
    if not found:
        print(say("nobody has a move"))
    for seat, plans in found.items():
        print(say("{who} to move", who=seat_name(game.seats, seat)))
        for number, move in enumerate(plans.moves[:lines], 1):
            print(f"{number}. {move.points:+8.1f}  {move.move}")
        print(
            say(
                "{count:,} lines of play, {time:.2f} s",
                count=plans.rollouts,
                time=plans.seconds,
            )
        )


def _described(plans: Any, lines: int) -> dict[str, Any]:
    return {
        "moves": [
            {"move": move.move, "points": move.points, "lines": move.visits}
            for move in plans.moves[:lines]
        ],
        "lines": plans.rollouts,
        "seconds": plans.seconds,
    }
