"""`garlic check`: a test of a bot."""

import shlex
from typing import TYPE_CHECKING, Annotated, Any

import typer

from garlic.cli.app import app
from garlic.cli.parameters import LARGEST, Json, LimitText, Rule
from garlic.core import UsageError, say

if TYPE_CHECKING:
    from garlic.judge.check import CheckReport, Finding

_SIGNS = {True: "✓", False: "✗", None: "·"}


@app.command()
def check(
    words: Annotated[
        list[str],
        typer.Argument(metavar="[GAME] BOT", help="The game, and the bot; see `garlic bots`."),
    ],
    game: Annotated[
        str | None, typer.Option("--game", help="The game, given as an option.")
    ] = None,
    limits: LimitText = "",
    rule: Rule = None,
    seed: Annotated[
        int, typer.Option(min=0, max=LARGEST, help="Decides the games it is tried in.")
    ] = 0,
    json: Json = False,
) -> None:
    """Test whether a bot builds, starts, moves by the rules and keeps to its limits.

    It plays the beginnings of several games on both seats, also on odd maps, against a random
    opponent. The exit code is 1 if something failed.

    Example: garlic check othello my_bot.py
    """
    from garlic.cli.output import print_json
    from garlic.cli.progress import progress
    from garlic.games import GAMES
    from garlic.judge.bots import find_bot
    from garlic.judge.check import check_bot
    from garlic.judge.settings import parse_limits

    *games, bot = words
    if len(games) + (game is not None) != 1:
        raise UsageError("expected a game and a bot, got {words!r}", words=" ".join(words))
    game = game or games[0]
    facts = GAMES[game]
    allowed = parse_limits(limits, facts.limits)
    with progress("turns") as update:
        report = check_bot(
            find_bot(bot), facts, limits=allowed, seed=seed, rule=rule, on_progress=update
        )
    if json:
        print_json(_to_json(bot, game, report))
    else:
        for finding in report.findings:
            _print_finding(finding, game)
        print(say("all is well") if report.passed else say("something failed"))
    if not report.passed:
        raise typer.Exit(1)


def _print_finding(finding: "Finding", game: str) -> None:
    from garlic.cli.output import print_program_output

    sentence = say(finding.name)
    if finding.detail is not None:
        sentence = say("{where}: {sentence}", where=sentence, sentence=finding.detail)
    print(f"{_SIGNS[finding.passed]} {sentence}")
    print_program_output(finding.output)
    if finding.advice is not None:
        print(f"  → {say(finding.advice)}")
    if finding.position is not None:
        command = f"garlic show {game} {shlex.quote(finding.position)}"
        print(f"  → {say('the position: {command}', command=command)}")


def _to_json(bot: str, game: str, report: "CheckReport") -> dict[str, Any]:
    turns = [turn for trial in report.trials for turn in trial.turns]
    return {
        "bot": bot,
        "game": game,
        "passed": report.passed,
        "findings": [
            {
                "name": finding.name,
                "passed": finding.passed,
                "detail": None if finding.detail is None else str(finding.detail),
                "advice": finding.advice,
                "stderr": finding.output,
                "position": finding.position,
            }
            for finding in report.findings
        ],
        "games": len(report.trials),
        "turns": sum(turn.number > 0 for turn in turns),
        "slowest_seconds": max((turn.cost.wall_seconds for turn in turns), default=0.0),
        "peak_memory_bytes": max((turn.cost.memory_bytes for turn in turns), default=0),
    }
