"""Xiangqi's trainer at a small size: it runs, is repeatable, and learns simple facts."""

import re
from pathlib import Path

import numpy as np
import pytest

from garlic.engines import Engine, Limit
from garlic.engines.training import xiangqi as training
from garlic.engines.training import xiangqi_tactics
from garlic.engines.training.shared import Samples, play_many
from garlic.engines.training.xiangqi_start import FEATURES, SPANS, starting_weights
from garlic.games.xiangqi import GAME, Position

WEIGHTS = Path(__file__).parents[3] / "cpp/games/xiangqi/weights.h"
ENGINE = Engine(GAME, hash_mb=1)


@pytest.fixture(scope="module")
def samples() -> Samples:
    return play_many(training.play, games=5, nodes=100, seed=3, jobs=1)


def test_games_are_repeatable(samples: Samples) -> None:
    again = play_many(training.play, games=1, nodes=100, seed=3, jobs=1)
    count = len(again.stage)
    assert 0 < count < len(samples.stage)
    same = samples.part(slice(count))
    np.testing.assert_array_equal(same.features, again.features)
    np.testing.assert_array_equal(same.target, again.target)


def test_samples_make_sense(samples: Samples) -> None:
    assert samples.features.shape[1] == FEATURES
    assert ((samples.target >= 0) & (samples.target <= 1)).all()
    assert ((samples.stage >= 0) & (samples.stage <= training.ALL_PHASE)).all()
    assert (samples.features[:, SPANS["tempo"].start] == 1).all()


def test_the_fit_predicts_better_than_the_starting_weights(samples: Samples) -> None:
    weights = training.fit(samples)
    assert weights.shape == (2, FEATURES)
    assert training.loss(samples, weights) < training.loss(samples, starting_weights())


def test_the_fit_finds_a_known_weight() -> None:
    random = np.random.default_rng(1)
    features = np.zeros((6000, FEATURES), dtype=np.int8)
    chariots = SPANS["material"].start + 3
    features[:, chariots] = random.integers(-1, 2, size=6000)
    phase = np.full(6000, training.ALL_PHASE, dtype=np.int16)
    target = 1 / (1 + np.exp(-0.45 * 4 * features[:, chariots]))
    found = training.fit(Samples(features, phase, target.astype(np.float32)))
    # It starts at 900, and the penalty weighs as much as a few hundred samples.
    assert found[0, chariots] == pytest.approx(400, abs=120)
    assert found[1, chariots] == pytest.approx(starting_weights()[1, chariots])


def test_features_have_the_expected_indices() -> None:
    # Red has an extra chariot on an open board, black a pawn across the river.
    counts = ENGINE.features(Position.parse("3k5/9/9/9/9/9/4p4/9/R8/5K3 w - - 0 1"))
    assert len(counts) == FEATURES
    start = SPANS["material"].start
    assert counts[start : start + 6] == [0, 0, 0, 1, 0, -1]
    assert counts[SPANS["chariot ahead"].start] == 1
    moves = SPANS["chariot moves"].start
    assert counts[moves : moves + 18] == [0] * 17 + [1]


@pytest.mark.parametrize(
    ("fen", "name"),
    [
        ("4k4/9/9/9/4C4/9/9/9/9/3K5 w - - 0 1", "hollow cannon"),
        ("4k4/4a4/4b4/9/4C4/9/9/9/9/3K5 w - - 0 1", "pinning cannon"),
        ("C3k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1", "bottom cannon"),
        ("3k5/9/9/9/R3R4/9/9/9/9/5K3 w - - 0 1", "linked chariots"),
        ("3k5/9/9/4PP3/9/9/9/9/9/5K3 w - - 0 1", "pawn pairs"),
        ("3k5/9/9/9/9/9/9/4B4/9/5KB2 w - - 0 1", "linked elephants"),
    ],
)
def test_patterns_are_recognised(fen: str, name: str) -> None:
    assert ENGINE.features(fen)[SPANS[name].start] == 1


def test_a_horse_in_front_of_the_palace_can_give_check() -> None:
    # To either side, two rows below the king.
    counts = ENGINE.features("3k5/9/9/9/3N5/9/9/9/9/5K3 w - - 0 1")
    checks = SPANS["safe checks"].start, SPANS["other checks"].start
    assert sum(counts[start] for start in checks) == 1


def test_the_evaluation_is_the_weighted_sum_of_the_features() -> None:
    arrays = re.findall(r"= \{(.*?)\}", WEIGHTS.read_text(), re.DOTALL)
    weights = np.array(
        [[int(word) for word in array.replace(",", " ").split()] for array in arrays]
    )
    fens = [
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
        "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 b - - 0 1",
        "CRN1k1b2/3ca4/4ba3/9/2nr5/9/9/4B4/4A4/4KA3 w - - 0 1",
    ]
    for fen in fens:
        middle, end = weights @ np.array(ENGINE.features(fen))
        share = training.phase(fen)
        total = int(middle * share + end * (training.ALL_PHASE - share))
        assert ENGINE.evaluate(fen) * 100 == pytest.approx(int(total / training.ALL_PHASE))


def test_the_header_contains_the_weights(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    kept, out = tmp_path / "samples.npz", tmp_path / "weights.h"
    training.main(["--games", "2", "--nodes", "50", "--seed", "9", "--save", str(kept)])
    training.main(["--games", "0", "--load", str(kept), "--out", str(out)])
    assert "positions; loss" in capsys.readouterr().err
    assert f"std::array<int, {FEATURES}> kEnd" in out.read_text()


def test_a_puzzle_is_found(tmp_path: Path) -> None:
    out = tmp_path / "tactics.txt"
    xiangqi_tactics.main(["--puzzles", "1", "--nodes", "3000", "--seed", "2", "--out", str(out)])
    position, move, gain = out.read_text().splitlines()[-1].split("; ")
    assert GAME.move.parse(move) in Position.parse(position).legal_moves()
    assert gain == "material" or gain.startswith("mate in ")


def test_a_long_mate_is_found_and_is_the_only_win(tmp_path: Path) -> None:
    out = tmp_path / "mates.txt"
    arguments = ["--puzzles", "1", "--nodes", "40000", "--seed", "20", "--mate-in", "3"]
    xiangqi_tactics.main([*arguments, "--out", str(out)])
    position, move, gain = out.read_text().splitlines()[-1].split("; ")
    assert gain in {f"mate in {moves}" for moves in range(3, 8)}
    best, second = Engine(GAME, hash_mb=4).search(position, Limit(nodes=60_000), lines=2).lines
    assert str(best.moves[0]) == move
    assert best.score.win_in is not None
    assert second.score.win_in is None
