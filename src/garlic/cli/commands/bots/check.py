"""`garlic check`: a test of a bot."""

import shlex
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from garlic.cli.app import app
from garlic.cli.busy import PatienceMinutes, patience_of
from garlic.cli.parameters import LARGEST, Json, LimitText, Rule
from garlic.core import Text, UsageError, say

if TYPE_CHECKING:
    from garlic.judge.check import CheckReport, Finding

_SIGNS = {"passed": "✓", "failed": "✗", "not judged": "?", "remark": "·"}
_EXIT_CODES = {"passed": 0, "failed": 1, "not judged": 3}


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
    seed: Annotated[int, typer.Option(min=0, max=LARGEST, help="The seed of the test games.")] = 0,
    patience: PatienceMinutes = 0.5,
    sanitize: Annotated[
        bool,
        typer.Option(
            "--sanitize", help="Also look for memory errors in a bot in C or C++, with sanitizers."
        ),
    ] = False,
    json: Json = False,
) -> None:
    """Test whether a bot builds, starts, moves by the rules and keeps to its limits.

    It plays the beginnings of several games on both seats, also on odd maps, against a random
    opponent. The exit code is 1 if something failed, 3 if something could not be judged, for
    instance because the machine was too busy. A bot in C or C++ that crashes is built again with
    sanitizers, which name the line at fault; `--sanitize` does so in any case.

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

        def on_progress(turns: int, note: Text | None) -> None:
            update(turns, note="" if note is None else say(note.template, **note.values))

        report = check_bot(
            find_bot(bot),
            facts,
            limits=allowed,
            seed=seed,
            rule=rule,
            patience=patience_of(patience, lambda sentence: update(0, note=sentence)),
            sanitize=sanitize,
            on_progress=on_progress,
        )
    if json:
        print_json(_to_json(bot, game, report))
    else:
        _print_report(report, game)
    if code := _EXIT_CODES[report.result.value]:
        raise typer.Exit(code)


def _print_report(report: "CheckReport", game: str) -> None:
    not_judged: dict[str, list[Finding]] = {}  # by the reason, which many have in common
    for finding in report.findings:
        if finding.result.value == "not judged":
            not_judged.setdefault(str(finding.detail), []).append(finding)
        else:
            _print_finding(finding, game)
    for findings in not_judged.values():
        names = say(", ").join(say(finding.name) for finding in findings)
        if findings[0].detail is None:  # another fault of the bot prevented it
            print(f"- {say('not tried: {names}', names=names)}")
        else:
            _print_finding(replace(findings[0], name=names), game)
    print(
        say(
            {
                "passed": "all is well",
                "failed": "some checks failed",
                "not judged": "not judged: something could not be tried",
            }[report.result.value]
        )
    )
    if report.result.value == "not judged" and report.busy:
        hint = say("try again; `--patience 10` waits up to ten minutes for a quiet machine")
        print(f"  → {hint}")


def _print_finding(finding: "Finding", game: str) -> None:
    from garlic.cli.output import print_program_output

    sentence = say(finding.name)
    if finding.detail is not None:
        sentence = say("{where}: {sentence}", where=sentence, sentence=finding.detail)
    print(f"{_SIGNS[finding.result.value]} {sentence}")
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
        "result": report.result.value,
        "passed": report.result.value == "passed",
        "findings": [
            {
                "name": finding.name,
                "result": finding.result.value,
                "passed": finding.passed,
                "detail": None if finding.detail is None else str(finding.detail),
                "advice": finding.advice,
                "stderr": finding.output,
                "position": finding.position,
            }
            for finding in report.findings
        ],
        "trials": report.tried,
        "judged": len(report.trials),
        "games": len(report.trials),
        "turns": sum(turn.number > 0 for turn in turns),
        "slowest_seconds": max((turn.cost.limited_seconds for turn in turns), default=0.0),
        "peak_memory_bytes": max((turn.cost.memory_bytes for turn in turns), default=0),
    }
