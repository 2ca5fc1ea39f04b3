"""Trek: reading, searching (compared with brute force), generating and drawing."""

from collections import deque

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from garlic.core import InvalidFileError, Stream, UsageError
from garlic.core.language.text import catalogue
from garlic.puzzles.noise import words
from garlic.puzzles.trek import STEPS, WHY_SOUND, Ground, Heuristic, Terrain
from garlic.puzzles.trek.checking import TrekAnswer, check
from garlic.puzzles.trek.drawing import draw_journey, first_expansions, frames
from garlic.puzzles.trek.generator import Style, least_rations, make_terrain
from support.effort import proportionate

SAMPLE = "5 4 2\n1 0 4 0\n1 0 2 1\n0 2 0 2\n1 0 2 1\n0 3 1 0"
OTHER = "7 5 4 0 0 0 0 3 0 2 0 0 1 1 0 1 0 0 2 0 0 0 2 1 2 0 1 0 0 0 0 0 0 2 0 2 1 4"

each_heuristic = pytest.mark.parametrize("heuristic", Heuristic)


@st.composite
def terrains(draw: st.DrawFn, largest: int = 6) -> Terrain:
    """Small maps with mountains and supplies, solvable or not."""
    rows, columns = draw(st.integers(1, largest)), draw(st.integers(2, largest))
    kinds = draw(st.sampled_from([(0,), (0, 1), (0, 0, 2), (0, 0, 0, 1, 2), (0, 0, 0, 0, 0, 1, 2)]))
    size = rows * columns
    cells = np.array(draw(st.lists(st.sampled_from(kinds), min_size=size, max_size=size)), np.uint8)
    start, goal = draw(st.lists(st.integers(0, size - 1), min_size=2, max_size=2, unique=True))
    cells[start], cells[goal] = Ground.START, Ground.GOAL
    return Terrain(cells.reshape(rows, columns), draw(st.integers(1, 8)))


def fewest_days(terrain: Terrain) -> int:
    """By the rules alone: breadth first over every (row, column, rations)."""
    rows, columns = terrain.cells.shape
    goal = terrain.place(Ground.GOAL)
    first = (*terrain.place(Ground.START), terrain.rations)
    days = {first: 0}
    queue = deque([first])
    while queue:
        state = queue.popleft()
        row, column, rations = state
        if (row, column) == goal:
            return days[state]
        for down, right in STEPS.values():
            there = (row + down, column + right)
            if not (0 <= there[0] < rows and 0 <= there[1] < columns):
                continue
            if terrain.cells[there] == Ground.MOUNTAIN:
                continue
            left = terrain.rations if terrain.cells[there] == Ground.SUPPLY else rations - 1
            if (left > 0 or there == goal) and (*there, left) not in days:
                days[*there, left] = days[state] + 1
                queue.append((*there, left))
    return -1


@each_heuristic
def test_the_samples_of_the_rules(heuristic: Heuristic) -> None:
    journey = Terrain.parse(SAMPLE).solve(heuristic)
    assert journey.days == 5
    assert str(journey).startswith("5\n")
    assert sorted(journey.letters) == sorted("URUUU")
    assert Terrain.parse(OTHER).solve(heuristic).days == 14


@settings(deadline=None, max_examples=500)
@given(terrains())
def test_every_heuristic_finds_the_fewest_days(terrain: Terrain) -> None:
    expected = fewest_days(terrain)
    for heuristic in Heuristic:
        journey = terrain.solve(heuristic)
        assert journey.days == expected
        assert check(terrain, TrekAnswer.parse(str(journey))).right
        assert check(terrain, TrekAnswer.parse(journey.coordinates())).right
        assert journey.generated >= len(journey.expanded)


@pytest.mark.slow
@settings(deadline=None, max_examples=4_000)
@given(terrains(largest=9))
def test_every_heuristic_finds_the_fewest_days_often(terrain: Terrain) -> None:
    expected = fewest_days(terrain)
    assert [terrain.solve(heuristic).days for heuristic in Heuristic] == [expected] * 3


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("style", Style)
def test_medium_maps_against_brute_force(style: Style, seed: int) -> None:
    terrain = make_terrain(40, 50, seed, style=style, tightness=1.0)
    expected = fewest_days(terrain)
    assert [terrain.solve(heuristic).days for heuristic in Heuristic] == [expected] * 3


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("1 3 2 3 0 4", 2),  # arriving at the goal with nothing left is fine
        ("1 3 1 3 0 4", -1),  # anywhere else the traveller starves
        ("1 3 1 3 2 4", 2),  # a supply is reached with the last ration
        ("1 4 2 3 0 0 4", -1),
        ("1 5 2 2 3 0 0 4", -1),  # the start does not refill
        ("1 2 1 4 3", 1),
        ("3 3 2 0 0 4 0 3 0 2 0 0", 2),
        # Back and forth over the start for a supply.
        ("1 6 4 2 3 0 0 0 4", 4),
        ("1 7 5 2 0 3 0 0 0 4", 4),
        ("1 7 4 2 3 0 0 0 0 4", -1),
        ("2 7 6 2 3 0 0 0 0 4 1 1 1 1 1 1 1", 5),
        ("1 8 6 2 3 0 0 0 0 0 4", 6),
        ("1 8 7 2 3 0 0 0 0 0 4", 6),
        ("1 9 7 0 2 3 0 0 0 0 0 4", 6),
        ("1 9 7 2 3 0 0 0 0 0 0 4", 7),
        ("2 5 3 3 0 0 0 4 1 1 2 1 1", 6),  # a detour into the side and out again
        ("1 3 1000000000 3 0 4", 2),
    ],
)
@each_heuristic
def test_single_rules(text: str, days: int, heuristic: Heuristic) -> None:
    assert Terrain.parse(text).solve(heuristic).days == days


def test_a_cell_may_have_to_be_visited_twice() -> None:
    terrain = Terrain.parse("2 5 3 3 0 0 0 4 1 1 2 1 1")
    journey = terrain.solve()
    assert journey.letters == "RRDURR"
    assert terrain.rations_along(journey.route) == [3, 2, 1, 3, 2, 1, 0]
    assert terrain.solve_closing_cells().days == -1
    assert terrain.solve_ignoring_rations().days == 4


def test_white_space_does_not_matter() -> None:
    plain = Terrain.parse(SAMPLE)
    for text in (SAMPLE.replace("\n", "\r\n"), SAMPLE.replace(" ", "\t"), f"\n {SAMPLE} \n\n"):
        assert (Terrain.parse(text).cells == plain.cells).all()
    assert str(Terrain.parse(str(plain))) == str(plain)


@pytest.mark.parametrize(
    ("text", "line", "sentence"),
    [
        ("", 1, "the number of rows, got the end"),
        ("0 4 2", 1, "rows from 1 to 5000, got '0'"),
        ("2 x 2", 1, "columns from 1 to 5000, got 'x'"),
        ("2\n2\n0\n3 4 0 0", 3, "rations from 1 to"),
        ("2 2 1.5 3 4 0 0", 1, "rations"),
        ("2 2 ٣ 3 4 0 0", 1, "rations"),
        ("2 2 1\n3 4\n0", 3, "a row of 2 cells, got 1"),
        ("2 2 1\n3 4\n\n0 0 0\n", 4, "a row of 2 cells, got 3"),
        ("2 2 1\n3 4 0\n", 2, "2 rows of 2 cells, 4 in all, got 3"),
        ("2 2 1 3 4 0 0 0", 1, "4 in all, got 5"),
        ("2 2 1\n3 4\n0 0\nend", 4, "4 in all, got 5"),
        ("2 2 1\n3 4\n5 0", 3, "a cell from 0 to 4, got '5'"),
        ("2 2 1\n3 4\n0 -1", 3, "got '-1'"),
        ("2 2 1\n3 4\n0 00", 3, "got '00'"),
        ("2 2 1\n3 4\n0 ٠", 3, "got '٠'"),
        ("2 2 1\n3 4\n0 3", 3, r"one start \(3\), got 2"),
        ("2 2 1\n4 3\n4 4", 3, r"one goal \(4\), got 3"),
        ("2 2 1\n0 4\n0 0", None, r"one start \(3\), got 0"),
        ("2 2 1\n3 0\n0 0", None, "one goal"),
        ("4999 4999 9 3 4 0", 1, "got 3"),
    ],
)
def test_bad_maps_are_refused_with_the_line(text: str, line: int | None, sentence: str) -> None:
    with pytest.raises(InvalidFileError, match=sentence) as caught:
        Terrain.parse(text)
    assert caught.value.line == line


@pytest.mark.parametrize("head", ["", "5000 5000 9 "])
@pytest.mark.parametrize("piece", ["0", "0 ", "0\n", "3 ", "\n", "é"])
def test_ten_megabytes_are_refused_quickly(head: str, piece: str) -> None:
    text = head + piece * (10_000_000 // len(piece))
    with proportionate(), pytest.raises(InvalidFileError) as caught:
        Terrain.parse(text)
    assert len(str(caught.value)) < 500


@settings(deadline=None, max_examples=200)
@given(st.one_of(st.text(), st.text("01234 \n", max_size=60).map(lambda text: f"2 3 2 {text}")))
def test_any_text_gives_a_map_or_our_error(text: str) -> None:
    try:
        terrain = Terrain.parse(text)
    except InvalidFileError as raised:
        fault = raised
    else:
        assert str(Terrain.parse(str(terrain))) == str(terrain)
        return
    assert len(fault.render("zh")) < 500


def test_invalid_arrays_are_refused() -> None:
    for cells, rations in [([[3, 4]], 0), ([[3, 5, 4]], 2), ([[3, 0]], 2), ([[3, 3, 4]], 2)]:
        with pytest.raises(UsageError, match="one start and one goal"):
            Terrain(np.array(cells, np.uint8), rations)


def test_the_supplies_heuristic_saves_expansions_where_supplies_matter() -> None:
    terrain = make_terrain(121, 121, seed=3, style=Style.MAZE, tightness=1.0)
    zero, supplies = terrain.solve("zero"), terrain.solve("supplies")
    assert terrain.solve_ignoring_rations().days < zero.days  # supplies matter
    assert len(supplies.expanded) * 4 < len(zero.expanded)
    assert len(supplies.expanded) == supplies.days + 1  # the estimate is exact
    assert supplies.prepared > 0
    assert zero.prepared == 0


def test_the_order_of_expansion_starts_at_the_start_and_ends_at_the_goal() -> None:
    terrain = Terrain.parse(OTHER)
    for heuristic in Heuristic:
        journey = terrain.solve(heuristic)
        assert tuple(journey.expanded[0]) == (*terrain.place(Ground.START), terrain.rations)
        assert tuple(journey.expanded[-1][:2]) == terrain.place(Ground.GOAL)
        order = first_expansions(terrain, journey)
        assert order[terrain.place(Ground.START)] == 0
        assert (order[terrain.cells == Ground.MOUNTAIN] == -1).all()
        assert set(order[order >= 0].tolist()) <= set(range(len(journey.expanded)))


def test_a_pulse_can_stop_the_search() -> None:
    terrain = make_terrain(700, 700, seed=1)
    counts: list[int] = []

    def stop(expanded: int) -> None:
        counts.append(expanded)
        raise KeyboardInterrupt

    for heuristic in (Heuristic.ZERO, Heuristic.SUPPLIES):
        with pytest.raises(KeyboardInterrupt):
            terrain.solve(heuristic, stop)
    assert len(counts) == 2


def test_every_heuristic_is_explained_in_both_languages() -> None:
    assert set(WHY_SOUND) == set(Heuristic)
    assert set(WHY_SOUND.values()) <= set(catalogue("zh"))


@settings(deadline=None, max_examples=120)
@given(
    st.integers(3, 15),
    st.integers(3, 15),
    st.integers(-3, 10**19),
    st.sampled_from(Style),
    st.floats(0.3, 1),
    st.one_of(st.none(), st.integers(4, 30)),
)
def test_generated_maps_can_be_solved_and_are_tight(
    rows: int, columns: int, seed: int, style: Style, tightness: float, rations: int | None
) -> None:
    terrain = make_terrain(rows, columns, seed, style=style, tightness=tightness, rations=rations)
    assert terrain.cells.shape == (rows, columns)
    assert terrain.solve().days > 0
    least = least_rations(terrain.cells)
    if rations is None:
        assert terrain.rations == int(np.ceil(least / tightness))
    else:
        assert terrain.rations == rations
        assert least <= max(1, int(rations * tightness))
    again = make_terrain(rows, columns, seed, style=style, tightness=tightness, rations=rations)
    assert str(again) == str(terrain)


def test_the_tightest_map_cannot_be_solved_with_one_ration_fewer() -> None:
    terrain = make_terrain(25, 25, seed=8, tightness=1.0)
    assert terrain.solve().days > 0
    assert Terrain(terrain.cells, terrain.rations - 1).solve().days == -1


@pytest.mark.parametrize(
    ("rows", "columns", "options", "sentence"),
    [
        (2, 5, {}, "3x3"),
        (5, 1001, {}, "1000x1000"),
        (5, 5, {"tightness": 0.0}, "tightness"),
        (5, 5, {"tightness": 1.5}, "tightness"),
        (5, 5, {"tightness": float("nan")}, "tightness"),
        (5, 5, {"rations": 1, "tightness": 0.5}, "more rations"),
    ],
)
def test_options_out_of_range_are_refused(
    rows: int, columns: int, options: dict[str, float], sentence: str
) -> None:
    with pytest.raises(UsageError, match=sentence):
        make_terrain(rows, columns, 0, **options)  # type: ignore[arg-type]


def test_bulk_random_words_equal_those_of_the_stream() -> None:
    stream = Stream(12345)
    assert words(12345, 5).tolist() == [stream.word() for _ in range(5)]


@pytest.mark.parametrize(
    "terrain",
    [
        Terrain.parse(OTHER),
        Terrain.parse("1 3 1 3 0 4"),
        make_terrain(30, 60, 1),
        make_terrain(700, 300, 1),
    ],
    ids=["small", "no way", "middling", "large"],
)
def test_drawings_and_animations(terrain: Terrain) -> None:
    journey = terrain.solve("manhattan")
    drawing = draw_journey(terrain, journey)
    assert 200 < max(drawing.size) < 1600
    film = list(frames(terrain, journey, count=5, side=300))
    assert 2 <= len(film) <= 6
    assert len({frame.size for frame in film}) == 1
    assert film[0].tobytes() != film[-1].tobytes()


def test_a_map_with_minimal_tightness_can_be_written_and_read() -> None:
    made = make_terrain(5, 5, 1, tightness=1e-308)
    assert Terrain.parse(str(made)).rations == made.rations
