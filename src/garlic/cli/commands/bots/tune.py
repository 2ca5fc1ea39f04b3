"""`garlic tune`: find better numbers for an engine by games against itself."""

import json as json_module
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from garlic.cli.app import app
from garlic.cli.busy import EXIT_NOT_JUDGED, PatienceMinutes
from garlic.cli.parameters import GameName, Jobs, Json, LimitText, MatchSeed, Rule
from garlic.core import InvalidFileError, UsageError, say

if TYPE_CHECKING:
    from garlic.arena.tuning import Tuned, TuningState
    from garlic.core import Game

_STEPS_IN_RANGE = 20  # the usual step, of a range that the user gives
_STEPS_IN_VALUE = 8  # the usual step, of the value of a parameter of ours


@app.command()
def tune(
    game: GameName,
    bot: Annotated[str, typer.Argument(metavar="BOT", help="Our engine, or one with options.")],
    parameter: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME[=START:LEAST:MOST[:STEP]]",
            help="A parameter to tune; for our engines the name is enough. Can be repeated.",
        ),
    ] = None,
    state: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The state is kept here; run again to continue."),
    ] = None,
    list_them: Annotated[
        bool, typer.Option("--list", help="List the parameters of our engine, and do nothing else.")
    ] = False,
    iterations: Annotated[
        int,
        typer.Option(
            min=1, max=1_000_000, help="How many iterations, of one or more game pairs each."
        ),
    ] = 500,
    pairs: Annotated[int, typer.Option(min=1, max=1000, help="Game pairs per iteration.")] = 1,
    rule: Rule = None,
    plies: Annotated[
        int | None,
        typer.Option(min=0, max=60, help="Random moves before each pair; by default 4."),
    ] = None,
    seed: MatchSeed = 0,
    limits: LimitText = "",
    jobs: Jobs = None,
    patience: PatienceMinutes = 2.0,
    json: Json = False,
) -> None:
    """Tune the search parameters of an engine by SPSA, for instance margins and reductions.

    In every iteration the bot plays a pair of games against itself, with all numbers a step up or
    down on one side and the opposite steps on the other; then all numbers move a little towards the
    winner. Use the time control that counts: what is best at a hundredth of the nodes often is
    not. Check the result with `garlic sprt`.

    `garlic tune GAME engine:GAME --list` lists the parameters of our engine. Any program with
    options can be tuned, through protocols that can set them (UCI, UCCI, Piskvork).

    If it is interrupted, the same command continues; with more --iterations it continues after its
    end, too. Exit code 3 if no pair could be judged.
    docs/engines/measuring.md explains the method.

    Example: garlic tune xiangqi 'engine:xiangqi?nodes=100000' --parameter reduction_slope
    --parameter futility_swing --state tuning.json
    """
    from garlic.arena.executors import Executing, open_executor
    from garlic.arena.starts import starts
    from garlic.arena.tuning import TuningGames, TuningState, bot_with, run_tuning
    from garlic.cli.busy import patience_of
    from garlic.cli.output import errors_in, print_json
    from garlic.cli.progress import progress
    from garlic.core.reading.files import write_whole
    from garlic.engines.built_in import check_built_in
    from garlic.games import GAMES
    from garlic.judge.bots import BotKind, find_bot
    from garlic.judge.settings import parse_limits

    facts = GAMES[game]
    check_built_in(facts, bot)
    if find_bot(bot).kind is BotKind.HUMAN:
        raise UsageError("a human cannot be tuned: name a bot")
    if list_them:
        _list_parameters(facts, bot, json)
        return
    if not parameter or state is None:
        raise UsageError("name at least one --parameter, and a file with --state")
    tuned = [_tuned(facts, bot, text) for text in parameter]
    if len({one.name for one in tuned}) < len(tuned):
        raise UsageError("a parameter is named twice")
    check_built_in(facts, bot_with(bot, {one.name: round(one.start) for one in tuned}))
    games = TuningGames(
        game=game,
        bot=bot,
        find=find_bot,
        start=starts(facts, rule=rule, plies=plies, seed=seed),
        limits=parse_limits(limits, facts.limits),
    )
    now = TuningState.begin(
        tuned,
        iterations=iterations,
        pairs=pairs,
        seed=seed,
        terms={"game": game, "bot": bot, "rule": rule, "plies": plies, "limits": limits},
    )
    if state.exists():
        with errors_in(state):
            now = now.restored(_read_state(state))
    try:
        with (
            open_executor(Executing(jobs=jobs)) as executor,
            progress("iterations") as update,
            closing(
                run_tuning(now, games, executor, patience=patience_of(patience, update.note))
            ) as states,
        ):
            update(now.done, iterations)
            for now in states:
                write_whole(state, json_module.dumps(now.to_json()).encode())
                update(now.done, iterations, note=_described(now))
    finally:  # after Ctrl-C, too, print the result so far
        if json:
            print_json({**now.to_json(), "rounded": now.rounded, "tuned_bot": _tuned_bot(bot, now)})
        else:
            _print_result(bot, now)
    if now.unjudged and not now.wins + now.draws + now.losses:
        raise typer.Exit(EXIT_NOT_JUDGED)


def _tuned(game: "Game", bot: str, text: str) -> "Tuned":
    """The parameter that *text* describes; raise `UsageError`."""
    from garlic.arena.tuning import Tuned
    from garlic.engines.parameters import engine_parameters

    name, equals, rest = text.partition("=")
    ours = engine_parameters(game.name) if bot.startswith("engine:") else {}
    if not equals:
        if name not in ours:
            raise UsageError(
                "expected a parameter like NAME=START:LEAST:MOST, got {text!r};"
                " parameters that need only a name: {known}",
                text=text,
                known=", ".join(ours) or "-",
            )
        known = ours[name]
        step = max(known.value / _STEPS_IN_VALUE, 1.0)
        return Tuned(name, known.value, known.least, known.most, step)
    try:
        numbers = [float(word) for word in rest.split(":")]
        start, least, most = numbers[:3]
        step = numbers[3] if len(numbers) == 4 else (most - least) / _STEPS_IN_RANGE
        if len(numbers) > 4 or not (name and least <= start <= most and 0 < step <= most - least):
            raise ValueError
    except ValueError as fault:
        raise UsageError(
            "expected a parameter like NAME=START:LEAST:MOST or NAME=START:LEAST:MOST:STEP,"
            " with numbers, got {text!r}",
            text=text,
        ) from fault
    return Tuned(name, start, least, most, step)


def _list_parameters(game: "Game", bot: str, json: bool) -> None:
    from dataclasses import asdict

    from garlic.cli.output import print_json, print_table
    from garlic.engines.parameters import engine_parameters

    known = engine_parameters(game.name) if bot.startswith("engine:") else {}
    if json:
        print_json([asdict(one) for one in known.values()])
    else:
        heads = ("parameter", "value", "least", "most")
        rows = [[one.name, str(one.value), str(one.least), str(one.most)] for one in known.values()]
        print_table(heads, rows)


def _read_state(path: Path) -> dict[str, Any]:
    from garlic.cli.output import read_bytes
    from garlic.core.reading.formats import json_value

    values = json_value(read_bytes(path))
    if not isinstance(values, dict):
        raise InvalidFileError("the file holds no tuning")
    return values


def _described(state: "TuningState") -> str:
    return ", ".join(f"{name} {value}" for name, value in state.rounded.items())


def _tuned_bot(bot: str, state: "TuningState") -> str:
    from garlic.arena.tuning import bot_with

    return bot_with(bot, state.rounded)


def _print_result(bot: str, state: "TuningState") -> None:
    from garlic.cli.output import print_table

    heads = ("parameter", "at first", "now")
    rows = [
        [one.name, f"{one.start:g}", f"{value:.1f}"]
        for one, value in zip(state.tuned, state.values, strict=True)
    ]
    print_table(heads, rows)
    print(
        say(
            "{done} of {all} iterations, {games:game|games}, pairs not judged: {unjudged}",
            done=state.done,
            all=state.iterations,
            games=state.wins + state.draws + state.losses,
            unjudged=state.unjudged,
        )
    )
    if state.is_finished:
        print(say("now check it: garlic sprt {game} {new} {old}", **_check(bot, state)))
    else:
        print(say("run the same command again to continue"))


def _check(bot: str, state: "TuningState") -> dict[str, str]:
    return {"game": state.terms["game"], "new": f"'{_tuned_bot(bot, state)}'", "old": f"'{bot}'"}
