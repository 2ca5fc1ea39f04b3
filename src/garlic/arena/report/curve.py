"""The rating curve: every bot's Elo over time, with its 95 % interval as a band."""

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from garlic.arena.report.text import ReportText, signed
from garlic.arena.snapshot import RatingPoint, TournamentSnapshot
from garlic.core.render.html import Html, element, joined

COLOURS = 8  # as many as the style sheet has; more lines would be hard to follow
_WIDTH, _HEIGHT = 920, 380
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 200, 14, 42
_LABEL_HEIGHT = 15.0
_LONGEST_NAME = 16  # letters beside the picture; hovering shows the whole name


@dataclass(frozen=True, slots=True)
class _Scale:
    """Maps games and Elo to coordinates of the picture."""

    games: int
    low: float
    high: float

    def x(self, games: float) -> float:
        return _LEFT + (_WIDTH - _LEFT - _RIGHT) * games / max(self.games, 1)

    def y(self, elo: float) -> float:
        height = _HEIGHT - _TOP - _BOTTOM
        return _TOP + height * (self.high - elo) / (self.high - self.low)

    def place(self, games: float, elo: float) -> str:
        return f"{self.x(games):.1f},{self.y(elo):.1f}"


def rating_curve(tournament: TournamentSnapshot, words: ReportText) -> Html | None:
    """The picture, the best bots in colour; None if there is nothing to draw."""
    lines: dict[str, list[RatingPoint]] = defaultdict(list)
    for point in tournament.curve:
        lines[point.name].append(point)
    order = [standing.name for standing in tournament.standings if standing.name in lines]
    if not order or max(map(len, lines.values())) < 2:
        return None
    scale = _scale(lines)
    shown = order[:COLOURS]
    drawn = [_line(scale, lines[name], None) for name in order[COLOURS:]]
    drawn += [_band(scale, lines[name], colour) for colour, name in enumerate(shown)]
    drawn += [_line(scale, lines[name], colour) for colour, name in enumerate(shown)]
    drawn += _labels(scale, [(lines[name][-1], colour) for colour, name in enumerate(shown)])
    return element(
        "svg",
        *_axes(scale, words),
        *drawn,
        viewBox=f"0 0 {_WIDTH} {_HEIGHT}",
        class_="curve",
        role="img",
        aria_label=words.say("Elo after so many games of the tournament"),
    )


def _scale(lines: dict[str, list[RatingPoint]]) -> _Scale:
    """A scale that fits all curves, and the bands at their ends.

    The bands of the first games are very wide: they may be clipped.
    """
    elos = [point.elo for line in lines.values() for point in line[len(line) // 8 :]]
    ends = [end for line in lines.values() for end in (line[-1].low, line[-1].high)]
    low, high = min(elos + ends), max(elos + ends)
    step = tick_step(high - low, 6)
    games = max(line[-1].games for line in lines.values())
    return _Scale(
        games=games,
        low=step * math.floor(low / step),
        high=max(step * math.ceil(high / step), step * math.floor(low / step) + step),
    )


def tick_step(span: float, most: int) -> float:
    """A round step that divides *span* into at most *most* parts."""
    rough = max(span / most, 1e-9)
    power = 10.0 ** math.floor(math.log10(rough))
    return float(next(power * unit for unit in (1, 2, 5, 10) if power * unit >= rough * 0.999))


def _axes(scale: _Scale, words: ReportText) -> list[Html]:
    right, bottom = _WIDTH - _RIGHT, _HEIGHT - _BOTTOM
    drawn = [
        element(
            "defs",
            element(
                "clipPath",
                element("rect", x=_LEFT, y=_TOP, width=right - _LEFT, height=bottom - _TOP),
                id="paper",
            ),
        )
    ]
    step = tick_step(scale.high - scale.low, 6)
    for number in range(round((scale.high - scale.low) / step) + 1):
        elo = scale.low + number * step
        y = scale.y(elo)
        drawn.append(element("line", x1=_LEFT, x2=right, y1=y, y2=y, class_="grid"))
        drawn.append(element("text", signed(elo), x=_LEFT - 8, y=y + 4, class_="tick end"))
    step = max(1.0, tick_step(scale.games, 6))
    for number in range(int(scale.games / step) + 1):
        x = scale.x(number * step)
        drawn.append(
            element("text", f"{number * step:.0f}", x=x, y=bottom + 18, class_="tick middle")
        )
    drawn.append(
        element(
            "text",
            words.say("games played"),
            x=(_LEFT + right) / 2,
            y=_HEIGHT - 6,
            class_="tick middle",
        )
    )
    drawn.append(element("text", "Elo", x=_LEFT + 6, y=_TOP + 14, class_="tick"))
    return drawn


def _band(scale: _Scale, line: Sequence[RatingPoint], colour: int) -> Html:
    upper = [scale.place(point.games, point.high) for point in line]
    lower = [scale.place(point.games, point.low) for point in reversed(line)]
    return element(
        "polygon",
        points=" ".join(upper + lower),
        class_=f"band c{colour}",
        clip_path="url(#paper)",
    )


def _line(scale: _Scale, line: Sequence[RatingPoint], colour: int | None) -> Html:
    return element(
        "polyline",
        points=" ".join(scale.place(point.games, point.elo) for point in line),
        class_="line rest" if colour is None else f"line c{colour}",
        clip_path="url(#paper)",
    )


def _labels(scale: _Scale, ends: Sequence[tuple[RatingPoint, int]]) -> list[Html]:
    """Names beside the ends of their curves, moved apart where they would overlap."""
    labels = sorted((scale.y(point.elo), point.name, point.elo, colour) for point, colour in ends)
    heights = spread([label[0] for label in labels], _LABEL_HEIGHT, _TOP + 6, _HEIGHT - _BOTTOM)
    x = _WIDTH - _RIGHT
    drawn = []
    for height, (y, name, elo, colour) in zip(heights, labels, strict=True):
        bend = f"{x},{y:.1f} {x + 8},{height:.1f}"
        drawn.append(element("polyline", points=bend, class_=f"line thin c{colour}"))
        short = name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…"
        text = element(
            "text",
            joined(
                element("title", name), short, " ", element("tspan", signed(elo), class_="faint")
            ),
            x=x + 12,
            y=height + 4,
            class_=f"name c{colour}",
        )
        drawn.append(text)
    return drawn


def spread(wanted: Sequence[float], apart: float, low: float, high: float) -> list[float]:
    """Heights near the ascending *wanted*, *apart* or more, from *low* to *high* if they fit."""
    heights: list[float] = []
    for height in wanted:
        heights.append(max(height, heights[-1] + apart if heights else low))
    over = heights[-1] - high if heights else 0
    for place in range(len(heights) - 1, -1, -1):
        if over <= 0:
            break
        ceiling = high if place == len(heights) - 1 else heights[place + 1] - apart
        heights[place] = min(heights[place], ceiling)
    return heights
