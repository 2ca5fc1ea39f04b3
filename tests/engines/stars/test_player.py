"""The planner of Stars: agrees with expectimax on small maps, and keeps its limits."""

from functools import cache
from pathlib import Path

import pytest
from bench.engines.stars_player import series
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from garlic.core import Seat, Stream, UsageError
from garlic.core.game import expect
from garlic.engines import Limit, player
from garlic.engines.planners import ROLLOUTS, StarsPlanner
from garlic.games.stars import GAME, MAPS, Move, Position
from garlic.games.stars import map_files as mapfile
from support.effort import proportionate
from support.native import STRICT, compiled, output_of
from support.present import present
from support.sampling import one_in

ENOUGH = Limit(nodes=4_000)


class Branching:
    """Chance that follows a script, then takes the first branch and counts the branches."""

    def __init__(self, script: tuple[int, ...]) -> None:
        self.script = script
        self.sizes: list[int] = []

    def below(self, count: int) -> int:
        if count == 1:
            return 0
        self.sizes.append(count)
        place = len(self.sizes) - 1
        return self.script[place] if place < len(self.script) else 0


def outcomes(position: Position, moves: dict[Seat, Move]) -> list[tuple[Position, float]]:
    """Every possible position after a round, with its probability."""
    scripts: list[tuple[int, ...]] = [()]
    found = []
    while scripts:
        script = scripts.pop()
        chance = Branching(script)
        after = position.play(moves, chance)
        new = chance.sizes[len(script) :]
        if new:
            scripts += [(*script, way) for way in range(new[0])]
        else:
            weight = 1.0
            for size in chance.sizes:
                weight /= size
            found.append((after, weight))
    return found


@cache
def expected(position: Position) -> float:
    """Red's expected lead with best play of red; blue can only stay."""
    red, blue = position.scores()
    moves = position.moves_for(Seat.A)
    if position.outcome() is not None or not moves:
        return red - blue
    return max(lead_after(position, move) for move in moves)


def lead_after(position: Position, move: Move) -> float:
    moves = {Seat.A: move}
    if not position.garlic(Seat.B).gone:
        moves[Seat.B] = position.stay(Seat.B)
    return sum(weight * expected(after) for after, weight in outcomes(position, moves))


def regret(position: Position) -> float:
    """How much of the expected lead the planner's move loses."""
    planner = StarsPlanner(Seat.A, seed=1, points_only=True)
    return expected(position) - lead_after(position, present(planner.choose(position, ENOUGH)))


# Blue is alone in a corner; three rounds of twelve are left.
SMALL = "{rows} d0={d0}@{d0} d1={d1}@{d1} red={red}:0:{status} blue=0,3:0:0 round=9"


@pytest.mark.parametrize(
    ("rows", "d0", "d1", "red", "status"),
    [
        ("o.#./o..#/o.o.", "2,3", "2,3", "0,1", 0),  # stars to the left, destroyers below
        ("..#./..o#/....", "1,1", "2,3", "0,0", 4),  # strong: eat
        ("..#./..o#/....", "1,1", "2,3", "0,0", 0),  # normal: do not be eaten
        ("O.#./...#/o...", "2,3", "2,3", "1,0", 0),  # a super star first
        ("o.#./o..#/o...", "2,3", "1,2", "0,1", 1),  # strong for one more round only
    ],
)
def test_agrees_with_expectimax(rows: str, d0: str, d1: str, red: str, status: int) -> None:
    position = Position.parse(SMALL.format(rows=rows, d0=d0, d1=d1, red=red, status=status))
    assert regret(position) <= 5


@settings(max_examples=8, deadline=None)
@given(
    st.lists(st.sampled_from(".oo"), min_size=7, max_size=7),
    st.sampled_from(["0,0", "1,0", "1,1", "2,1"]),
    st.sampled_from(["2,2", "2,3", "2,0"]),
    st.sampled_from([0, 0, 2]),
)
def test_agrees_with_expectimax_anywhere(
    floor: list[str], red: str, destroyer: str, status: int
) -> None:
    cells = iter(floor)
    rows = [["." if c == "?" else c for c in row] for row in ("??#.", "???#", "????")]
    for row, column in ((0, 0), (0, 1), (1, 0), (1, 2), (2, 0), (2, 1), (2, 3)):
        rows[row][column] = next(cells)
    at = tuple(map(int, red.split(",")))
    rows[at[0]][at[1]] = "."
    text = "/".join("".join(row) for row in rows)
    assume("o" in text)
    position = Position.parse(
        SMALL.format(rows=text, d0=destroyer, d1=destroyer, red=red, status=status)
    )
    # Its tree does not know the random moves; that may cost half a destroyer.
    assert regret(position) <= 100


@pytest.mark.slow
@pytest.mark.parametrize("table", ["chase", "escape", "pursuit"])
def test_the_precomputed_tables_are_exact(tmp_path: Path, table: str) -> None:
    source = Path(__file__).with_name(f"stars_{table}_check.cpp")
    parts = ("chase", "escape", "nearest_cells", "pursuit")
    games = ("stars/rules", "stars/maze", *(f"stars/tables/{part}" for part in parts))
    assert output_of(compiled(source, tmp_path / "check", "-O1", *STRICT, games=games)) == "ok\n"


@pytest.mark.parametrize(
    ("d0", "d1", "red"),
    [
        ("1,1", "2,3", "0,0"),
        pytest.param("2,3", "2,2", "1,0", marks=pytest.mark.slow),
    ],
)
def test_a_chase_without_an_opponent_is_evaluated_exactly(d0: str, d1: str, red: str) -> None:
    position = Position.parse(
        f"..#o/...#/.... d0={d0}@{d0} d1={d1}@{d1} red={red}:0:4 blue=0,3:-500:-1 round=8"
    )
    planned = StarsPlanner(Seat.A).think(position, Limit(nodes=1)).moves
    exact = {str(move): lead_after(position, move) for move in position.moves_for(Seat.A)}
    assert {move.move for move in planned} == set(exact)
    for move in planned:
        behind = planned[0].points - move.points
        right = exact[planned[0].move] - exact[move.move]
        assert behind == pytest.approx(right, abs=0.5)  # points are stored in halves


def test_a_garlic_about_to_be_robbed_flees_unpredictably() -> None:
    position = Position.parse(
        ".....#./.....##/.....#./.....##/.....#o"
        " d0=0,6@0,6 d1=2,6@2,6 red=2,2:1000:0 blue=2,2:0:4 round=5"
    )
    ways = [
        str(StarsPlanner(Seat.A, seed=seed).choose(position, Limit(nodes=2_000)))
        for seed in range(24)
    ]
    assert set(ways) == {"1,2", "2,1", "2,3", "3,2"}
    assert max(map(ways.count, ways)) <= 12


@pytest.mark.slow
def test_two_planners_do_not_trap_each_other() -> None:
    """A garlic leaves a dead end before the other one becomes strong."""
    left = 0
    for seed in range(8):
        position = mapfile.parse(MAPS.text("13x15-both-free"))
        planners = {seat: StarsPlanner(seat, seed=seed) for seat in Seat}
        chance = Stream(seed)
        for _ in range(60):
            if any(position.garlic(seat).gone for seat in Seat):
                break
            moves = {
                seat: present(planners[seat].choose(position, Limit(nodes=500))) for seat in Seat
            }
            position = position.play(moves, chance)
        else:
            left += 1
    assert left >= 6


def test_the_same_seed_and_rollouts_plan_the_same() -> None:
    position = mapfile.parse(MAPS.text("10x10-both-free"))
    chance = [Stream(9), Stream(9)]
    games = [position, position]
    planners = [[StarsPlanner(seat, seed=4) for seat in Seat] for _ in games]
    for _ in range(12):
        for index, game in enumerate(games):
            moves = {
                seat: present(planners[index][seat.index].choose(game, Limit(nodes=60)))
                for seat in Seat
            }
            games[index] = game.play(moves, chance[index])
    assert games[0] == games[1]


def test_a_whole_game_of_legal_moves_and_suicides() -> None:
    position = mapfile.parse(MAPS.text("13x15-both-free"))
    chance = Stream(2)
    planners = {seat: StarsPlanner(seat, level=3, seed=seat.index) for seat in Seat}
    while position.outcome() is None:
        moves = {}
        for seat in Seat:
            options = position.moves_for(seat)
            move = planners[seat].choose(position, Limit())
            assert (move is None) == (not options)
            if move is not None:
                assert move in options or move.place == (-1, -1)
                moves[seat] = move
        position = position.play(moves, chance)


def test_an_opponent_that_never_moves_is_recognised() -> None:
    position = mapfile.parse(MAPS.text("10x10-walled-in"))
    planner = StarsPlanner(Seat.A, seed=3)
    for _ in range(15):
        move = present(planner.choose(position, Limit(nodes=50)))
        position = position.play({Seat.A: move, Seat.B: position.stay(Seat.B)}, Stream(0))
    beliefs = planner.beliefs()
    assert sum(beliefs.values()) == pytest.approx(1)
    # Nothing comes near on this map, so "avoid" stands still as well.
    assert beliefs["stand"] + beliefs["avoid"] > 0.7


@pytest.mark.parametrize("name", one_in(2, ["camper", "medium"]))
def test_a_player_of_the_course_is_recognised(name: str) -> None:
    """In most games: at times all course players would play the same move."""
    found = sorted(most_belief(name, seed) for seed in range(1, 6))
    assert found[2] > 0.4


def most_belief(name: str, seed: int) -> float:
    """The highest belief that the opponent is *name*, in 25 rounds against it."""
    position = mapfile.parse(MAPS.text("10x10-both-free"))
    planner, rival = StarsPlanner(Seat.A, seed=seed), player(GAME, name, {}, Seat.B)
    chance = Stream(seed)
    best = 0.0
    for _ in range(25):
        if not position.moves_for(Seat.A) or not position.moves_for(Seat.B):
            break
        moves = {
            Seat.A: present(planner.choose(position, Limit(nodes=300))),
            Seat.B: expect(Move, rival.choose(position, Limit())),
        }
        best = max(best, planner.beliefs()[name])
        position = position.play(moves, chance)
    return best


@pytest.mark.parametrize("name", one_in(2, ["medium", "camper"]))
def test_it_beats_course_players_with_few_rollouts(name: str) -> None:
    """Seeded, so always the same games; `bench/engines/stars_player.py` plays for longer."""
    assert series("10x10-both-free", Limit(nodes=300), name, games=8).won >= 7


def test_a_huge_maze_is_prepared_and_searched_in_time() -> None:
    side = 150
    rows = ["." + "o" * (side - 2) + "."] * side
    corners = f"0 0 0 {side - 1} {side - 1} 0 {side - 1} {side - 1}"
    position = mapfile.parse("\n".join([f"{side} {side}", *rows, corners]))
    planner = StarsPlanner(Seat.A)
    with proportionate(5):  # searches take half a second; precomputing all paths would take ten
        planner.warm_up(position)
        for _ in range(5):
            assert planner.choose(position, Limit(time=0.1)) is not None


def test_warming_up_changes_no_plan() -> None:
    position = mapfile.parse(MAPS.text("10x10-both-free"))
    cold, warm = StarsPlanner(Seat.A, seed=4), StarsPlanner(Seat.A, seed=4)
    warm.warm_up(position)
    plans = [[(m.move, m.points) for m in p.think(position, ENOUGH).moves] for p in (cold, warm)]
    assert plans[0] == plans[1]


def test_levels_and_limits() -> None:
    position = mapfile.parse(MAPS.text("10x10-both-free"))
    for level, most in enumerate(ROLLOUTS, start=1):
        if most is not None:
            assert StarsPlanner(Seat.A, level=level).think(position, Limit()).rollouts == most
    assert StarsPlanner(Seat.A).think(position, Limit(nodes=7)).rollouts == 7
    with pytest.raises(UsageError, match="level from 1 to 10, got 11"):
        StarsPlanner(Seat.A, level=11)
    with pytest.raises(UsageError, match="time or nodes"):
        StarsPlanner(Seat.A).choose(position, Limit())
    assert player(GAME, "engine", {"level": "2", "seed": "5"}, Seat.B).choose(position, Limit())
    with pytest.raises(UsageError, match="no option 'hash'"):
        player(GAME, "engine", {"hash": "2"}, Seat.B)
