"""Othello's evaluation: folded tables, symmetry, all sizes, the file; and its trainer."""

import os
import subprocess
import sys
import zlib
from collections.abc import Callable
from functools import cache
from importlib import resources
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from garlic import _core
from garlic.core import InvalidFileError, Seat, Stream
from garlic.engines import weights as weight_files
from garlic.engines.native import native_turn_position
from garlic.engines.training import othello as training
from garlic.games.othello import Position
from support.othello_images import images


@cache
def random_weights(seed: int) -> _core.OthelloWeights:
    """Random weights, so that every one of them matters."""
    _, patterns, total = _core.othello_weight_counts()
    random = np.random.default_rng(seed)
    small = random.integers(-127, 128, patterns).astype(np.int8)
    scalars = random.integers(-300, 301, total - patterns).astype("<i2")
    return _core.OthelloWeights.parse(small.tobytes() + scalars.tobytes())


def random_position(rows: int, columns: int, seed: int) -> str:
    """A position reached by random moves on a map of random cell weights."""
    chance = Stream(seed)
    game = native_turn_position("othello", training.standard_map(rows, columns, seed + 1))
    for _ in range(chance.below(rows * columns)):
        moves = game.legal_moves()
        if not moves:
            break
        game = game.play(moves[chance.below(len(moves))])
    return str(game)


@pytest.mark.parametrize(
    ("rows", "columns"),
    [
        (8, 8),
        (3, 3),
        (4, 7),
        (7, 8),
        (8, 10),
        (9, 9),
        (10, 10),
        (12, 12),
        (13, 5),
        (20, 20),
        (17, 19),
    ],
)
def test_folded_tables_equal_the_weights(rows: int, columns: int) -> None:
    weights = random_weights(1)
    for seed in range(3):
        text = random_position(rows, columns, seed)
        assert weights.evaluate(text) == weights.evaluate_directly(text)


@settings(max_examples=25, deadline=None)
@given(st.integers(3, 14), st.integers(3, 14), st.integers(0, 10**6))
def test_symmetric_positions_have_the_same_value(rows: int, columns: int, seed: int) -> None:
    weights = random_weights(2)
    values = [weights.evaluate(image) for image in images(random_position(rows, columns, seed))]
    # A board and its transpose may be stored in different words and rounded differently.
    assert max(values) - min(values) <= 1 / 8
    if rows == columns:
        assert len(set(values)) == 1


def test_colours_do_not_matter() -> None:
    weights = random_weights(3)
    for seed in range(20):
        text = random_position(8, 8, seed)
        cells, discs, mover, passes = text.split()
        other = {"r": "b", "b": "r"}[mover]
        swapped = f"{cells} {discs.translate(str.maketrans('Oo', 'oO'))} {other} {passes}"
        assert weights.evaluate(swapped) == weights.evaluate(text)


@pytest.mark.parametrize("side", range(3, 21))
def test_every_size_has_an_evaluation(side: int) -> None:
    weights = random_weights(4)
    for rows, columns in ((side, side), (side, 23 - side)):
        values = {weights.evaluate(random_position(rows, columns, seed)) for seed in range(4)}
        assert len(values) > 1


def test_an_evaluation_stays_within_the_total_weight_of_the_board() -> None:
    weights = random_weights(5)
    for seed in range(50):
        text = random_position(8, 8, seed)
        assert abs(weights.evaluate(text)) <= sum(map(int, text.split()[0].replace("/", "")))


_PRINT_VALUES = """
import sys
from garlic import _core
weights = _core.OthelloWeights.parse(sys.stdin.buffer.read())
print([weights.evaluate(text) for text in sys.argv[1:]])
"""


def test_the_portable_code_gives_the_same_values() -> None:
    _, patterns, total = _core.othello_weight_counts()
    random = np.random.default_rng(6)
    content = random.integers(0, 256, patterns, dtype=np.uint8).tobytes()
    content += random.integers(-300, 301, total - patterns).astype("<i2").tobytes()
    texts = [random_position(size, size, size) for size in (4, 8, 8, 10, 12, 20)]
    answers = [
        subprocess.run(
            [sys.executable, "-c", _PRINT_VALUES, *texts],
            input=content,
            env=os.environ | extra,
            capture_output=True,
            check=True,
        ).stdout
        for extra in ({}, {"GARLIC_PORTABLE": "1"})
    ]
    assert answers[0] == answers[1]
    weights = _core.OthelloWeights.parse(content)
    assert answers[0].decode().strip() == str([weights.evaluate(text) for text in texts])


# --- the file ---


def installed() -> bytes:
    path = resources.files(weight_files).joinpath(weight_files.OTHELLO_FILE)
    return path.read_bytes()


def test_the_installed_weights_are_small_and_value_corners() -> None:
    content = installed()
    assert len(content) < 2_200_000
    weights = weight_files.parse_othello(content)
    ones = "/".join(["11111111"] * 8)
    rows = [
        "O.......",
        "........",
        "..oO....",
        "..oOO...",
        "..oOo...",
        "..Ooo...",
        "........",
        "........",
    ]
    with_corner = weights.evaluate(f"{ones} {'/'.join(rows)} r 0")
    without = weights.evaluate(f"{ones} {'/'.join(['........', *rows[1:]])} r 0")
    assert with_corner > without + 3


def test_the_start_is_nearly_even() -> None:
    weights = weight_files.parse_othello(installed())
    assert abs(weights.evaluate(training.standard_map(8, 8))) < 6


@pytest.mark.parametrize(
    "spoil",
    [
        lambda content: content[:0],
        lambda content: b"garlic othello weights 2" + content[24:],
        lambda content: content[: len(content) // 2],
        lambda content: content[:-1000] + bytes(1000),
        lambda content: content[:200] + bytes([content[200] ^ 1]) + content[201:],
        lambda content: content[:25] + b"\n" + zlib.compress(b"short"),
    ],
)
def test_a_damaged_file_is_refused(spoil: Callable[[bytes], bytes]) -> None:
    with pytest.raises(InvalidFileError, match="weights"):
        weight_files.parse_othello(spoil(installed()))


def test_an_evaluation_needs_weights_of_the_right_number() -> None:
    with pytest.raises(ValueError, match="bytes of weights"):
        _core.OthelloWeights.parse(bytes(10))


# --- the trainer ---

_STYLE = training.PlayStyle(depth=1, exact_empties=4)


@pytest.fixture(scope="module")
def lines() -> list[str]:
    return list(training.play(240, seed=5, jobs=1, style=_STYLE))


def test_games_are_repeatable(lines: list[str]) -> None:
    assert list(training.play(16, seed=5, jobs=1, style=_STYLE)) == lines[:16]
    assert len(set(lines)) > 200


def test_the_fit_predicts_games_it_has_not_seen(lines: list[str]) -> None:
    trainer = training.load(iter(lines))
    assert trainer.samples > 5000
    training.fit(trainer, rounds=2, owners_rate=0.01, rest_rate=0.001)
    model = draw = count = 0.0
    for _, _, positions, error, _, nothing, _ in trainer.errors():
        model, draw, count = (
            model + positions * error,
            draw + positions * nothing,
            count + positions,
        )
    assert count > 100
    assert model < 0.8 * draw


def test_the_fit_is_repeatable(lines: list[str]) -> None:
    def fitted() -> bytes:
        trainer = training.load(iter(lines[:40]))
        training.fit(trainer, rounds=1, owners_rate=0.01, rest_rate=0.001)
        return training.packed(trainer.weights)

    assert fitted() == fitted()


@pytest.mark.parametrize(
    "line",
    [
        "",
        "111/111/111 .../.Oo/... r 0",
        "111/111/111 .../.Oo/... r 0 moves c1",
        "111/111/111 .../.Oo/... r 0 moves",
        "111/111/111 .../.Oo/... r 0 moves a1",
    ],
)
def test_incomplete_games_are_refused(line: str) -> None:
    trainer = _core.OthelloTrainer(0, 0, 0)
    with pytest.raises(ValueError, match=r"expected|illegal"):
        trainer.add(line, False)
    assert trainer.samples == 0


def test_all_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    games, weights = tmp_path / "games.txt", tmp_path / "new.weights"
    training.main(
        ["play", "--games", "16", "--depth", "1", "--exact-empties", "4", "--out", str(games)]
    )
    assert len(games.read_text().splitlines()) == 16
    training.main(["fit", str(games), "--rounds", "1", "--out", str(weights)])
    assert "8x8" in capsys.readouterr().out
    training.main(["match", str(weights), "--games", "2", "--depth", "1"])
    assert "mean margin" in capsys.readouterr().out


def test_one_command_makes_weights_from_scratch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(training, "ROUNDS", (training.Round(8, 1, 1), training.Round(8, 2, 1)))
    command = ["all", "--folder", str(tmp_path)]
    training.main(command)
    made = (tmp_path / "othello.weights").read_bytes()
    assert made.splitlines()[1] == b"all --seed 1 --share 1, round 1"
    weight_files.parse_othello(made)
    (tmp_path / "othello.weights").unlink()
    (tmp_path / "1.games").unlink()  # as if it had been interrupted there
    before = (tmp_path / "0.games").stat().st_mtime_ns
    training.main(command)
    assert (tmp_path / "othello.weights").read_bytes() == made
    assert (tmp_path / "0.games").stat().st_mtime_ns == before
    assert not list(tmp_path.glob("*.unfinished"))


def test_games_end_with_best_play() -> None:
    weights = _core.OthelloWeights.by_hand()
    for seed in range(6):
        start = training.standard_map(4, 5, seed + 1)
        line, margin = _core.play_othello(
            start, weights, weights, random_plies=9, depth=1, exact_empties=20, seed=seed
        )
        begun = Position.parse(line.split(" moves")[0])
        sign = 1 if begun.mover is Seat.A else -1
        assert margin == sign * best_margin(begun)


def best_margin(position: Position) -> int:
    """The mover's margin with best play, by brute force."""
    if position.outcome() is not None:
        return position.score(position.mover) - position.score(position.mover.other)
    return max(-best_margin(position.play(move)) for move in position.legal_moves())


@pytest.mark.parametrize("content", [None, "no weights"])
def test_unusable_files_are_named_in_the_error(
    content: str | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "some.weights"
    if content is not None:
        path.write_text(content)
    with pytest.raises(SystemExit) as stopped:
        training.main(["match", str(path), "--games", "2"])
    assert stopped.value.code == 2
    assert "some.weights" in capsys.readouterr().err


def test_an_illegal_game_stops_the_fit(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    games = tmp_path / "games.txt"
    games.write_text("111/111/111 .../.Oo/... r 0 moves a1\n")
    with pytest.raises(SystemExit):
        training.main(["fit", str(games), "--out", str(tmp_path / "new.weights")])
    assert "illegal move a1" in capsys.readouterr().err
