"""Train Tiaojia's net: play games against itself, then train a correction of the linear evaluation.

``python -m garlic.engines.training tiaojia-net --folder F --out tiaojia.net`` does it all. Games
and checkpoints are kept in F; if it is interrupted, the same command continues. From the second
round on the games are played with the net of the round before; every round trains on the games of
all rounds. `docs/engines/training.md` explains the options and how the result is measured.
"""

import argparse
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

from garlic import _core
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
from garlic.games.tiaojia import Position

PLAN = NetPlan(scale=111)  # 1 / 0.9 stones, as the linear evaluation was fitted
_OPENING_PLIES, _RANDOM_ONE_IN = 4, 24


def play_round(
    path: Path, *, number: int, games: int, nodes: int, seed: int, jobs: int
) -> PositionFile:
    """The positions of *games* games of round *number*, from 1; later rounds play with the net."""
    kind = PositionFormat(
        game="tiaojia",
        record_bytes=_core.tiaojia_record_bytes,
        key_bytes=_core.tiaojia_key_bytes,
        how=f"round {number}, {nodes} nodes, seed {seed}",
    )
    file = PositionFile(path, kind)
    start = str(Position.start())

    def play(game: int) -> bytes:
        return _core.play_tiaojia(
            start,
            ((seed * 1000 + number) << 32) + game,
            nodes=nodes,
            opening_plies=_OPENING_PLIES,
            random_one_in=_RANDOM_ONE_IN,
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


def main(arguments: Sequence[str] | None = None) -> None:
    """Play, train, write."""
    parser = argparse.ArgumentParser(
        prog="python -m garlic.engines.training tiaojia-net",
        description=__doc__.split("\n", maxsplit=1)[0] if __doc__ else None,
    )
    parser.add_argument("--folder", type=Path, required=True, help="for games and checkpoints")
    parser.add_argument("--out", type=Path, required=True, help="the weight file to write")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--games", type=int, default=20_000, help="in each round")
    parser.add_argument("--nodes", type=int, default=2000, help="searched for each move")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="threads")
    add_net_options(parser, PLAN)
    options = parser.parse_args(arguments)
    command = "python -m garlic.engines.training tiaojia-net " + shlex.join(
        arguments if arguments is not None else sys.argv[1:]
    )
    records: list[bytes] = []
    trained: Trained | None = None
    for number in range(1, options.rounds + 1):
        played = play_round(
            options.folder / f"round-{number}.positions",
            number=number,
            games=options.games,
            nodes=options.nodes,
            seed=options.seed,
            jobs=options.jobs,
        )
        records.append(played.records)
        trained = _train(options, number, b"".join(records), command)
        _core.set_tiaojia_net(trained.net)
        print(
            f"round {number}: {trained.net.positions:,} positions, loss {trained.loss:.5f}, "
            f"quantised {trained.quantised_loss:.5f}"
        )
    if trained is None:
        parser.error("expected at least one round")
    write_whole(options.out, trained.net.content)
    print(f"written: {options.out}, {options.out.stat().st_size:,} bytes")


def _train(options: argparse.Namespace, number: int, records: bytes, command: str) -> Trained:
    """The net of round *number*, from the *records* of all rounds so far."""
    return train(
        "tiaojia",
        _core.tiaojia_net_shape(),
        _core.TiaojiaSamples(records),
        plan_of(options, PLAN),
        command=command,
        checkpoint=options.folder / f"round-{number}.checkpoint",
    )


if __name__ == "__main__":
    main()
