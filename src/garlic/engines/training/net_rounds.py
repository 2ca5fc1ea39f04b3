"""Train a game's net: play games against itself, then train a correction of the linear evaluation.

Games and checkpoints are kept in a folder; if it is interrupted, the same command continues. From
the second round on the games are played with the net of the round before; every round trains on
the games of all rounds. `docs/engines/training.md` explains the options and how the result is
measured.
"""

import argparse
import shlex
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from garlic import _core
from garlic.core import Game
from garlic.core.reading.files import write_whole
from garlic.engines.training.nets import (
    NetPlan,
    ProgressLines,
    Trained,
    add_net_options,
    plan_of,
    train,
)
from garlic.engines.training.positions import PositionFile, PositionFormat
from garlic.engines.weights import net_game

_OPENING_PLIES, _RANDOM_ONE_IN = 4, 24


@dataclass(frozen=True, slots=True)
class NetGame:
    """How the net of *game* is trained."""

    game: Game[Any, Any]
    plan: NetPlan
    nodes: int = 2000  # searched for each move
    last_ply: int = 300  # a longer game counts as a draw
    resign: int = 30_000  # a game ends after three scores this bad for one side

    @property
    def native(self) -> _core.NetGame:
        """Its native half."""
        return net_game(self.game.name)

    def play(
        self, path: Path, *, number: int, games: int, nodes: int, seed: int, jobs: int
    ) -> PositionFile:
        """The positions of *games* games of round *number*, from 1; the first is without a net."""
        native = self.native
        kind = PositionFormat(
            game=self.game.name,
            record_bytes=native.record_bytes,
            key_bytes=native.key_bytes,
            how=f"round {number}, {nodes} nodes, seed {seed}",
        )
        file = PositionFile(path, kind)
        start = str(self.game.setup())

        def play(game: int) -> bytes:
            return native.play(
                start,
                ((seed * 1000 + number) << 32) + game,
                nodes=nodes,
                opening_plies=_OPENING_PLIES,
                random_one_in=_RANDOM_ONE_IN,
                last_ply=self.last_ply,
                resign=self.resign,
                with_net=number > 1,
            )

        progress = ProgressLines(f"games of round {number}")
        file.play(
            play,
            games,
            jobs=jobs,
            on_progress=lambda now: progress(now.games, games, f"{len(now):,} positions"),
        )
        return file

    def main(self, arguments: Sequence[str] | None = None) -> None:
        """Play, train, write."""
        name = f"{self.game.name}-net"
        parser = self._parser(name)
        options = parser.parse_args(arguments)
        given = arguments if arguments is not None else sys.argv[1:]
        command = f"python -m garlic.engines.training {name} {shlex.join(given)}"
        records: list[bytes] = []
        trained: Trained | None = None
        for number in range(1, options.rounds + 1):
            played = self.play(
                options.folder / f"round-{number}.positions",
                number=number,
                games=options.games,
                nodes=options.nodes,
                seed=options.seed,
                jobs=options.jobs,
            )
            records.append(played.records)
            trained = self._train(options, number, b"".join(records), command)
            self.native.try_out(trained.net)
            print(
                f"round {number}: {trained.net.positions:,} positions, loss {trained.loss:.5f}, "
                f"quantised {trained.quantised_loss:.5f}"
            )
        if trained is None:
            parser.error("expected at least one round")
        write_whole(options.out, trained.net.content)
        print(f"written: {options.out}, {options.out.stat().st_size:,} bytes")

    def _parser(self, name: str) -> argparse.ArgumentParser:
        parser = argparse.ArgumentParser(
            prog=f"python -m garlic.engines.training {name}",
            description=__doc__.split("\n", maxsplit=1)[0] if __doc__ else None,
        )
        parser.add_argument("--folder", type=Path, required=True, help="for games and checkpoints")
        parser.add_argument("--out", type=Path, required=True, help="the weight file to write")
        parser.add_argument("--rounds", type=int, default=1)
        parser.add_argument("--games", type=int, default=20_000, help="in each round")
        parser.add_argument("--nodes", type=int, default=self.nodes, help="searched for each move")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--jobs", type=int, default=1, help="threads")
        add_net_options(parser, self.plan)
        return parser

    def _train(
        self, options: argparse.Namespace, number: int, records: bytes, command: str
    ) -> Trained:
        """The net of round *number*, from the *records* of all rounds so far."""
        return train(
            self.game.name,
            self.native.shape,
            self.native.samples(records),
            plan_of(options, self.plan),
            command=command,
            checkpoint=options.folder / f"round-{number}.checkpoint",
        )
