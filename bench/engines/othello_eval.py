"""Othello's evaluation: its speed, and its strength against hand-made weights."""

import time
from importlib import resources

from garlic import _core
from garlic.engines import weights as weight_files
from garlic.engines.training import othello as training

Row = tuple[str, str, str]

_MAPS = (
    ("8x8, ones", 8, 0, "< 100 ns"),
    ("8x8, random weights", 8, 1, "< 100 ns"),
    ("10x10, random weights", 10, 1, ""),
    ("12x12, random weights", 12, 1, ""),
)


def rows() -> list[Row]:
    content = resources.files(weight_files).joinpath(weight_files.OTHELLO_FILE).read_bytes()
    weights = weight_files.parse_othello(content)
    table: list[Row] = []
    for name, size, seed, target in _MAPS:
        game = _game(weights, size, seed)
        weights.evaluate_game(game, 1)  # folds the tables
        began = time.thread_time()
        count = weights.evaluate_game(game, 2000)
        nanoseconds = (time.thread_time() - began) / count * 1e9
        table.append((f"one evaluation: {name}", f"{nanoseconds:.0f} ns", target))
    for name, size, seed, _ in _MAPS:
        start = training.standard_map(size, size, seed)
        style = training.PlayStyle(depth=2, exact_empties=6)
        margins = training.match(weights, _core.OthelloWeights.by_hand(), 40, start, style)
        points = sum((margin > 0) + (margin == 0) / 2 for margin in margins) / len(margins)
        table.append((f"against hand-made weights, depth 2: {name}", f"{points:.0%}", "> 90 %"))
    return table


def _game(weights: _core.OthelloWeights, size: int, seed: int) -> str:
    line, _ = _core.play_othello(
        training.standard_map(size, size, seed),
        weights,
        weights,
        random_plies=4,
        depth=1,
        exact_empties=4,
        seed=1,
    )
    return str(line)
