"""Analysis of positions in which both sides move at once, by the planners."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from garlic.core import Game, Position, Seat, say
from garlic.core.game import moves_of

if TYPE_CHECKING:
    from garlic.engines import Limit
    from garlic.engines.interfaces import Plans


def show_plans(
    game: Game, position: Position, limit: "Limit", *, level: int, lines: int, json: bool
) -> None:
    """Print the *lines* best moves of each side, with their gain on the other side.

    Both sides think within *limit*, half of its time each.
    """
    from garlic.cli.output import print_json, seat_name
    from garlic.engines.planners import planner

    if limit.time is not None:
        limit = replace(limit, time=limit.time / 2)
    plans_by_seat = {}
    for seat in Seat:
        if moves_of(position, seat):
            ours = planner(game, seat, level=level)
            ours.warm_up(position)  # not counted as thinking time
            plans_by_seat[seat] = ours.think(position, limit)
    if json:
        print_json(
            {
                "game": game.name,
                "position": str(position),
                "sides": {
                    game.seats[seat.index]: _plans_to_json(plans, lines)
                    for seat, plans in plans_by_seat.items()
                },
            }
        )
        return
    if not plans_by_seat:
        print(say("nobody has a move"))
    for seat, plans in plans_by_seat.items():
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


def _plans_to_json(plans: "Plans", lines: int) -> dict[str, Any]:
    return {
        "moves": [
            {"move": move.move, "points": move.points, "lines": move.visits}
            for move in plans.moves[:lines]
        ],
        "lines": plans.rollouts,
        "seconds": plans.seconds,
    }
