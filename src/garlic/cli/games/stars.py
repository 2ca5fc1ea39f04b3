"""`garlic stars`: best."""

from typing import Annotated

import typer

from garlic.cli.parameters import Json
from garlic.core import Seat, say

commands = typer.Typer(no_args_is_help=True, help="Solve Stars for one player.")


@commands.command("best")
def best(
    map: Annotated[str, typer.Argument(metavar="MAP", help="A map file or a bundled map.")],
    seat: Annotated[str, typer.Option(help="The side to solve for: red or blue.")] = "blue",
    time: Annotated[
        float, typer.Option(metavar="SECONDS", min=0.1, help="How long to search and prove.")
    ] = 20.0,
    json: Json = False,
) -> None:
    """Find the most points on a map whose destroyers are walled in.

    The opponent stands still. What is printed is the best walk found, and whether it is proven
    that there is no better one.

    Example: garlic stars best 10x10-walled-in
    """
    from garlic.cli.output import print_json
    from garlic.cli.playing.positions import load_map
    from garlic.cli.progress import progress
    from garlic.core import UsageError
    from garlic.core.game import expect
    from garlic.engines.stars_best import best_walk
    from garlic.games.stars import GAME, Position

    if seat not in GAME.seats:
        raise UsageError("expected red or blue, got {got!r}", got=seat)
    position = expect(Position, load_map(GAME, map))
    with progress("solving") as update:
        rounds = iter(range(1_000_000_000))
        walk = best_walk(
            position, list(Seat)[GAME.seats.index(seat)], time, lambda: update(next(rounds), None)
        )
    if json:
        print_json(
            {
                "score": walk.score,
                "bound": walk.bound,
                "proven": walk.proven,
                "rounds": len(walk.moves),
                "end": walk.end.name.lower(),
                "moves": [str(move) for move in walk.moves],
            }
        )
        return
    print(
        say("{score:point|points}: proven best", score=walk.score)
        if walk.proven
        else say(
            "{score:point|points} found; no walk gets more than {bound}",
            score=walk.score,
            bound=walk.bound,
        )
    )
    print(say("{rounds:round|rounds}: {end}", rounds=len(walk.moves), end=say(walk.end.value)))
    print(" ".join(str(move) for move in walk.moves))
