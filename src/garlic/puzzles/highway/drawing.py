"""Drawing roads on their country."""

from collections.abc import Sequence

import numpy as np
from PIL import Image, ImageDraw

from garlic.core.language.text import Text
from garlic.puzzles.canvas import (
    INK,
    PAPER,
    Box,
    Colour,
    Entry,
    Point,
    blended,
    disc,
    font,
    middle,
    picture_language,
    ring,
    square,
    stroke,
    with_legend,
)
from garlic.puzzles.highway import Country, Road
from garlic.puzzles.highway.picture import PITCH, paint

FIRST: Colour = (255, 214, 10)
SECOND: Colour = (230, 0, 118)
START: Colour = (0, 168, 107)
END: Colour = (214, 40, 40)

_USUAL = 1200  # pixels along the longer side: smaller countries are enlarged to it,
_LARGEST_STATE = 100  # but no state becomes wider than this;
_LARGEST = 4096  # larger pictures are shrunk to it
_SOFT = 2  # small drawings are made this many times larger and shrunk, for soft edges


def draw_roads(country: Country, first: Road | None, second: Road | None) -> Image.Image:
    """The country with both roads, their ends and a legend; readable for any size of country."""
    sheet = _RoadSheet(country)
    if second is not None:
        sheet.road(second, SECOND, 1)
    if first is not None:
        # Narrower, so that the second road is visible on both sides where they coincide.
        sheet.road(first, FIRST, 0.45)
    parting = sheet.ring_parting(first, second) if first and second else False
    ends = Road(0, (1, len(country.places)))
    start, end = sheet.points(ends)
    _mark_start(sheet.draw, start, sheet.marker * (1.4 if start == end else 1))
    _mark_end(sheet.draw, end, sheet.marker)
    picture = sheet.finished()
    text_size = max(16, round(max(picture.size) / 60))
    return with_legend(picture, _legend(country, first, second, parting), text_size)


class _RoadSheet:
    """The picture of a country, and where its states are on it."""

    def __init__(self, country: Country) -> None:
        self.country = country
        width, height = PITCH * country.columns + 1, PITCH * country.rows + 5
        longest = max(width, height)
        self.scale = min(max(1.0, _USUAL / longest), _LARGEST_STATE / PITCH, _LARGEST / longest)
        self.soft = _SOFT if longest * self.scale <= 2 * _USUAL else 1
        full = self.full = self.scale * self.soft
        # In proportion to a state, but visible on a large picture.
        self.road_width = max(0.34 * PITCH * full, longest * full / 260)
        self.marker = max(0.34 * PITCH * full, longest * full / 110, self.road_width * 1.15)
        self.margin = round(self.marker)
        size = (round(width * full), round(height * full))
        self.picture = Image.new(
            "RGB", (size[0] + 2 * self.margin, size[1] + 2 * self.margin), PAPER
        )
        self.draw = ImageDraw.Draw(self.picture)
        if full < 3:
            plain = paint(country.colours)
            faded = Image.blend(plain, Image.new("RGB", plain.size, PAPER), 0.18)
            if faded.size != size:
                faded = faded.resize(size, Image.Resampling.BOX)
            self.picture.paste(faded, (self.margin, self.margin))
        else:
            self._draw_states()

    def _draw_states(self) -> None:
        scale = self.full
        border = max(1, round(min(0.6 * scale, 3 * self.soft)))
        for number, (row, column) in enumerate(self.country.places, 1):
            red, green, blue = (int(part) for part in self.country.colours[row, column])
            x, y = self._centre(int(row), int(column))
            corners = [
                (x + right * scale, y + down * scale)
                for right, down in ((0, -6), (4, -2), (4, 2), (0, 6), (-4, 2), (-4, -2))
            ]
            fill = blended((red, green, blue), PAPER, 0.12)
            self.draw.polygon(corners, fill)
            self.draw.line([*corners, *corners[:2]], INK, border, joint="curve")
            if self.scale * PITCH >= 40:
                size = round(1.5 * scale)
                ink = PAPER if sum(fill) < 380 else INK
                self.draw.text((x, y - 3.6 * scale), str(number), ink, font(size), anchor="mm")

    def _centre(self, row: int, column: int) -> Point:
        x, y = PITCH * column + 4.5 + 4 * (row % 2), PITCH * row + 6.5
        return self.margin + x * self.full, self.margin + y * self.full

    def points(self, road: Road) -> list[Point]:
        """The centres of the road's states."""
        places = self.country.places[np.array(road.states) - 1]
        return [self._centre(int(row), int(column)) for row, column in places]

    def road(self, road: Road, colour: Colour, share: float) -> None:
        """Draw the road, *share* of the usual width."""
        _draw_road(self.draw, self.points(road), colour, self.road_width * share)

    def ring_parting(self, first: Road, second: Road) -> bool:
        """Circle the place where the roads differ if it is small; return whether it was."""
        apart = set(first.states) ^ set(second.states)
        if not apart:
            return False
        points = self.points(Road(0, tuple(apart)))
        xs, ys = [x for x, _ in points], [y for _, y in points]
        centre = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
        reach = max(max(xs) - min(xs), max(ys) - min(ys)) / 2
        longest = max(self.picture.size)
        if reach > longest / 20 or longest < 60 * PITCH * self.full:
            return False
        radius = max(reach + 3 * self.road_width, longest / 45)
        ring(self.draw, centre, radius + self.road_width * 0.35, INK, self.road_width * 1.2)
        ring(self.draw, centre, radius, PAPER, self.road_width * 0.5)
        return True

    def finished(self) -> Image.Image:
        """The picture at its final size."""
        if self.soft == 1:
            return self.picture
        width, height = self.picture.size
        return self.picture.resize(
            (width // self.soft, height // self.soft), Image.Resampling.LANCZOS
        )


def _draw_road(
    draw: ImageDraw.ImageDraw, points: Sequence[Point], colour: Colour, width: float
) -> None:
    stroke(draw, points, INK, width * 1.45)
    stroke(draw, points, colour, width)


def _mark_start(draw: ImageDraw.ImageDraw, centre: Point, radius: float) -> None:
    for share, colour in ((1.0, INK), (0.86, PAPER), (0.6, START)):
        disc(draw, centre, radius * share, colour)


def _mark_end(draw: ImageDraw.ImageDraw, centre: Point, radius: float) -> None:
    for share, colour in ((0.95, INK), (0.81, PAPER), (0.55, END)):
        square(draw, centre, radius * share, colour)


def _mark_parting(draw: ImageDraw.ImageDraw, centre: Point, radius: float) -> None:
    ring(draw, centre, radius, INK, radius * 0.55)
    ring(draw, centre, radius * 0.85, PAPER, radius * 0.25)


def _legend(
    country: Country, first: Road | None, second: Road | None, parting: bool
) -> list[Entry]:
    language = picture_language()

    def caption(template: str, **values: object) -> str:
        return Text(template, **values).render(language)

    def line(colour: Colour) -> Entry:
        def sign(draw: ImageDraw.ImageDraw, box: Box) -> None:
            y = (box[1] + box[3]) / 2
            thick = (box[3] - box[1]) * 0.4
            _draw_road(draw, [(box[0] + thick, y), (box[2] - thick, y)], colour, thick)

        road = first if colour == FIRST else second
        if colour == FIRST:
            text = (
                caption("first: {total}", total=f"{road.total:,}") if road else caption("no road")
            )
        elif road and first:
            more = f"{road.total - first.total:,}"
            text = caption("second: {total} (+{more})", total=f"{road.total:,}", more=more)
        else:
            text = caption("no second road")
        return Entry(sign, text)

    entries = [
        line(FIRST),
        line(SECOND),
        Entry(
            lambda draw, box: _mark_start(draw, middle(box), (box[3] - box[1]) * 0.5),
            caption("start: state {number}", number=1),
        ),
        Entry(
            lambda draw, box: _mark_end(draw, middle(box), (box[3] - box[1]) * 0.5),
            caption("end: state {number}", number=len(country.places)),
        ),
    ]
    if parting:
        sign = Entry(
            lambda draw, box: _mark_parting(draw, middle(box), (box[3] - box[1]) * 0.5),
            caption("here they part"),
        )
        entries.append(sign)
    return entries
