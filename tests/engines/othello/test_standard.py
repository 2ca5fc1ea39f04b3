"""The evaluation of standard Othello: 8x8, where all cells are worth the same."""

import os
import subprocess
import sys
import zlib
from collections.abc import Callable
from importlib import resources
from pathlib import Path

import numpy as np
import pytest

from garlic import _core
from garlic.core import InvalidFileError, Stream, UsageError
from garlic.engines import Engine, Limit
from garlic.engines import weights as weight_files
from garlic.engines.training import othello_standard as training
from garlic.engines.training import othello_standard_foresight as foresight
from garlic.games.othello import GAME, MAPS, Position
from support.othello_images import images

STAGES, DISTINCT, SCALARS, PATTERNS = _core.othello_standard_counts()


def random_content(seed: int) -> bytes:
    random = np.random.default_rng(seed)
    weights = random.normal(0, 0.4, (STAGES, DISTINCT + SCALARS)).astype(np.float32)
    return training.packed(weights)


def random_position(seed: int, plies: int | None = None) -> str:
    chance = Stream(seed)
    position = Position.start()
    for _ in range(chance.below(58) if plies is None else plies):
        moves = position.legal_moves()
        if not moves:
            break
        position = position.play(moves[chance.below(len(moves))])
    return str(position)


def installed() -> bytes:
    path = resources.files(weight_files).joinpath(weight_files.STANDARD_FILE)
    return path.read_bytes()


# --- the evaluation ---


def test_tables_equal_the_weights_at_every_stage() -> None:
    evaluation = _core.OthelloStandardEvaluation.parse(random_content(1))
    for plies in range(60):
        text = random_position(plies, plies)
        assert evaluation.evaluate(text) == evaluation.evaluate_directly(text)


def test_symmetric_positions_have_the_same_value() -> None:
    evaluation = _core.OthelloStandardEvaluation.parse(random_content(2))
    for seed in range(30):
        values = {evaluation.evaluate(image) for image in images(random_position(seed))}
        assert len(values) == 1


def test_colours_do_not_matter() -> None:
    evaluation = _core.OthelloStandardEvaluation.parse(random_content(3))
    for seed in range(20):
        text = random_position(seed)
        cells, discs, mover, passes = text.split()
        other = {"r": "b", "b": "r"}[mover]
        swapped = f"{cells} {discs.translate(str.maketrans('Oo', 'oO'))} {other} {passes}"
        assert evaluation.evaluate(swapped) == evaluation.evaluate(text)


_PRINT_VALUES = """
import sys
from garlic import _core
evaluation = _core.OthelloStandardEvaluation.parse(sys.stdin.buffer.read())
print([evaluation.evaluate(text) for text in sys.argv[1:]])
"""


def test_the_portable_code_gives_the_same_values() -> None:
    content = random_content(4)
    texts = [random_position(seed) for seed in range(20)]
    answers = [
        subprocess.run(
            [sys.executable, "-c", _PRINT_VALUES, *texts],
            input=content,
            env=os.environ | extra,
            capture_output=True,
            check=True,
        ).stdout.decode()
        for extra in ({}, {"GARLIC_PORTABLE": "1"})
    ]
    evaluation = _core.OthelloStandardEvaluation.parse(content)
    assert answers[0] == answers[1] == f"{[evaluation.evaluate(text) for text in texts]}\n"


# --- the file ---


def test_the_installed_file_is_small_and_says_how_it_was_made() -> None:
    content = installed()
    assert len(content) < 4_000_000
    head, command, date, positions = content.split(b"\n", 4)[:4]
    assert head == b"garlic othello standard weights 1"
    assert command.startswith(b"command othello-standard --games ")
    assert date.startswith(b"date 20")
    assert int(positions.removeprefix(b"positions ")) > 3_000_000


def test_the_installed_weights_know_openings_and_corners() -> None:
    evaluation = weight_files.parse_standard(installed())
    start = Engine(GAME, hash_mb=1).search(Position.start(), Limit(depth=8)).score
    assert start is not None
    assert abs(start.points or 0.0) < 3
    ones = "/".join(["11111111"] * 8)
    rest = "......../..oO..../..oOO.../..oOo.../..Ooo.../......../........"
    with_corner = evaluation.evaluate(f"{ones} O......./{rest} r 0")
    without = evaluation.evaluate(f"{ones} ......../{rest} r 0")
    assert with_corner > without + 3


def test_a_file_is_read_as_it_was_written() -> None:
    content = random_content(5)
    written = weight_files.standard_file(content, "othello-standard --games 1", "2026-11-19", 7)
    text = random_position(1)
    expected = _core.OthelloStandardEvaluation.parse(content).evaluate(text)
    assert weight_files.parse_standard(written).evaluate(text) == expected


@pytest.mark.parametrize(
    "spoil",
    [
        lambda content: content[:0],
        lambda content: content.replace(b"weights 1", b"weights 2", 1),
        lambda content: content[: len(content) // 2],
        lambda content: content[:-1000] + bytes(1000),
        lambda content: content[:5000] + bytes([content[5000] ^ 1]) + content[5001:],
        lambda content: b"\n".join([*content.split(b"\n", 4)[:4], zlib.compress(b"short")]),
        lambda content: content.replace(b"\ndate ", b"\nday ", 1),
        lambda content: content.replace(b"\npositions ", b"\npositions -", 1),
        lambda content: content.replace(b"\ncommand othello", b"\ncommand \xff", 1),
    ],
)
def test_a_damaged_file_is_refused(spoil: Callable[[bytes], bytes]) -> None:
    spoilt = spoil(installed())
    assert spoilt != installed()
    with pytest.raises(InvalidFileError, match="weights"):
        weight_files.parse_standard(spoilt)


def test_the_engine_names_its_weights() -> None:
    general, standard = Engine(GAME, hash_mb=1).weights
    assert str(general) == "othello.weights"
    _, command, date, positions = installed().split(b"\n", 4)[:4]
    assert standard.name == "othello-standard.weights"
    assert standard.command == command.decode().removeprefix("command ")
    day, number = date.decode().split()[1], positions.decode().split()[1]
    assert str(standard) == f"othello-standard.weights, {day}, {number} positions"


# --- the engine ---


def depth_of_one(text: str) -> float:
    result = Engine(GAME, hash_mb=1).search(Position.parse(text), Limit(depth=1))
    assert result.score is not None
    assert result.score.points is not None
    return result.score.points


def _weighted(text: str, cells: str) -> str:
    return " ".join([cells, *text.split()[1:]])


@pytest.mark.parametrize("rows", ["11111111", "22222222"])
def test_equal_cells_use_it(rows: str) -> None:
    text = _weighted(random_position(7, 20), "/".join([rows] * 8))
    weight_files.prepare("othello")
    with_it = depth_of_one(text)
    try:
        _core.set_othello_standard(None)
        assert depth_of_one(text) != with_it
    finally:
        _core.set_othello_standard(weight_files.parse_standard(installed()))
    assert depth_of_one(text) == with_it


def test_twice_the_worth_is_twice_the_score() -> None:
    text = random_position(8, 24)
    twice = _weighted(text, "/".join(["22222222"] * 8))
    assert depth_of_one(twice) == pytest.approx(2 * depth_of_one(text), abs=1 / 16)


@pytest.mark.parametrize("cells", ["/".join(["21111111"] + ["11111111"] * 7), None])
def test_other_maps_do_not(cells: str | None) -> None:
    """Another weight of one cell, or another size of board."""
    weight_files.prepare("othello")
    if cells is not None:
        text = _weighted(random_position(9, 20), cells)
    else:
        text = str(MAPS.make(10, 10, 1))
    with_it = depth_of_one(text)
    try:
        _core.set_othello_standard(None)
        assert depth_of_one(text) == with_it
    finally:
        _core.set_othello_standard(weight_files.parse_standard(installed()))


def test_selective_searches_to_the_end_are_not_called_proofs() -> None:
    """The exact value comes after them, and equals that of the solver."""
    position = Position.parse(random_position(11, 44))
    engine = Engine(GAME, hash_mb=8)
    empties = position.empty().bit_count()
    selective = engine.search(position, Limit(depth=empties))
    assert selective.score is not None
    assert not selective.score.proven
    exact = engine.search(position, Limit(depth=60))
    assert exact.score is not None
    assert exact.score.proven
    value = np.frombuffer(_core.othello_standard_values(_discs(position), 1, 60), dtype="<i2")
    assert exact.score.points == value[0] / 32


def _discs(position: Position) -> bytes:
    rows = str(position).split()[1].replace("/", "")
    own, other = ("O", "o") if str(position).split()[2] == "r" else ("o", "O")
    boards = [sum(1 << n for n, disc in enumerate(rows) if disc == one) for one in (own, other)]
    return np.array(boards, dtype="<u8").tobytes()


# --- the training ---

_PLAN = training.TrainingPlan(games=60, depth=1, exact_empties=4, seed=3)


def test_one_command_makes_the_same_weights_again(tmp_path: Path) -> None:
    try:
        first, positions = training.train(tmp_path / "one", _PLAN)
        second, _ = training.train(tmp_path / "two", _PLAN)
        assert first == second
        assert positions > 1000
        interrupted = tmp_path / "two"
        for path in sorted(interrupted.iterdir())[-20:]:
            path.unlink()
        assert training.train(interrupted, _PLAN)[0] == first
    finally:
        weight_files.prepare("othello")
        _core.set_othello_standard(weight_files.parse_standard(installed()))


def test_values_of_other_positions_are_refused(tmp_path: Path) -> None:
    try:
        training.train(tmp_path, _PLAN)
        (tmp_path / "values-20.bin").write_bytes(b"12")
        with pytest.raises(UsageError, match=r"values-20\.bin"):
            training.train(tmp_path, _PLAN)
    finally:
        _core.set_othello_standard(weight_files.parse_standard(installed()))


def test_the_fit_finds_weights_that_explain_values() -> None:
    general = weight_files.parse_othello(
        resources.files(weight_files).joinpath(weight_files.OTHELLO_FILE).read_bytes()
    )
    positions = np.frombuffer(
        _core.othello_standard_positions(general, 5, 400), dtype="<u8"
    ).reshape(-1, 2)
    chosen = training.by_empties(positions)[20]
    discs = np.unpackbits(chosen.copy().view(np.uint8).reshape(-1, 16), axis=1).astype(np.int64)
    lead = discs[:, :64].sum(axis=1) - discs[:, 64:].sum(axis=1)
    values = (32 * lead).astype("<i2")
    start = np.zeros(DISTINCT + SCALARS, dtype="<f4")
    _, error = _core.othello_standard_fit(
        chosen.tobytes(),
        values.tobytes(),
        start.tobytes(),
        epochs=30,
        rate=0.5,
        last_rate=0.05,
        close=1000.0,
        hold_out=10,
        seed=1,
    )
    assert error < 0.6 * float(np.sqrt((lead**2).mean()))


# --- foresight ---


def test_foresight_is_fitted_on_searches() -> None:
    """Deviations that follow the formula exactly give its factors back."""
    random = np.random.default_rng(1)
    found = []
    for empties in (16, 20, 24, 28):
        sigma = np.exp(1.0 - 0.02 * empties)
        for _ in range(400):
            steps = random.normal(0, sigma, 6)
            exact = float(steps.sum()) if empties <= 22 else None
            found.append(foresight.Scores(empties, tuple(np.cumsum(steps[:5])), exact))
    middle, end = foresight.fitted(found)
    assert end is not None
    assert middle[1] == pytest.approx(-0.02, abs=0.01)
    assert middle[3] == pytest.approx(0.5, abs=0.1)
    assert end[2] < 0


def test_foresight_takes_positions_that_are_not_decided() -> None:
    general = weight_files.parse_othello(
        resources.files(weight_files).joinpath(weight_files.OTHELLO_FILE).read_bytes()
    )
    played = np.frombuffer(_core.othello_standard_positions(general, 1, 20), dtype="<u8")
    positions = training.by_empties(played.reshape(-1, 2))[16]
    found = foresight.measure(positions, 16, 3, 2)
    assert len(found) == 3
    for one in found:
        assert abs(one.by_depth[-1]) <= 35
        assert one.exact is not None
        assert abs(one.exact) <= 64


def test_foresight_on_random_maps_is_in_mean_cell_weights() -> None:
    found = list(foresight.on_random_maps(3, 3))
    assert len(found) >= 6
    assert all(14 <= one.empties < 60 and one.exact is None for one in found)
    assert all(len(one.by_depth) == 3 and abs(one.by_depth[-1]) <= 35 for one in found)
    middle, end = foresight.fitted(found)
    assert len(middle) == 4
    assert end is None
