"""`garlic match`: games between two bots."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from garlic.cli.app import app
from garlic.cli.busy import PatienceMinutes
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

if TYPE_CHECKING:
    from garlic.judge.course_folder import CourseFolder


class Timeouts(StrEnum):
    """The penalty for a late answer."""

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
    all_maps: Annotated[
        bool, typer.Option("--all-maps", help="Play on every map of the course folder.")
    ] = False,
    games: Annotated[
        int, typer.Option(min=1, max=100_000, help="How many games, on each map.")
    ] = 1,
    swap: Annotated[bool, typer.Option("--swap", help="Swap seats after every game.")] = False,
    seed: MatchSeed = 0,
    limits: LimitText = "",
    timeouts: Annotated[
        Timeouts, typer.Option(help="The penalty for a late answer.")
    ] = Timeouts.DEFAULT,
    protocol: Annotated[
        Protocol, typer.Option(help="How to treat unexpected output lines.")
    ] = Protocol.STRICT,
    rule: Rule = None,
    opening: Opening = None,
    jobs: Jobs = None,
    patience: PatienceMinutes = 0.5,
    record: RecordFile = None,
    show: Annotated[bool, typer.Option("--show", help="Draw the board after every turn.")] = False,
    json: Json = False,
) -> None:
    """Play games between two bots, with the judge as referee.

    A bot is a file (player.h, bot.py, a program), engine:GAME, random:GAME, or human. In a course
    folder code/computer.h plays red and code/player.h blue, as in the course.

    A game that a busy machine has delayed is played again once it is quiet. Exit code 3 if a game
    could not be judged.

    Example: garlic match othello my_bot.py random:othello --games 10 --swap
    """
    from garlic.cli.playing.matches import MatchOptions, play_match
    from garlic.games import GAMES
    from garlic.judge.bots import find_bot
    from garlic.judge.course_folder import CourseFolder

    GAMES[game]  # raises before anything else if there is no such game
    maps: tuple[str | None, ...] = (map,)
    if len(bots) == 1 and Path(bots[0]).is_dir():
        folder = CourseFolder.open(Path(bots[0]))
        bots = [str(folder.computer), str(folder.player)]
        record = record or folder.record
        maps = _course_maps(folder, map, all_maps=all_maps)
    elif all_maps:
        raise UsageError("--all-maps goes with a course folder, which brings the maps")
    if len(bots) != 2:
        find_bot(bots[0])  # a wrong path is the more likely mistake
        raise UsageError(
            "expected two bots, got {count}; add an opponent, e.g. random:{game}",
            game=game,
            count=len(bots),
        )
    play_match(
        MatchOptions(
            game=game,
            bots=(bots[0], bots[1]),
            maps=maps,
            games=games,
            swap=swap,
            seed=seed,
            limits=limits,
            timeouts=timeouts.value,
            lenient=protocol is Protocol.LENIENT,
            rule=rule,
            opening=opening,
            jobs=jobs,
            patience=patience,
            record=record,
            show=show,
            json=json,
        )
    )


def _course_maps(
    folder: "CourseFolder", chosen: str | None, *, all_maps: bool
) -> tuple[str | None, ...]:
    """The maps to play on: the one chosen, all of *folder*, or its usual one."""
    if chosen is not None and all_maps:
        raise UsageError("expected --map or --all-maps, got both")
    if chosen is not None or not folder.maps:
        return (chosen,)
    return tuple(str(path) for path in (folder.maps if all_maps else folder.maps[:1]))
