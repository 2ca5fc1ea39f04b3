"""Xiangqi's engine: speed, depth, tactics, and strength against the lab.

The long matches against packaged programs are tests
(``tests/engines/xiangqi/test_strength.py``, in ``make test-slow``).
"""

import time
from pathlib import Path

from bench.engines._matches import Tally, match
from garlic.engines import Engine, Limit, player
from garlic.engines.native import native_position
from garlic.games.xiangqi import GAME, Position

Row = tuple[str, str, str]

_TACTICS = Path(__file__).parents[2] / "tests/data/tactics/xiangqi.txt"


def rows() -> list[Row]:
    start = GAME.setup()
    position = native_position("xiangqi", str(start))
    began = time.perf_counter()
    leaves = position.perft(5)
    speed = leaves / (time.perf_counter() - began) / 1e6
    table: list[Row] = [("perft 5 with bulk counting", f"{speed:.0f} M leaves/s", ">= 60 M/s")]
    result = Engine(GAME).search(start, Limit(time=1.0))
    table += [
        ("search, one thread", f"{result.nodes_per_second / 1e6:.2f} M nodes/s", ">= 1.2 M/s"),
        ("depth within 1 s from the start", str(result.depth), ">= 16"),
        tactics_row(1.0),
        ("against the lab at depth 4, 20,000 nodes", str(against_lab(5, 20_000)), ">= 98 %"),
    ]
    return table


def tactics_row(seconds: float) -> Row:
    """How many of the tactical positions are solved within *seconds*."""
    lines = [line for line in _TACTICS.read_text().splitlines() if not line.startswith("#")]
    engine = Engine(GAME)
    found = 0
    for line in lines:
        text, move, _ = (part.strip() for part in line.split(";"))
        engine.clear()
        found += str(engine.search(Position.parse(text), Limit(time=seconds)).best) == move
    return (f"tactics found within {seconds:g} s", f"{found} of {len(lines)}", ">= 95 %")


def against_lab(matches: int, nodes: int, *, show: bool = False) -> Tally:
    """Pairs of games against the course's player."""
    return match(
        GAME,
        lambda number: Engine(GAME, seed=number),
        lambda _: player(GAME, "lab"),
        matches=matches,
        limit=Limit(nodes=nodes),
        opening_plies=4,
        show=show,
    )


def main(arguments: list[str]) -> None:
    matches, nodes = map(int, arguments)
    print(against_lab(matches, nodes, show=True))
