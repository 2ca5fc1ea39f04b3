"""Train a net for any game that has samples in the native core.

`train` goes from samples to a quantised net, with a checkpoint after every epoch: call it again
after an interruption, and it continues. What is particular to a game (inputs, positions, how
games are played) is in its own module, for instance `tiaojia_net`; `net_rounds` does the rest.
"""

import argparse
import datetime
import math
import sys
import time
from dataclasses import dataclass, replace
from pathlib import Path

from garlic import _core
from garlic.core import UsageError
from garlic.core.reading.files import write_whole


@dataclass(frozen=True, slots=True)
class NetPlan:
    """The settings of a training; the native trainer explains them (`cpp/nets/trainer.h`)."""

    scale: int  # units of score that an output of 1 stands for
    result_share: float = 0.5
    epochs: int = 30
    batch: int = 16_384
    rate: float = 1e-3
    last_rate: float = 1e-5
    first_inputs: float = 1.0
    held_out: float = 0.05
    threads: int = 1
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Trained:
    """A net and its mean loss on positions it was not trained on."""

    net: _core.Net
    loss: float  # in floating point
    quantised_loss: float  # as engines use it


def train(
    name: str,
    shape: _core.NetShape,
    samples: _core.NetSamples,
    plan: NetPlan,
    *,
    command: str,
    checkpoint: Path | None = None,
) -> Trained:
    """A net called *name*, trained on *samples* by *plan*; *command* is what made it.

    With *checkpoint* the state is written there after each epoch, and continued from there.
    Raises `UsageError` if the file belongs to another training.
    """
    # A batch that is large beside the samples would leave too few steps.
    batch = max(min(plan.batch, len(samples) // 50), 1)
    trainer = _core.NetTrainer(
        shape,
        samples,
        scale=plan.scale,
        result_share=plan.result_share,
        epochs=plan.epochs,
        batch=batch,
        rate=plan.rate,
        last_rate=plan.last_rate,
        first_inputs=plan.first_inputs,
        held_out=plan.held_out,
        threads=plan.threads,
        seed=plan.seed,
    )
    if checkpoint is not None and checkpoint.exists():
        try:
            trainer.restore(checkpoint.read_bytes())
        except ValueError as fault:
            raise UsageError(
                "{path} cannot be continued: {fault}", path=str(checkpoint), fault=str(fault)
            ) from fault
    progress = ProgressLines(f"epochs of {trainer.samples_per_epoch:,} positions")

    def show(count: int, loss: float) -> bool:
        done = trainer.epochs_done + count / trainer.samples_per_epoch
        return progress(done, plan.epochs, f"loss {loss:.5f}")

    while trainer.epochs_done < plan.epochs:
        loss = trainer.epoch(show)
        if checkpoint is not None:
            write_whole(checkpoint, trainer.checkpoint())
        progress.line(
            f"epoch {trainer.epochs_done}: loss {loss:.5f}, "
            f"on unseen positions {trainer.validation_loss():.5f}"
        )
    net = trainer.net.quantised(
        plan.scale,
        name,
        command=command,
        date=datetime.datetime.now(datetime.UTC).date().isoformat(),
        positions=len(samples),
    )
    loss = trainer.validation_loss()
    return Trained(net, loss, trainer.quantised_loss(net) if not math.isnan(loss) else loss)


class ProgressLines:
    """Lines on standard error, at most one every few seconds: how far, and the time left."""

    def __init__(self, label: str, seconds: float = 5.0) -> None:
        self._label, self._seconds = label, seconds
        self._began = self._last = time.monotonic()
        self._first: float | None = None  # where this run began, if it continues an earlier one

    def __call__(self, done: float, of: float, note: str = "") -> bool:
        """Show that *done* is done; always True."""
        now = time.monotonic()
        if self._first is None:
            self._first, self._began = done, now
        if now - self._last >= self._seconds and done > self._first:
            self._last = now
            left = (of - done) * (now - self._began) / (done - self._first)
            far = f"{done:,}" if isinstance(done, int) else f"{done:,.1f}"
            self.line(f"{self._label}: {far} of {of:,} {note} ({_duration(left)} left)")
        return True

    def line(self, text: str) -> None:
        """Show *text* in a line of its own."""
        print(text, file=sys.stderr, flush=True)


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest:02} s" if minutes else f"{rest} s"


def add_net_options(parser: argparse.ArgumentParser, plan: NetPlan) -> None:
    """Add options for the settings of *plan*, with its values as defaults."""
    for name, kind, about in (
        (
            "result_share",
            float,
            "share of the target that is the result of the game, not the search",
        ),
        ("epochs", int, "how often every position is seen"),
        ("batch", int, "positions per step"),
        ("rate", float, "of learning, at first"),
        ("last_rate", float, "of learning, in the end"),
        ("first_inputs", float, "size of the first weights of inputs, 1 as usual to 0 for none"),
    ):
        option, default = f"--{name.replace('_', '-')}", getattr(plan, name)
        parser.add_argument(option, type=kind, default=default, help=f"{about} (default {default})")


def plan_of(options: argparse.Namespace, plan: NetPlan) -> NetPlan:
    """*plan* with the values of *options*."""
    return replace(
        plan,
        result_share=options.result_share,
        epochs=options.epochs,
        batch=options.batch,
        rate=options.rate,
        last_rate=options.last_rate,
        first_inputs=options.first_inputs,
        threads=options.jobs,
        seed=options.seed,
    )
