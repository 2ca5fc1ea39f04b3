"""New fair mazes from a seed.

Walls grow as islands that touch nothing. An island never cuts anything off, so every open cell
can be reached from every other, and there is always a second way round.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from garlic.core import Stream, Text, UsageError
from garlic.core.reading.scan import whole_number
from garlic.games.stars.actors import Place
from garlic.games.stars.maze import (
    DIRECTIONS,
    FLOOR,
    LARGEST,
    STAR,
    SUPER_STAR,
    WALL,
    distances,
    neighbours,
    reachable,
)
from garlic.games.stars.position import Position
from garlic.games.stars.symmetry import DIAGONAL, HALF_TURN, LEFT_RIGHT, UP_DOWN, Symmetry

SMALLEST_MADE = 5
_LONGEST_WALL = 5
_MOST_SUPERS = 20
_CIRCLE = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class MapOptions:
    """Options of a new maze."""

    free: int = 2  # destroyers that are not walled in
    walls: float = 0.25  # at most this share of the cells
    stars: float = 0.9  # this share of the cells that garlics can reach
    supers: int = 2
    symmetry: str = "mirror"


def make(rows: int, columns: int, seed: int, **options: str) -> Position:
    """A fair, connected maze of that size; the same arguments always give the same one.

    Options: ``free`` (0, 1 or 2 destroyers that are not walled in), ``walls`` and ``stars``
    (shares from 0 to 1), ``supers`` (how many super stars), ``symmetry`` (mirror or turn).
    Raises `UsageError` for an unknown option, a wrong value, or an impossible combination.
    """
    if not (SMALLEST_MADE <= rows <= LARGEST and SMALLEST_MADE <= columns <= LARGEST):
        raise UsageError(
            "expected a size from {low}x{low} to {high}x{high}, got {rows}x{columns}",
            low=SMALLEST_MADE,
            high=LARGEST,
            rows=rows,
            columns=columns,
        )
    return _Maker(rows, columns, _parse_options(options), Stream(seed)).made()


def _parse_options(options: dict[str, str]) -> MapOptions:
    readers: dict[str, Callable[[str], object]] = {
        "free": lambda text: whole_number(text, 0, 2),
        "walls": _share,
        "stars": _share,
        "supers": lambda text: whole_number(text, 0, _MOST_SUPERS),
        "symmetry": lambda text: text if text in ("mirror", "turn") else None,
    }
    values: dict[str, object] = {}
    for name, text in options.items():
        if name not in readers:
            raise UsageError(
                "there is no map option called {name!r}; there are {known}",
                name=name,
                known="free=0|1|2, walls=0.25, stars=0.9, supers=2, symmetry=mirror|turn",
            )
        values[name] = readers[name](text)
        if values[name] is None:
            raise UsageError(
                "expected {name} to be {what}, got {text!r}",
                name=name,
                what=_VALUES[name],
                text=text,
            )
    return MapOptions(**values)  # type: ignore[arg-type]


_VALUES = {
    "free": Text("0, 1 or 2"),
    "walls": Text("a share from 0 to 1"),
    "stars": Text("a share from 0 to 1"),
    "supers": Text("a number from 0 to 20"),
    "symmetry": Text("mirror or turn"),
}


def _share(text: str) -> float | None:
    whole, _, fraction = text.partition(".")
    if not (text.isascii() and whole.isdigit() and len(text) < 20):
        return None
    if "." in text and not fraction.isdigit():
        return None
    share = float(text)
    return share if share <= 1 else None


def _straight(start: Place, end: Place) -> int:
    """Steps from *start* to *end* if there were no walls."""
    return abs(start[0] - end[0]) + abs(start[1] - end[1])


def _circle(place: Place) -> list[Place]:
    """The eight cells around *place*, from the upper left clockwise; some may be off the map."""
    return [(place[0] + down, place[1] + right) for down, right in _CIRCLE]


class _Maker:
    """One maze under construction."""

    def __init__(self, rows: int, columns: int, options: MapOptions, stream: Stream) -> None:
        self.rows, self.columns = rows, columns
        self.options, self.stream = options, stream
        self.symmetry = self._chosen_symmetry()
        self.grid = [[FLOOR] * columns for _ in range(rows)]
        self.caged: list[Place] = []
        self.kept: set[Place] = set()  # cells that stay as they are

    def made(self) -> Position:
        """The finished start position."""
        births = self._place_cages()
        self._grow_walls()
        ground = self._ground()
        garlics = self._place_actors(births, ground)
        self._place_stars(births, garlics, ground)
        return Position.start(self._lines(), births, garlics)

    def image(self, place: Place) -> Place:
        """The mirror image of *place*, which must be alike."""
        return self.symmetry.image(place, self.rows, self.columns)

    def _chosen_symmetry(self) -> Symmetry:
        mirror = self.options.symmetry == "mirror"
        if self.options.free != 1:
            return LEFT_RIGHT if mirror else HALF_TURN
        # Destroyers that differ cannot be each other's image: both must be on the mirror axis.
        if mirror and self.columns % 2 == 1:
            return LEFT_RIGHT
        if mirror and self.rows % 2 == 1:
            return UP_DOWN
        if mirror and self.rows == self.columns:
            return DIAGONAL
        raise UsageError(
            "one free destroyer is fair only on a mirror that runs through cells: "
            "use symmetry=mirror and an odd or square size"
        )

    def _place_cages(self) -> list[Place]:
        """Wall in the destroyers that are not free; return the birth cells chosen so far."""
        if self.options.free == 2:
            return []
        if self.options.free == 0:
            births = [(0, 0), self.image((0, 0))]
        elif self.symmetry is LEFT_RIGHT:
            births = [(0, self.columns // 2)]
        elif self.symmetry is UP_DOWN:
            births = [(self.rows // 2, 0)]
        else:
            births = [(0, 0)]
        for birth in births:
            self.caged.append(birth)
            self.kept.add(birth)
            for there in _circle(birth):
                if self._inside(there):
                    self.grid[there[0]][there[1]] = WALL
                    self.kept.add(there)
        return births

    def _grow_walls(self) -> None:
        cells = [(row, column) for row in range(self.rows) for column in range(self.columns)]
        budget = int(self.options.walls * len(cells)) - sum(line.count(WALL) for line in self.grid)
        for seed in self._shuffled(cells):
            down, right = DIRECTIONS[self.stream.below(len(DIRECTIONS))]
            row, column = seed
            for _ in range(2 + self.stream.below(_LONGEST_WALL - 1)):
                if budget < 2:  # a wall comes with its image
                    return
                built = self._build((row, column))
                if not built:
                    break
                budget -= built
                row, column = row + down, column + right

    def _build(self, place: Place) -> int:
        """Turn *place* and its image into walls unless that cuts something off; return how many."""
        built: list[Place] = []
        for there in dict.fromkeys((place, self.image(place))):
            if not self._may_be_wall(there):
                for row, column in built:
                    self.grid[row][column] = FLOOR
                return 0
            self.grid[there[0]][there[1]] = WALL
            built.append(there)
        return len(built)

    def _may_be_wall(self, place: Place) -> bool:
        if not self._is_floor(place) or place in self.kept:
            return False
        circle = [self._is_floor(there) for there in _circle(place)]
        # There are no diagonal steps: a corner counts only together with both its sides. With
        # more than one stretch of floor around it, the wall would cut something off.
        stretches = sum(
            circle[side] and not (circle[(side + 1) % 8] and circle[(side + 2) % 8])
            for side in range(1, 8, 2)
        )
        if stretches > 1 or self._makes_block(place):
            return False
        row, column = place
        return all(
            self._exits((row + down, column + right)) > 2
            for down, right in DIRECTIONS
            if self._is_floor((row + down, column + right))
        )

    def _makes_block(self, place: Place) -> bool:
        """Would a wall here complete a solid square of four? Thin walls make better mazes."""
        wall = [self._is_wall(there) for there in _circle(place)]
        return any(wall[at - 1] and wall[at] and wall[at + 1] for at in range(0, 8, 2))

    def _place_actors(self, births: list[Place], ground: Sequence[Place]) -> list[Place]:
        """Add the free destroyers to *births*; return where the garlics start."""
        if self.options.free == 2:
            # In the upper half, so that the garlics can start far away below.
            high = [at for at in ground if at[0] < (self.rows + 1) // 2 and self.image(at) != at]
            births += self._pair(self._any(high))
        elif self.options.free == 1:
            mirror = [at for at in ground if self.image(at) == at]
            births.append(self._far(self._gaps(mirror, births)))
        lines = self._lines()
        apart = [at for at in ground if at not in births and self.image(at) not in (at, *births)]
        ways = [distances(lines, birth) for birth in births if birth not in self.caged]
        safety = {at: min((way[at] or 0 for way in ways), default=0) for at in apart}
        safe = max(safety.values())
        calm = [at for at in apart if safety[at] * 3 >= safe * 2]
        # Of the safe cells, one far from its image: the garlics should not start close together.
        gaps = {at: _straight(at, self.image(at)) for at in calm}
        widest = max(gaps.values())
        return self._pair(self._any([at for at in calm if gaps[at] * 3 >= widest * 2]))

    def _place_stars(
        self, births: Sequence[Place], garlics: Sequence[Place], ground: Sequence[Place]
    ) -> None:
        free = [at for at in ground if at not in garlics]
        supers = self._super_places(births, garlics, [at for at in free if at not in births])
        for row, column in supers:
            self.grid[row][column] = SUPER_STAR
        wanted = round(self.options.stars * len(free))
        for place in self._shuffled(free):
            if wanted <= 0:
                return
            for row, column in dict.fromkeys((place, self.image(place))):
                if self.grid[row][column] == FLOOR:
                    self.grid[row][column] = STAR
                    wanted -= 1

    def _super_places(
        self, births: Sequence[Place], garlics: Sequence[Place], free: Sequence[Place]
    ) -> list[Place]:
        """Cells far from every start, from each other and from their images."""
        chosen: list[Place] = []
        gaps = self._gaps(free, [*births, *garlics])
        while len(chosen) < self.options.supers:
            single = self.options.supers - len(chosen) == 1
            fitting = [at for at in free if at not in chosen and (self.image(at) == at) == single]
            if not fitting:
                raise UsageError(
                    "{count} super stars cannot be placed fairly on this maze",
                    count=self.options.supers,
                )
            best = self._far({at: gaps[at] for at in fitting})
            new = list(dict.fromkeys((best, self.image(best))))
            chosen += new
            nearer = self._gaps(fitting, new)
            gaps |= {at: min(gaps[at], nearer[at]) for at in fitting}
        return chosen

    def _gaps(self, places: Sequence[Place], others: Sequence[Place]) -> dict[Place, int]:
        """How far each of *places* is from the nearest of *others* and from its own image."""
        lines = self._lines()
        ways = [distances(lines, other) for other in others if other not in self.caged]

        def gap(at: Place) -> int:
            there = self.image(at)
            own = self.rows + self.columns if there == at else _straight(at, there)
            return min([own, *(way[at] or 0 for way in ways)])

        return {at: gap(at) for at in places}

    def _far(self, gaps: dict[Place, int]) -> Place:
        """One of the places with the widest gaps."""
        widest = max(gaps.values())
        return self._any([at for at, gap in gaps.items() if gap * 10 >= widest * 9])

    def _ground(self) -> list[Place]:
        """The open cells outside the cages, all of them connected."""
        source = next(
            (row, column)
            for row in range(self.rows)
            for column in range(self.columns)
            if self._is_floor((row, column)) and (row, column) not in self.caged
        )
        return sorted(reachable(self._lines(), [source]))

    def _pair(self, place: Place) -> list[Place]:
        """The cell and its image, the left or upper one first."""
        return sorted([place, self.image(place)])

    def _lines(self) -> list[str]:
        return ["".join(line) for line in self.grid]

    def _is_floor(self, place: Place) -> bool:
        return self._inside(place) and self.grid[place[0]][place[1]] == FLOOR

    def _is_wall(self, place: Place) -> bool:
        return self._inside(place) and self.grid[place[0]][place[1]] == WALL

    def _exits(self, place: Place) -> int:
        return len(neighbours(self.grid, place))

    def _inside(self, place: Place) -> bool:
        return 0 <= place[0] < self.rows and 0 <= place[1] < self.columns

    def _any(self, places: Sequence[T]) -> T:
        return places[self.stream.below(len(places))]

    def _shuffled(self, places: Sequence[T]) -> list[T]:
        left = list(places)
        for last in range(len(left) - 1, 0, -1):
            other = self.stream.below(last + 1)
            left[last], left[other] = left[other], left[last]
        return left
