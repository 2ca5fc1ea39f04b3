"""The command that plays a part of a tournament elsewhere: worker."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from garlic.cli.app import app
from garlic.cli.parameters import Jobs, Json
from garlic.core import Text, say

if TYPE_CHECKING:
    from garlic.judge.game_run import GameRun


@app.command()
def worker(
    plan: Annotated[Path, typer.Argument(help="As written by `garlic tournament export --plan`.")],
    shard: Annotated[str, typer.Option(help="Which part of the matches, e.g. 3/10.")] = "1/1",
    out: Annotated[
        Path | None,
        typer.Option(help="Where results go, a line each; by default beside the plan."),
    ] = None,
    jobs: Jobs = None,
    json: Json = False,
) -> None:
    """Play a part of a tournament on this machine, for batch systems such as Slurm.

    Results are added to a file, one line a game. A worker that was stopped goes on where it
    was when it is started again. `garlic tournament merge` takes the files in.

    Example: garlic worker --shard 3/10 plan.json
    """
    from garlic.arena.executors import Executing, open_executor
    from garlic.arena.remote.plan import Plan
    from garlic.arena.remote.shards import ResultFile, Shard, play_shard
    from garlic.cli.output import blaming, print_json, read_bytes
    from garlic.cli.progress import progress

    part = Shard.parse(shard)
    with blaming(plan):
        matches = part.of(Plan.parse(read_bytes(plan)).game_runs)
    path = out or plan.with_name(f"{plan.stem}.{part.number}-of-{part.count}.jsonl")
    played = left = 0
    with ResultFile(path) as results, progress("games") as update:
        known = sum(match.key in results.keys for match in matches)
        with open_executor(Executing(jobs=jobs)) as executor:
            for match, trouble in play_shard(matches, results, executor):
                played, left = (played + 1, left) if trouble is None else (played, left + 1)
                update(known + played + left, len(matches))
                if trouble is not None:
                    _complain(match, trouble)
    if json:
        print_json({"played": played, "known": known, "left": left, "file": str(path)})
    else:
        print(
            say(
                "{played} played, {known} known before, {left} left: {path}",
                played=played,
                known=known,
                left=left,
                path=str(path),
            )
        )
    if left:
        raise typer.Exit(1)


def _complain(match: "GameRun", trouble: Text) -> None:
    """Say why there is no result of *match*."""
    sentence = say(
        "{first} against {second}, seed {seed}: {trouble}",
        first=match.bots[0].name,
        second=match.bots[1].name,
        seed=match.seed,
        trouble=trouble,
    )
    print(sentence, file=sys.stderr)
