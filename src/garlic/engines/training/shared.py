"""What the trainers share: samples, games side by side, how well weights foretell, headers."""

import argparse
import multiprocessing
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Batch = tuple[npt.NDArray[Any], npt.NDArray[Any]]  # inputs of a regression, and what they are worth


@dataclass(frozen=True, slots=True)
class Samples:
    """Positions by their features, by how far the game was, and by what they were worth.

    *stage* is what a game fades its weights by, its plies left for instance; *worth* is a share
    of the point, for the mover.
    """

    features: npt.NDArray[np.integer[Any]]
    stage: npt.NDArray[np.int16]
    worth: npt.NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.worth)

    @classmethod
    def joined(cls, parts: Sequence[Self]) -> Self:
        """All of them in one."""
        return cls(
            np.concatenate([part.features for part in parts]),
            np.concatenate([part.stage for part in parts]),
            np.concatenate([part.worth for part in parts]),
        )

    def part(self, which: slice) -> Self:
        """Some of them."""
        return type(self)(self.features[which], self.stage[which], self.worth[which])

    def apart(self) -> tuple[Self, Self]:
        """Nine tenths to fit, and one that the fit has not seen."""
        held_back = len(self) // 10
        return self.part(slice(held_back, None)), self.part(slice(held_back))

    def in_parts(self, size: int = 20_000) -> Iterator[Self]:
        """All of them, so many at a time."""
        for start in range(0, len(self), size):
            yield self.part(slice(start, start + size))

    def save(self, path: Path) -> None:
        """Keep them in a file for `load`."""
        np.savez_compressed(path, features=self.features, stage=self.stage, worth=self.worth)

    @classmethod
    def load(cls, path: Path) -> Self:
        """What `save` kept."""
        with np.load(path) as kept:
            return cls(kept["features"], kept["stage"], kept["worth"])


def play_many(
    play: Callable[..., Samples],
    games: int,
    seed: int,
    jobs: int,
    nodes: int,
    first: Sequence[Any] = (),
) -> Samples:
    """The samples of *games* games ``play(*first, seed, nodes)``.

    *jobs* processes play them, which changes nothing.
    """
    tasks = [(*first, seed * 1_000_003 + number, nodes) for number in range(games)]
    if jobs == 1:
        return Samples.joined([play(*task) for task in tasks])
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        return Samples.joined(list(pool.starmap(play, tasks, chunksize=8)))


def cross_entropy(batches: Iterable[Batch], weights: Floats) -> float:
    """How badly *weights* foretell the batches, in the mean; lower is better."""
    total, count = 0.0, 0
    for inputs, worth in batches:
        logits = inputs @ weights
        total += float(np.sum(np.logaddexp(0, logits) - worth * logits))
        count += len(worth)
    return total / count


def header(
    game: str, how: str, arrays: Mapping[str, Floats], *, number: str = "int", in_a_row: int = 16
) -> str:
    """The C++ header with the weights of *game*, rounded; *how* says where they come from."""
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
            f"    {', '.join(numbers[start : start + in_a_row])},"
            for start in range(0, len(numbers), in_a_row)
        ]
        parts.append("};\n")
    parts.append(f"}}  // namespace garlic::{game}::weights\n")
    return "\n".join(parts)


def options_of(description: str, *, games: int, nodes: int) -> argparse.ArgumentParser:
    """What can be said to every trainer."""
    parser = argparse.ArgumentParser(description=description.split("\n", maxsplit=1)[0])
    parser.add_argument("--games", type=int, default=games)
    parser.add_argument("--nodes", type=int, default=nodes, help="searched for each move")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="processes; they change no result")
    parser.add_argument("--out", type=Path, help="the header to write; standard output if left out")
    return parser


def said(options: argparse.Namespace) -> str:
    """The options that decide the weights, for the header's first line."""
    return f"--games {options.games} --nodes {options.nodes} --seed {options.seed}"


def write(text: str, out: Path | None) -> None:
    """Put *text* into the file *out*, or onto standard output."""
    if out is None:
        print(text, end="")
    else:
        out.write_text(text, encoding="utf-8")
