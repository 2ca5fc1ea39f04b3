"""The trainer: it learns, repeats itself, and continues from a checkpoint."""

import math
from typing import Any

import pytest

from garlic import _core
from garlic.core import Stream

SHAPE = _core.NetShape(12, 32, buckets=2, most_active=6)


def learnable(count: int = 2000) -> _core.ListedSamples:
    """Samples whose result is decided by one input, the other way round in the other bucket."""
    chance = Stream(4)
    listed = []
    for _ in range(count):
        own = [one for one in range(SHAPE.inputs) if chance.below(3) == 0][:6]
        bucket = chance.below(2)
        won = (0 in own) == (bucket == 0)
        listed.append((own, [(one + 6) % 12 for one in own], bucket, 0.0, 0.0, float(won)))
    return _core.ListedSamples(SHAPE, listed)


def trainer(samples: _core.NetSamples, **changed: float) -> _core.NetTrainer:
    plan: dict[str, Any] = {
        "scale": 100,
        "result_share": 1.0,
        "epochs": 12,
        "batch": 50,
        "rate": 1e-2,
        "last_rate": 1e-4,
        "held_out": 0.1,
        "threads": 1,
        "seed": 7,
        **changed,
    }
    return _core.NetTrainer(SHAPE, samples, **plan)


def test_it_learns_what_decides() -> None:
    training = trainer(learnable())
    assert training.samples_per_epoch == 1800
    first = training.validation_loss()
    while training.epochs_done < 12:
        training.epoch()
    net = training.net.quantised(100, "test")
    assert training.validation_loss() < 0.05 < first
    assert training.quantised_loss(net) < 0.08


def test_weights_of_inputs_may_begin_with_nothing() -> None:
    inputs = SHAPE.inputs * SHAPE.hidden
    usual, none = trainer(learnable(500)), trainer(learnable(500), first_inputs=0.0)
    assert any(usual.net.weights[:inputs])
    assert not any(none.net.weights[:inputs])
    assert usual.net.weights[inputs:] == none.net.weights[inputs:]
    with pytest.raises(ValueError, match="other settings"):
        none.restore(usual.checkpoint())
    while none.epochs_done < 12:
        none.epoch()
    assert none.validation_loss() < 0.1


def test_the_same_seed_gives_the_same_net() -> None:
    nets = []
    for _ in range(2):
        training = trainer(learnable(500))
        training.epoch()
        nets.append(training.net.weights)
    assert nets[0] == nets[1]
    other = trainer(learnable(500), seed=8)
    other.epoch()
    assert other.net.weights != nets[0]


def test_several_threads_learn_the_same_up_to_rounding() -> None:
    one, two = trainer(learnable(500)), trainer(learnable(500), threads=3)
    assert one.epoch() == pytest.approx(two.epoch(), rel=1e-3)
    assert one.net.weights == pytest.approx(two.net.weights, abs=1e-2)


def test_a_checkpoint_continues_as_if_nothing_had_happened() -> None:
    samples = learnable(500)
    whole = trainer(samples)
    for _ in range(2):
        whole.epoch()
    begun = trainer(samples)
    begun.epoch()
    continued = trainer(samples)
    continued.restore(begun.checkpoint())
    assert continued.epochs_done == 1
    continued.epoch()
    assert continued.net.weights == whole.net.weights


def test_a_checkpoint_of_another_training_or_damaged_is_refused() -> None:
    samples = learnable(500)
    begun = trainer(samples)
    begun.epoch()
    checkpoint = begun.checkpoint()
    with pytest.raises(ValueError, match="other settings"):
        trainer(samples, rate=2e-2).restore(checkpoint)
    with pytest.raises(ValueError, match="damaged"):
        trainer(samples).restore(checkpoint[:-3] + b"abc")


def test_a_stopped_epoch_changes_nothing() -> None:
    training = trainer(learnable(500))
    before = training.net.weights
    seen: list[int] = []

    def stop(done: int, loss: float) -> bool:
        seen.append(done)
        assert loss > 0
        return len(seen) < 3

    assert math.isnan(training.epoch(stop))
    assert seen == [50, 100, 150]
    assert (training.epochs_done, training.net.weights) == (0, before)


def test_impossible_plans_are_refused() -> None:
    samples = learnable(10)
    impossible = ({"epochs": 0}, {"batch": 0}, {"rate": 0.0}, {"held_out": 1.0}, {"threads": 0})
    for wrong in (*impossible, {"first_inputs": -1.0}):
        with pytest.raises(ValueError, match="out of bounds"):
            trainer(samples, **wrong)
    with pytest.raises(ValueError, match="no samples"):
        trainer(_core.ListedSamples(SHAPE, []))
