"""What the trainers share: samples, parallel games, the loss, options and C++ headers."""

import argparse
import multiprocessing
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Batch = tuple[npt.NDArray[Any], npt.NDArray[Any]]  # inputs and targets of a regression


@dataclass(frozen=True, slots=True)
class Samples:
    """Positions of self-play games: features, stage of the game, and target value.

    The weights are interpolated by *stage*, for instance the plies left; *target* is the expected
    share of the point for the mover, 0 to 1.
    """

    features: npt.NDArray[np.integer[Any]]
    stage: npt.NDArray[np.int16]
    target: npt.NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.target)

    @classmethod
    def joined(cls, parts: Sequence[Self]) -> Self:
        """The samples of all *parts*."""
        return cls(
            np.concatenate([part.features for part in parts]),
            np.concatenate([part.stage for part in parts]),
            np.concatenate([part.target for part in parts]),
        )

    def part(self, which: slice) -> Self:
        """The samples of a slice."""
        return type(self)(self.features[which], self.stage[which], self.target[which])

    def split(self) -> tuple[Self, Self]:
        """Nine tenths for the fit, and one tenth for validation."""
        held_back = len(self) // 10
        return self.part(slice(held_back, None)), self.part(slice(held_back))

    def in_parts(self, size: int = 20_000) -> Iterator[Self]:
        """All samples, *size* at a time."""
        for start in range(0, len(self), size):
            yield self.part(slice(start, start + size))

    def save(self, path: Path) -> None:
        """Write the samples to a file for `load`."""
        np.savez_compressed(path, features=self.features, stage=self.stage, worth=self.target)

    @classmethod
    def load(cls, path: Path) -> Self:
        """The samples in a file written by `save`."""
        with np.load(path) as arrays:
            return cls(arrays["features"], arrays["stage"], arrays["worth"])


def play_many(
    play: Callable[..., Samples],
    games: int,
    seed: int,
    jobs: int,
    nodes: int,
    first: Sequence[Any] = (),
) -> Samples:
    """The samples of *games* games ``play(*first, seed, nodes)``.

    *jobs* processes play them; their number does not change the result.
    """
    tasks = [(*first, seed * 1_000_003 + number, nodes) for number in range(games)]
    if jobs == 1:
        return Samples.joined([play(*task) for task in tasks])
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        return Samples.joined(list(pool.starmap(play, tasks, chunksize=8)))


def cross_entropy(batches: Iterable[Batch], weights: Floats) -> float:
    """The mean cross entropy of the predictions of *weights*; lower is better."""
    total, count = 0.0, 0
    for inputs, target in batches:
        logits = inputs @ weights
        total += float(np.sum(np.logaddexp(0, logits) - target * logits))
        count += len(target)
    return total / count


def header(
    game: str, how: str, arrays: Mapping[str, Floats], *, number: str = "int", per_line: int = 16
) -> str:
    """The C++ header with the weights of *game*, rounded; *how* says how they were made."""
    includes = ["array", *(["cstdint"] if number.startswith("std::") else [])]
    parts = [
        f"// Written by garlic.engines.training.{game} ({how}); do not edit.",
        "#pragma once\n",
        "\n".join(f"#include <{name}>" for name in includes) + "\n",
        f"namespace garlic::{game}::weights {{\n",
    ]
    for name, weights in arrays.items():
        numbers = [str(weight) for weight in np.rint(weights).astype(int).tolist()]
        parts.append(f"inline constexpr std::array<{number}, {len(numbers)}> {name} = {{")
        parts += [
            f"    {', '.join(numbers[start : start + per_line])},"
            for start in range(0, len(numbers), per_line)
        ]
        parts.append("};\n")
    parts.append(f"}}  // namespace garlic::{game}::weights\n")
    return "\n".join(parts)


def options_of(description: str, *, games: int, nodes: int) -> argparse.ArgumentParser:
    """A parser with the options of every trainer."""
    parser = argparse.ArgumentParser(description=description.split("\n", maxsplit=1)[0])
    parser.add_argument("--games", type=int, default=games)
    parser.add_argument("--nodes", type=int, default=nodes, help="searched for each move")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="processes; they change no result")
    parser.add_argument("--out", type=Path, help="the header to write; standard output if left out")
    return parser


def describe_options(options: argparse.Namespace) -> str:
    """The options that determine the weights, for the first line of the header."""
    return f"--games {options.games} --nodes {options.nodes} --seed {options.seed}"


def write(text: str, out: Path | None) -> None:
    """Write *text* to the file *out*, or to standard output."""
    if out is None:
        print(text, end="")
    else:
        out.write_text(text, encoding="utf-8")
