"""Drawing a search on its map: the order of expansion, the path, the rations left."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from garlic.core.language.text import Text
from garlic.puzzles.canvas import (
    INK,
    PAPER,
    Box,
    Colour,
    Entry,
    Point,
    Sign,
    disc,
    font,
    middle,
    picture_language,
    square,
    stroke,
    with_legend,
)
from garlic.puzzles.trek import Ground, Journey, Terrain

FREE: Colour = (255, 255, 255)
MOUNTAIN: Colour = (108, 104, 100)
SUPPLY: Colour = (0, 140, 90)
START: Colour = (0, 90, 181)
GOAL: Colour = (214, 40, 40)

# Early expansions are dark, late ones bright, which is also readable in grey.
_HEAT = np.array(
    [(68, 50, 122), (58, 100, 158), (70, 150, 180), (140, 196, 190), (226, 232, 190)], float
)
# From no rations to full ones.
_FULL = np.array([(196, 30, 58), (240, 120, 40), (250, 200, 60), (90, 200, 100)], float)

_LARGEST_CELL = 44  # pixels
_NUMBERED_CELL = 22  # from here on a number fits


def draw_journey(terrain: Terrain, journey: Journey, *, side: int = 1100) -> Image.Image:
    """The whole search in one picture about *side* pixels large, and a chart of the rations."""
    return _JourneySheet(terrain, journey, side).frame(1.0, 1.0)


def frames(
    terrain: Terrain, journey: Journey, *, side: int = 560, count: int = 48
) -> Iterator[Image.Image]:
    """The search as an animation of about *count* frames: first the expansions, then the walk."""
    sheet = _JourneySheet(terrain, journey, side)
    searching = max(2, min(len(journey.expanded), count * 2 // 3))
    walking = max(1, min(journey.days, count - searching)) if journey.days > 0 else 0
    for index in range(1, searching + 1):
        yield sheet.frame(index / searching, 0.0)
    for index in range(1, walking + 1):
        yield sheet.frame(1.0, index / walking)


def first_expansions(terrain: Terrain, journey: Journey) -> NDArray[np.int64]:
    """For every cell the number of its first expansion, from 0; -1 for none."""
    order = np.full(terrain.cells.shape, -1, np.int64)
    backwards = journey.expanded[::-1]
    order[backwards[:, 0], backwards[:, 1]] = np.arange(len(backwards) - 1, -1, -1)
    return order


def _shaded(scale: NDArray[np.float64], share: NDArray[np.float64]) -> NDArray[np.uint8]:
    place = np.clip(share, 0, 1) * (len(scale) - 1)
    below = np.minimum(place.astype(int), len(scale) - 2)
    part = (place - below)[..., None]
    return np.asarray(scale[below] * (1 - part) + scale[below + 1] * part).round().astype(np.uint8)


def _colour(scale: NDArray[np.float64], share: float) -> Colour:
    red, green, blue = (int(part) for part in _shaded(scale, np.array(share)))
    return red, green, blue


class _JourneySheet:
    """The layout of one search for a picture of a given size."""

    def __init__(self, terrain: Terrain, journey: Journey, side: int) -> None:
        self.terrain, self.journey = terrain, journey
        rows, columns = terrain.cells.shape
        self.cell = min(_LARGEST_CELL, side / max(rows, columns))
        if self.cell >= 1:
            self.cell = float(int(self.cell))
        self.end_radius = max(self.cell * 0.32, max(rows, columns) * self.cell / 110)
        self.margin = round(max(0, self.end_radius * 1.3 - self.cell / 2))
        self.size = (round(columns * self.cell), round(rows * self.cell))
        self.order = first_expansions(terrain, journey)
        self.left = terrain.rations_along(journey.route)
        self.text_size = max(14, round(max(*self.size, side * 0.6) / 60))

    def frame(self, searched: float, walked: float) -> Image.Image:
        """The sheet when this share of the search, then of the walk, is done."""
        expansions = round(len(self.journey.expanded) * searched)
        steps = round(max(0, self.journey.days) * walked)
        width, height = (length + 2 * self.margin for length in self.size)
        picture = Image.new("RGB", (width, height), PAPER)
        picture.paste(self._map(expansions), (self.margin, self.margin))
        draw = ImageDraw.Draw(picture)
        if steps:
            self._path(draw, steps)
        self._signs(draw)
        if steps and self.cell >= _NUMBERED_CELL:
            self._numbers(draw, steps)
        chart = self._chart(steps)
        whole = Image.new("RGB", (max(width, chart.width), height + chart.height), PAPER)
        whole.paste(picture, ((whole.width - width) // 2, 0))
        whole.paste(chart, ((whole.width - chart.width) // 2, height))
        return with_legend(whole, self._legend(expansions), self.text_size)

    def _map(self, expansions: int) -> Image.Image:
        cells, order = self.terrain.cells, self.order
        pixels = np.full((*cells.shape, 3), FREE, np.uint8)
        shown = (order >= 0) & (order < expansions)
        share = order / max(1, len(self.journey.expanded) - 1)
        pixels[shown] = _shaded(_HEAT, share)[shown]
        pixels[cells == Ground.MOUNTAIN] = MOUNTAIN
        way = Image.Resampling.NEAREST if self.cell >= 1 else Image.Resampling.BOX
        picture = Image.fromarray(pixels).resize(self.size, way)
        if self.cell >= 8:
            draw = ImageDraw.Draw(picture)
            line = (214, 212, 206)
            for x in range(0, self.size[0] + 1, int(self.cell)):
                draw.line((x, 0, x, self.size[1]), line)
            for y in range(0, self.size[1] + 1, int(self.cell)):
                draw.line((0, y, self.size[0], y), line)
        return picture

    def _centre(self, row: int, column: int) -> Point:
        return self.margin + (column + 0.5) * self.cell, self.margin + (row + 0.5) * self.cell

    def _signs(self, draw: ImageDraw.ImageDraw) -> None:
        radius = max(self.cell * 0.24, max(self.size) / 420)
        for row, column in np.argwhere(self.terrain.cells == Ground.SUPPLY):
            _supply_sign(draw, self._centre(int(row), int(column)), radius)
        _start_sign(draw, self._centre(*self.terrain.place(Ground.START)), self.end_radius)
        _goal_sign(draw, self._centre(*self.terrain.place(Ground.GOAL)), self.end_radius)

    def _path(self, draw: ImageDraw.ImageDraw, steps: int) -> None:
        points = [self._centre(int(row), int(column)) for row, column in self.journey.route]
        width = max(self.cell * 0.26, max(self.size) / 260)
        stroke(draw, points[: steps + 1], INK, width * 1.7)
        for step in range(steps):
            # At a supply the rations are full again, but the step to it was made with less.
            carried = max(self.left[step] - 1, 0)
            colour = _colour(_FULL, carried / self.terrain.rations)
            stroke(draw, points[step : step + 2], colour, width)

    def _numbers(self, draw: ImageDraw.ImageDraw, steps: int) -> None:
        """The rations left, in the corner of every cell; a later visit writes below the first."""
        size = max(9, round(self.cell * 0.27))
        visits: dict[Point, int] = {}
        route = self.journey.route[: steps + 1]
        for left, (row, column) in zip(self.left, route, strict=False):
            x, y = self._centre(int(row), int(column))
            visit = visits.get((x, y), 0)
            visits[x, y] = visit + 1
            corner = (x + self.cell * 0.45, y - self.cell * 0.45 + visit * size)
            draw.text(
                corner, str(left), INK, font(size), anchor="rt", stroke_width=2, stroke_fill=PAPER
            )

    def _chart(self, steps: int) -> Image.Image:
        """The rations by day: they must not reach 0 before the goal."""
        size = self.text_size
        width, height = max(self.size[0], 24 * size), 6 * size
        chart = Image.new("RGB", (width, height), PAPER)
        draw = ImageDraw.Draw(chart)
        left_edge, right_edge = 3 * size, width - size // 2
        top, bottom = round(0.9 * size), height - round(1.6 * size)
        days = max(1, self.journey.days)
        draw.line((left_edge, bottom, right_edge, bottom), INK)
        label = font(max(11, round(size * 0.8)))
        draw.text((left_edge - 6, top), str(self.terrain.rations), INK, label, anchor="rm")
        draw.text((left_edge - 6, bottom), "0", INK, label, anchor="rm")
        last = self._caption("day {days}", days=self.journey.days) if self.journey.days >= 0 else ""
        draw.text((right_edge, bottom + 4), last, INK, label, anchor="rt")
        draw.text((left_edge, bottom + 4), self._caption("rations left"), INK, label, anchor="lt")

        def at(day: int, rations: int) -> Point:
            share = rations / self.terrain.rations
            x = left_edge + (right_edge - left_edge) * day / days
            return x, bottom - (bottom - top) * share

        for day in range(steps):
            before, after = self.left[day], max(self.left[day] - 1, 0)
            (x, y), (next_x, next_y) = at(day, before), at(day + 1, after)
            shape = [(x, bottom), (x, y), (next_x, next_y), (next_x, bottom)]
            draw.polygon(shape, _colour(_FULL, after / self.terrain.rations))
        return chart

    def _legend(self, expansions: int) -> list[Entry]:
        journey, caption = self.journey, self._caption
        heading = (
            caption("{days:day|days}", days=journey.days)
            if journey.days >= 0
            else caption("no way: -1")
        )
        return [
            Entry(_text_sign("A*"), caption("heuristic: {name}", name=journey.heuristic.value)),
            Entry(
                _scale_sign(_HEAT),
                caption("order of expansion, {count} states", count=f"{expansions:,}"),
            ),
            Entry(_scale_sign(_FULL), f"{heading}, {caption('rations from none to full')}"),
            Entry(lambda draw, box: _start_sign(draw, middle(box), _radius(box)), caption("start")),
            Entry(lambda draw, box: _goal_sign(draw, middle(box), _radius(box)), caption("goal")),
            Entry(
                lambda draw, box: _supply_sign(draw, middle(box), _radius(box)), caption("supply")
            ),
            Entry(
                lambda draw, box: square(draw, middle(box), _radius(box), MOUNTAIN),
                caption("mountain"),
            ),
        ]

    @staticmethod
    def _caption(template: str, **values: object) -> str:
        return Text(template, **values).render(picture_language())


def _radius(box: Box) -> float:
    return (box[3] - box[1]) * 0.45


def _text_sign(letter: str) -> Sign:
    def sign(draw: ImageDraw.ImageDraw, box: Box) -> None:
        disc(draw, middle(box), _radius(box) * 1.1, INK)
        size = max(8, round(_radius(box) * 1.2))
        draw.text(middle(box), letter, PAPER, font(size), anchor="mm")

    return sign


def _scale_sign(scale: NDArray[np.float64]) -> Sign:
    def sign(draw: ImageDraw.ImageDraw, box: Box) -> None:
        left, top, right, bottom = (round(edge) for edge in box)
        for x in range(left, right):
            colour = _colour(scale, (x - left) / max(1, right - left - 1))
            draw.line((x, top + 2, x, bottom - 2), colour)

    return sign


def _start_sign(draw: ImageDraw.ImageDraw, centre: Point, radius: float) -> None:
    disc(draw, centre, radius * 1.25, PAPER)
    disc(draw, centre, radius, START)


def _goal_sign(draw: ImageDraw.ImageDraw, centre: Point, radius: float) -> None:
    square(draw, centre, radius * 1.15, PAPER)
    square(draw, centre, radius * 0.92, GOAL)


def _supply_sign(draw: ImageDraw.ImageDraw, centre: Point, radius: float) -> None:
    (x, y), arm = centre, max(1.0, radius * 0.36)
    disc(draw, centre, radius * 1.15, PAPER)
    disc(draw, centre, radius, SUPPLY)
    if radius >= 4:
        draw.rectangle((x - radius * 0.6, y - arm / 2, x + radius * 0.6, y + arm / 2), PAPER)
        draw.rectangle((x - arm / 2, y - radius * 0.6, x + arm / 2, y + radius * 0.6), PAPER)
