"""`garlic review`: a game evaluated by our engine."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from garlic.cli.app import app
from garlic.cli.output import print_table, seat_name
from garlic.cli.parameters import LARGEST, HtmlFile, Json, RecordName
from garlic.core import Game, Seat, Text, UsageError, say
from garlic.core.duration import duration_text

if TYPE_CHECKING:
    from garlic.analysis import MoveReview, Review, Reviewer

_DEFAULT_SECONDS = 0.2
_INTERRUPTED = 130


@app.command()
def review(
    record: RecordName,
    time_per_move: Annotated[
        float | None, typer.Option(min=0.001, max=3600, help="Seconds to think about a move.")
    ] = None,
    nodes: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=LARGEST,
            help="Positions to search per move; gives the same result every time.",
        ),
    ] = None,
    html: HtmlFile = None,
    json: Json = False,
) -> None:
    """Review a game with our engine: accuracy, the costliest moves, where time went.

    Ctrl-C ends it and shows the results so far.

    Example: garlic review game.json --time-per-move 0.5
    """
    from garlic.analysis import Reviewer
    from garlic.analysis.documents import review_to_json
    from garlic.cli.output import print_json
    from garlic.cli.playing.records import read_record
    from garlic.cli.progress import progress
    from garlic.engines import Limit
    from garlic.games import GAMES

    seconds = time_per_move if time_per_move or nodes else _DEFAULT_SECONDS
    game_record = read_record(record)
    if not any(turn.number > 0 for turn in game_record.turns):
        raise UsageError("there is no move to review: {why}", why=Text(game_record.outcome.reason))
    reviewer = Reviewer(game_record, Limit(time=seconds, nodes=nodes))
    try:
        with progress("positions") as update:
            reviewer.run(update)
    except KeyboardInterrupt:
        reviewer.stop()
    result = reviewer.review
    if html is not None:
        _write_page(html, reviewer)
    if json:
        print_json(review_to_json(result, reviewer.steps))
    else:
        _print_review(GAMES[result.record.game], result)
    if not result.complete:
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


def _print_review(game: Game, review: "Review") -> None:
    if not review.complete:
        known = sum(score is not None for score in review.evaluations)
        print(
            say(
                "Stopped after {done} of {of} positions; results so far:",
                done=known,
                of=len(review.evaluations),
            )
        )
    print_table(
        ["side", "bot", "accuracy", "inaccuracies", "mistakes", "blunders", "lost a move"],
        [
            (
                say(game.seats[seat.index]),
                review.record.bots[seat.index].name,
                "-" if side.accuracy is None else f"{side.accuracy:.1f} %",
                *(str(count) for count in side.grades.values()),
                "-" if side.average_points is None else f"{side.average_points:.2f}",
            )
            for seat, side in zip(Seat, review.sides, strict=True)
        ],
    )
    print(f"\n{say('The costliest moves')}")
    if review.costliest:
        print_table(
            ["turn", "side", "move", "worth", "better", "worth", "chance lost", "grade"],
            [_costly_row(game, move) for move in review.costliest],
        )
    else:
        print(say("None: no move gave anything away."))
    print(f"\n{say('Where time went')}")
    print_table(
        ["side", "turns", "total time", "median", "slowest", "near the limit", "too late"],
        [
            (
                say(game.seats[seat.index]),
                str(clock.turns),
                duration_text(clock.seconds),
                duration_text(clock.median_seconds),
                say("; ").join(
                    say(
                        "turn {number}: {time}",
                        number=slow.number,
                        time=duration_text(slow.seconds),
                    )
                    for slow in clock.slowest[:2]
                ),
                _numbers(clock.near),
                _numbers(clock.late),
            )
            for seat, clock in zip(Seat, review.time_use, strict=True)
        ],
    )


def _costly_row(game: Game, move: "MoveReview") -> tuple[str, ...]:
    return (
        str(move.number),
        seat_name(game.seats, move.seat),
        move.played or "-",
        move.evaluation.render(),
        move.best,
        move.best_evaluation.render(),
        f"{100 * move.loss.drop:.0f} %",
        say(move.grade.value) if move.grade else "-",
    )


def _numbers(turns: tuple[int, ...]) -> str:
    """The first five turns and the number of the others."""
    shown = ", ".join(map(str, turns[:5]))
    return f"{shown} (+{len(turns) - 5})" if len(turns) > 5 else shown or "-"
