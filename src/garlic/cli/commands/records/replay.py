"""`garlic replay`: step through records, or check them."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from garlic.cli.app import app
from garlic.cli.parameters import LARGEST, HtmlFile, Json
from garlic.cli.tree.groups import group_with_default
from garlic.core import Game, UsageError, say
from garlic.core.reading.scan import whole_number

if TYPE_CHECKING:
    from garlic.judge.replay import ReplayStep

replay_app = typer.Typer(
    cls=group_with_default("show"),
    no_args_is_help=True,
    help="Step through recorded games, or check that they are correct.",
)
app.add_typer(replay_app, name="replay")


@replay_app.command("show")
def show_record(
    file: Annotated[
        Path,
        typer.Argument(metavar="FILE", help="A record; write ./check for a file of that name."),
    ],
    turn: Annotated[
        int | None, typer.Option(min=0, max=LARGEST, help="Only the position after this turn.")
    ] = None,
    html: HtmlFile = None,
) -> None:
    """Step through a record in the terminal, or write it as a page to look at.

    Enter steps forward, `b` and Enter back, a number jumps to that turn, `q` and Enter quits.

    Example: garlic replay game.json
    """
    from garlic.cli.playing.records import read_record
    from garlic.cli.playing.report import print_delayed
    from garlic.games import GAMES
    from garlic.judge.replay import replayed

    record = read_record(file)
    if html is not None:
        from garlic.cli.output import write_text
        from garlic.web.view.replay import view_of
        from garlic.web.view.single_file import single_page

        write_text(html, single_page(view_of(record)))
        return
    if record.is_delayed:
        print_delayed(1)
    steps, _ = replayed(record)
    game = GAMES[record.game]
    if turn is not None:
        if turn >= len(steps):
            raise UsageError(
                "the record has {last:turn|turns}, not {turn}", last=len(steps) - 1, turn=turn
            )
        _print_step(game, steps, turn)
        return
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        for place in range(len(steps)):
            _print_step(game, steps, place)
        return
    place = 0
    while True:
        _print_step(game, steps, place)
        typed = input(f"[{place}/{len(steps) - 1}] ").strip()
        if typed == "q":
            return
        if (chosen := whole_number(typed, 0, 10**18, padded=True)) is not None:
            place = min(chosen, len(steps) - 1)
        else:
            place = max(0, place - 1) if typed == "b" else min(len(steps) - 1, place + 1)


@replay_app.command("check")
def check_record(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Records.")],
    json: Json = False,
) -> None:
    """Referee records again and name the first difference. Exit code 1 if there is one.

    Example: garlic replay check game.json
    """
    from garlic.cli.output import print_json
    from garlic.cli.playing.records import read_record
    from garlic.core import Text
    from garlic.judge.replay import first_difference

    records = {str(file): read_record(file) for file in files}
    differences = {name: first_difference(record) for name, record in records.items()}
    if json:
        print_json(
            {name: difference and str(difference) for name, difference in differences.items()}
        )
    else:
        for name, difference in differences.items():
            turns = sum(1 for turn in records[name].turns if turn.number)
            result = difference or Text("OK, {turns:turn|turns} replayed", turns=turns)
            print(say("{label}: {value}", label=name, value=result))
    if any(differences.values()):
        raise typer.Exit(1)


def _print_step(game: Game, steps: "Sequence[ReplayStep]", place: int) -> None:
    from garlic.cli.output import console, print_program_output
    from garlic.cli.playing.board import draw
    from garlic.cli.playing.report import describe_move, fault_line
    from garlic.core import Verdict

    for turn in steps[place].turns:
        if turn.number:
            before = steps[place - 1].position
            move = describe_move(game, before, turn.move)
            print(f"{turn.number}. {say('{label}: {value}', label=say(turn.seat), value=move)}")
        if turn.verdict is not Verdict.OK:
            print(fault_line(turn))
        for output in (turn.stdout, turn.stderr):
            print_program_output(output)
    console().print(draw(game.diagram(steps[place].position)))
