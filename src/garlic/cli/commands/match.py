"""Commands that run bots: match, play."""

import shlex
import sys
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from garlic.cli.app import app
from garlic.cli.commands.games import GameName, Json, Rule
from garlic.cli.completion import map_names
from garlic.core import Game, Seat, UsageError, say

if TYPE_CHECKING:
    from garlic.judge.game_run import GameRun
    from garlic.judge.record import Record

Seed = Annotated[int, typer.Option(min=0, help="Decides chance and random maps.")]
Map = Annotated[
    str | None,
    typer.Option(
        "--map",
        help="A file, a bundled name, a size like 10x10, or random-10x10.",
        autocompletion=map_names,
    ),
]
Opening = Annotated[str | None, typer.Option(help="Moves to play first, e.g. 'h8 i9'.")]
LimitText = Annotated[
    str, typer.Option("--limits", help="E.g. turn=100ms,init=1s,game=3min,memory=256MB.")
]
RecordFile = Annotated[
    Path | None, typer.Option("--record", help="Write the record here; a readable log beside it.")
]


class Timeouts(StrEnum):
    """What a late answer costs."""

    DEFAULT = "default"
    SKIP = "skip"
    FORFEIT = "forfeit"


class Protocol(StrEnum):
    """How lines that nobody asked for are taken."""

    STRICT = "strict"
    LENIENT = "lenient"


@app.command()
def match(
    game: GameName,
    bots: Annotated[
        list[str],
        typer.Argument(metavar="BOT BOT", help="Two bots, or one course folder."),
    ],
    map: Map = None,
    games: Annotated[int, typer.Option(min=1, max=100_000, help="How many games.")] = 1,
    swap: Annotated[bool, typer.Option("--swap", help="Swap seats after every game.")] = False,
    seed: Seed = 0,
    limits: LimitText = "",
    timeouts: Annotated[
        Timeouts, typer.Option(help="What a late answer costs.")
    ] = Timeouts.DEFAULT,
    protocol: Annotated[Protocol, typer.Option(help="Lines nobody asked for.")] = Protocol.STRICT,
    rule: Rule = None,
    opening: Opening = None,
    jobs: Annotated[int | None, typer.Option(min=1, help="Games side by side.")] = None,
    record: RecordFile = None,
    show: Annotated[bool, typer.Option("--show", help="Draw the board after every turn.")] = False,
    json: Json = False,
) -> None:
    """Let two bots play under the judge's eyes.

    A bot is a file (player.h, bot.py, a program), engine:GAME, random:GAME, or human.

    Example: garlic match othello my_bot.py random:othello --games 10 --swap
    """
    from dataclasses import replace

    from garlic.cli.report import check_record_file, print_matches, write_record
    from garlic.engines.built_in import check_built_in
    from garlic.games import GAMES
    from garlic.judge.bots import find_bot
    from garlic.judge.game_run import GameRun
    from garlic.judge.settings import parse_limits, start_of

    facts = GAMES[game]
    where = map
    if len(bots) == 1 and Path(bots[0]).is_dir():
        folder = Path(bots[0])
        bots = [str(folder / "code/player.h"), str(folder / "code/computer.h")]
        where = map or str(folder / "data/map.txt")
        record = record or folder / "logs/record.json"
    if len(bots) != 2:
        raise UsageError(
            "expected two bots, got {count}; add an opponent, e.g. random:{game}",
            game=game,
            count=len(bots),
        )
    check_record_file(record)
    for name in bots:
        check_built_in(facts, name)
    pair = (find_bot(bots[0]), find_bot(bots[1]))
    first = GameRun(
        game=game,
        bots=pair,
        start="",
        limits=parse_limits(limits, facts.limits),
        timeouts=timeouts.value,
        lenient=protocol is Protocol.LENIENT,
        map=where,
    )
    matches = []
    for number in range(games):
        # With swapped seats a pair of games shares map and chance: both sides get the same luck.
        seed_here = seed + (number // 2 if swap else number)
        start = start_of(facts, map_name=where, rule=rule, opening=opening, seed=seed_here)
        seats = pair[::-1] if swap and number % 2 else pair
        matches.append(replace(first, start=str(start), seed=seed_here, bots=(seats[0], seats[1])))
    records: dict[int, Record] = {}
    kept: list[Path] = []
    for place, found in _played(facts, matches, jobs, show=show):
        records[place] = found
        if record is not None:
            path = write_record(record, found, place if games > 1 else None)
            if found.is_judged:
                kept.append(path)
    print_matches(facts, [records[place] for place in sorted(records)], json=json)
    if kept and not json:
        command = shlex.join(["garlic", "replay", str(min(kept))])
        print(say("To look at it again: {command}", command=command))


def _played(
    game: Game, matches: "list[GameRun]", jobs: int | None, *, show: bool
) -> "Iterator[tuple[int, Record]]":
    """The record of each of *matches* with its place, as it is finished."""
    from garlic.cli.people import TerminalGame
    from garlic.cli.progress import progress
    from garlic.cli.report import GameScreen
    from garlic.judge.game_run import play
    from garlic.judge.workers.run import play_all

    if any(bot.name == "human" for bot in matches[0].bots):
        for place, one in enumerate(matches):
            yield place, TerminalGame(one, game).play()
    elif show:
        for place, one in enumerate(matches):
            screen = GameScreen(game, animate=sys.stdout.isatty())
            yield place, play(one, watch=screen.show)
    else:
        with progress("games") as update:
            for done, found in enumerate(play_all(matches, jobs), 1):
                update(done, len(matches))
                yield found


@app.command()
def play(
    game: GameName,
    against: Annotated[
        str | None,
        typer.Option(
            help="The bot to play against; by default our engine on level 3, or a random one."
        ),
    ] = None,
    seat: Annotated[
        str | None, typer.Option(help="Your side, e.g. blue; by default the first.")
    ] = None,
    map: Map = None,
    seed: Seed = 0,
    rule: Rule = None,
    opening: Opening = None,
    record: RecordFile = None,
) -> None:
    """Play against a bot in the terminal.

    Type a move as the board names it. `?` lists the legal ones, `hint` asks our engine, `undo`
    takes your last move back, `quit` leaves.

    Example: garlic play othello --against random:othello
    """
    from garlic.engines.built_in import built_in_names
    from garlic.games import GAMES

    facts = GAMES[game]
    side = facts.seat(seat or facts.seats[0])
    if against is None:
        engine = built_in_names("engine", facts)
        against = f"{engine[0]}?level=3" if engine else f"random:{game}"
    bots = ["human", against]
    if side is Seat.B:
        bots.reverse()
    match(
        game,
        bots,
        map=map,
        seed=seed,
        rule=rule,
        opening=opening,
        record=record,
        limits="turn=100min,game=1000min" if facts.limits.game_seconds else "turn=100min",
    )
