"""The most points that one garlic can get alone: no destroyer near, an opponent that stands still.

That is a shortest walk, formulated as an integer program over the steps between cells: how often
each is walked, where the walk ends, which stars it takes. A solution that consists of several
separate walks is excluded by cuts, until one walk is left. The program's dual bound limits what
a better walk could score; if the walk reaches it, it is proven best.
"""

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import pairwise

import numpy as np

from garlic.core import Chance, Seat, Stream, UsageError
from garlic.engines.integer_program import Columns, Floats, Row, Solution, solve
from garlic.games.stars import Move, Place, Position
from garlic.games.stars.maze import STAR, SUPER_STAR, WALL, distances, neighbours, reachable
from garlic.games.stars.position import STAR_POINTS, SUICIDE_POINTS
from garlic.games.stars.symmetry import walled_in

_FLOW = 1000  # capacities are whole numbers: thousandths
_LEAST = 1e-6  # smaller values of the solver are rounding
_MOST_IMPROVED = 400  # the most stars of a walk that is still improved by 2-opt
_ORDERS = 40  # orders of the steps of a walk that are tried
_ATTEMPTS = 12  # the first is the linear relaxation, which is quick and gives most of the cuts
SUICIDE = Move(-1, -1)


class End(Enum):
    """How the garlic ends the game."""

    ALL_STARS = "with the last star"
    ROUNDS = "waits until all rounds are played"
    SUICIDE = "leaves the map once it has what is worth walking for"


@dataclass(frozen=True, slots=True)
class Best:
    """The best walk found: its *moves*, their *score*, and an upper *bound* of any score."""

    moves: tuple[Move, ...]
    score: int
    bound: int
    end: End

    @property
    def proven(self) -> bool:
        """Is there certainly nothing better?"""
        return self.score >= self.bound


@dataclass(slots=True)
class _WalkTask:
    """The goal and the constants of the walk for one way to end the game."""

    end: End
    fixed: int  # points apart from stars and steps
    most: int  # no walk scores more points
    step_cost: int = 1
    every_star: bool = False


@dataclass(slots=True)
class _Program:
    """The integer program; its columns are steps, half degrees, ends, stars."""

    cells: list[Place]
    edges: list[tuple[int, int]]
    stars: list[int]
    start: int
    longest: int
    rows: list[Row] = field(default_factory=list)

    def half(self, cell: int) -> int:
        return len(self.edges) + cell

    def last(self, cell: int) -> int:
        return len(self.edges) + len(self.cells) + cell

    def taken(self, star: int) -> int:
        return len(self.edges) + 2 * len(self.cells) + star

    @property
    def columns(self) -> int:
        return len(self.edges) + 2 * len(self.cells) + len(self.stars)


def best_walk(
    position: Position,
    seat: Seat = Seat.B,
    seconds: float = 20.0,
    tick: Callable[[], None] = lambda: None,
) -> Best:
    """The best walk of *seat*'s garlic that can be found, and proven, within about *seconds*.

    Raises `UsageError` if a destroyer could meet the garlic, because then the result is random,
    and if the game is over.
    """
    if walled_in(position) != [0, 1]:
        raise UsageError("expected both destroyers walled in: where one is free, chance decides")
    if not position.moves_for(seat):
        raise UsageError("expected a garlic that can still move")
    deadline = time.monotonic() + seconds
    best = _best_end(position, seat, _state(position, seat), deadline, tick)
    other = position.garlic(seat.other)
    if not best.proven and not other.gone:
        # Meeting the opponent while strong robs it, also of a negative score: try to avoid it.
        detour = _state(position, seat, avoid=other.place)
        avoiding = _best_end(position, seat, detour, deadline, tick)
        best = max(best, replace(avoiding, bound=best.bound), key=lambda walk: walk.score)
    return replace(best, bound=best.bound + _loot(position, seat))


def _best_end(
    position: Position, seat: Seat, program: _Program, deadline: float, tick: Callable[[], None]
) -> Best:
    """The best of all ways to end the game."""
    found: list[Best] = []
    for task in _tasks(position, seat, program):
        if not found or max(walk.score for walk in found) < task.most:
            best = _solve(position, seat, program, task, deadline, tick)
            found += [best] if best else []
    best = max(found, key=lambda walk: walk.score)
    return replace(best, bound=max(walk.bound for walk in found))


def _loot(position: Position, seat: Seat) -> int:
    """The most that robbing the opponent could add: half of the score it then still has."""
    me, other = position.garlic(seat), position.garlic(seat.other)
    if other.gone or other.score < 2:
        return 0

    def is_super(place: Place) -> bool:
        return position.rows[place[0]][place[1]] == SUPER_STAR

    to_other = distances(position.rows, other.place)
    to_me = distances(position.rows, me.place)
    strong_at = [place for place in reachable(position.rows, [me.place]) if is_super(place)]
    if me.strong:
        strong_at.append(me.place)
    ways = [(to_me[place], to_other[place]) for place in strong_at]
    rounds = [one + two for one, two in ways if one is not None and two is not None]
    return max([0, *((other.score - max(count - 1, 0)) // 2 for count in rounds)])


def _state(position: Position, seat: Seat, avoid: Place | None = None) -> _Program:
    place = position.garlic(seat).place
    rows = [list(row) for row in position.rows]
    if avoid is not None and avoid != place:
        rows[avoid[0]][avoid[1]] = WALL
    cells = sorted(reachable(["".join(row) for row in rows], [place]))
    number = {cell: index for index, cell in enumerate(cells)}
    edges = [
        (index, number[there])
        for cell, index in number.items()
        for there in neighbours(rows, cell)
        if number[there] > index
    ]
    stars = [i for c, i in number.items() if position.rows[c[0]][c[1]] in (STAR, SUPER_STAR)]
    longest = position.last_round - position.round
    program = _Program(cells, edges, stars, number[place], longest)
    beside: list[dict[int, float]] = [{} for _ in cells]
    for column, (one, two) in enumerate(edges):
        beside[one][column] = beside[two][column] = 1
    for cell, steps in enumerate(beside):
        # A walk enters every cell as often as it leaves it, except at its two ends.
        row = {**steps, program.half(cell): -2.0, program.last(cell): -1.0}
        program.rows.append(Row(row, float(cell == program.start), float(cell == program.start)))
    program.rows.append(Row({program.last(cell): 1.0 for cell in range(len(cells))}, 1, 1))
    program.rows.append(Row(dict.fromkeys(range(len(edges)), 1.0), 0, longest))
    for index, star in enumerate(stars):
        program.rows.append(Row({**beside[star], program.taken(index): -1.0}, 0))
    for one, two in edges:
        if program.start not in (one, two):
            _add_cut(program, {one, two})
    return program


def _tasks(position: Position, seat: Seat, program: _Program) -> Iterator[_WalkTask]:
    score, stars = position.garlic(seat).score, len(program.stars)
    hidden = len(program.stars) < position.stars_left()
    most = score + STAR_POINTS * stars
    if not hidden:
        yield _WalkTask(End.ALL_STARS, score, most - stars, every_star=True)
        most -= STAR_POINTS  # taking them all would end the game
    yield _WalkTask(End.ROUNDS, score - program.longest, most - program.longest, step_cost=0)
    yield _WalkTask(End.SUICIDE, score + SUICIDE_POINTS, most - stars + SUICIDE_POINTS)


def _solve(
    position: Position,
    seat: Seat,
    program: _Program,
    task: _WalkTask,
    deadline: float,
    tick: Callable[[], None],
) -> Best | None:
    """The best walk for one way to end the game; None if there is none."""
    greedy = _greedy(program, task)
    best = _played(position, seat, program, greedy, task, task.most) if greedy else None
    bound, tie_break = task.most, None
    for attempt in range(_ATTEMPTS):
        whole = attempt > 0
        answer = _optimum(program, task, whole, deadline, tick, tie_break)
        if answer is None:
            break
        if answer.infeasible:  # no walk is short enough
            return None
        if math.isfinite(answer.bound) and tie_break is None:
            bound = min(bound, task.fixed + math.floor(-answer.bound + _LEAST))
        if answer.values is None:
            break
        if whole:
            # The same steps in another order, or another walk of the same length, may not rob the
            # opponent of a negative score.
            for walk in _euler_walks(program, answer.values):
                played = _played(position, seat, program, walk, task, bound)
                best = max(best or played, played, key=lambda walk: walk.score)
                if best.score >= bound:
                    break
            tie_break = Stream(attempt)
        if best and best.score >= bound:
            break
    return replace(best, bound=max(bound, best.score)) if best else None


def _optimum(
    program: _Program,
    task: _WalkTask,
    whole: bool,
    deadline: float,
    tick: Callable[[], None],
    tie_break: Chance | None,
) -> Solution | None:
    """The solver's answer once no more cuts are needed, or the last one when time is up.

    *tie_break* makes it choose at random among equally good walks.
    """
    cost = np.zeros(program.columns)
    cost[: len(program.edges)] = task.step_cost
    if tie_break is not None:
        finest = 0.4 / max(program.longest, 1) / _FLOW
        cost[: len(program.edges)] += [finest * tie_break.below(_FLOW) for _ in program.edges]
    cost[program.taken(0) :] = -STAR_POINTS
    columns = Columns(cost, *_bounds(program, task), whole)
    answer = None
    while (left := deadline - time.monotonic()) > 0:
        tick()
        answer = solve(columns, program.rows, max(left, 0.01))
        if answer.values is None or not _separate(program, answer.values, whole):
            return answer
        answer = replace(answer, values=None)  # it needs more cuts; its bound holds all the same
    return answer


def _bounds(program: _Program, task: _WalkTask) -> tuple[Floats, Floats]:
    low = np.zeros(program.columns)
    high = np.full(program.columns, 2.0)
    cells = len(program.cells)
    low[program.half(program.start)] = -1  # a walk of no step ends where it starts
    high[program.last(0) : program.last(0) + cells] = 0
    for cell in {program.start, *program.stars}:
        high[program.last(cell)] = 1
    high[program.taken(0) :] = 1
    if task.every_star:
        low[program.taken(0) :] = 1
    return low, high


def _add_cut(program: _Program, inside: set[int], values: Floats | None = None) -> bool:
    """Require that a walk which takes a star *inside* enters from outside.

    With *values*, only if they violate the cut. Returns whether it was added.
    """
    stars = [index for index, star in enumerate(program.stars) if star in inside]
    if not stars:
        return False
    border = [c for c, (one, two) in enumerate(program.edges) if (one in inside) != (two in inside)]
    taken = stars[0]
    if values is not None:
        taken = max(stars, key=lambda star: values[program.taken(star)])
    row = dict.fromkeys(border, 1.0)
    row |= {program.last(cell): 1.0 for cell in inside}
    row[program.taken(taken)] = -2.0
    if values is not None and sum(values[c] * v for c, v in row.items()) > -1e-4:
        return False
    program.rows.append(Row(row, 0.0))
    return True


def _separate(program: _Program, values: Floats, whole: bool) -> bool:
    """Add the cuts that *values* violate; returns whether there were any."""
    around: list[list[int]] = [[] for _ in program.cells]
    for (one, two), walked in zip(program.edges, values, strict=False):
        if walked > _LEAST:
            around[one].append(two)
            around[two].append(one)
    added = False
    seen = _reached(around, program.start)
    for cell in range(len(program.cells)):
        if cell not in seen:
            part = _reached(around, cell)
            seen |= part
            added |= _add_cut(program, part, values)
    return added or (not whole and _separate_by_flow(program, values))


def _reached(around: Sequence[Sequence[int]], source: int) -> set[int]:
    return {cell for cell, steps in enumerate(_spread(around, source)) if steps >= 0}


def _separate_by_flow(program: _Program, values: Floats) -> bool:
    """Add the cuts between the start and a star whose flow is too small."""
    sink = len(program.cells)  # joined to the possible ends: a walk may end inside a cut
    room: list[dict[int, int]] = [{} for _ in range(sink + 1)]
    for (one, two), walked in zip(program.edges, values, strict=False):
        if walked > _LEAST:
            room[one][two] = room[two][one] = int(walked * _FLOW)
    for cell in range(sink):
        room[sink][cell] = int(values[program.last(cell)] * _FLOW)
    room[program.start][sink] = 4 * _FLOW
    added = False
    for index, star in enumerate(program.stars):
        taken = values[program.taken(index)]
        if star == program.start or taken < _LEAST:
            continue
        outside = _too_little_flow(room, program.start, star, (2 * taken - 0.01) * _FLOW)
        if outside is not None:
            added |= _add_cut(program, set(range(sink)) - outside, values)
    return added


def _too_little_flow(
    room: Sequence[dict[int, int]], source: int, target: int, enough: float
) -> set[int] | None:
    """The cells on the source's side of a smallest cut; None if *enough* flows to *target*."""
    left = [dict(ways) for ways in room]
    flow = 0
    while flow < enough:
        came_from = {source: source}
        queue = [source]
        for here in queue:
            for there, free in left[here].items():
                if free > 0 and there not in came_from:
                    came_from[there] = here
                    queue.append(there)
            if target in came_from:
                break
        else:
            return set(came_from)
        path = [target]
        while path[-1] != source:
            path.append(came_from[path[-1]])
        steps = list(pairwise(reversed(path)))
        more = min(left[here][there] for here, there in steps)
        for here, there in steps:
            left[here][there] -= more
            left[there][here] = left[there].get(here, 0) + more
        flow += more
    return None


def _euler_walks(program: _Program, values: Floats) -> Iterator[list[int]]:
    """Walks over every step as often as *values* say, in random orders."""
    chance = Stream(0)
    for _ in range(_ORDERS):
        yield _euler(program, values, chance)


def _euler(program: _Program, values: Floats, chance: Chance) -> list[int]:
    ways: list[list[int]] = [[] for _ in program.cells]
    for (one, two), times in zip(program.edges, values, strict=False):
        for _ in range(round(times)):
            ways[one].append(two)
            ways[two].append(one)
    # Hierholzer's algorithm: walk until stuck, then go back to a cell with an unused step.
    stack, walk = [program.start], []
    while stack:
        here = stack[-1]
        if ways[here]:
            there = ways[here].pop(chance.below(len(ways[here])))
            ways[there].remove(here)
            stack.append(there)
        else:
            walk.append(stack.pop())
    return walk[::-1]


def _greedy(program: _Program, task: _WalkTask) -> list[int] | None:
    """A walk that always goes to the nearest star, improved by 2-opt."""
    around: list[list[int]] = [[] for _ in program.cells]
    for one, two in program.edges:
        around[one].append(two)
        around[two].append(one)
    far: dict[int, list[int]] = {}

    def steps(target: int) -> list[int]:
        if target not in far:
            far[target] = _spread(around, target)
        return far[target]

    order, left, here = [program.start], set(program.stars) - {program.start}, program.start
    while left:
        here = min(left, key=lambda star: (steps(here)[star], star))
        left.remove(here)
        order.append(here)
    if len(order) <= _MOST_IMPROVED:
        order = _two_opt(order, np.array([[steps(one)[two] for two in order] for one in order]))
    walk = [program.start]
    for star in order[1:]:
        while walk[-1] != star:
            walk.append(min(around[walk[-1]], key=lambda there: steps(star)[there]))
    if len(walk) - 1 > program.longest:
        return None if task.every_star else walk[: program.longest + 1]
    return walk


def _spread(around: Sequence[Sequence[int]], source: int) -> list[int]:
    steps = [-1] * len(around)
    steps[source] = 0
    queue = [source]
    for here in queue:
        for there in around[here]:
            if steps[there] < 0:
                steps[there] = steps[here] + 1
                queue.append(there)
    return steps


def _two_opt(order: list[int], table: np.ndarray) -> list[int]:
    """*order* after every reversal of a section that shortens the walk (2-opt, free end)."""
    tour = list(range(len(order)))
    improved = True
    while improved:
        improved = False
        for first in range(1, len(tour) - 1):
            before = table[tour[first - 1]]
            stretch = np.array(tour[first:])
            ends = np.array([*tour[first + 1 :], -1])
            after = np.where(ends >= 0, table[stretch, ends], 0)
            turned = np.where(ends >= 0, table[tour[first], ends], 0)
            gain = before[tour[first]] + after - before[stretch] - turned
            best = int(np.argmax(gain))
            if gain[best] > 0:
                tour[first : first + best + 1] = tour[first : first + best + 1][::-1]
                improved = True
    return [order[index] for index in tour]


def _played(
    position: Position,
    seat: Seat,
    program: _Program,
    walk: Sequence[int],
    task: _WalkTask,
    bound: int,
) -> Best:
    """The walk played by the rules, with its actual score."""
    moves = [Move(*program.cells[cell]) for cell in walk[1:]]
    chance: Chance = Stream(0)
    for move in moves:
        if position.outcome() is None:
            position = position.play(_with_still(position, seat, move), chance)
    if task.end is End.SUICIDE and position.outcome() is None:
        moves.append(SUICIDE)
        position = position.play(_with_still(position, seat, SUICIDE), chance)
    while position.moves_for(seat):
        moves.append(position.stay(seat))
        position = position.play(_with_still(position, seat, moves[-1]), chance)
    score = position.garlic(seat).score
    end = task.end if position.stars_left() else End.ALL_STARS
    return Best(tuple(moves), score, max(bound, score), end)


def _with_still(position: Position, seat: Seat, move: Move) -> dict[Seat, Move]:
    moves = {seat: move}
    if not position.garlic(seat.other).gone:
        moves[seat.other] = position.stay(seat.other)
    return moves
