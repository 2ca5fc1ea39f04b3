"""The path-finding labs for the page, bounded in size and time.

These run in a worker process: a large picture must not keep the server from answering.
"""

import time
from collections.abc import Callable
from io import BytesIO
from typing import Any

import numpy as np

from garlic.core import GarlicError, InvalidFileError
from garlic.puzzles.highway import Country, Road
from garlic.puzzles.highway.generator import make_country
from garlic.puzzles.highway.picture import PITCH, check_png, paint
from garlic.puzzles.trek import WHY_SOUND, Heuristic, Journey, Terrain
from garlic.puzzles.trek.checking import TrekAnswer, check
from garlic.puzzles.trek.generator import make_terrain
from garlic.web.jobs.workers import Tell
from garlic.web.sentences import wording

LARGEST_PICTURE = 4 << 20  # bytes
LARGEST_TREK = 1 << 20
MOST_STATES = 300_000
MOST_CELLS = 40_000
MOST_ROADS = 20
MADE_SIDE = 120  # of a map or picture that is made here
_MOST_RANKED_STATES = 20_000  # beyond, only the first and the second road are searched for
_SECONDS = 15.0


class TooLongError(GarlicError):
    """The search was given up: it took too long."""


def _clock() -> Callable[..., None]:
    """A function to call now and then, which raises `TooLongError` once the time is over."""
    end = time.monotonic() + _SECONDS

    def tick(*_: object) -> None:
        if time.monotonic() > end:
            raise TooLongError("given up after {seconds:g} s: it is too large", seconds=_SECONDS)

    return tick


# Highway --------------------------------------------------------------------------------------


def solve_highway(tell: Tell, content: bytes, k: int, compare: bool) -> dict[str, Any]:
    """The first and second road, *k* ranked ones, and what the classic hand-in would find."""
    del tell
    check_png(content)
    country = Country.from_image(content)
    states = len(country.places)
    if states > MOST_STATES:
        raise InvalidFileError(
            "expected a picture of at most {limit} states, got {states}; use `garlic highway`",
            limit=MOST_STATES,
            states=states,
        )
    first, second = country.shortest(), country.second()
    small = states <= _MOST_RANKED_STATES
    tick = _clock()
    ranked = country.k_best(k, tick) if k and small else []
    classic = country.second_by_deleting_edges(tick) if compare and small else None
    ends = [] if first is None else [_point(country, 1), _point(country, states)]
    return {
        "width": PITCH * country.columns + 1,
        "height": PITCH * country.rows + 5,
        "rows": country.rows,
        "columns": country.columns,
        "states": states,
        "first": _road(country, first),
        "second": _road(country, second),
        "ends": ends,
        "ranked": [_road(country, road) for road in ranked],
        "compared": compare and small,
        "classic": _road(country, classic),
    }


def _road(country: Country, road: Road | None) -> dict[str, Any] | None:
    if road is None:
        return None
    return {
        "total": road.total,
        "states": list(road.states),
        "points": [_point(country, state) for state in road.states],
    }


def _point(country: Country, state: int) -> tuple[float, float]:
    """The middle of a state in the picture, in pixels."""
    row, column = (int(part) for part in country.places[state - 1])
    return PITCH * column + 4.5 + 4 * (row % 2), PITCH * row + 6.5


def make_picture(tell: Tell, rows: int, columns: int, seed: int, holes: float) -> bytes:
    """A country to try it with, as PNG."""
    del tell
    file = BytesIO()
    paint(make_country(rows, columns, seed, holes=holes).colours).save(file, "PNG")
    return file.getvalue()


# Trek -----------------------------------------------------------------------------------------


def _terrain(text: str) -> Terrain:
    terrain = Terrain.parse(text)
    if terrain.cells.size > MOST_CELLS:
        raise InvalidFileError(
            "expected a map of at most {limit} cells, got {cells}; use `garlic trek`",
            limit=MOST_CELLS,
            cells=terrain.cells.size,
        )
    return terrain


def solve_trek(tell: Tell, text: str) -> dict[str, Any]:
    """The fewest days, and how each heuristic found them."""
    del tell
    terrain = _terrain(text)
    tick = _clock()
    journeys = [terrain.solve(heuristic, tick) for heuristic in Heuristic]
    best = journeys[-1]
    columns = terrain.cells.shape[1]
    return {
        **_map(terrain),
        "days": best.days,
        "path": best.letters,
        "route": [int(row) * columns + int(column) for row, column in best.route],
        "left": terrain.rations_along(best.route),
        "searches": [_search(terrain, journey) for journey in journeys],
    }


def _map(terrain: Terrain) -> dict[str, Any]:
    rows, columns = terrain.cells.shape
    return {
        "rows": rows,
        "columns": columns,
        "rations": terrain.rations,
        "cells": "".join(map(str, terrain.cells.ravel().tolist())),
    }


def _search(terrain: Terrain, journey: Journey) -> dict[str, Any]:
    """The search for the page: of each cell, when it was first expanded, and how often."""
    columns = terrain.cells.shape[1]
    cells = journey.expanded[:, 0] * columns + journey.expanded[:, 1]
    first = np.full(terrain.cells.size, -1, np.int64)
    places, order = np.unique(cells, return_index=True)
    first[places] = order
    return {
        "heuristic": journey.heuristic.value,
        "why": wording(WHY_SOUND[journey.heuristic]),
        "days": journey.days,
        "expanded": len(journey.expanded),
        "generated": journey.generated,
        "prepared": journey.prepared,
        "seconds": round(journey.seconds, 6),
        "first": first.tolist(),
        "visits": np.bincount(cells, minlength=terrain.cells.size).tolist(),
    }


def check_trek(tell: Tell, text: str, answer: str) -> dict[str, Any]:
    """What is right or wrong with an answer."""
    del tell
    finding = check(_terrain(text), TrekAnswer.parse(answer))
    return {
        "right": finding.right,
        "days": finding.days,
        "optimum": finding.optimum,
        "step": finding.step,
        "said": wording(finding.text),
        "hint": None if finding.hint is None else wording(finding.hint),
    }


def make_trek(
    tell: Tell, rows: int, columns: int, seed: int, style: str, tightness: float
) -> dict[str, Any]:
    """A map to try it with."""
    del tell
    terrain = make_terrain(rows, columns, seed, style=style, tightness=tightness)
    return {**_map(terrain), "text": str(terrain)}
