"""`garlic sprt`: a sequential test whether a new bot is better than the old one."""

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from garlic.cli.app import app
from garlic.cli.busy import EXIT_NOT_JUDGED, PatienceMinutes
from garlic.cli.parameters import (
    GameName,
    Jobs,
    Json,
    LimitText,
    MatchMap,
    MatchSeed,
    RecordFile,
    Rule,
)
from garlic.core import UsageError, say

if TYPE_CHECKING:
    from garlic.arena.rating.ladder import Ladder
    from garlic.arena.sprt import SprtState
    from garlic.arena.statistics.posterior import Posterior


@app.command()
def sprt(
    game: GameName,
    new: Annotated[str, typer.Argument(metavar="NEW", help="The bot that may be better.")],
    old: Annotated[str, typer.Argument(metavar="OLD", help="The bot it is compared with.")],
    elo0: Annotated[
        float, typer.Option(help="H0: NEW is stronger by at most this many Elo.")
    ] = 0.0,
    elo1: Annotated[
        float, typer.Option(help="H1: NEW is stronger by at least this many Elo.")
    ] = 10.0,
    alpha: Annotated[float, typer.Option(help="The error rate allowed for H1.")] = 0.05,
    beta: Annotated[float, typer.Option(help="The error rate allowed for H0.")] = 0.05,
    games: Annotated[
        int,
        typer.Option(min=2, max=10_000_000, help="Stop without a decision after this many games."),
    ] = 40_000,
    map: MatchMap = None,
    rule: Rule = None,
    openings: Annotated[
        Path | None,
        typer.Option(help="A file with an opening a line: moves, or a position.", metavar="FILE"),
    ] = None,
    plies: Annotated[
        int | None,
        typer.Option(min=0, max=60, help="Random moves before each pair; by default 4."),
    ] = None,
    seed: MatchSeed = 0,
    limits: LimitText = "",
    jobs: Jobs = None,
    patience: PatienceMinutes = 2.0,
    record: RecordFile = None,
    json: Json = False,
) -> None:
    """Test with as few games as possible whether a new version is stronger.

    Both play pairs of games from the same start, seats swapped, until the sequential probability
    ratio test decides: H1, NEW is better; or H0, it is not. Elo is logistic, pairs are counted
    pentanomially. If one of them is an anchor of the game's ladder (`garlic bots`), the other's
    rating on the permanent scale is shown too.

    Exit code 0 for H1, 1 for H0 or no decision, 3 if there is no decision and games could not be
    judged. Games that a busy machine has delayed are played again once it is quiet.
    docs/bots/statistics.md explains the numbers.

    Example: garlic sprt othello new.py old.py --elo1 20 --limits turn=100ms
    """
    from garlic.arena.executors import Executing, open_executor
    from garlic.arena.rating.ladder import ladder_of
    from garlic.arena.sprt import Schedule, SprtState, run_sprt
    from garlic.arena.starts import starts
    from garlic.arena.statistics.sprt import Sprt
    from garlic.cli.busy import patience_of
    from garlic.cli.output import print_json
    from garlic.cli.playing.records import check_record_file, write_record
    from garlic.cli.progress import progress
    from garlic.engines.built_in import check_built_in
    from garlic.games import GAMES
    from garlic.judge.bots import BotKind, find_bot
    from garlic.judge.settings import parse_limits

    facts = GAMES[game]
    check_record_file(record)
    for name in (new, old):
        check_built_in(facts, name)
    bots = find_bot(new), find_bot(old)
    if any(bot.kind is BotKind.HUMAN for bot in bots):
        raise UsageError("a human cannot take part in this test: name two bots")
    try:
        test = Sprt(elo0, elo1, alpha, beta)
    except ValueError as fault:
        raise UsageError(
            "expected --elo0 below --elo1, and --alpha and --beta between 0 and 0.5, got"
            " {elo0} and {elo1}, {alpha} and {beta}",
            elo0=elo0,
            elo1=elo1,
            alpha=alpha,
            beta=beta,
        ) from fault
    schedule = Schedule(
        game=game,
        new=bots[0],
        old=bots[1],
        start=starts(facts, map_name=map, rule=rule, suite=openings, plies=plies, seed=seed),
        pairs=games // 2,
        seed=seed,
        limits=parse_limits(limits, facts.limits),
        map=map,
    )
    state = SprtState(test)
    ladder = ladder_of(facts)
    about = ", ".join(filter(None, (game, map, rule, limits)))
    with open_executor(Executing(jobs=jobs)) as executor:
        try:
            with (
                progress("games") as update,
                closing(
                    run_sprt(schedule, test, executor, patience=patience_of(patience, update.note))
                ) as states,
            ):
                for number, state in enumerate(states, 1):
                    update(2 * number, None, note=_progress(state))
                    for place, played in enumerate(state.last, 2 * number - 2):
                        if record is not None:
                            write_record(record, played, place)
        finally:  # after Ctrl-C, too, print the result so far
            if json:
                print_json(_document(state, new, old, ladder))
            else:
                _print_result(state, new, old, about)
                _print_rating(state, new, old, ladder)
        # Raised inside of the context, it ends the games still running.
        raise typer.Exit(_exit_code(state))


def _exit_code(state: "SprtState") -> int:
    from garlic.arena.statistics.sprt import Decision

    if state.decision is Decision.CONTINUE and state.unjudged:
        return EXIT_NOT_JUDGED
    return 0 if state.decision is Decision.H1 else 1


def _progress(state: "SprtState") -> str:
    return f"LLR {_ratio(state)}  +{state.wins} ={state.draws} -{state.losses}"


def _ratio(state: "SprtState") -> str:
    lower, upper = state.test.bounds
    return f"{state.llr:.2f} ({lower:.2f}, {upper:.2f})"


def _print_result(state: "SprtState", new: str, old: str, about: str) -> None:
    """Print the block to paste, the same in every language, and what it means."""
    from garlic.arena.sprt import NEW
    from garlic.arena.statistics.sprt import Decision
    from garlic.cli.playing.report import print_delayed

    if state.games:
        _print_block(state, new, old, about)
    for (who, verdict), count in sorted(state.faults.items(), key=lambda item: -item[1]):
        name = new if who == NEW else old
        print(say("{name}: {fault} x {count}", name=name, fault=say(verdict.value), count=count))
    if state.unjudged:
        print(say("pairs not judged, and not counted: {count}", count=state.unjudged))
    if state.delayed:
        print_delayed(state.delayed)
    if not state.games and not state.unjudged:  # stopped before the first pair was over
        return
    sentence = {
        Decision.H1: "H1 accepted: {new} is better than {old}",
        Decision.H0: "H0 accepted: {new} is not better than {old}, or by too little",
        Decision.CONTINUE: "no decision yet: more games are needed",
    }[state.decision]
    print(say(sentence, new=new, old=old))
    lower, upper = state.test.bounds
    if state.decision is not Decision.CONTINUE and lower < state.llr < upper:
        print(say("the difference is so plain that the LLR need not reach its bound"))


def _rated(
    state: "SprtState", new: str, old: str, ladder: "Ladder"
) -> "tuple[str, Posterior] | None":
    """The bot that played an anchor, with its rating; None if there was none, or two."""
    anchors = ladder.anchors_among({new: new, old: old}).ratings
    bots = [who for who, name in enumerate((new, old)) if name not in anchors]
    if len(bots) != 1 or not state.games:
        return None
    (who,) = bots
    name, anchor = (new, old)[who], (new, old)[1 - who]
    return name, state.rating(ladder.scale, anchors[anchor], who)


def _print_rating(state: "SprtState", new: str, old: str, ladder: "Ladder") -> None:
    if (rated := _rated(state, new, old, ladder)) is not None:
        name, known = rated
        figures = f"{known.rating:.0f} ± {known.error:.0f}"
        print(say("{bot} is rated {figures} (95 %) on the scale", bot=name, figures=figures))


def _print_block(state: "SprtState", new: str, old: str, about: str) -> None:
    comparison, test = state.comparison, state.test
    block = [
        ("SPRT", f"{new} - {old} ({about})"),
        ("Elo", _difference(comparison)),
        ("LOS", f"{100 * comparison.superiority:.2f}%"),
        ("LLR", f"{_ratio(state)} [{test.elo0:.2f}, {test.elo1:.2f}]"),
        ("Games", f"N: {state.games} W: {state.wins} L: {state.losses} D: {state.draws}"),
        ("Penta", f"{list(state.pairs)}"),
    ]
    if comparison.normalized is not None:
        spread = f"{comparison.normalized:.2f} +- {comparison.normalized_error:.2f} (95%)"
        block.insert(2, ("nElo", spread))
    for label, value in block:
        print(f"{label:5} | {value}")


def _difference(comparison: Any) -> str:
    """Elo with its 95 % interval; one-sided where all games were won or lost."""
    if comparison.error is not None and comparison.elo is not None:
        return f"{comparison.elo:.2f} +- {comparison.error:.2f} (95%)"
    if comparison.low is not None:
        return f"> {comparison.low:.2f} (95%)"
    return f"< {comparison.high:.2f} (95%)"


def _document(state: "SprtState", new: str, old: str, ladder: "Ladder") -> dict[str, Any]:
    comparison, test = state.comparison, state.test
    rating: dict[str, Any] | None = None
    if (rated := _rated(state, new, old, ladder)) is not None:
        name, known = rated
        low, high = known.interval()
        rating = {"bot": name, "rating": known.rating, "low": low, "high": high}
    return {
        "new": new,
        "old": old,
        "decision": state.decision.value,
        "elo0": test.elo0,
        "elo1": test.elo1,
        "alpha": test.alpha,
        "beta": test.beta,
        "llr": state.llr,
        "bounds": list(test.bounds),
        "elo": comparison.elo,
        "low": comparison.low,
        "high": comparison.high,
        "normalized_elo": comparison.normalized,
        "normalized_error": comparison.normalized_error,
        "superiority": comparison.superiority,
        "rating": rating,
        "games": state.games,
        "wins": state.wins,
        "draws": state.draws,
        "losses": state.losses,
        "pairs": list(state.pairs),
        "unjudged_pairs": state.unjudged,
        "delayed_games": state.delayed,
        "faults": [
            {"bot": ("new", "old")[who], "verdict": verdict.value, "count": count}
            for (who, verdict), count in state.faults.items()
        ],
    }
