"""The ladders of the five games: what their data must fulfil, and the table in the docs."""

from itertools import pairwise
from pathlib import Path

import pytest

from garlic.arena.rating.ladder import Ladder, ladder_of, markdown_table
from garlic.arena.rating.pairs import GamePair
from garlic.engines.built_in import check_built_in, measured_levels
from garlic.games import GAMES

LADDERS = [pytest.param(ladder_of(game), id=game.name) for game in GAMES.values()]
UNCERTAIN = 50  # Elo: how far a gap may be measured too large
PLAYED_LEVELS = 5  # stronger ones take minutes
PLAYED_PAIRS = 20
DOCS = Path(__file__).parents[3] / "docs" / "bots"


@pytest.mark.parametrize("ladder", LADDERS)
def test_random_moves_are_rated_0(ladder: Ladder) -> None:
    ratings = {anchor.bot: anchor.rating for anchor in ladder.anchors}
    assert ratings[f"random:{ladder.game}"] == 0


@pytest.mark.parametrize("ladder", LADDERS)
def test_neighbours_are_about_200_points_apart_at_most(ladder: Ladder) -> None:
    gaps = {
        (one.bot, other.bot): other.rating - one.rating for one, other in pairwise(ladder.anchors)
    }
    assert {pair: gap for pair, gap in gaps.items() if gap > 200 + UNCERTAIN} == {}


@pytest.mark.parametrize("ladder", LADDERS)
def test_each_level_beats_the_one_below(ladder: Ladder) -> None:
    by_name = {level.bot: level.rating for level in ladder.levels}
    ratings = [by_name[bot] for bot in measured_levels(GAMES[ladder.game]) if bot in by_name]
    assert ratings == sorted(ratings)
    assert len(ratings) == len(ladder.levels)


@pytest.mark.slow
@pytest.mark.parametrize("place", range(1, PLAYED_LEVELS), ids="level {}".format)
@pytest.mark.parametrize("game", GAMES)
def test_each_level_beats_the_one_below_in_games(game: str, place: int) -> None:
    """Fixed depths and numbered pairs: the same games on every machine, until an engine changes."""
    below, level = measured_levels(GAMES[game])[place - 1 : place + 1]
    pairs = [GamePair(game, (level, below), number) for number in range(PLAYED_PAIRS)]
    assert sum(sum(pair.play()) for pair in pairs) > PLAYED_PAIRS


@pytest.mark.parametrize("ladder", LADDERS)
def test_every_rung_was_measured_and_exists(ladder: Ladder) -> None:
    assert ladder.measured
    assert ladder.version
    for rung in ladder.rungs:
        check_built_in(GAMES[ladder.game], rung.bot)
        assert rung.low <= rung.rating <= rung.high
        assert rung.games > 0


@pytest.mark.parametrize("page", ["statistics.md", "statistics.zh.md"])
@pytest.mark.parametrize("ladder", LADDERS)
def test_the_docs_have_the_ladder(ladder: Ladder, page: str) -> None:
    assert markdown_table(ladder) in (DOCS / page).read_text()
