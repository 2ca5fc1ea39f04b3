"""Tiaojia's engine: speed, depth, and strength against the lab and between levels.

The matches here are short. The long ones take hours and have their own commands::

    python -m bench tiaojia lab 100 0.5        100 matches at 0.5 s per move: at least 98 %
    python -m bench tiaojia levels 50          10 > 7 > 4 > 1, each at least 80 %
"""

from bench.engines._matches import Tally, match
from garlic.engines import Engine, Limit
from garlic.engines.baselines.tiaojia import TiaojiaLab
from garlic.games.tiaojia import GAME

Row = tuple[str, str, str]
LADDER = ((10, 7), (7, 4), (4, 1))
_NODES_PER_SECOND = 3_000_000  # where nodes stand for time


def rows() -> list[Row]:
    start = GAME.setup()
    reached = []
    result = Engine(GAME).search(
        start, Limit(time=1.1), on_result=lambda found: reached.append((found.depth, found.time))
    )
    depth = max((depth for depth, seconds in reached if seconds <= 1), default=0)
    return [
        ("nodes per second, one thread", f"{result.nodes_per_second / 1e6:.2f} M", ">= 3 M"),
        ("depth within 1 s from the start", str(depth), ">= 9"),
        (
            "against the lab, 3 matches, 100,000 nodes",
            str(against_lab(3, Limit(nodes=100_000))),
            ">= 98 %",
        ),
        *(
            (f"level {strong} against {weak}, 3 matches", str(levels(strong, weak, 3)), ">= 80 %")
            for strong, weak in LADDER
        ),
    ]


def against_lab(matches: int, limit: Limit, *, show: bool = False) -> Tally:
    """Our engine's tally against the lab's four plies."""
    return match(
        GAME,
        lambda _: Engine(GAME, hash_mb=32),
        lambda _: TiaojiaLab(),
        matches=matches,
        limit=limit,
        show=show,
    )


def levels(strong: int, weak: int, matches: int, *, show: bool = False) -> Tally:
    """*strong*'s tally against *weak*, with the nodes of a tenth of a second."""
    return match(
        GAME,
        lambda number: Engine(GAME, level=strong, hash_mb=16, seed=number),
        lambda number: Engine(GAME, level=weak, hash_mb=16, seed=number + 1000),
        matches=matches,
        limit=Limit(nodes=_NODES_PER_SECOND // 10),
        show=show,
    )


def main(arguments: list[str]) -> None:
    what, matches = arguments[0], int(arguments[1])
    if what == "lab":
        number = float(arguments[2])  # seconds, or nodes from 1000 on
        limit = Limit(nodes=int(number)) if number >= 1000 else Limit(time=number)
        print(against_lab(matches, limit, show=True))
    else:
        for strong, weak in LADDER:
            print(f"{strong} against {weak}: {levels(strong, weak, matches)}", flush=True)
