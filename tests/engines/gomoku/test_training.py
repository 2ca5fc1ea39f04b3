"""Gomoku's trainer at a small size: it runs, is repeatable, and learns simple facts."""

from pathlib import Path

import numpy as np
import pytest

from garlic.core import Stream, UsageError
from garlic.engines import Engine, Limit
from garlic.engines.training import gomoku as training
from garlic.engines.training import gomoku_openings
from garlic.engines.training.shared import Samples, play_many
from garlic.games.gomoku import GAME, Position
from garlic.games.gomoku.openings import openings
from support.present import present


@pytest.fixture(scope="module")
def samples() -> Samples:
    return play_many(training.play, games=6, nodes=200, seed=3, jobs=1, first=("freestyle",))


def test_games_are_repeatable(samples: Samples) -> None:
    again = play_many(training.play, games=2, nodes=200, seed=3, jobs=1, first=("freestyle",))
    count = len(again.target)
    assert 0 < count < len(samples.target)
    same = samples.part(slice(count))
    np.testing.assert_array_equal(same.features, again.features)
    np.testing.assert_array_equal(same.target, again.target)


@pytest.mark.parametrize("rule", training.RULES)
def test_features_count_every_point_of_both_sides(rule: str) -> None:
    position = training.opening(rule, Stream(5))
    counts = np.array(Engine(GAME, hash_mb=1).features(position))
    assert len(counts) == training.BLOCK * training.BLOCKS[rule]
    blocks = counts.reshape(-1, training.BLOCK)
    empty = 225 - position.ply
    pairs = blocks[:, : training.PAIRS].sum(axis=1)
    assert sorted(value for value in pairs.tolist() if value) == [-empty, empty]


def test_the_fit_predicts_better_than_zero_weights(samples: Samples) -> None:
    weights = training.fit(samples)
    assert weights.shape == (training.BLOCK * 2,)
    assert training.loss(samples, weights) < training.loss(samples, np.zeros_like(weights))


@pytest.mark.slow
def test_the_fit_recovers_known_weights() -> None:
    random = np.random.default_rng(1)
    features = random.integers(-3, 4, size=(4000, training.BLOCK * 2)).astype(np.int16)
    hidden = np.zeros(training.BLOCK * 2)
    hidden[[training.PAIRS + 2, training.BLOCK + training.PAIRS + 4]] = 0.8, -0.4
    target = (1 / (1 + np.exp(-features @ hidden))).astype(np.float32)
    found = training.fit(Samples(features, np.zeros(4000, dtype=np.int16), target))
    assert np.abs(found - hidden).max() < 0.1


@pytest.mark.slow
def test_the_header_contains_the_weights(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out, kept = tmp_path / "weights.h", tmp_path / "kept"
    options = ["--nodes", "100", "--rules", "freestyle", "--samples", str(kept)]
    training.main(["--games", "2", "--seed", "9", *options, "--out", str(out)])
    assert "freestyle: " in capsys.readouterr().err
    text = out.read_text()
    assert "(--games 2 --nodes 100 --seed 9)" in text
    assert f"std::array<std::int16_t, {training.BLOCK * 2}> kFreestyle" in text
    # The saved samples are fitted again without new games.
    training.main(["--games", "0", *options, "--out", str(out)])
    assert text.splitlines()[1:] == out.read_text().splitlines()[1:]


def test_openings_are_balanced_and_repeatable() -> None:
    lines = list(gomoku_openings.balanced("renju", 2, 4, 300))
    assert lines == list(gomoku_openings.balanced("renju", 2, 4, 300))
    assert len(set(lines)) == 2
    # They are the first candidates that are even; others were refused.
    chance, refused = Stream(4), 0
    even: list[str] = []
    while len(even) < 2:
        moves, position = gomoku_openings.candidate("renju", chance)
        score = present(Engine(GAME, hash_mb=4).search(position, Limit(nodes=300)).score)
        near = present(Engine(GAME, hash_mb=4).search(position, Limit(nodes=15)).score)
        if all(one.points is not None for one in (score, near)) and (
            abs(present(score.points)) <= 0.25 and abs(present(near.points)) <= 0.8
        ):
            even.append(f"renju {' '.join(map(str, moves))}")
        else:
            refused += 1
    assert lines == even
    assert refused > 0


def test_openings_go_on_where_they_were_interrupted(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    whole, cut = tmp_path / "whole.txt", tmp_path / "cut.txt"
    options = ["--count", "2", "--seed", "4", "--nodes", "300"]
    gomoku_openings.main([*options, "--out", str(whole)])
    lines = whole.read_text().splitlines()
    assert len(lines) == 7
    cut.write_text("\n".join(lines[:4]) + "\n")
    asked = []
    is_even = gomoku_openings.is_even

    def recorded(position: Position, nodes: int) -> bool:
        asked.append(str(position))
        return is_even(position, nodes)

    monkeypatch.setattr(gomoku_openings, "is_even", recorded)
    gomoku_openings.main([*options, "--out", str(cut)])
    assert cut.read_text() == whole.read_text()
    assert not any(text.startswith("freestyle") for text in asked)  # both were known
    # With other options they are made anew.
    gomoku_openings.main(["--count", "1", "--seed", "5", "--nodes", "300", "--out", str(cut)])
    assert len(cut.read_text().splitlines()) == 4


@pytest.mark.parametrize("rule", training.RULES)
def test_there_are_fifty_openings(rule: str) -> None:
    positions = openings(rule)
    assert len(set(positions)) == 50
    assert all(3 <= position.ply <= 6 for position in positions)
    assert all(isinstance(position, Position) for position in positions)


def test_an_unknown_rule_set_is_refused() -> None:
    with pytest.raises(UsageError, match="expected a rule set"):
        openings("chess")
