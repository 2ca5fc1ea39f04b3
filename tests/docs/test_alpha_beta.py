"""The bots of the alpha-beta tutorial: legal moves, and pruning changes no answer."""

import random
from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest
from book import ROOT

from garlic.core import Stream
from garlic.games.othello import GAME as OTHELLO
from garlic.games.othello import Position

STEPS = sorted((ROOT / "examples" / "alpha_beta").glob("*.py"))


def load(name: str) -> ModuleType:
    spec = spec_from_file_location(name, ROOT / "examples" / "alpha_beta" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def some_positions(count: int, plies: int) -> Iterator[Position]:
    chance = random.Random(5)
    for _ in range(count):
        position = OTHELLO.setup(size=(6, 6))
        for _ in range(plies):
            if position.outcome() is None:
                position = position.play(chance.choice(position.legal_moves()))
        if position.outcome() is None:
            yield position


@pytest.mark.parametrize("path", STEPS, ids=lambda path: path.stem)
def test_each_step_plays_a_whole_game(path: Path) -> None:
    bot = load(path.stem)
    if path.stem == "alpha_beta":
        vars(bot)["SECONDS"] = 0.005
    position, chance = OTHELLO.setup(), Stream(1)
    while position.outcome() is None:
        moves = position.legal_moves()
        move = bot.play(position) if position.mover.index == 0 else moves[chance.below(len(moves))]
        position = position.play(move)


def test_the_last_step_has_at_most_100_lines() -> None:
    assert len((ROOT / "examples/alpha_beta/alpha_beta.py").read_text().splitlines()) <= 100


def test_alpha_beta_finds_what_a_full_search_finds() -> None:
    bot = load("alpha_beta")
    forever = float("inf")

    def full(position: Position, depth: int) -> int:
        moves = position.legal_moves()
        if depth == 0 or not moves:
            value: int = bot.value(position, len(moves))
            return value
        return max(-full(position.play(move), depth - 1) for move in moves)

    for position in some_positions(6, plies=20):
        assert bot.search(position, 3, -(10**9), 10**9, forever) == full(position, 3)
        move = bot.best_move(position, position.legal_moves(), 3, forever)
        assert -full(position.play(move), 2) == full(position, 3)
