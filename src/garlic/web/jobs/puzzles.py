"""The path-finding puzzles for the page, limited in size and time.

They run in a worker process, so that a large picture does not block the server. Import this module
only to run them: it brings numpy and Pillow. The bounds of requests are in `web.bounds`.
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
from garlic.web.jobs.workers import Send
from garlic.web.sentences import encode_sentence

MOST_STATES = 300_000
MOST_CELLS = 40_000
_MOST_RANKED_STATES = 20_000  # in larger pictures only the best and second road are searched
_SECONDS = 15.0


class TooLongError(GarlicError):
    """The search exceeded its time limit."""


def _deadline() -> Callable[..., None]:
    """A function to call regularly, which raises `TooLongError` once the time is over."""
    end = time.monotonic() + _SECONDS

    def tick(*_: object) -> None:
        if time.monotonic() > end:
            raise TooLongError("given up after {seconds:g} s: it is too large", seconds=_SECONDS)

    return tick


# Highway --------------------------------------------------------------------------------------


def solve_highway(send: Send, content: bytes, k: int, compare: bool) -> dict[str, Any]:
    """The best and second road, *k* ranked ones, and what the classic student solution finds."""
    del send
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
    tick = _deadline()
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
    """The centre of a state in the picture, in pixels."""
    row, column = (int(part) for part in country.places[state - 1])
    return PITCH * column + 4.5 + 4 * (row % 2), PITCH * row + 6.5


def make_picture(send: Send, rows: int, columns: int, seed: int, holes: float) -> bytes:
    """A generated country as PNG."""
    del send
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


def solve_trek(send: Send, text: str) -> dict[str, Any]:
    """The fewest days, and how each heuristic found them."""
    del send
    terrain = _terrain(text)
    tick = _deadline()
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
    """The search for the page: for each cell, when it was first expanded, and how often."""
    columns = terrain.cells.shape[1]
    cells = journey.expanded[:, 0] * columns + journey.expanded[:, 1]
    first = np.full(terrain.cells.size, -1, np.int64)
    places, order = np.unique(cells, return_index=True)
    first[places] = order
    return {
        "heuristic": journey.heuristic.value,
        "why": encode_sentence(WHY_SOUND[journey.heuristic]),
        "days": journey.days,
        "expanded": len(journey.expanded),
        "generated": journey.generated,
        "prepared": journey.prepared,
        "seconds": round(journey.seconds, 6),
        "first": first.tolist(),
        "visits": np.bincount(cells, minlength=terrain.cells.size).tolist(),
    }


def check_trek(send: Send, text: str, answer: str) -> dict[str, Any]:
    """Check an answer; the verdict and a hint."""
    del send
    finding = check(_terrain(text), TrekAnswer.parse(answer))
    return {
        "right": finding.right,
        "days": finding.days,
        "optimum": finding.optimum,
        "step": finding.step,
        "said": encode_sentence(finding.text),
        "hint": None if finding.hint is None else encode_sentence(finding.hint),
    }


def make_trek(
    send: Send, rows: int, columns: int, seed: int, style: str, tightness: float
) -> dict[str, Any]:
    """A generated map."""
    del send
    terrain = make_terrain(rows, columns, seed, style=style, tightness=tightness)
    return {**_map(terrain), "text": str(terrain)}
