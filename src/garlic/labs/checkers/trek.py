"""Trek: the fewest days and a path, simulated and compared with the optimum."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from garlic.core import InputError, Text
from garlic.core.reading.fields import Fields
from garlic.labs.checkers.base import Judged
from garlic.puzzles.trek import Terrain
from garlic.puzzles.trek.checking import AnswerFault, AnswerFinding, TrekAnswer, check
from garlic.puzzles.trek.generator import Style, make_terrain

# The share of the points for an answer with only this fault.
# Faults of a path that leave the number of days its worth, if that is right.
_DAYS_ALONE = (AnswerFault.NO_PATH, AnswerFault.WRONG_COUNT, AnswerFault.ONE_STEP_SHORT)


@dataclass(frozen=True)
class TrekCase:
    """A map, made on demand: listing labs must not make all their maps."""

    make: Callable[[], Terrain]

    file_name = "map.txt"

    @cached_property
    def terrain(self) -> Terrain:
        """The map; raise `InputError` or `UsageError` if it is not valid."""
        return self.make()

    @cached_property
    def content(self) -> bytes:
        """The map in the lab's format."""
        return str(self.terrain).encode()

    @property
    def name(self) -> Text:
        """Its size and its rations."""
        rows, columns = self.terrain.cells.shape
        return Text(
            "map of {rows}x{columns}, {rations:ration|rations}",
            rows=rows,
            columns=columns,
            rations=self.terrain.rations,
        )

    @property
    def size(self) -> int:
        """The number of cells."""
        return int(self.terrain.cells.size)

    @cached_property
    def _expected(self) -> str:
        return str(self.terrain.solve())

    def expected(self) -> str:
        """An optimal answer."""
        return self._expected

    def judge(self, output: str) -> Judged:
        """Full points for an optimal path; half for a longer path, or for the days alone."""
        try:
            answer = TrekAnswer.parse(output)
        except InputError as refused:
            return Judged(0.0, Text("{fault}", fault=refused))
        finding = check(self.terrain, answer)
        return Judged(_share(finding), finding.text, finding.hint)


def _share(finding: AnswerFinding) -> float:
    if finding.right:
        return 1.0
    days_alone = finding.fault in _DAYS_ALONE and finding.days == finding.optimum
    return 0.5 if days_alone or finding.fault is AnswerFault.NOT_OPTIMAL else 0.0


class TrekChecker:
    """Cases are maps: written out, or made from options."""

    about = Text(
        "the program gets a map, as a file named by its argument and on standard input, and prints"
        " the fewest days and a path of the letters U, D, L and R, or -1"
    )

    def case(self, fields: Fields) -> TrekCase:
        """A case with ``map``, ``file`` or ``make``."""
        if fields.has("map"):
            text = fields.take("map", str)
            return TrekCase(lambda: Terrain.parse(text))
        if fields.has("file"):
            path = fields.file("file")
            return TrekCase(lambda: Terrain.parse(path.read_text(encoding="utf-8")))
        return TrekCase(_maker(fields.inner("make")))


def _maker(options: Fields) -> Callable[[], Terrain]:
    rows, columns = options.whole("rows", 3, 1000), options.whole("columns", 3, 1000)
    seed = options.whole("seed", 0, 1 << 62)
    style = options.one_of("style", [style.value for style in Style], Style.OPEN.value)
    tightness = options.number("tightness", 0.01, 1, 0.9)
    rations = options.whole("rations", 0, 10**6, 0) or None
    hopeless = options.take("hopeless", bool, False)
    options.finish()
    if hopeless:
        tightness = 1.0

    def make() -> Terrain:
        terrain = make_terrain(
            rows, columns, seed, style=style, tightness=tightness, rations=rations
        )
        # With tightness 1 there is no path with one ration fewer.
        return Terrain(terrain.cells, terrain.rations - 1) if hopeless else terrain

    return make
