"""The planner of Stars: agrees with expectimax where that can be computed, and keeps its limits."""

from functools import cache
from pathlib import Path

import pytest
from bench.stars_player import series
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from garlic.core import Seat, Stream, UsageError
from garlic.engines import Limit, player
from garlic.engines.planners import ROLLOUTS, StarsPlanner
from garlic.games.stars import GAME, MAPS, Position
from garlic.games.stars import map_files as mapfile
from support.effort import proportionate
from support.native import STRICT, compiled, output_of

ENOUGH = Limit(nodes=4_000)


class Branching:
    """Chance that follows a script, then takes the first way and notes how many there were."""

    def __init__(self, script):
        self.script, self.sizes = script, []

    def below(self, count):
        if count == 1:
            return 0
        self.sizes.append(count)
        place = len(self.sizes) - 1
        return self.script[place] if place < len(self.script) else 0


def outcomes(position, moves):
    """Every position that chance can make of a round, with its probability."""
    scripts, found = [()], []
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
def expected(position):
    """What red's lead will be if red plays as well as one can; blue can only stay."""
    red, blue = position.scores()
    moves = position.moves_for(Seat.A)
    if position.outcome() is not None or not moves:
        return red - blue
    return max(promise(position, move) for move in moves)


def promise(position, move):
    moves = {Seat.A: move}
    if not position.garlic(Seat.B).gone:
        moves[Seat.B] = position.stay(Seat.B)
    return sum(weight * expected(after) for after, weight in outcomes(position, moves))


def regret(position):
    """How much of the lead the planner's move gives away."""
    planner = StarsPlanner(Seat.A, seed=1, points_only=True)
    return expected(position) - promise(position, planner.choose(position, ENOUGH))


# Blue sits in a corner of its own; three rounds of twelve are left.
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
def test_agrees_with_expectimax(rows, d0, d1, red, status):
    position = Position.parse(SMALL.format(rows=rows, d0=d0, d1=d1, red=red, status=status))
    assert regret(position) <= 5


@settings(max_examples=8, deadline=None)
@given(
    st.lists(st.sampled_from(".oo"), min_size=7, max_size=7),
    st.sampled_from(["0,0", "1,0", "1,1", "2,1"]),
    st.sampled_from(["2,2", "2,3", "2,0"]),
    st.sampled_from([0, 0, 2]),
)
def test_agrees_with_expectimax_anywhere(floor, red, destroyer, status):
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
    # Its tree does not know how chance will answer; half a destroyer is what that may cost.
    assert regret(position) <= 100


@pytest.mark.parametrize("table", ["camp", "flight", "pursuit"])
def test_what_is_worked_out_before_the_first_round_is_exact(tmp_path, table):
    source = Path(__file__).with_name(f"stars_{table}_check.cpp")
    parts = ("camp", "flight", "maze", "near", "pursuit")
    games = ("stars", *(f"stars_{part}" for part in parts))
    assert output_of(compiled(source, tmp_path / "check", "-O1", *STRICT, games=games)) == "ok\n"


@pytest.mark.parametrize(("d0", "d1", "red"), [("1,1", "2,3", "0,0"), ("2,3", "2,2", "1,0")])
def test_a_chase_of_one_left_alone_is_known(d0, d1, red):
    position = Position.parse(
        f"..#o/...#/.... d0={d0}@{d0} d1={d1}@{d1} red={red}:0:4 blue=0,3:-500:-1 round=8"
    )
    planned = StarsPlanner(Seat.A).think(position, Limit(nodes=1)).moves
    promised = {str(move): promise(position, move) for move in position.moves_for(Seat.A)}
    assert {move.move for move in planned} == set(promised)
    for move in planned:
        behind = planned[0].points - move.points
        right = promised[planned[0].move] - promised[move.move]
        assert behind == pytest.approx(right, abs=0.5)  # points are kept in halves


def test_a_garlic_about_to_be_robbed_flees_where_nobody_can_foresee():
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


def test_two_who_think_are_not_trapped_by_each_other():
    """Who made many points in a dead end is out of it before the other one is strong."""
    left = 0
    for seed in range(8):
        position = mapfile.parse(MAPS.text("13x15-both-free"))
        planners = {seat: StarsPlanner(seat, seed=seed) for seat in Seat}
        chance = Stream(seed)
        for _ in range(60):
            if any(position.garlic(seat).gone for seat in Seat):
                break
            moves = {seat: planners[seat].choose(position, Limit(nodes=500)) for seat in Seat}
            position = position.play(moves, chance)
        else:
            left += 1
    assert left >= 6


def test_the_same_seed_and_rollouts_plan_the_same():
    position = mapfile.parse(MAPS.text("10x10-both-free"))
    chance = [Stream(9), Stream(9)]
    games = [position, position]
    planners = [[StarsPlanner(seat, seed=4) for seat in Seat] for _ in games]
    for _ in range(12):
        for index, game in enumerate(games):
            moves = {
                seat: planners[index][seat.index].choose(game, Limit(nodes=60)) for seat in Seat
            }
            games[index] = game.play(moves, chance[index])
    assert games[0] == games[1]


def test_a_whole_game_of_legal_moves_and_suicides():
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


def test_an_opponent_that_never_moves_is_seen_through():
    position = mapfile.parse(MAPS.text("10x10-walled-in"))
    planner = StarsPlanner(Seat.A, seed=3)
    for _ in range(15):
        move = planner.choose(position, Limit(nodes=50))
        position = position.play({Seat.A: move, Seat.B: position.stay(Seat.B)}, Stream(0))
    beliefs = planner.beliefs()
    assert sum(beliefs.values()) == pytest.approx(1)
    # Nothing comes near on this map: who keeps away from everybody stands still as well.
    assert beliefs["stand"] + beliefs["avoid"] > 0.7


@pytest.mark.parametrize("name", ["camper", "medium"])
def test_a_player_of_the_course_is_recognised(name):
    """In most games: for some time it may do what any of them would."""
    found = sorted(most_belief(name, seed) for seed in range(1, 6))
    assert found[2] > 0.4


def most_belief(name, seed):
    """The most that was believed in the opponent being *name* in 25 rounds against it."""
    position = mapfile.parse(MAPS.text("10x10-both-free"))
    planner, rival = StarsPlanner(Seat.A, seed=seed), player(GAME, name, {}, Seat.B)
    chance = Stream(seed)
    best = 0.0
    for _ in range(25):
        if not position.moves_for(Seat.A) or not position.moves_for(Seat.B):
            break
        moves = {
            Seat.A: planner.choose(position, Limit(nodes=300)),
            Seat.B: rival.choose(position, Limit()),
        }
        best = max(best, planner.beliefs()[name])
        position = position.play(moves, chance)
    return best


@pytest.mark.parametrize("name", ["camper", "medium"])
def test_it_beats_players_of_the_course_with_few_lines(name):
    """Seeded, so always the same games; `bench/stars_player.py` plays for longer."""
    assert series("10x10-both-free", Limit(nodes=300), name, games=8).won >= 7


def test_a_huge_maze_is_learned_and_thought_about_in_time():
    side = 150
    rows = ["." + "o" * (side - 2) + "."] * side
    corners = f"0 0 0 {side - 1} {side - 1} 0 {side - 1} {side - 1}"
    position = mapfile.parse("\n".join([f"{side} {side}", *rows, corners]))
    planner = StarsPlanner(Seat.A)
    with proportionate(5):  # half a second is thought; all ways would take ten
        planner.warm_up(position)
        for _ in range(5):
            assert planner.choose(position, Limit(time=0.1)) is not None


def test_what_was_learned_beforehand_changes_no_plan():
    position = mapfile.parse(MAPS.text("10x10-both-free"))
    cold, warm = StarsPlanner(Seat.A, seed=4), StarsPlanner(Seat.A, seed=4)
    warm.warm_up(position)
    told = [[(m.move, m.points) for m in p.think(position, ENOUGH).moves] for p in (cold, warm)]
    assert told[0] == told[1]


def test_its_levels_and_limits():
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
