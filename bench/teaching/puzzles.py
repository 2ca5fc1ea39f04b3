"""Highway and Trek: speed, and work saved compared with the plain methods.

Ratios compare methods within one run, so they hold on a loaded machine too. Run alone:
``python -m bench puzzles``.
"""

import resource
import time
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from garlic.puzzles.highway import Country, Road
from garlic.puzzles.highway.generator import make_country
from garlic.puzzles.trek import Terrain
from garlic.puzzles.trek.generator import make_terrain

T = TypeVar("T")

Row = tuple[str, str, str]


def timed(work: Callable[[], T]) -> tuple[T, float]:
    """The result of *work*, and its processor time in seconds."""
    began = time.process_time()
    result = work()
    return result, time.process_time() - began


def rows() -> list[Row]:
    """All measurements."""
    return [*highway_rows(), *trek_rows()]


def highway_rows() -> list[Row]:
    """The largest picture that the rules allow: 4001x4005 pixels, 249,750 states."""
    found: list[Row] = []
    for name, colours in (("free colours", None), ("3 colours, many ties", 3)):
        made = make_country(500, 500, seed=1, colours=colours)
        country = Country(made.colours)  # nothing computed yet

        def both(country: Country = country) -> tuple[Road | None, Road | None]:
            return country.shortest(), country.second()

        (first, second), seconds = timed(both)
        assert first is not None
        assert second is not None
        found.append(
            (f"highway, 249,750 states, {name}: both roads", f"{seconds:.2f} s", "<= 1.5 s")
        )
        if colours is None:
            by_deleting, slow = timed(country.second_by_deleting_edges)
            assert by_deleting == second or (by_deleting and by_deleting.total == second.total)
            found.append(
                ("highway: delete-edge / exact", f"{slow / seconds:.0f} times", ">= 20 times")
            )
            best, listing = timed(partial(country.k_best, 10))
            assert best[0].total == first.total
            found.append(("highway: the 10 best roads", f"{listing:.2f} s", "-"))
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    found.append(("highway: peak memory of the process", f"{megabytes} MB", "-"))
    return found


def trek_rows() -> list[Row]:
    """A large open map, and mazes in which supplies have to be collected."""
    found: list[Row] = []
    large = make_terrain(1000, 1000, seed=1, rations=200)
    for heuristic in ("supplies", "manhattan", "zero"):
        journey, seconds = timed(partial(large.solve, heuristic))
        assert journey.days > 0
        found.append((f"trek, 1000x1000, T = 200, {heuristic}", f"{seconds:.2f} s", "< 3 s"))
    for side in (301, 1000):
        maze = make_terrain(side, side, seed=1, style="maze", tightness=1.0)
        assert maze.solve_ignoring_rations().days < maze.solve().days  # supplies matter
        found.append(
            (f"trek, maze {side}x{side}: expansions zero / supplies", fewer(maze), ">= 10")
        )
    return found


def fewer(terrain: Terrain) -> str:
    """The expansions saved by the supplies heuristic, without its preparation."""
    zero, supplies = terrain.solve("zero"), terrain.solve("supplies")
    ratio = len(zero.expanded) / len(supplies.expanded)
    return f"{ratio:.0f} ({len(zero.expanded)} / {len(supplies.expanded)})"
