"""The rules of Stars: every stage of a round on its own, then whole rounds."""

from collections import Counter
from collections.abc import Sequence

import pytest

from garlic import _core
from garlic.core import (
    IllegalMoveError,
    Penalty,
    Recorded,
    Recording,
    Seat,
    Stream,
    UsageError,
    Verdict,
)
from garlic.games.stars import GAME, MAPS, Destroyer, Garlic, Move, Position
from garlic.games.stars.maze import distances
from garlic.games.stars.position import (
    collect_stars,
    count_down,
    destroyers_rob_garlics,
    garlic_robs_garlic,
    garlics_eat_destroyers,
    move_destroyers,
    move_garlics,
)
from support.present import present

RED, BLUE = Seat.A, Seat.B
FAR = "....#./....#./####.#/....#o"  # two cages on the right hold the destroyers and a star


def position(
    rows: str,
    red: tuple[tuple[int, int], int, int],
    blue: tuple[tuple[int, int], int, int],
    destroyers: tuple[tuple[int, int], tuple[int, int]] = ((0, 5), (1, 5)),
    births: tuple[tuple[int, int], tuple[int, int]] | None = None,
    played: int = 3,
) -> Position:
    """A position with garlics given as (place, score, status)."""
    births = births or destroyers
    first, second = (
        Destroyer(place, birth) for place, birth in zip(destroyers, births, strict=True)
    )
    return Position(tuple(rows.split("/")), (first, second), (Garlic(*red), Garlic(*blue)), played)


def moved(
    where: Position, red: str | None = None, blue: str | None = None, choices: Sequence[int] = ()
) -> Position:
    """*where* after a round on both halves; a garlic without a move stays."""
    moves = {seat: where.stay(seat) for seat in Seat if not where.garlic(seat).gone}
    for seat, text in ((RED, red), (BLUE, blue)):
        if text is not None:
            moves[seat] = Move.parse(text)
    chance = Recorded(choices)
    after = where.play(moves, chance)
    assert chance.used == len(choices)
    red_move, blue_move = (str(moves[seat]) if seat in moves else None for seat in Seat)
    assert str(_core.Stars.parse(str(where)).play((red_move, blue_move), list(choices))) == str(
        after
    )
    return after


# --- stage: move ---


def test_a_garlic_walks_one_step_or_stays() -> None:
    start = position(FAR, ((0, 0), 5, 0), ((1, 1), 5, 3))
    after = move_garlics(start, {RED: Move(0, 1), BLUE: Move(1, 1)})
    assert after.garlics == (Garlic((0, 1), 5, 0), Garlic((1, 1), 5, 3))


@pytest.mark.parametrize("cell", ["-1,0", "0,-1", "1,1", "0,2", "2,0", "9999,-9999", "0,4"])
def test_any_other_cell_is_suicide(cell: str) -> None:
    start = position("..#/..#/###/...", ((0, 0), 5, 9), ((3, 0), 0, 0), ((3, 1), (3, 2)))
    after = move_garlics(start, {RED: Move.parse(cell), BLUE: Move(3, 0)})
    assert after.garlic(RED) == Garlic((0, 0), 5 - 400, -1)


def test_walking_into_a_wall_is_suicide() -> None:
    start = position(FAR, ((1, 3), 0, 0), ((0, 0), 0, 0))
    assert move_garlics(start, {RED: Move(1, 4), BLUE: Move(0, 0)}).garlic(RED).gone


def test_a_gone_garlic_does_not_move() -> None:
    start = position(FAR, ((1, 3), 7, -1), ((0, 0), 0, 0))
    assert move_garlics(start, {BLUE: Move(0, 1)}).garlic(RED) == Garlic((1, 3), 7, -1)


# --- stage: garlic robs garlic ---


@pytest.mark.parametrize(("score", "loot"), [(100, 50), (101, 50), (-3, -2), (0, 0), (-400, -200)])
def test_a_strong_garlic_robs_half_rounded_down(score: int, loot: int) -> None:
    start = position(FAR, ((0, 1), score, 0), ((0, 1), 10, 4))
    after = garlic_robs_garlic(start)
    assert after.garlics == (Garlic((0, 1), score - loot, -1), Garlic((0, 1), 10 + loot, 4))
    mirrored = position(FAR, ((0, 1), 10, 4), ((0, 1), score, 0))
    assert garlic_robs_garlic(mirrored).garlics == after.garlics[::-1]


@pytest.mark.parametrize(("red", "blue"), [(0, 0), (4, 7), (-1, 5), (5, -1), (-1, 0)])
def test_equal_and_gone_garlics_are_not_robbed(red: int, blue: int) -> None:
    start = position(FAR, ((0, 1), 50, red), ((0, 1), 10, blue))
    assert garlic_robs_garlic(start) == start


def test_nobody_is_robbed_from_a_neighbouring_cell() -> None:
    start = position(FAR, ((0, 1), 50, 0), ((0, 2), 10, 5))
    assert garlic_robs_garlic(start) == start


# --- stage: garlic eats destroyer ---


def test_a_strong_garlic_eats_each_destroyer_on_its_cell() -> None:
    start = position(FAR, ((0, 1), 0, 2), ((1, 1), 0, 0), ((0, 1), (0, 1)), ((0, 5), (1, 5)))
    after = garlics_eat_destroyers(start)
    assert after.garlic(RED).score == 400
    assert [destroyer.place for destroyer in after.destroyers] == [(0, 5), (1, 5)]


def test_two_strong_garlics_both_get_full_points() -> None:
    start = position(FAR, ((0, 1), 0, 2), ((0, 1), 0, 9), ((0, 1), (1, 5)), ((0, 5), (1, 5)))
    after = garlics_eat_destroyers(start)
    assert [garlic.score for garlic in after.garlics] == [200, 200]
    assert after.destroyers[0] == Destroyer((0, 5), (0, 5))


@pytest.mark.parametrize("status", [0, -1])
def test_normal_and_gone_garlics_eat_nothing(status: int) -> None:
    start = position(FAR, ((0, 1), 0, status), ((1, 1), 0, 5), ((0, 1), (1, 5)), ((0, 5), (1, 5)))
    assert garlics_eat_destroyers(start) == start


def test_a_destroyer_eaten_is_not_eaten_again_in_the_same_check() -> None:
    # Blue stands on the birth cell to which the destroyer eaten by red returns.
    start = position(FAR, ((0, 1), 0, 5), ((0, 3), 0, 5), ((0, 1), (1, 5)), ((0, 3), (1, 5)))
    assert [garlic.score for garlic in garlics_eat_destroyers(start).garlics] == [200, 0]
    other = position(FAR, ((0, 3), 0, 5), ((0, 1), 0, 5), ((0, 1), (1, 5)), ((0, 3), (1, 5)))
    assert [garlic.score for garlic in garlics_eat_destroyers(other).garlics] == [0, 200]


# --- stage: destroyer robs garlic ---


def test_a_normal_garlic_is_robbed_once_by_two_destroyers() -> None:
    start = position(FAR, ((0, 1), 60, 0), ((1, 1), 0, 0), ((0, 1), (0, 1)))
    after = destroyers_rob_garlics(start)
    assert after.garlic(RED) == Garlic((0, 1), -440, -1)
    assert after.garlic(BLUE) == start.garlic(BLUE)


@pytest.mark.parametrize("status", [3, -1])
def test_strong_and_gone_garlics_are_not_robbed(status: int) -> None:
    start = position(FAR, ((0, 1), 60, status), ((1, 1), 0, 0), ((0, 1), (1, 5)))
    assert destroyers_rob_garlics(start) == start


# --- stage: stars ---


def test_stars_are_collected() -> None:
    start = position("oO#../.####", ((0, 0), 0, 3), ((0, 1), 0, 3), ((0, 3), (0, 4)))
    after = collect_stars(start)
    assert after.rows == ("..#..", ".####")
    assert after.garlics == (Garlic((0, 0), 10, 3), Garlic((0, 1), 10, 20))


def test_two_garlics_on_one_star_both_get_full_points() -> None:
    start = position("O.#../.####", ((0, 0), 0, 0), ((0, 0), 5, 0), ((0, 3), (0, 4)))
    after = collect_stars(start)
    assert after.garlics == (Garlic((0, 0), 10, 20), Garlic((0, 0), 15, 20))
    assert after.stars_left() == 0


def test_a_gone_garlic_collects_nothing() -> None:
    start = position("O.#../.####", ((0, 0), 0, -1), ((0, 1), 5, 0), ((0, 3), (0, 4)))
    assert collect_stars(start) == start


# --- stage: destroyers move ---


def drawn(where: Position, numbers: Sequence[int]) -> tuple[list[tuple[int, int]], list[int]]:
    """The destroyers' cells after *numbers* were chosen, and how many possibilities there were."""
    recording = Recording(Recorded(numbers))
    after = move_destroyers(where, recording)
    places = [destroyer.place for destroyer in after.destroyers]
    return places, [count for _, count in recording.choices]


OPEN = ".../.../..."


@pytest.mark.parametrize(("red", "blue"), [(1, 0), (0, -1), (-1, 3)])
@pytest.mark.parametrize(("number", "there"), [(0, (0, 1)), (1, (2, 1)), (2, (1, 0)), (3, (1, 2))])
def test_a_destroyer_moves_at_random_if_a_garlic_is_strong_or_gone(
    red: int, blue: int, number: int, there: tuple[int, int]
) -> None:
    # The order of steps is up, down, left, right; destroyer 0 draws first.
    where = position(OPEN, ((0, 0), 0, red), ((0, 2), 0, blue), ((1, 1), (2, 2)))
    assert drawn(where, [number, 0]) == ([there, (1, 2)], [4, 2])


def test_a_destroyer_without_a_neighbour_stays_and_draws_nothing() -> None:
    where = position(".#./###/..#", ((2, 0), 0, 5), ((2, 1), 0, 0), ((0, 0), (0, 2)))
    assert drawn(where, []) == ([(0, 0), (0, 2)], [])


def test_the_nearer_garlic_is_the_likelier_target() -> None:
    # On a line red is 1 step away, blue 3: red is hunted with probability 3/4.
    line = ".....#."
    where = position(line, ((0, 0), 0, 0), ((0, 4), 0, 0), ((0, 1), (0, 6)))
    assert [drawn(where, [n])[0][0] for n in range(4)] == [(0, 0), (0, 0), (0, 0), (0, 2)]
    assert drawn(where, [0])[1] == [4]
    counts = Counter(
        move_destroyers(where, Stream(seed)).destroyers[0].place for seed in range(4000)
    )
    assert counts[(0, 0)] == pytest.approx(3000, abs=120)


def test_a_hunter_takes_any_of_the_steps_that_bring_it_nearer() -> None:
    where = position(OPEN, ((0, 0), 0, 0), ((2, 2), 0, 0), ((1, 1), (0, 2)))
    # Destroyer 0 is 2 steps from both; destroyer 1 too. Up or left lead to red.
    assert drawn(where, [0, 0, 3, 0])[0] == [(0, 1), (1, 2)]
    assert drawn(where, [1, 1, 1, 0])[0] == [(1, 0), (0, 1)]
    assert drawn(where, [2, 0, 2, 0])[0] == [(2, 1), (1, 2)]
    assert drawn(where, [0, 0, 3, 0])[1] == [4, 2, 4]


def test_hunters_walk_around_walls() -> None:
    where = position("...../.###./.....", ((0, 0), 0, 0), ((2, 4), 0, 0), ((2, 2), (0, 4)))
    # Straight up is the shortest direction, but a wall.
    assert drawn(where, [0, 0])[0][0] == (2, 1)


@pytest.mark.parametrize(("red", "blue"), [((0, 0), (2, 0)), ((2, 0), (0, 0))])
def test_an_unreachable_garlic_is_no_target(red: tuple[int, int], blue: tuple[int, int]) -> None:
    where = position("..../####/....", (red, 0, 0), (blue, 0, 0), ((0, 3), (2, 2)))
    assert drawn(where, []) == ([(0, 2), (2, 1)], [])


def test_hunters_that_can_reach_no_garlic_stay() -> None:
    where = position("..#./..#./..#.", ((0, 0), 0, 0), ((1, 0), 0, 0), ((0, 3), (1, 3)))
    assert drawn(where, []) == ([(0, 3), (1, 3)], [])


def test_destroyers_do_not_block_each_other() -> None:
    where = position("....", ((0, 0), 0, 0), ((0, 0), 0, 0), ((0, 3), (0, 2)))
    places, counts = drawn(where, [0, 0])
    assert places == [(0, 2), (0, 1)]
    assert counts == [6, 4]


# --- stage: count down ---


def test_strength_decreases_and_a_round_costs_a_point() -> None:
    start = position(FAR, ((0, 0), 0, 1), ((0, 1), 0, 0))
    assert count_down(start).garlics == (Garlic((0, 0), -1, 0), Garlic((0, 1), -1, 0))
    gone = position(FAR, ((0, 0), -7, -1), ((0, 1), 0, 20))
    assert count_down(gone).garlics == (Garlic((0, 0), -7, -1), Garlic((0, 1), -1, 19))


# --- whole rounds ---


def test_a_garlic_that_starts_on_a_star_has_collected_it() -> None:
    start = Position.start(["oO..", "o..."], [(0, 2), (0, 3)], [(0, 0), (0, 1)])
    assert start.garlics == (Garlic((0, 0), 10, 0), Garlic((0, 1), 10, 20))
    assert start.rows == ("....", "o...")


def test_a_super_star_lasts_twenty_rounds() -> None:
    where = Position.start(
        ["O.........#.", "..........#.", "o.........##"], [(0, 11), (1, 11)], [(1, 0), (2, 9)]
    )
    where = moved(where, red="0,0")
    # Eaten in round 1: the status is 19 in round 2 and 0 in round 21.
    statuses = {}
    for following in range(2, 23):
        statuses[following] = where.garlic(RED).status
        where = moved(where)
    assert (statuses[2], statuses[20], statuses[21], statuses[22]) == (19, 1, 0, 0)


def test_garlics_that_swap_cells_do_not_meet() -> None:
    start = position(FAR, ((0, 0), 50, 5), ((0, 1), 50, 0))
    after = moved(start, red="0,1", blue="0,0")
    assert [garlic.score for garlic in after.garlics] == [49, 49]
    assert not after.garlic(BLUE).gone


@pytest.mark.parametrize(("score", "loot"), [(101, 50), (-3, -2)])
def test_a_garlic_is_robbed_when_a_strong_one_walks_onto_its_cell(score: int, loot: int) -> None:
    start = position(FAR, ((0, 0), score, 0), ((0, 1), 0, 5))
    after = moved(start, blue="0,0", choices=[])
    assert after.garlics == (Garlic((0, 0), score - loot, -1), Garlic((0, 0), loot - 1, 4))


def test_a_garlic_that_walks_into_a_destroyer_meets_it() -> None:
    # They cannot swap cells: garlics move first.
    start = position("....#./####../o...##", ((0, 1), 0, 0), ((2, 1), 0, 0), ((0, 2), (1, 5)))
    after = moved(start, red="0,2", choices=[0, 0])
    assert after.garlic(RED) == Garlic((0, 2), -500, -1)


def test_a_garlic_on_a_birth_cell_eats_a_destroyer_once_per_check() -> None:
    # Destroyer 0 is born in a cell without exits, under the garlic: once in each of two checks.
    start = position(".#./###/o..", ((0, 0), 0, 9), ((2, 1), 0, 0), ((0, 0), (0, 2)))
    after = moved(start)
    assert after.garlic(RED).score == 2 * 200 - 1
    assert after.destroyers[0].place == (0, 0)


def test_the_last_strong_round_can_leave_a_normal_garlic_on_a_destroyer() -> None:
    start = position(".#./###/o..", ((0, 0), 0, 1), ((2, 1), 0, 0), ((0, 0), (0, 2)))
    after = moved(start)
    assert after.garlic(RED).normal
    assert Position.parse(str(after)) == after
    assert moved(after).garlic(RED).gone


def test_a_star_under_a_destroyer_stays_when_a_normal_garlic_is_robbed_there() -> None:
    start = position(".O..#./####../o...##", ((0, 0), 0, 0), ((2, 1), 0, 0), ((0, 1), (1, 5)))
    after = moved(start, red="0,1", choices=[0, 0])
    assert after.garlic(RED) == Garlic((0, 1), -500, -1)
    assert after.rows[0][1] == "O"


def test_a_destroyer_returned_to_its_birth_cell_robs_the_garlic_there() -> None:
    start = position(
        "...#o/..o#.", ((0, 0), 0, 5), ((1, 1), 30, 0), ((0, 1), (1, 4)), ((1, 1), (1, 4))
    )
    after = moved(start, red="0,1", choices=[1])
    assert after.garlic(RED).score == 200 - 1
    assert after.garlic(BLUE) == Garlic((1, 1), 30 - 500, -1)


def test_a_destroyer_that_walks_into_a_garlic_meets_it() -> None:
    corridor = "...#o/####./....#"
    normal = position(corridor, ((0, 0), 0, 0), ((2, 0), 0, 0), ((0, 1), (1, 4)))
    assert moved(normal).garlic(RED) == Garlic((0, 0), -500, -1)
    strong = position(corridor, ((0, 0), 0, 5), ((2, 0), 0, 0), ((0, 1), (1, 4)), ((0, 2), (1, 4)))
    after = moved(strong, choices=[0])
    assert after.garlic(RED) == Garlic((0, 0), 199, 4)
    assert after.destroyers[0].place == (0, 2)


def test_a_destroyer_eaten_after_its_step_robs_the_garlic_on_its_birth_cell() -> None:
    start = position(
        "...#o/##.#./...##", ((0, 0), 0, 5), ((2, 2), 30, 0), ((0, 1), (1, 4)), ((2, 2), (1, 4))
    )
    after = moved(start, choices=[0])
    assert after.garlic(RED) == Garlic((0, 0), 200 - 1, 4)
    assert after.destroyers[0].place == (2, 2)
    assert after.garlic(BLUE) == Garlic((2, 2), 30 - 500, -1)


def test_no_star_and_no_garlic_is_taken_after_the_destroyers_moved() -> None:
    # Blue becomes strong by the star under it; red beside it is not robbed this round.
    start = position("..O#./####.", ((0, 1), 40, 0), ((0, 0), 0, 0), ((0, 4), (1, 4)))
    after = moved(start, red="0,2", blue="0,1", choices=[])
    assert after.garlics == (Garlic((0, 2), 49, 19), Garlic((0, 1), -1, 0))


def test_robbing_comes_before_eating_and_both_before_stars() -> None:
    start = position(".O..#./####../o...##", ((0, 0), 60, 0), ((0, 2), 0, 6), ((0, 1), (1, 5)))
    after = moved(start, red="0,1", blue="0,1", choices=[0] * 2)
    # Red is robbed before it collects the star, blue eats, and only blue gets the star. Then the
    # destroyer, back on its birth cell here, steps to the left at random.
    assert after.garlic(RED) == Garlic((0, 1), 30, -1)
    assert after.garlic(BLUE) == Garlic((0, 1), 30 + 200 + 10 - 1, 19)
    assert after.destroyers[0] == Destroyer((0, 0), (0, 1))


def test_the_round_in_which_a_garlic_is_removed_costs_no_point() -> None:
    start = position(FAR, ((0, 0), 0, 0), ((0, 1), 0, 0))
    after = moved(start, red="-5,70")
    assert [garlic.score for garlic in after.garlics] == [-400, -1]


# --- the end ---


def test_a_map_without_stars_plays_one_round() -> None:
    start = Position.start(["....", "...."], [(0, 0), (0, 3)], [(1, 0), (1, 3)])
    assert start.outcome() is None
    assert len(start.moves_for(RED)) == 3
    after = start.play({RED: Move(1, 0), BLUE: Move(-1, 0)}, Stream(1))
    outcome = after.outcome()
    assert outcome is not None
    assert outcome.reason in ("no star is left", "both garlics are gone")


@pytest.mark.parametrize(
    ("red", "blue", "rows", "played", "reason"),
    [
        (-1, -1, "...#./...#.", 10, "both garlics are gone"),
        (0, -1, "...#./...#.", 10, "all rounds are played"),
        (0, -1, "...#./...#.", 9, "no star is left"),
        (0, -1, "...#o/...#.", 9, None),
        (0, 0, "...#./...#.", 0, None),
    ],
)
def test_ends_are_tested_in_order(
    red: int, blue: int, rows: str, played: int, reason: str | None
) -> None:
    where = position(rows, ((0, 0), 5, red), ((1, 0), 7, blue), ((0, 4), (1, 4)), played=played)
    outcome = where.outcome()
    assert (outcome and outcome.reason) == reason
    if outcome is not None:
        assert (outcome.winner, outcome.scores) == (BLUE, (5, 7))
        assert where.moves_for(RED) == where.moves_for(BLUE) == []


def test_equal_scores_are_a_draw() -> None:
    where = position("...#./...#.", ((0, 0), 5, 0), ((1, 0), 5, 0), ((0, 4), (1, 4)))
    assert present(where.outcome()).winner is None


def test_an_unreachable_star_keeps_the_game_going() -> None:
    start = position(FAR, ((0, 0), 0, 0), ((0, 1), 0, 0), played=22)
    assert moved(start).outcome() is None
    assert present(moved(moved(start)).outcome()).reason == "all rounds are played"


# --- moves, chance, distances ---


def test_moves_are_listed_in_order() -> None:
    where = position(OPEN, ((1, 1), 0, 0), ((0, 0), 0, -1), ((2, 2), (2, 0)), played=0)
    assert [str(move) for move in where.moves_for(RED)] == ["1,1", "0,1", "2,1", "1,0", "1,2"]
    assert where.moves_for(BLUE) == []
    assert str(where.stay(RED)) == "1,1"


def test_a_round_needs_a_move_of_each_garlic_in_the_game() -> None:
    where = position(FAR, ((0, 0), 0, 0), ((0, 1), 0, 0))
    with pytest.raises(UsageError, match="expected a move of blue, got none"):
        where.play({RED: Move(0, 0)}, Stream(1))
    alone = position(FAR, ((0, 0), 0, 0), ((0, 1), 0, -1))
    with pytest.raises(UsageError, match="blue is gone and makes no move"):
        alone.play({RED: Move(0, 0), BLUE: Move(0, 1)}, Stream(1))
    over = position(FAR, ((0, 0), 0, -1), ((0, 1), 0, -1))
    with pytest.raises(IllegalMoveError, match="the game is over"):
        over.play({}, Stream(1))


def test_recorded_choices_must_fit() -> None:
    where = position(OPEN, ((0, 0), 0, 1), ((0, 2), 0, 0), ((1, 1), (2, 2)), played=0)
    stay = {seat: where.stay(seat) for seat in Seat}
    with pytest.raises(ValueError, match=r"choice 1 to lie in 0\.\.3, got 4"):
        where.play(stay, Recorded([4]))
    with pytest.raises(ValueError, match="expected one more random choice after the 1 given"):
        where.play(stay, Recorded([0]))


def test_distances_go_around_walls() -> None:
    ways = distances(["..#", ".#.", "..."], (0, 1))
    assert [ways[place] for place in ((0, 1), (0, 0), (2, 2), (1, 2))] == [0, 1, 5, 6]
    assert distances([".#."], (0, 0))[(0, 2)] is None


# --- facts ---


def test_faults_cost_what_the_rules_say() -> None:
    penalties = {verdict: rule.penalty for verdict, rule in GAME.faults.items()}
    lost = [verdict for verdict, penalty in penalties.items() if penalty is Penalty.TURN_LOST]
    assert {Verdict.TOO_LATE, Verdict.CRASH, Verdict.MEMORY, Verdict.FORBIDDEN} <= set(lost)
    assert penalties[Verdict.ILLEGAL_MOVE] is Penalty.PLAYED
    assert penalties[Verdict.INIT_TOO_LATE] is Penalty.NOTED
    assert (GAME.limits.turn_seconds, GAME.limits.init_seconds) == (0.1, 1)


def test_perft_is_offered_only_without_chance() -> None:
    assert GAME.no_perft(GAME.setup()) is not None
    assert GAME.no_perft(MAPS.load("10x10-one-free")) is not None
    assert GAME.no_perft(MAPS.load("10x10-walled-in")) is None
    # A destroyer that is walled in now, but whose birth cell is not, does not count.
    born_outside = position(
        "..#.", ((0, 0), 0, 0), ((0, 1), 0, 0), ((0, 3), (0, 3)), ((0, 1), (0, 3))
    )
    assert GAME.no_perft(born_outside) is not None


def test_the_diagram_distinguishes_actors_without_colours() -> None:
    where = position("oO.#./...#.", ((0, 2), 7, 3), ((1, 0), 0, -1), ((0, 4), (1, 4)))
    picture = GAME.diagram(where)
    glyphs = [
        "".join(cell.glyph or ("#" if cell.wall else "_") for cell in row) for row in picture.rows
    ]
    assert glyphs == ["*★R!#D0", "b__#D1"]
    assert dict(picture.facts) == {
        "round": "3 / 10",
        "score": "7 : 0",
        "stars left": "2",
        "red": "strong",
        "blue": "gone",
        "strong rounds left": "3 : 0",
    }
    together = position("oO.#./...#.", ((0, 2), 7, 0), ((0, 2), 0, 0), ((0, 4), (1, 4)))
    assert GAME.diagram(together).rows[0][2].glyph == "RB"
