"""Both halves of the rules play the same games: traces, random mazes, the seeded stream."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from garlic import _core
from garlic.core import InputError, Seat, Stream, divide, perft
from garlic.engines.native import native_divide
from garlic.games import GAMES
from garlic.games.stars import MAPS, Destroyer, Garlic, Move, Position
from garlic.games.stars.actors import Place
from garlic.games.stars.maze import neighbours
from support import GoldenTrace, golden_traces, perft_cases
from support.conformance import check_files, check_simultaneous_game, check_trace

STARS = GAMES["stars"]
SIMULTANEOUS = [name for name, game in GAMES.items() if game.simultaneous]

numbers = st.integers(0, 255)
# One move in sixteen may be any cell, even far off the map: it is played as suicide.
anything = st.builds(Move, st.integers(-2, 9) | st.sampled_from([-9999, 9999]), st.integers(-2, 9))
choice = st.integers(0, 15).flatmap(lambda luck: anything if luck == 0 else numbers)
rounds = st.lists(st.tuples(choice, choice), max_size=60)
seeds = st.integers(0, 2**64 - 1)
Choices = list[tuple[int | Move, int | Move]]


@st.composite
def mazes(draw: st.DrawFn) -> Position:
    """The start position on a small random map."""
    height = draw(st.integers(1, 8))
    width = draw(st.integers(-(-4 // height), 8))
    kinds = draw(st.sampled_from(["oooO", "ooO.", "o....", "o.O##", "ooo##", "......o", "."]))
    cells = [draw(st.sampled_from(kinds)) for _ in range(height * width)]
    places = draw(st.lists(st.integers(0, height * width - 1), min_size=4, max_size=4, unique=True))
    for place in places:
        if cells[place] == "#":
            cells[place] = "o"
    rows = ["".join(cells[row * width : (row + 1) * width]) for row in range(height)]
    starts: list[Place] = [divmod(place, width) for place in places]
    return Position.start(rows, starts[:2], starts[2:])


@st.composite
def later_positions(draw: st.DrawFn) -> Position:
    """Any position that the rules allow, even if no game reaches it."""
    start = draw(mazes())
    rows = [list(row) for row in start.rows]
    cells = [
        (row, column)
        for row, line in enumerate(rows)
        for column in range(len(line))
        if line[column] != "#"
    ]
    statuses = st.sampled_from([0, 0, 0, 1, 2, 5, 19, -1])
    garlics: list[Garlic] = []
    for _ in Seat:
        # Often beside the other one, where they can interact.
        near = [there for other in garlics for there in neighbours(start.rows, other.place)]
        place = draw(st.sampled_from(cells) | st.sampled_from(near or cells))
        garlics.append(Garlic(place, draw(st.integers(-500, 500)), draw(statuses)))
    taken = {garlic.place for garlic in garlics if not garlic.gone}
    for row, column in taken:
        rows[row][column] = "."
    free = [place for place in cells if place not in taken]
    destroyers = [
        Destroyer(draw(st.sampled_from([born.birth, *free])), born.birth)
        for born in start.destroyers
    ]
    played = draw(st.integers(0, start.last_round - 1))
    lines = tuple("".join(line) for line in rows)
    (red, blue), (first, second) = garlics, destroyers
    return Position(lines, (first, second), (red, blue), played)


@pytest.mark.parametrize("name", SIMULTANEOUS)
def test_a_game_has_its_data_files(name: str) -> None:
    check_files(GAMES[name])


@pytest.mark.parametrize(
    ("name", "trace"),
    [pytest.param(n, t, id=f"{n}-{t}") for n in SIMULTANEOUS for t in golden_traces(n)],
)
def test_golden_traces_replay(name: str, trace: GoldenTrace) -> None:
    check_trace(GAMES[name], trace)


def test_the_traces_cover_every_kind_of_end() -> None:
    ends = {trace.reason for trace in golden_traces("stars")}
    assert ends >= {"both garlics are gone", "all rounds are played", "no star is left"}


@settings(deadline=None, max_examples=400)
@given(start=mazes() | later_positions(), choices=rounds, seed=seeds)
def test_both_halves_play_the_same_game(start: Position, choices: Choices, seed: int) -> None:
    check_simultaneous_game(STARS, start, choices, seed)


@pytest.mark.slow
@settings(deadline=None, max_examples=5000)
@given(start=mazes() | later_positions(), choices=rounds, seed=seeds)
def test_both_halves_play_the_same_many_games(start: Position, choices: Choices, seed: int) -> None:
    check_simultaneous_game(STARS, start, choices, seed)


@settings(deadline=None, max_examples=25)
@given(
    name=st.sampled_from([bundled.name for bundled in MAPS.bundled if bundled.rows < 50]),
    choices=st.lists(st.tuples(numbers, numbers), max_size=40),
    seed=seeds,
)
def test_both_halves_play_the_same_game_on_bundled_maps(
    name: str, choices: Choices, seed: int
) -> None:
    check_simultaneous_game(STARS, MAPS.load(name), choices, seed)


@pytest.mark.parametrize(
    "text",
    [
        ". d0=0,0@0,0 d1=0,0@0,0 red=0,0:0:0 blue=0,0:5:3 round=0",
        ".o d0=0,0@0,0 d1=0,0@0,0 red=0,0:-7:2 blue=0,0:5:3 round=1",
        ".o d0=0,1@0,0 d1=0,1@0,0 red=0,0:-7:0 blue=0,1:5:-1 round=0",
    ],
)
def test_both_halves_play_the_same_game_on_tiny_maps(text: str) -> None:
    for seed in range(4):
        check_simultaneous_game(STARS, Position.parse(text), [(0, 0), (1, 1)], seed)


@settings(max_examples=200)
@given(
    seed=seeds,
    counts=st.lists(st.integers(2**63, 2**64 - 1) | st.integers(1, 9), max_size=20),
)
def test_the_streams_are_equal_bit_for_bit(seed: int, counts: list[int]) -> None:
    # With counts near 2**64 many words are in the incomplete block and are drawn again.
    ours, theirs = Stream(seed), _core.Stream(seed)
    for count in counts:
        assert theirs.below(count) == ours.below(count)
        assert theirs.state == ours.state
    assert theirs.word() == ours.word()


@settings(max_examples=400, deadline=None)
@given(data=st.data())
def test_both_parsers_refuse_the_same_texts(data: st.DataObject) -> None:
    fields = str(data.draw(mazes())).split(" ")
    place = data.draw(st.integers(0, len(fields) - 1))
    text = fields[place]
    at = data.draw(st.integers(0, len(text)))
    length = data.draw(st.integers(0, 2))
    piece = data.draw(st.text(alphabet="0123456789,:@=-#.oO/ dx", max_size=2))
    fields[place] = text[:at] + piece + text[at + length :]
    damaged = " ".join(fields)
    ours = accepts(Position.parse, damaged, InputError)
    assert accepts(_core.Stars.parse, damaged, ValueError) == ours, damaged


def accepts(parse: Callable[[str], object], text: str, refusal: type[Exception]) -> bool:
    """Does *parse* accept the text? Then it must print it unchanged."""
    try:
        parsed = parse(text)
    except refusal:
        return False
    assert str(parsed) == text
    return True


def test_native_play_refuses_missing_and_surplus_moves_and_choices() -> None:
    start = _core.Stars.parse(str(STARS.setup()))
    for moves in ((None, "9,8"), ("9,1", None), ("9,1", "x"), ("9,1", "09,8")):
        with pytest.raises(ValueError, match=r"expected|every garlic"):
            start.play(moves, _core.Stream(1))
    with pytest.raises(ValueError, match="expected one more random choice"):
        start.play(("9,1", "9,8"), [])
    with pytest.raises(ValueError, match="expected fewer random choices"):
        start.play(("9,1", "9,8"), [0] * 20)
    with pytest.raises(ValueError, match="random choice 1 below 19"):
        start.play(("9,1", "9,8"), [19])
    alone = start.play(("0,0", "9,8"), _core.Stream(1))
    with pytest.raises(ValueError, match="a gone one has none"):
        alone.play(("9,1", "9,8"), _core.Stream(1))


def test_both_halves_divide_perft_equally() -> None:
    case = perft_cases("stars")[0]
    expected = divide(Position.parse(case.position), 2)
    assert native_divide("stars", case.position, 2) == expected
    assert list(native_divide("stars", case.position, 2)) == list(expected)
    assert sum(expected.values()) == perft(Position.parse(case.position), 2)


def test_native_perft_refuses_positions_that_depend_on_chance() -> None:
    with pytest.raises(ValueError, match="lines depend on chance"):
        _core.Stars.parse(str(STARS.setup())).perft(2)


def test_hunting_is_right_on_mazes_too_large_to_cache_all_distances() -> None:
    # Destroyers at the far end of a corridor of thousands of steps, garlics in an open field:
    # the hunt is so long that the native half must compute some distances again.
    side, corridor = 200, 100
    rows = []
    for row in range(side):
        gap = corridor - 2 if row % 4 == 1 else 0
        wall = "".join("o" if column == gap else "#" for column in range(corridor - 1))
        way = "o" * (corridor - 1)
        door = "o" if row == side - 2 else "#"
        rows.append((way if row % 2 == 0 else wall) + door + "o" * (side - corridor))
    start = Position.start(rows, [(0, 0), (0, 1)], [(0, 199), (199, 199)])
    twin = _core.Stars.parse(str(start))
    stream = _core.Stream(5)
    path = [
        (row, 199 - (column if row % 2 == 0 else 98 - column))
        for row in range(10)
        for column in range(99)
    ]
    for row, column in path[1:]:
        twin = twin.play((f"{row},{column}", f"{199 - row},{column}"), stream)
    ours = Position.parse(str(twin))
    assert all(garlic.normal for garlic in ours.garlics)
    ours_stream = Stream(0)
    ours_stream.state = stream.state
    for _ in range(4):
        stay = {seat: ours.stay(seat) for seat in Seat}
        ours = ours.play(stay, ours_stream)
        twin = twin.play((str(stay[Seat.A]), str(stay[Seat.B])), stream)
        assert str(twin) == str(ours)
