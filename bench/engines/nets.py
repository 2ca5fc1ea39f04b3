"""Nets: how fast they are trained and evaluated, with 128 hidden units and 30 active inputs.

Speeds are per core, by processor time.
"""

import time

from garlic import _core
from garlic.core import Stream

Row = tuple[str, str, str]

SHAPE = _core.NetShape(768, 128, buckets=8, most_active=30)
_SAMPLES, _EVALUATIONS = 40_000, 1_000_000


def rows() -> list[Row]:
    trained, evaluated, portable = (
        training_speed(),
        inference_speed(),
        inference_speed(portable=True),
    )
    return [
        ("training, positions per second", f"{trained:,.0f}", ">= 200,000"),
        ("update and evaluation, per second", f"{evaluated:,.0f}", ">= 1,500,000"),
        ("the same without vectors", f"{portable:,.0f}", ""),
    ]


def training_speed() -> float:
    """Positions per second of one thread: both passes, and the steps of Adam."""
    chance = Stream(1)
    listed = [
        (
            [chance.below(SHAPE.inputs) for _ in range(SHAPE.most_active)],
            [chance.below(SHAPE.inputs) for _ in range(SHAPE.most_active)],
            chance.below(SHAPE.buckets),
            0.0,
            float(chance.below(200)) - 100,
            chance.below(3) / 2,
        )
        for _ in range(_SAMPLES)
    ]
    trainer = _core.NetTrainer(
        SHAPE,
        _core.ListedSamples(SHAPE, listed),
        scale=100,
        result_share=0.5,
        epochs=5,
        batch=16_384,
        rate=1e-3,
        last_rate=1e-5,
        held_out=0.0,
        threads=1,
        seed=1,
    )
    trainer.epoch()
    began = time.process_time()
    for _ in range(4):
        trainer.epoch()
    return 4 * _SAMPLES / (time.process_time() - began)


def inference_speed(*, portable: bool = False) -> float:
    """Evaluations per second, each after one input has moved in both perspectives."""
    content = _core.FloatNet(SHAPE, 1).quantised(100, "bench").content
    net = _core.Net.parse(content, portable=portable)
    net.exercise(_EVALUATIONS // 10)
    began = time.process_time()
    net.exercise(_EVALUATIONS)
    return _EVALUATIONS / (time.process_time() - began)
