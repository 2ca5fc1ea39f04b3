"""Commands that look at a record with other eyes: review, ask."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from garlic.cli.app import app
from garlic.cli.commands.database import DatabaseWish
from garlic.cli.commands.games import Json
from garlic.cli.commands.match import LimitText
from garlic.cli.commands.replay import HtmlFile, read_record
from garlic.cli.output import print_table, seat_name
from garlic.core import Game, Seat, Text, UsageError, Verdict, say

if TYPE_CHECKING:
    from garlic.analysis import MoveReview, Review, Reviewer
    from garlic.judge.bots import Bot

_USUAL_SECONDS = 0.2
_INTERRUPTED = 130

RecordName = Annotated[Path, typer.Argument(metavar="RECORD", help="A record of a game.")]


@app.command()
def review(
    record: RecordName,
    time_per_move: Annotated[
        float | None, typer.Option(min=0.001, max=3600, help="Seconds to think about a move.")
    ] = None,
    nodes: Annotated[
        int | None,
        typer.Option(min=1, help="Positions to look at for a move: the same result every time."),
    ] = None,
    html: HtmlFile = None,
    json: Json = False,
) -> None:
    """Let our engine judge the moves of a game: accuracy, the costliest moves, lost time.

    Ctrl-C ends it; what is known by then is shown.

    Example: garlic review game.json --time-per-move 0.5
    """
    from garlic.analysis import Reviewer
    from garlic.analysis.documents import review_to_json
    from garlic.cli.output import print_json
    from garlic.cli.progress import progress
    from garlic.engines import Limit
    from garlic.games import GAMES

    seconds = time_per_move if time_per_move or nodes else _USUAL_SECONDS
    read = read_record(record)
    if not any(turn.number > 0 for turn in read.turns):
        raise UsageError("there is no move to review: {why}", why=Text(read.outcome.reason))
    reviewer = Reviewer(read, Limit(time=seconds, nodes=nodes))
    try:
        with progress("positions") as update:
            reviewer.run(update)
    except KeyboardInterrupt:
        reviewer.stop()
    found = reviewer.review
    if html is not None:
        _write_page(html, reviewer)
    if json:
        print_json(review_to_json(found, reviewer.steps))
    else:
        _print_review(GAMES[found.record.game], found)
    if not found.complete:
        raise typer.Exit(_INTERRUPTED)


def _write_page(file: Path, reviewer: "Reviewer") -> None:
    from garlic.analysis.documents import review_to_json
    from garlic.cli.output import write_text
    from garlic.web.view.records import OpenRecord
    from garlic.web.view.replay import view_of
    from garlic.web.view.reviews import page_review
    from garlic.web.view.single_file import single_page

    opened = OpenRecord("", reviewer.record, reviewer.steps)
    told = page_review(review_to_json(reviewer.review, opened.steps), opened)
    write_text(file, single_page(view_of(opened.record, opened.steps), told))


def _print_review(game: Game, found: "Review") -> None:
    if not found.complete:
        known = sum(score is not None for score in found.evaluations)
        print(
            say(
                "Stopped after {done} of {of} positions; this is known by then:",
                done=known,
                of=len(found.evaluations),
            )
        )
    print_table(
        ["side", "bot", "accuracy", "inaccuracies", "mistakes", "blunders", "lost a move"],
        [
            (
                say(game.seats[seat.index]),
                found.record.bots[seat.index].name,
                "-" if side.accuracy is None else f"{side.accuracy:.1f} %",
                *(str(count) for count in side.grades.values()),
                "-" if side.average_points is None else f"{side.average_points:.2f}",
            )
            for seat, side in zip(Seat, found.sides, strict=True)
        ],
    )
    print(f"\n{say('The costliest moves')}")
    if found.costliest:
        print_table(
            ["turn", "side", "move", "worth", "better", "worth", "chance lost", "grade"],
            [_costly(game, move) for move in found.costliest],
        )
    else:
        print(say("None: no move gave anything away."))
    print(f"\n{say('Where time went')}")
    print_table(
        ["side", "turns", "seconds", "median", "slowest", "near the limit", "too late"],
        [
            (
                say(game.seats[seat.index]),
                str(clock.turns),
                f"{clock.seconds:.2f}",
                f"{clock.median_seconds:.3f}",
                "; ".join(
                    say(
                        "turn {number}: {seconds:.3f} s",
                        number=slow.number,
                        seconds=slow.seconds,
                    )
                    for slow in clock.slowest[:2]
                ),
                _numbers(clock.near),
                _numbers(clock.late),
            )
            for seat, clock in zip(Seat, found.time_use, strict=True)
        ],
    )


def _costly(game: Game, move: "MoveReview") -> tuple[str, ...]:
    return (
        str(move.number),
        seat_name(game.seats, move.seat),
        move.played or "-",
        move.worth.render(),
        move.best,
        move.best_worth.render(),
        f"{100 * move.loss.drop:.0f} %",
        say(move.grade.value) if move.grade else "-",
    )


def _numbers(turns: tuple[int, ...]) -> str:
    """The first few turns; how many more there are."""
    shown = ", ".join(map(str, turns[:5]))
    return f"{shown} (+{len(turns) - 5})" if len(turns) > 5 else shown or "-"


@app.command()
def ask(
    record: RecordName,
    turn: Annotated[int, typer.Option(min=1, help="The turn to play again.")],
    bot: Annotated[str, typer.Option(help="Any bot, as `garlic match` takes it.")],
    version: Annotated[
        int | None,
        typer.Option(min=1, help="This version of the bot, as the database has kept it."),
    ] = None,
    seat: Annotated[
        str | None, typer.Option(help="The side to ask for where both move at once, e.g. blue.")
    ] = None,
    limits: LimitText = "",
    database: DatabaseWish = None,
    json: Json = False,
) -> None:
    """Put a position of a game to any bot, and see its answer beside the one played.

    Example: garlic ask game.json --turn 12 --bot my_bot.py
    """
    from dataclasses import replace

    from garlic.analysis.ask import ask as ask_bot
    from garlic.analysis.documents import asked_to_json
    from garlic.cli.output import print_json
    from garlic.games import GAMES
    from garlic.judge.bots import find_bot
    from garlic.judge.settings import parse_limits

    read = read_record(record)
    read = replace(read, limits=parse_limits(limits, read.limits))
    game = GAMES[read.game]
    side = game.seat(seat) if seat else None
    guest = find_bot(bot) if version is None else _stored(database, bot, version)
    asked = ask_bot(read, turn, guest, side)
    if json:
        print_json(asked_to_json(asked))
        return
    played_by = read.bots[asked.seat.index].name
    print_table(
        ["bot", "move", "verdict", "seconds", "processor", "MB"],
        [
            (
                name,
                told.move or "-",
                say(told.verdict.value),
                f"{told.cost.wall_seconds:.3f}",
                f"{told.cost.cpu_seconds:.3f}",
                f"{told.cost.memory_bytes / 1e6:.1f}",
            )
            for name, told in ((played_by, asked.played), (guest.name, asked.answer))
        ],
    )
    _print_answer(asked.answer)


def _print_answer(answer: Any) -> None:
    """What is to be said of an answer besides its move."""
    from garlic.cli.output import print_written
    from garlic.cli.report import fault_line

    if answer.verdict is not Verdict.OK:
        print(fault_line(answer))
    for output in (answer.stdout, answer.stderr):
        print_written(output)


def _stored(database: str | None, name: str, number: int) -> "Bot":
    from garlic.store import open_database
    from garlic.store.bots import load_version

    with open_database(database) as opened:
        return opened.read(lambda connection: load_version(connection, name, number))
