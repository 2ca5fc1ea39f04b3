"""The plain search over Python rules finds what plain minimax finds, and keeps to its limits."""

import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest

from garlic.core import Game, Seat
from garlic.core.game import turn_position
from garlic.core.playout import random_game
from garlic.engines import LEVELS, Engine, Limit, Score, player, player_names
from garlic.engines.built_in import built_in_names
from garlic.engines.rules_search import FoundLine, Report, RulesSearch
from garlic.games import GAMES, othello
from support.minimax import Minimax
from support.toy import kayles_game

SMALL = "1234/1001/2002/9111 ..../.Oo./.oO./.... r 0"


@pytest.fixture
def kayles() -> Iterator[Game]:
    with kayles_game() as game:
        yield game


def lead(position: othello.Position) -> float:
    first, second = position.scores()
    return float(first - second if position.mover is Seat.A else second - first)


def as_score(line: FoundLine) -> Score:
    return Score(line.points, line.win_in, line.loss_in)


def test_small_games_are_solved(kayles: Game) -> None:
    reference = Minimax(kayles, lambda _: 0.0)
    engine = Engine(kayles)
    for pins in ("".join(row) for length in (1, 3, 5) for row in product("o.", repeat=length)):
        text = f"{pins} b"
        expected = reference.moves(text, 10)
        result = engine.search(text, Limit(depth=20), lines=40)
        assert {str(line.moves[0]): line.score for line in result.lines} == {
            move: Score(score.points, score.win_in, score.loss_in, proven=True)
            for move, score in expected.items()
        }, text


@pytest.mark.parametrize("with_table", [True, False])
@pytest.mark.parametrize("plies", [0, 4, 7])
def test_equals_minimax_to_a_fixed_depth(plies: int, with_table: bool) -> None:
    game = GAMES["othello"]
    reference = Minimax(game, lead)
    positions = [position for _, position in random_game(game.parse(SMALL), seed=plies)]
    search, text = RulesSearch(game), str(positions[plies])
    read = search.read(text)
    for depth in (1, 2, 4):
        expected = reference.moves(text, depth)
        report = search.search(read, depth=depth, lines=20, with_table=with_table)
        assert {line.moves[0]: as_score(line) for line in report.lines} == expected
        (best,) = search.search(read, depth=depth, with_table=with_table).lines
        assert as_score(best) == max(expected.values())


def test_the_lines_are_legal_and_sorted() -> None:
    game = GAMES["othello"]
    search = RulesSearch(game)
    report = search.search(search.read(SMALL), depth=3, lines=3)
    assert len(report.lines) == 3
    scores = [as_score(line) for line in report.lines]
    assert scores == sorted(scores, reverse=True)
    for line in report.lines:
        game.parse(f"{SMALL} moves {' '.join(line.moves)}")  # raises if one is illegal


def test_it_keeps_to_nodes_and_gives_the_same_answer_again() -> None:
    game = GAMES["othello"]
    read = RulesSearch(game).read(SMALL)
    first, second = (RulesSearch(game).search(read, nodes=300) for _ in range(2))
    assert first.nodes <= 301
    assert first.lines == second.lines


def test_it_answers_however_short_the_limit_is(kayles: Game) -> None:
    start = turn_position(kayles.setup())
    result = Engine(kayles).search(start, Limit(nodes=1))
    assert result.best in start.legal_moves()
    result = Engine(kayles).search(start, Limit(time=1e-6))
    assert result.best in start.legal_moves()


def test_it_ends_by_the_clock() -> None:
    search = RulesSearch(GAMES["othello"])
    report = search.search(search.read(str(GAMES["othello"].setup())), move_seconds=2)
    assert 1 <= report.depth < 60


def test_stop_ends_a_search_without_limit() -> None:
    search = RulesSearch(GAMES["othello"])
    depths: list[int] = []

    def watch(report: Report) -> None:
        depths.append(report.depth)
        if report.depth == 2:
            threading.Thread(target=search.stop).start()

    search.search(search.read(str(GAMES["othello"].setup())), on_report=watch)
    assert depths[:2] == [1, 2]


def test_a_finished_game_has_no_move(kayles: Game) -> None:
    result = Engine(kayles).search("... a", Limit(depth=3))
    assert (result.best, result.score, result.lines) == (None, None, ())


def test_only_some_moves_are_searched(kayles: Game) -> None:
    move = kayles.move.parse("1")
    result = Engine(kayles).search("ooo a", Limit(depth=9), only=[move])
    assert result.best == move
    assert result.score == Score(loss_in=2, proven=True)


def test_its_own_evaluation_has_precedence(kayles: Game) -> None:
    counts = replace(kayles, evaluate=lambda position: float(str(position).count("o")))
    search = RulesSearch(counts)
    assert search.read("oo.o b").evaluate() == 3.0
    (line,) = search.search(search.read("oooooooo a"), depth=1).lines
    assert line.points == -6.0  # the fewest pins for the other side


def test_a_game_from_elsewhere_has_an_engine_with_levels(kayles: Game) -> None:
    assert built_in_names("engine", kayles) == ("engine:kayles",)
    assert player_names(kayles) == ("engine", "random")
    for level in range(1, len(LEVELS) + 1):
        chosen = player(kayles, "engine", {"level": str(level)}).choose(
            kayles.parse("oo a"), Limit(time=5.0)
        )
        assert str(chosen) in {"1", "2", "1-2"}
    full = player(kayles, "engine")
    assert str(full.choose(kayles.parse("ooo a"), Limit(time=30.0))) == "2"


def test_warming_up_takes_no_time(kayles: Game) -> None:
    engine = Engine(kayles)
    began = time.process_time()
    engine.warm_up(kayles.parse(f"{'o' * 32} a"))
    assert time.process_time() - began < 1
