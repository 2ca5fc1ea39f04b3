"""The built-in players: their descriptions, their options, and what their processes import."""

import subprocess
import sys

import pytest

from garlic.bot.line import SeatInfo
from garlic.core import Position, UsageError
from garlic.core.language.text import catalogue
from garlic.engines import Limit
from garlic.engines.__main__ import RandomTalker
from garlic.engines.built_in import BUILT_IN, built_in_player, check_built_in
from garlic.games import GAMES


def test_every_course_player_has_its_own_description_in_both_languages() -> None:
    kind = next(kind for kind in BUILT_IN if kind.word == "baseline")
    for game in GAMES.values():
        descriptions = [kind.description(name) for name in kind.names(game)]
        assert kind.about not in descriptions
        assert len(set(descriptions)) == len(descriptions)
        assert all(about in catalogue("zh") for about in descriptions)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("engine:othello?level=11", "expected a level from 1 to 10, got 11"),
        ("engine:othello?levl=3", "engine has no option 'levl'; there are: level, threads"),
        ("engine:othello?level=three", "expected a number for level, got 'three'"),
        ("engine:othello?nodes=many", "expected a number for nodes, got 'many'"),
        ("engine:othello?level", "expected a setting like key=value in .*, got 'level'"),
        ("engine:othello?le%76el=11", "expected a level from 1 to 10, got 11"),
        ("random:othello?level=3", "random has no option 'level'"),
        ("baseline:othello/task2?level=3", "task2 has no option 'level'"),
    ],
)
def test_an_invalid_option_is_refused_before_the_game(name: str, why: str) -> None:
    with pytest.raises(UsageError, match=why):
        check_built_in(GAMES["othello"], name)


@pytest.mark.parametrize(
    ("game", "name"),
    [
        ("othello", "engine:othello?level=3&hash=16&threads=2&nodes=100&seed=7"),
        ("stars", "engine:stars?level=3&seed=1"),
        ("stars", "baseline:stars/easy?seed=1"),
        ("xiangqi", "baseline:xiangqi/lab?depth=3"),
        ("gomoku", "random:gomoku?seed=3"),
    ],
)
def test_valid_options_are_accepted(game: str, name: str) -> None:
    check_built_in(GAMES[game], name)


@pytest.mark.parametrize(
    ("module", "spared"),
    [
        ("garlic.engines.__main__", ["garlic._core", "garlic.engines.engine"]),  # random players
        ("garlic.engines.talker", ["garlic.games.xiangqi", "garlic.games.othello"]),
    ],
)
def test_a_players_process_imports_only_what_it_needs(module: str, spared: list[str]) -> None:
    code = f"import sys, {module}; print(*[name for name in {spared} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


@pytest.mark.parametrize("name", GAMES)
def test_random_moves_are_the_same_inside_and_as_a_process(name: str) -> None:
    """Also in Stars, whose course player ``random`` walks away from destroyers."""
    game = GAMES[name]
    position: Position = game.setup()
    inside = built_in_player(game, f"random:{game.name}", seed=5)
    process = RandomTalker(SeatInfo(game, game.seats[0], game.limits), 5)
    answers = [str(inside.choose(position, Limit())) for _ in range(20)]
    assert answers == [process.play(position) for _ in range(20)]
    with pytest.raises(UsageError, match="random has no option 'careless'"):
        check_built_in(game, f"random:{game.name}?careless=20")
