"""`garlic ask`: the answer of any bot to a position of a recorded game."""

from typing import TYPE_CHECKING, Annotated

import typer

from garlic.cli.app import app
from garlic.cli.busy import PatienceMinutes
from garlic.cli.output import print_table
from garlic.cli.parameters import LARGEST, DatabaseUrl, Json, LimitText, RecordName
from garlic.core import Verdict, say
from garlic.core.duration import duration_text

if TYPE_CHECKING:
    from garlic.judge.bots import Bot
    from garlic.judge.record import Turn


@app.command()
def ask(
    record: RecordName,
    turn: Annotated[int, typer.Option(min=1, max=LARGEST, help="The turn to play again.")],
    bot: Annotated[str, typer.Option(help="Any bot, as `garlic match` takes it.")],
    version: Annotated[
        int | None,
        typer.Option(min=1, max=LARGEST, help="This stored version of the bot."),
    ] = None,
    seat: Annotated[
        str | None, typer.Option(help="The side to ask for where both move at once, e.g. blue.")
    ] = None,
    limits: LimitText = "",
    patience: PatienceMinutes = 0.5,
    database: DatabaseUrl = None,
    json: Json = False,
) -> None:
    """Ask any bot what it would play in a position of a recorded game.

    On a busy machine it waits and asks again; exit code 3 if the answer could not be judged.

    Example: garlic ask game.json --turn 12 --bot my_bot.py
    """
    from dataclasses import replace

    from garlic.analysis.ask import ask as ask_bot
    from garlic.analysis.documents import answer_to_json
    from garlic.cli.busy import patience_of
    from garlic.cli.output import print_json
    from garlic.cli.playing.records import read_record
    from garlic.cli.progress import progress
    from garlic.games import GAMES
    from garlic.judge.bots import find_bot
    from garlic.judge.settings import parse_limits

    game_record = read_record(record)
    game_record = replace(game_record, limits=parse_limits(limits, game_record.limits))
    game = GAMES[game_record.game]
    side = game.seat(seat) if seat else None
    asked_bot = find_bot(bot) if version is None else _stored_version(database, bot, version)
    with progress("asking") as bar:
        waiting = patience_of(patience, bar.note)
        result = ask_bot(game_record, turn, asked_bot, side, waiting)
    if json:
        print_json(answer_to_json(result))
        return
    played_by = game_record.bots[result.seat.index].name
    print_table(
        ["bot", "move", "verdict", "total time", "processor", "MB"],
        [
            (
                name,
                answer.move or "-",
                say(answer.verdict.value),
                duration_text(answer.cost.wall_seconds),
                duration_text(answer.cost.cpu_seconds),
                f"{answer.cost.memory_bytes / 1e6:.1f}",
            )
            for name, answer in ((played_by, result.played), (asked_bot.name, result.answer))
        ],
    )
    _print_answer(result.answer)
    if result.is_delayed:
        print(say("The answer was delayed: the bot waited for a processor while it was thinking."))


def _print_answer(answer: "Turn") -> None:
    """Print the fault of an answer, and what the bot wrote."""
    from garlic.cli.output import print_program_output
    from garlic.cli.playing.report import fault_line

    if answer.verdict is not Verdict.OK:
        print(fault_line(answer))
    for output in (answer.stdout, answer.stderr):
        print_program_output(output)


def _stored_version(database: str | None, name: str, number: int) -> "Bot":
    from garlic.store import open_database
    from garlic.store.bots import load_version

    with open_database(database) as opened:
        return opened.read(lambda connection: load_version(connection, name, number))
