"""`garlic rate`: a bot's rating on the permanent scale of its game."""

import sys
from contextlib import closing
from typing import TYPE_CHECKING, Annotated, Any

import typer

from garlic.cli.app import app
from garlic.cli.busy import EXIT_NOT_JUDGED
from garlic.cli.parameters import (
    Cluster,
    DatabaseUrl,
    GameName,
    Jobs,
    Json,
    LimitText,
    MatchMap,
    MatchSeed,
    Rule,
)
from garlic.core import UsageError, say

if TYPE_CHECKING:
    from garlic.arena.rating.ladder import Comparable, Ladder
    from garlic.arena.rating.run import RatingState

_MOST_GAMES = 100_000  # with --until, which then ends without being reached


@app.command()
def rate(
    game: GameName,
    bot: Annotated[str, typer.Argument(metavar="BOT", help="The bot to rate.")],
    games: Annotated[
        int,
        typer.Option(min=2, max=1_000_000, help="Stop after this many games; they come in pairs."),
    ] = 200,
    until: Annotated[
        float | None,
        typer.Option(
            min=1,
            max=2000,
            metavar="ELO",
            help="Stop when the 95 % interval is this narrow, e.g. 30 for ±30.",
        ),
    ] = None,
    map: MatchMap = None,
    rule: Rule = None,
    seed: MatchSeed = 0,
    limits: LimitText = "",
    jobs: Jobs = None,
    cluster: Cluster = None,
    database: DatabaseUrl = None,
    json: Json = False,
) -> None:
    """Rate a bot on a permanent scale.

    The bot plays against fixed opponents, from random moves (rated 0) upwards, always the most
    informative one next. If it is interrupted, the same command continues: games already played
    count and are not repeated.

    Exit code 3 if games could not be judged. docs/bots/statistics.md explains the numbers.

    Example: garlic rate othello mybot.py --until 40
    """
    from garlic.arena.executors import Executing, open_executor
    from garlic.arena.rating.ladder import ladder_of
    from garlic.arena.rating.run import RatingTask, run_rating
    from garlic.arena.rating.stored_games import StoredGames
    from garlic.arena.starts import starts
    from garlic.cli.output import print_json
    from garlic.cli.progress import progress
    from garlic.engines.built_in import check_built_in
    from garlic.games import GAMES
    from garlic.judge.bots import BotKind, find_bot
    from garlic.judge.settings import parse_limits
    from garlic.store import open_database

    facts = GAMES[game]
    check_built_in(facts, bot)
    rated = find_bot(bot)
    if rated.kind is BotKind.HUMAN:
        raise UsageError("a human cannot be rated here: name a bot")
    task = RatingTask(
        ladder=ladder_of(facts),
        bot=rated,
        start=starts(facts, map_name=map, rule=rule, seed=seed),
        seed=seed,
        limits=parse_limits(limits, facts.limits),
        map=map,
    )
    most = games if until is None else _MOST_GAMES
    state: RatingState | None = None
    with open_database(database) as store, open_executor(Executing(jobs, cluster)) as executor:
        run = run_rating(task, StoredGames(executor, store), games=most, until=until)
        try:
            with progress("games") as update, closing(run) as states:
                for state in states:
                    update(state.games, None if until else games, note=_figures(state))
        except KeyboardInterrupt:
            print(say("interrupted: the same command continues from here"), file=sys.stderr)
            raise
        finally:  # after Ctrl-C, too, print the result so far
            if state is not None and json:
                print_json(_document(state, task.ladder, bot))
            elif state is not None:
                _print_result(state, task.ladder, bot)
        if state is not None and state.unjudged:
            raise typer.Exit(EXIT_NOT_JUDGED)


def _figures(state: "RatingState") -> str:
    return f"{state.posterior.rating:.0f} ± {state.posterior.error:.0f}"


def _print_result(state: "RatingState", ladder: "Ladder", bot: str) -> None:
    from garlic.cli.playing.report import print_delayed

    if state.games:
        _print_rating(state, ladder)
    if state.is_beyond:
        sentence = "it won its last {count} games: the ladder has no opponent strong enough"
        if state.streak < 0:
            sentence = "it lost its last {count} games: the ladder has no opponent weak enough"
        print(say(sentence, count=abs(state.streak)))
    for verdict, count in state.faults.items():
        print(say("{name}: {fault} x {count}", name=bot, fault=say(verdict.value), count=count))
    if state.games and state.failed == state.games:
        print(say("every game was lost by a fault of the bot: `garlic check` shows why"))
    if state.unjudged:
        print(say("games not judged, and not counted: {count}", count=state.unjudged))
    if state.delayed:
        print_delayed(state.delayed)


def _print_rating(state: "RatingState", ladder: "Ladder") -> None:
    values = {"figures": _figures(state), "games": state.games}
    if (weaker := ladder.surely_weaker(state.posterior)) is not None:
        sentence = "{figures} (95 %) after {games:game|games}; stronger than {bot} ({chance})"
        print(say(sentence, **values, **_comparison(weaker)))
    elif (stronger := ladder.surely_stronger(state.posterior)) is not None:
        sentence = "{figures} (95 %) after {games:game|games}; weaker than {bot} ({chance})"
        print(say(sentence, **values, **_comparison(stronger)))
    else:
        print(say("{figures} (95 %) after {games:game|games}", **values))
    low, high = state.posterior.interval()
    print(
        say(
            "{wins} won, {draws} drawn, {losses} lost; the rating lies between {low} and {high}",
            wins=state.wins,
            draws=state.draws,
            losses=state.losses,
            low=f"{low:.0f}",
            high=f"{high:.0f}",
        )
    )
    if ladder.measured is None:
        sentence = "{game} has no measured ladder: the rating is relative to random moves, rated 0"
        print(say(sentence, game=ladder.game))


def _comparison(found: "Comparable") -> dict[str, str]:
    # Never "100 %": nothing is that sure.
    return {"bot": found.rung.bot, "chance": f"{min(99, int(100 * found.chance))} %"}


def _document(state: "RatingState", ladder: "Ladder", bot: str) -> dict[str, Any]:
    low, high = state.posterior.interval()
    weaker, stronger = (
        ladder.surely_weaker(state.posterior),
        ladder.surely_stronger(state.posterior),
    )
    return {
        "bot": bot,
        "game": ladder.game,
        "rating": state.posterior.rating,
        "low": low,
        "high": high,
        "is_relative": ladder.measured is None,
        "games": state.games,
        "wins": state.wins,
        "draws": state.draws,
        "losses": state.losses,
        "unjudged_games": state.unjudged,
        "delayed_games": state.delayed,
        "stronger_than": weaker and weaker.document(),
        "weaker_than": stronger and stronger.document(),
        "opponents": [{"bot": name, "games": count} for name, count in state.opponents.items()],
        "failed_games": state.failed,
        "is_beyond_ladder": state.is_beyond,
        "faults": [
            {"verdict": verdict.value, "count": count} for verdict, count in state.faults.items()
        ],
        "ladder": ladder.document(),
    }
