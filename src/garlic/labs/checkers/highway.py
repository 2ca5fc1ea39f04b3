"""Highway: checks the totals and the paths of the cheapest road and of the second."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from io import BytesIO

import numpy as np
from numpy.typing import NDArray

from garlic.core import Text
from garlic.core.reading.fields import Fields
from garlic.labs.checkers.base import Judged
from garlic.puzzles.highway import Country, Road
from garlic.puzzles.highway.generator import make_country
from garlic.puzzles.highway.picture import paint

_NO_ROAD = -1
_LONGEST_LINE = 8_000_000
_STATE = r"\d{1,18}(?!\d)"
_STATES = rf"{_STATE}(?:[\s,>-]+{_STATE})*"
_LINE = re.compile(rf"(?:(?:first|second)\s*[:：]\s*)?(-1|{_STATE})(?:[\s:]+({_STATES}))?")
_NONE = re.compile(r"no (?:second )?road", re.IGNORECASE)

# The shares of an answer: the courses ask for totals only, so a path is a bonus that can make up
# for a part of a wrong total.
_TOTAL, _PATH = 0.5, 0.1


@dataclass(frozen=True)
class StatedRoad:
    """One road of an answer: its total, -1 for none, and its states if they are given."""

    total: int
    states: tuple[int, ...] | None


StatedRoads = tuple[StatedRoad, StatedRoad | None]
"""Both roads of an answer; None if the second is missing."""


@dataclass(frozen=True)
class HighwayCase:
    """A picture, made on demand."""

    make: Callable[[], Country]
    form: str = "png"

    @cached_property
    def country(self) -> Country:
        """The country in the picture; raise `InputError` or `UsageError` if there is none."""
        return self.make()

    @property
    def file_name(self) -> str:
        """The file name of the picture."""
        return f"country.{self.form}"

    @cached_property
    def content(self) -> bytes:
        """The picture; PPM can be read without a library."""
        buffer = BytesIO()
        paint(self.country.colours).save(buffer, "PNG" if self.form == "png" else "PPM")
        return buffer.getvalue()

    @property
    def name(self) -> Text:
        """The size of the country."""
        return Text(
            "country of {rows}x{columns}, {states:state|states}",
            rows=self.country.rows,
            columns=self.country.columns,
            states=len(self.country.places),
        )

    @property
    def size(self) -> int:
        """The number of places."""
        return self.country.rows * self.country.columns

    @cached_property
    def roads(self) -> tuple[Road | None, Road | None]:
        """The right answer."""
        first = self.country.shortest()
        return first, self.country.second() if first else None

    def expected(self) -> str:
        """Both roads in the lab's format."""
        return "\n".join(
            "-1" if road is None else f"{road.total} {'-'.join(map(str, road.states))}"
            for road in self.roads
        )

    def judge(self, output: str) -> Judged:
        """Shares for both totals and both paths; any path with the right cost is accepted."""
        stated = read_answer(output)
        if stated is None:
            return Judged(
                0.0,
                Text(
                    "expected two lines like '430054' or '430054 1-2-6-7', the cheapest road and"
                    " the second, -1 for none, got {got!r}",
                    got=output[:80],
                ),
            )
        share, faults = 0.0, []
        for place, (road, answer) in enumerate(zip(self.roads, stated, strict=True)):
            fault, path_fault = self._faults(road, answer, place == 0)
            if fault is None:
                share += _TOTAL
                walked = answer is not None and answer.states is not None and path_fault is None
                share += _PATH if walked else 0.0
            faults += [text for text in (fault, path_fault) if text is not None]
        if share >= 1:
            return Judged(1.0, faults[0] if faults else Text("right: both roads"))
        return Judged(round(share, 3), faults[0], self._hint(stated))

    def _faults(
        self, road: Road | None, stated: StatedRoad | None, first: bool
    ) -> tuple[Text | None, Text | None]:
        """The fault of the total and the fault of the path; None for none."""
        which = Text("the first road" if first else "the second road")
        right = _NO_ROAD if road is None else road.total
        if stated is None:
            return Text(
                "{which}: expected a total of {right}, got none", which=which, right=right
            ), None
        if stated.total != right:
            if road is None:
                none = Text("{which}: there is none, got {got}", which=which, got=stated.total)
                return none, None
            sentence = "{which}: expected a total of {right}, got {got}"
            return Text(sentence, which=which, right=right, got=stated.total), None
        if road is None or stated.states is None:
            return None, None
        fault = self._path_fault(stated.states, right)
        return None, fault and Text("{which}: {fault}", which=which, fault=fault)

    def _path_fault(self, states: tuple[int, ...], total: int) -> Text | None:
        """What is wrong with a path that should cost *total*; None if nothing is."""
        count = len(self.country.places)
        if states[0] != 1 or states[-1] != count:
            return Text("its path does not lead from state 1 to state {last}", last=count)
        if max(states) > count or min(states) < 1:
            return Text("its path names a state that does not exist")
        if len(set(states)) != len(states):
            return Text("its path visits a state twice")
        places = self.country.places[np.array(states) - 1]
        for number in range(1, len(states)):
            if not _neighbours(places[number - 1], places[number]):
                return Text(
                    "its path goes from state {one} to state {other}, which are no neighbours",
                    one=states[number - 1],
                    other=states[number],
                )
        walked = int(self.country.industry[places[1:, 0], places[1:, 1]].sum())
        if walked != total:
            return Text("its path costs {walked}, not {total}", walked=walked, total=total)
        return None

    def _hint(self, stated: StatedRoads) -> Text | None:
        first, second = self.roads
        if first is None or stated[1] is None:
            return None
        if stated[1].total == first.total:
            return Text(
                "the second road must cost strictly more than the first: a tie is no second"
            )
        start = int(self.country.industry[tuple(self.country.places[0])])
        if stated[0].total == first.total + start:
            return Text("the start's own industry is not counted")
        if second is not None and self.size <= 10_000:
            by_deleting = self.country.second_by_deleting_edges()
            if by_deleting is None or by_deleting.total != second.total:
                wrong = _NO_ROAD if by_deleting is None else by_deleting.total
                if stated[1].total == wrong:
                    return Text(
                        "this is what closing one edge of one shortest road finds: it misses the"
                        " second where shortest roads tie"
                    )
        return None


def _neighbours(place: NDArray[np.int64], to: NDArray[np.int64]) -> bool:
    (row, column), (to_row, to_column) = place.tolist(), to.tolist()
    if row == to_row:
        return bool(abs(column - to_column) == 1)
    if abs(row - to_row) != 1:
        return False
    beside = (-1, 0) if row % 2 == 0 else (0, 1)
    return bool(to_column - column in beside)


def read_answer(output: str) -> StatedRoads | None:
    """The roads of an *output*, one per line: a total, then perhaps its states; else None.

    The states of a road may also be on a line of their own, as `garlic highway` prints them.
    """
    lines = [line.strip() for line in output[:_LONGEST_LINE].splitlines() if line.strip()]
    roads: list[StatedRoad] = []
    for line in lines:
        if _NONE.fullmatch(line):
            roads.append(StatedRoad(_NO_ROAD, None))
            continue
        match = _LINE.fullmatch(line)
        if match is not None:
            states = match[2] and tuple(int(word) for word in re.findall(r"\d+", match[2]))
            roads.append(StatedRoad(int(match[1]), states or None))
        elif roads and roads[-1].states is None and re.fullmatch(_STATES, line):
            roads[-1] = StatedRoad(roads[-1].total, tuple(map(int, re.findall(r"\d+", line))))
        else:
            return None
    if len(roads) == 1 and roads[0].total == _NO_ROAD:
        roads.append(roads[0])
    if len(roads) not in (1, 2):
        return None
    return roads[0], roads[1] if len(roads) == 2 else None


class HighwayChecker:
    """Cases are pictures: files, or made from options."""

    about = Text(
        "the program gets a picture, as a file named by its argument and on standard input, and"
        " prints two lines: the total of the cheapest road, then the total of the second; -1 for a"
        " road that does not exist. A total may be followed by its states, like '430054 1-2-6-7'"
    )

    def case(self, fields: Fields) -> HighwayCase:
        """A case with ``file`` or ``make``."""
        form = fields.one_of("form", ("png", "ppm"), "png")
        if fields.has("file"):
            path = fields.file("file")
            return HighwayCase(lambda: Country.from_image(path.read_bytes()), form)
        options = fields.inner("make")
        rows, columns = options.whole("rows", 1, 1000), options.whole("columns", 1, 1000)
        seed = options.whole("seed", 0, 1 << 62)
        holes = options.number("holes", 0, 0.9, 0.0)
        colours = options.whole("colours", 0, 256, 0) or None
        options.finish()
        return HighwayCase(
            lambda: make_country(rows, columns, seed, holes=holes, colours=colours), form
        )
