"""The search that all engines share: speed, and the gain from threads and the table."""

import time
from typing import Any

from garlic.core import Game
from garlic.engines import Engine, Limit
from garlic.engines.signature import signatures
from garlic.games import GAMES

Row = tuple[str, str, str]


def rows() -> list[Row]:
    table: list[Row] = [
        (
            f"{signature.game}: signature",
            f"{signature.nodes} nodes, {signature.nodes / signature.time / 1e6:.2f} M/s",
            "the same nodes every time",
        )
        for signature in signatures()
    ]
    game = GAMES["tiaojia"]
    start = game.setup()
    table += [stop_row(game, start), threads_row(game, start)]
    with_table = Engine(game).search(start, Limit(depth=5), exact=True).nodes
    without = Engine(game).search(start, Limit(depth=5), exact=True, with_table=False).nodes
    saved = f"{without / with_table:.1f} x fewer nodes"
    table.append(("table: exact search of 5 plies", saved, "> 1 x"))
    return table


def stop_row(game: Game, start: Any) -> Row:
    """How much of a limit of 100 ms is used, and whether it is exceeded."""
    engine = Engine(game)
    times = [engine.search(start, Limit(time=0.1)).time for _ in range(20)]
    shown = f"{min(times) * 1e3:.0f} to {max(times) * 1e3:.0f} ms"
    return ("a limit of 100 ms is used", shown, "about 90 ms, never 100")


def threads_row(game: Game, start: Any) -> Row:
    """How many more nodes two threads visit in the same time."""
    speeds = []
    for threads in (1, 2):
        began = time.perf_counter()
        result = Engine(game, threads=threads).search(start, Limit(time=1.0))
        speeds.append(result.nodes / (time.perf_counter() - began))
    return ("two threads over one, nodes", f"{speeds[1] / speeds[0]:.2f} x", ">= 1.7 x")
