"""Small countries and graphs, and all their roads, found by brute force."""

from itertools import pairwise

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

Road = tuple[int, tuple[int, ...]]  # cost and vertices, from 0


def around(row: int, column: int) -> list[tuple[int, int]]:
    """The six places around a place, as the rules list them."""
    shift = 1 if row % 2 else -1
    sides = [(row, column - 1), (row, column + 1)]
    return sides + [(row + down, column + right) for down in (-1, 1) for right in (0, shift)]


def graph_of(industry: NDArray[np.int32]) -> tuple[list[int], list[tuple[int, int]]]:
    """Costs and edges of a country, straight from the rules."""
    places = [(int(row), int(column)) for row, column in np.argwhere(industry)]
    number = {place: index for index, place in enumerate(places)}
    edges = [
        (index, number[other])
        for place, index in number.items()
        for other in around(*place)
        if other in number and index < number[other]
    ]
    return [int(industry[place]) for place in places], edges


def all_roads(costs: list[int], edges: list[tuple[int, int]]) -> list[Road]:
    """Every simple path from the first vertex to the last, cheapest first."""
    beside: list[list[int]] = [[] for _ in costs]
    for a, b in edges:
        beside[a].append(b)
        beside[b].append(a)
    roads: list[Road] = []

    def walk(path: list[int], cost: int) -> None:
        if path[-1] == len(costs) - 1:
            roads.append((cost, tuple(path)))
            return
        for following in beside[path[-1]]:
            if following not in path:
                walk([*path, following], cost + costs[following])

    walk([0], 0)
    return sorted(roads)


def check_road(road: tuple[int, list[int]], costs: list[int], edges: list[tuple[int, int]]) -> None:
    """It leads from first to last along edges, visits no vertex twice, and has the right cost."""
    cost, vertices = road
    roads = {frozenset(edge) for edge in edges}
    assert (vertices[0], vertices[-1]) == (0, len(costs) - 1)
    assert len(set(vertices)) == len(vertices)
    assert all({a, b} in roads for a, b in pairwise(vertices))
    assert cost == sum(costs[vertex] for vertex in vertices[1:])


@st.composite
def industries(draw: st.DrawFn, places: int = 18) -> NDArray[np.int32]:
    """Small maps with holes and few distinct costs, so that many roads tie."""
    rows = draw(st.integers(1, 5))
    columns = draw(st.integers(1, max(1, places // rows)).filter(lambda wide: wide <= 6))
    costs = draw(st.sampled_from([(1,), (1, 2), (0, 1), (0, 1, 2), (0, 1, 1, 5), (0, 2, 3, 7)]))
    cells = st.lists(st.sampled_from(costs), min_size=columns, max_size=columns)
    industry = np.array(draw(st.lists(cells, min_size=rows, max_size=rows)), np.int32)
    industry[1::2, -1] = 0
    if not industry.any():
        industry[0, 0] = 1
    return industry


@st.composite
def layered_graphs(draw: st.DrawFn) -> tuple[list[int], list[tuple[int, int]]]:
    """Graphs in layers: nearly all edges are on shortest paths, so longer paths must go back."""
    widths = draw(st.lists(st.integers(1, 3), min_size=1, max_size=4))
    layers = [layer for layer, width in enumerate([1, *widths, 1]) for _ in range(width)]
    pairs = [(a, b) for b in range(len(layers)) for a in range(b) if layers[b] - layers[a] == 1]
    # Few enough edges that brute force stays fast.
    missing = draw(st.sets(st.sampled_from(pairs), min_size=max(0, len(pairs) - 16)))
    level = [(a, b) for b in range(len(layers)) for a in range(b) if layers[b] == layers[a]]
    extra = draw(st.sets(st.sampled_from(level), max_size=1)) if level else set()
    return [1] * len(layers), sorted((set(pairs) - missing) | extra)


@st.composite
def any_graphs(draw: st.DrawFn) -> tuple[list[int], list[tuple[int, int]]]:
    """Random graphs."""
    size = draw(st.integers(1, 8))
    pairs = [(a, b) for b in range(size) for a in range(b)]
    edges = draw(st.sets(st.sampled_from(pairs), max_size=16)) if pairs else set()
    costs = draw(st.lists(st.integers(1, 3), min_size=size, max_size=size))
    return costs, sorted(edges)
