"""Othello's exact solver: against brute force, against known endgames, and when interrupted."""

import os
import subprocess
from pathlib import Path

import pytest

from garlic.engines import Engine, Limit
from garlic.games.othello import GAME, Position
from support.native import compiled
from support.present import present

# Standard Othello: the FFO suite's positions, its scores for the side to move, its best moves.
FFO = [
    (40, "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X", 38, "a2"),
    (41, "-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O- X", 0, "h4"),
    (42, "--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X", 6, "g2"),
    (43, "--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX- O", -12, "g3 c7"),
    (44, "--O-X-O---O-XO-O-OOXXXOOOOOOXXXOOOOOXX--XXOOXO----XXXX-----XXX-- O", -14, "d2 b8"),
]


def ffo_position(text: str) -> Position:
    """A position of the suite, which writes black (our red) as X and empty cells as -."""
    cells, mover = text.split()
    signs = cells.translate(str.maketrans("XO-", "Oo."))
    rows = [signs[start : start + 8] for start in range(0, 64, 8)]
    side = {"X": "r", "O": "b"}[mover]
    return Position.parse(f"{'/'.join(['1' * 8] * 8)} {'/'.join(rows)} {side} 0")


# The solver and its dependencies.
_SOURCES = (
    *("othello", "othello8", "othello_endgame", "othello_eval", "othello_index"),
    *("othello_patterns", "othello_weights"),
)


@pytest.fixture(scope="module")
def solver_check(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The compiled `othello_check.cpp`."""
    source = Path(__file__).with_name("othello_check.cpp")
    program = tmp_path_factory.mktemp("othello") / "check"
    return compiled(source, program, "-O3", games=_SOURCES)


@pytest.mark.slow
@pytest.mark.parametrize("portable", [None, "avx2", "1"])
def test_the_solver_equals_brute_force_often(solver_check: Path, portable: str | None) -> None:
    environment = {**os.environ, **({"GARLIC_PORTABLE": portable} if portable else {})}
    rounds, most_empties, seed = "600", "10", "7"
    done = subprocess.run(
        [solver_check, rounds, most_empties, seed],
        capture_output=True,
        text=True,
        check=False,
        env=environment,
    )
    assert done.stdout == "ok\n"


@pytest.mark.slow
@pytest.mark.parametrize(("number", "text", "score", "best"), FFO)
def test_ffo_endgames(number: int, text: str, score: int, best: str) -> None:
    result = Engine(GAME, hash_mb=128).search(ffo_position(text), Limit(depth=60))
    found = present(result.score)
    assert (found.points, found.proven) == (score, True), number
    assert str(result.best) in best.split()
