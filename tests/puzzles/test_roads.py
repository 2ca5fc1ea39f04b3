"""First, second and ranked roads, compared with brute force and networkx."""

from itertools import islice, pairwise

import networkx
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from garlic import _paths
from garlic.puzzles.highway import Country
from garlic.puzzles.highway.generator import make_country
from support.countries import (
    all_roads,
    any_graphs,
    check_road,
    graph_of,
    industries,
    layered_graphs,
)

Costs = list[int]
Edges = list[tuple[int, int]]
RANKED_AT_MOST = 400


def check_everything(roads: _paths.Roads, costs: Costs, edges: Edges) -> None:
    expected = all_roads(costs, edges)
    first, second = roads.shortest(), roads.second()
    if not expected:
        assert first is None
        assert second is None
        assert roads.ranked().next() is None
        return
    assert first is not None
    check_road(first, costs, edges)
    assert first[0] == expected[0][0]
    dearer = [cost for cost, _ in expected if cost > first[0]]
    assert (second and second[0]) == (dearer[0] if dearer else None)
    if second:
        check_road(second, costs, edges)
    ranked = roads.ranked()
    given_roads = [ranked.next() for _ in range(min(len(expected), RANKED_AT_MOST))]
    assert [road and road[0] for road in given_roads] == [
        cost for cost, _ in expected[:RANKED_AT_MOST]
    ]
    distinct = {tuple(road[1]) for road in given_roads if road}
    assert len(distinct) == len(given_roads)
    assert distinct <= {path for _, path in expected}
    if len(expected) <= RANKED_AT_MOST:
        assert ranked.next() is None


@settings(deadline=None, max_examples=400)
@given(industries())
@example(np.array([[1]], np.int32))
@example(np.array([[1, 0, 1]], np.int32))
@example(np.array([[1, 1], [1, 0]], np.int32))
def test_small_countries_against_brute_force(industry: NDArray[np.int32]) -> None:
    check_everything(_paths.Roads(industry), *graph_of(industry))


@settings(deadline=None, max_examples=500)
@given(layered_graphs())
def test_layered_graphs_against_brute_force(graph: tuple[Costs, Edges]) -> None:
    check_everything(_paths.Roads.from_edges(*graph), *graph)


@settings(deadline=None, max_examples=400)
@given(any_graphs())
def test_any_graphs_against_brute_force(graph: tuple[Costs, Edges]) -> None:
    check_everything(_paths.Roads.from_edges(*graph), *graph)


@pytest.mark.slow
@settings(deadline=None, max_examples=6_000)
@given(st.one_of(layered_graphs(), any_graphs(), industries().map(graph_of)))
def test_many_small_graphs_against_brute_force(graph: tuple[Costs, Edges]) -> None:
    check_everything(_paths.Roads.from_edges(*graph), *graph)


# Vertices by layer. Only the path that goes back costs more: up to 4, back to 1, on by 3.
RETREAT: Edges = [(0, 1), (0, 2), (1, 3), (1, 4), (2, 4), (3, 5), (4, 5)]
# All paths go through vertex 3: going back past it would visit it twice.
WAIST: Edges = [(0, 1), (0, 2), (1, 3), (2, 3), (3, 4), (3, 5), (4, 6), (5, 6)]
# The obvious paths back from 7 to 2 meet in 5.
CROSSING: Edges = [(0, 1), (0, 2), (0, 3), (1, 5), (2, 5), (3, 6), (2, 4), (5, 7), (6, 7)]
CROSSING = [*CROSSING, (5, 8), (4, 9), (7, 10), (8, 10), (9, 10)]


@pytest.mark.parametrize(
    ("edges", "first", "second"),
    [
        (RETREAT, 3, 5),
        (WAIST, 4, None),
        (CROSSING, 4, 6),
        ([(0, 1), (1, 2)], 2, None),
        ([(0, 1), (1, 2), (0, 2)], 1, 2),
        # A dead end beside the road is no detour.
        ([(0, 1), (1, 2), (1, 3), (2, 4)], 3, None),
        # The detour may not return to where it left the road.
        ([(0, 1), (1, 2), (1, 3), (2, 3), (1, 4)], 2, None),
    ],
)
def test_crafted_graphs(edges: Edges, first: int, second: int | None) -> None:
    costs = [1] * (max(max(edge) for edge in edges) + 1)
    roads = _paths.Roads.from_edges(costs, edges)
    check_everything(roads, costs, edges)
    found = roads.shortest(), roads.second()
    assert (found[0] and found[0][0], found[1] and found[1][0]) == (first, second)


def test_deleting_edges_misses_the_second_where_shortest_roads_tie() -> None:
    # One colour: without any single edge, another road of least cost is left.
    country = Country(np.full((2, 3, 3), 100, np.uint8))
    costs, edges = graph_of(country.industry)
    totals = sorted({cost for cost, _ in all_roads(costs, edges)})
    first, second = country.shortest(), country.second()
    assert first is not None
    assert second is not None
    assert [first.total, second.total] == totals[:2]
    assert country.second_by_deleting_edges() is None


def networkx_graph(country: Country) -> networkx.DiGraph:
    costs, edges = graph_of(country.industry)
    graph = networkx.DiGraph()
    for a, b in edges:
        graph.add_edge(a, b, weight=costs[b])
        graph.add_edge(b, a, weight=costs[a])
    return graph


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("colours", [None, 40])
def test_medium_countries_against_networkx(seed: int, colours: int | None) -> None:
    country = make_country(12, 14, seed, holes=0.2, colours=colours)
    last = len(country.places) - 1
    theirs = networkx.shortest_simple_paths(networkx_graph(country), 0, last, weight="weight")
    cost = [int(country.industry[tuple(place)]) for place in country.places]
    totals = [sum(cost[state] for state in path[1:]) for path in islice(theirs, 12)]
    assert [road.total for road in country.k_best(12)] == totals
    dearer = [total for total in totals if total > totals[0]]
    second = country.second()
    assert second is not None
    if dearer:
        assert second.total == dearer[0]


@pytest.mark.parametrize(("rows", "columns", "colours"), [(60, 50, 3), (150, 150, None)])
def test_large_countries_against_networkx(rows: int, columns: int, colours: int | None) -> None:
    country = make_country(rows, columns, seed=5, holes=0.15, colours=colours)
    costs, edges = graph_of(country.industry)
    theirs = networkx.dijkstra_path_length(networkx_graph(country), 0, len(costs) - 1)
    first, second = country.shortest(), country.second()
    assert first is not None
    assert second is not None
    assert first.total == theirs
    assert second.total > first.total
    check_road((second.total, [state - 1 for state in second.states]), costs, edges)
    # Removing each edge in turn gives simple roads: none may cost less than the second.
    by_deleting = country.second_by_deleting_edges()
    assert by_deleting is None or second.total <= by_deleting.total


def test_the_second_road_is_the_first_ranked_one_that_costs_more() -> None:
    country = make_country(6, 6, seed=3, colours=2)
    second = country.second()
    ranked = (road for road in country.ranked() if second and road.total >= second.total)
    assert second is not None
    assert next(ranked).total == second.total


def test_progress_is_reported_and_can_stop_the_work() -> None:
    country = make_country(10, 10, seed=1)
    reports: list[tuple[int, int]] = []
    country.second_by_deleting_edges(lambda done, of: reports.append((done, of)))
    first = country.shortest()
    assert first is not None
    assert reports == [(index, len(first.states) - 1) for index in range(len(reports))]
    assert len(reports) == len(list(pairwise(first.states)))

    def stop(*_: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        country.k_best(5, stop)


def test_invalid_graphs_are_refused() -> None:
    for costs, edges in [([], []), ([1, 0], [(0, 1)]), ([1, 1], [(0, 2)]), ([1], [(-1, 0)])]:
        with pytest.raises(ValueError, match="expected"):
            _paths.Roads.from_edges(costs, edges)
    with pytest.raises(ValueError, match="no state"):
        _paths.Roads(np.zeros((2, 2), np.int32))
