"""Scores, levels, baselines, and players by name."""

from itertools import pairwise

import pytest

from garlic.core import Stream, UsageError
from garlic.core.playout import random_game
from garlic.engines import LEVELS, Engine, Level, Limit, Line, Score, player, player_names
from garlic.engines.baselines.tiaojia import TiaojiaLab
from garlic.games.tiaojia import GAME, Move, Position
from support.present import present

START = Position.start()
SOON = Limit(time=0.02)


def line(points: float) -> Line[Move]:
    return Line(Score(points), (START.legal_moves()[0],))


def test_scores_compare_by_how_good_they_are() -> None:
    ranked = [
        Score(loss_in=2),
        Score(loss_in=8),
        Score(-3.5),
        Score(0.0, proven=True),
        Score(1.25),
        Score(win_in=9),
        Score(win_in=1),
    ]
    for worse, better in pairwise(ranked):
        assert worse < better
        assert -better < -worse
    assert -Score(win_in=3) == Score(loss_in=3)
    texts = ["loses in 2", "loses in 8", "-3.50", "+0.00 proven", "+1.25", "wins in 9", "wins in 1"]
    assert [str(score) for score in ranked] == texts
    assert Score(win_in=3).render("zh") == "3 步内获胜"
    with pytest.raises(UsageError, match="either points"):
        Score(1.0, win_in=2)


def test_a_level_never_gives_away_more_than_its_margin() -> None:
    level = Level(1, margin=0.5, lines=4)
    lines = [line(1.0), line(0.8), line(0.51), line(0.5), line(-2)]
    chosen = {level.choose(lines, Stream(seed)).score.points for seed in range(300)}
    assert chosen == {1.0, 0.8, 0.51}


def test_better_moves_are_played_more_often() -> None:
    level = Level(1, margin=1.0, lines=2)
    stream = Stream(5)
    picks = [level.choose([line(1.0), line(0.75)], stream).score.points for _ in range(3000)]
    assert 0.62 < picks.count(1.0) / 3000 < 0.71


def test_every_level_takes_a_win() -> None:
    first, second = START.legal_moves()[:2]
    win = [Line(Score(win_in=3), (first,)), line(9.0)]
    loss = [Line(Score(loss_in=4), (first,)), Line(Score(loss_in=2), (second,))]
    for level in LEVELS:
        assert level.choose(win, Stream(1)).score == Score(win_in=3)
        assert level.choose(loss, Stream(1)).score == Score(loss_in=4)


def test_levels_are_numbered_and_grow() -> None:
    assert [level.number for level in LEVELS] == list(range(1, 11))
    assert all(a.margin >= b.margin for a, b in pairwise(LEVELS))
    assert LEVELS[-1] == Level(10)


def test_a_seed_repeats_a_level_and_another_differs() -> None:
    def game(seed: int) -> list[Move]:
        engine, position, moves = Engine(GAME, level=1, seed=seed, hash_mb=1), START, []
        for _ in range(12):
            moves.append(present(engine.choose(position, Limit(depth=2))))
            position = position.play(moves[-1])
        return moves

    assert game(3) == game(3)
    assert len({tuple(game(seed)) for seed in range(4)}) > 1


def test_variety_gives_different_openings() -> None:
    def first(seed: int) -> Move:
        found = Engine(GAME, variety=0.3, seed=seed, hash_mb=1).choose(START, Limit(nodes=3000))
        assert isinstance(found, Move)
        return found

    assert len({first(seed) for seed in range(8)}) > 1
    plain = {Engine(GAME, seed=seed, hash_mb=1).choose(START, Limit(nodes=3000)) for seed in (1, 2)}
    assert len(plain) == 1


@pytest.mark.parametrize("name", player_names(GAME))
def test_players_make_legal_moves(name: str) -> None:
    built_in = player(GAME, name)
    position = START
    for _ in range(10):
        move = built_in.choose(position, SOON)
        assert move in position.legal_moves()
        position = position.play(move)
    assert built_in.choose(Position.parse("OX/XX O 4"), SOON) is None


def test_options_of_players() -> None:
    player(GAME, "engine", {"level": "3", "hash": "1", "threads": "2", "seed": "7"})
    for name, options, message in [
        ("nobody", {}, "tiaojia has no player 'nobody'; there are engine, random, first, lab"),
        ("engine", {"depth": "3"}, "engine has no option 'depth'; there are: level, threads"),
        ("first", {"depth": "3"}, "first has no option 'depth'; there are: careless, seed"),
        ("first", {"careless": "100"}, "expected a share of careless moves from 1 to 99, got 100"),
        ("engine", {"level": "x"}, "expected a number for level, got 'x'"),
        ("engine", {"level": "0"}, "expected a level from 1 to 10, got 0"),
    ]:
        with pytest.raises(UsageError, match=message):
            player(GAME, name, options)


def test_a_careless_player_plays_some_of_its_moves_at_random() -> None:
    positions = [position for _, position in random_game(START, seed=4)][:-1]
    first = player(GAME, "first")
    own = [first.choose(position, SOON) for position in positions]
    shares = []
    for percent in ("20", "80"):
        careless = player(GAME, "first", {"careless": percent, "seed": "3"})
        chosen = [careless.choose(position, SOON) for position in positions]
        again = player(GAME, "first", {"careless": percent, "seed": "3"})
        assert chosen == [again.choose(position, SOON) for position in positions]
        assert all(
            move in position.legal_moves() for move, position in zip(chosen, positions, strict=True)
        )
        shares.append(sum(a == b for a, b in zip(own, chosen, strict=True)) / len(own))
    assert 1 > shares[0] > 0.6 > shares[1] > 0


def test_first_takes_the_first_legal_move() -> None:
    first = player(GAME, "first")
    for _, position in random_game(START, seed=4):
        moves = position.legal_moves()
        assert first.choose(position, SOON) == (moves[0] if moves else None)


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        # 400 per stone; a single stone has no spread.
        ("O...../....../....../....../....../.....X", 0),
        ("OO..../....../....../....../....../.....X", 400 - 10 * 0.5),
        # Our stone on the enemy's diagonal, its stone on ours: both count.
        ("O...../.X..../....../....../....../......", 0),
        # A knight's move apart, and the corners of 2x4; the spread is the root of the variances.
        ("O...../..O.../....../....../....../.....X", 400 + 8 - 10 * (0.25 + 1.0) ** 0.5),
        ("O...../...O../....../....../....../.....X", 400 + 6 - 10 * (0.25 + 2.25) ** 0.5),
    ],
)
def test_the_evaluation_of_the_lab(rows: str, expected: float) -> None:
    assert TiaojiaLab().evaluate(Position.parse(f"{rows} O 0")) == round(expected)


def test_the_lab_counts_stones_that_turn_at_once() -> None:
    # Our stone can step between the two enemies; they cannot do anything.
    quiet = TiaojiaLab().evaluate(Position.parse("X.X.../....../....../....../O...../...... O 0"))
    ready = TiaojiaLab().evaluate(Position.parse("X.X.../....../.O..../....../....../...... O 0"))
    near = TiaojiaLab().evaluate(Position.parse("X.X.../.O..../....../....../....../...... O 0"))
    assert quiet == ready
    # Both are on our diagonals and we on theirs, and there is a cell that turns them.
    assert near == quiet + 2 * 40 - 40 + 15


def test_the_lab_plays_the_same_every_time() -> None:
    assert {TiaojiaLab().choose(START, SOON) for _ in range(3)} == {Move(9, 7, 4)}
