"""`garlic playout`: a game of random legal moves."""

from typing import Annotated

import typer

from garlic.cli.app import app
from garlic.cli.parameters import LARGEST, GameName, MapName, Rule, Size
from garlic.core import say


@app.command()
def playout(
    game: GameName,
    seed: Annotated[int, typer.Option(max=LARGEST, help="The same seed gives the same game.")] = 0,
    map: MapName = None,
    rule: Rule = None,
    size: Size = None,
    show: Annotated[bool, typer.Option("--show", help="Draw every position.")] = False,
) -> None:
    """Play a game of random legal moves and print it.

    Example: garlic playout othello --seed 7 --show
    """
    from garlic.cli.output import console, seat_name
    from garlic.cli.playing.board import draw
    from garlic.cli.playing.positions import chosen_position
    from garlic.core.playout import random_game
    from garlic.games import GAMES

    facts = GAMES[game]
    start = chosen_position(facts, None, map, rule, size)
    screen = console()
    for played, position in random_game(start, seed):
        print(played or position)
        if show:
            screen.print(draw(facts.diagram(position)))
        outcome = position.outcome()
        if outcome is not None:
            print(position)
            score = " ".join(str(points) for points in outcome.scores or ())
            print(say("winner: {name}", name=seat_name(facts.seats, outcome.winner)))
            print(say("reason: {reason}", reason=say(outcome.reason)))
            if score:
                print(say("score: {score}", score=score))
