"""`garlic perft`: the number of lines of play of a position."""

from enum import StrEnum
from typing import Annotated

import typer

from garlic.cli.app import app
from garlic.cli.parameters import GameName, MapName, Rule, Size
from garlic.core import UsageError


class Core(StrEnum):
    """Which implementation of the rules to run."""

    PYTHON = "python"
    NATIVE = "native"


@app.command()
def perft(
    game: GameName,
    depth: Annotated[int, typer.Option(min=1, max=50, help="Plies.")] = 3,
    position: Annotated[
        str | None, typer.Option(metavar="POSITION", help="As the game prints it.")
    ] = None,
    map: MapName = None,
    rule: Rule = None,
    size: Size = None,
    core: Annotated[
        Core | None,
        typer.Option(help="Which rules to run; by default native ones, if the game has them."),
    ] = None,
    divide: Annotated[bool, typer.Option("--divide", help="Also count by first move.")] = False,
) -> None:
    """Count the move sequences from a position (perft), to check or time the rules.

    The last line is the number.

    Example: garlic perft xiangqi --depth 4
    """
    from garlic.cli.playing.positions import chosen_position
    from garlic.cli.progress import progress
    from garlic.core.perft import divide as python_divide
    from garlic.core.perft import perft as python_perft
    from garlic.engines.native import has_native_rules, native_divide
    from garlic.games import GAMES

    facts = GAMES[game]
    start = chosen_position(facts, position, map, rule, size)
    if why := facts.no_perft(start):
        raise UsageError(why)
    is_leaf = facts.finished_is_leaf
    core = core or (Core.NATIVE if has_native_rules(game) else Core.PYTHON)
    with progress("counting by first move") as update:
        counts = (
            python_divide(start, depth, finished_is_leaf=is_leaf, progress=update)
            if core is Core.PYTHON
            else native_divide(game, str(start), depth, update)
        )
    if divide:
        for move, lines in counts.items():
            print(f"{move}\t{lines}")
    # A finished game has no first move; whether it counts as a line depends on the game.
    print(sum(counts.values()) if counts else python_perft(start, depth, finished_is_leaf=is_leaf))
