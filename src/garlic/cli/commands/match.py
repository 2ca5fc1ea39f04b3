"""`garlic match`: games between two bots."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from garlic.cli.app import app
from garlic.cli.parameters import (
    GameName,
    Jobs,
    Json,
    LimitText,
    MatchMap,
    MatchSeed,
    Opening,
    RecordFile,
    Rule,
)
from garlic.core import UsageError


class Timeouts(StrEnum):
    """What a late answer costs."""

    DEFAULT = "default"
    SKIP = "skip"
    FORFEIT = "forfeit"


class Protocol(StrEnum):
    """Whether unrequested lines are faults."""

    STRICT = "strict"
    LENIENT = "lenient"


@app.command()
def match(
    game: GameName,
    bots: Annotated[
        list[str],
        typer.Argument(metavar="BOT BOT", help="Two bots, or one course folder."),
    ],
    map: MatchMap = None,
    games: Annotated[int, typer.Option(min=1, max=100_000, help="How many games.")] = 1,
    swap: Annotated[bool, typer.Option("--swap", help="Swap seats after every game.")] = False,
    seed: MatchSeed = 0,
    limits: LimitText = "",
    timeouts: Annotated[
        Timeouts, typer.Option(help="What a late answer costs.")
    ] = Timeouts.DEFAULT,
    protocol: Annotated[Protocol, typer.Option(help="Lines nobody asked for.")] = Protocol.STRICT,
    rule: Rule = None,
    opening: Opening = None,
    jobs: Jobs = None,
    record: RecordFile = None,
    show: Annotated[bool, typer.Option("--show", help="Draw the board after every turn.")] = False,
    json: Json = False,
) -> None:
    """Let two bots play under the judge's eyes.

    A bot is a file (player.h, bot.py, a program), engine:GAME, random:GAME, or human.

    Example: garlic match othello my_bot.py random:othello --games 10 --swap
    """
    from garlic.cli.matches import MatchOptions, play_match
    from garlic.games import GAMES

    GAMES[game]  # raises before anything else if there is no such game
    map_name = map
    if len(bots) == 1 and Path(bots[0]).is_dir():
        folder = Path(bots[0])
        bots = [str(folder / "code/player.h"), str(folder / "code/computer.h")]
        map_name = map or str(folder / "data/map.txt")
        record = record or folder / "logs/record.json"
    if len(bots) != 2:
        raise UsageError(
            "expected two bots, got {count}; add an opponent, e.g. random:{game}",
            game=game,
            count=len(bots),
        )
    play_match(
        MatchOptions(
            game=game,
            bots=(bots[0], bots[1]),
            map=map_name,
            games=games,
            swap=swap,
            seed=seed,
            limits=limits,
            timeouts=timeouts.value,
            lenient=protocol is Protocol.LENIENT,
            rule=rule,
            opening=opening,
            jobs=jobs,
            record=record,
            show=show,
            json=json,
        )
    )
