"""The trainer at a small size: it runs, is repeatable, and learns simple facts."""

from pathlib import Path

import numpy as np
import pytest

from garlic.engines import Engine
from garlic.engines.training import tiaojia as training
from garlic.engines.training.shared import Samples, play_many
from garlic.games.tiaojia import GAME, LAST_PLY, Position


@pytest.fixture(scope="module")
def samples() -> Samples:
    return play_many(training.play, games=6, nodes=100, seed=3, jobs=1)


def test_games_are_repeatable(samples: Samples) -> None:
    again = play_many(training.play, games=2, nodes=100, seed=3, jobs=1)
    count = len(again.stage)
    assert 0 < count < len(samples.stage)
    same = samples.part(slice(count))
    np.testing.assert_array_equal(same.features, again.features)
    np.testing.assert_array_equal(same.stage, again.stage)
    np.testing.assert_array_equal(same.target, again.target)


def test_samples_are_quiet_positions(samples: Samples) -> None:
    assert samples.features.shape[1] == training.FEATURES
    assert (samples.features[:, training.MOVER_TURNS] == 0).all()
    assert ((samples.target >= 0) & (samples.target <= 1)).all()
    assert (samples.stage <= LAST_PLY).all()


def test_the_fit_learns_the_value_of_a_stone(samples: Samples) -> None:
    weights = training.fit(samples)
    assert weights.shape == (2, training.FEATURES)
    np.testing.assert_allclose(weights[:, training.STONES], training.STONE_WEIGHT)
    nothing = np.zeros_like(weights)
    assert training.loss(samples, weights) < training.loss(samples, nothing)


def test_the_fit_recovers_known_weights() -> None:
    random = np.random.default_rng(1)
    features = random.integers(-3, 4, size=(4000, training.FEATURES)).astype(np.int8)
    left = np.where(np.arange(4000) % 2, LAST_PLY, 0).astype(np.int16)
    logits = 0.8 * features[:, training.STONES] - 0.4 * features[:, 2]
    target = (1 / (1 + np.exp(-logits))).astype(np.float32)
    for found in training.fit(Samples(features, left, target)):
        assert found[training.STONES] == pytest.approx(100)
        assert found[2] == pytest.approx(-50, abs=3)
        assert np.abs(np.delete(found, [training.STONES, 2])).max() < 5


def test_the_header_contains_the_weights(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out = tmp_path / "weights.h"
    training.main(["--games", "2", "--nodes", "50", "--seed", "9", "--out", str(out)])
    assert "positions; loss" in capsys.readouterr().err
    text = out.read_text()
    assert "(--games 2 --nodes 50 --seed 9)" in text
    assert f"std::array<int, {training.FEATURES}> kMiddle" in text
    assert f"std::array<int, {training.FEATURES}> kEnd" in text


def test_features_have_the_expected_indices() -> None:
    # One extra stone, on the edge; nothing within reach.
    counts = Engine(GAME, hash_mb=1).features(
        Position.parse("O.O........./" + "............/" * 10 + "..........X. O 0")
    )
    assert len(counts) == training.FEATURES
    assert counts[training.STONES] == 1
    assert sum(counts[training.CELL : training.FRIENDS]) == 1
    assert sum(counts[training.FRIENDS : training.FOES]) == 1
    assert counts[training.FRIENDS + 2] == 1  # two columns apart in one row
    assert sum(counts[training.FOES :]) == 2
