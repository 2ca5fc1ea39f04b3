"""`garlic worker`: a part of a tournament, played on another machine."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from garlic.cli.app import app
from garlic.cli.busy import EXIT_NOT_JUDGED, LONG_PATIENCE_MINUTES, PatienceMinutes
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
        typer.Option(help="The file for the results, a line each; by default next to the plan."),
    ] = None,
    jobs: Jobs = None,
    patience: PatienceMinutes = LONG_PATIENCE_MINUTES,
    json: Json = False,
) -> None:
    """Play part of a tournament on this machine, for batch systems such as Slurm.

    Results are added to a file, one line per game. A worker that was stopped continues when it
    is started again. `garlic tournament merge` reads the files. Exit code 3 if games have no
    result because they could not be judged.

    Example: garlic worker --shard 3/10 plan.json
    """
    from garlic.arena.executors import Executing, open_executor
    from garlic.arena.remote.plan import Plan
    from garlic.arena.remote.shards import ResultFile, Shard, play_shard
    from garlic.cli.busy import patience_of
    from garlic.cli.output import errors_in, print_json, read_bytes
    from garlic.cli.progress import progress

    part = Shard.parse(shard)
    with errors_in(plan):
        game_runs = part.of(Plan.parse(read_bytes(plan)).game_runs)
    path = out or plan.with_name(f"{plan.stem}.{part.number}-of-{part.count}.jsonl")
    played = 0
    troubles: dict[str, tuple[GameRun, Text]] = {}  # by key
    with ResultFile(path) as results, progress("games") as update:
        known = sum(game_run.key in results.keys for game_run in game_runs)
        waiting = patience_of(patience, update.note)
        with open_executor(Executing(jobs=jobs)) as executor:
            for game_run, trouble in play_shard(game_runs, results, executor, waiting):
                if trouble is None:
                    played += 1
                    troubles.pop(game_run.key, None)
                else:
                    troubles[game_run.key] = game_run, trouble
                update(known + played + len(troubles), len(game_runs))
    for game_run, trouble in troubles.values():
        _report_trouble(game_run, trouble)
    left = len(troubles)
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
    if troubles:
        raise typer.Exit(EXIT_NOT_JUDGED)


def _report_trouble(game_run: "GameRun", trouble: Text) -> None:
    """Print why there is no result of *game_run*."""
    sentence = say(
        "{first} against {second}, seed {seed}: {trouble}",
        first=game_run.bots[0].name,
        second=game_run.bots[1].name,
        seed=game_run.seed,
        trouble=trouble,
    )
    print(sentence, file=sys.stderr)
