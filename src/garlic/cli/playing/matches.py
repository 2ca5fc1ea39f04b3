"""A match from the command line: its games played, printed and written to files."""

import shlex
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path

import typer

from garlic.cli.busy import EXIT_NOT_JUDGED, patience_of
from garlic.cli.playing.humans import TerminalGame
from garlic.cli.playing.records import check_record_file, write_record
from garlic.cli.playing.report import GameScreen, print_results
from garlic.cli.progress import progress
from garlic.core import Game, say
from garlic.engines.built_in import check_built_in
from garlic.games import GAMES
from garlic.judge.bots import find_bot
from garlic.judge.game_run import GameRun, play
from garlic.judge.record import Record
from garlic.judge.settings import parse_limits, start_of
from garlic.judge.workers.run import play_all


@dataclass(frozen=True, slots=True)
class MatchOptions:
    """What to play, and what to do with the games; the fields are options of `garlic match`."""

    game: str
    bots: tuple[str, str]
    maps: tuple[str | None, ...] = (None,)
    games: int = 1  # on each map
    swap: bool = False
    seed: int = 0
    limits: str = ""
    timeouts: str = "default"
    lenient: bool = False
    rule: str | None = None
    opening: str | None = None
    jobs: int | None = None
    patience: float = 0.0  # minutes
    record: Path | None = None
    show: bool = False
    json: bool = False


def play_match(options: MatchOptions) -> None:
    """Play all games, write their records and print the results.

    Exits with code 3 if a game could not be judged. Raises a `GarlicError` for what cannot be
    played, before the first game.
    """
    game, record = GAMES[options.game], options.record
    check_record_file(record)
    for name in options.bots:
        check_built_in(game, name)
    records: dict[int, Record] = {}
    judged: set[Path] = set()
    game_runs = _game_runs(game, options)
    for index, played in _records(game, game_runs, options):
        records[index] = played
        if record is not None:
            path = write_record(record, played, index if len(game_runs) > 1 else None)
            if played.is_judged:
                judged.add(path)
    print_results(game, [records[index] for index in sorted(records)], json=options.json)
    if judged and not options.json:
        command = shlex.join(["garlic", "replay", str(min(judged))])
        print(say("Replay it: {command}", command=command))
    if not all(played.is_judged for played in records.values()):
        raise typer.Exit(EXIT_NOT_JUDGED)


def _game_runs(game: Game, options: MatchOptions) -> list[GameRun]:
    pair = (find_bot(options.bots[0]), find_bot(options.bots[1]))
    first = GameRun(
        game=options.game,
        bots=pair,
        start="",
        limits=parse_limits(options.limits, game.limits),
        timeouts=options.timeouts,
        lenient=options.lenient,
    )
    game_runs = []
    for map_name, number in product(options.maps, range(options.games)):
        # With swapped seats, two games in a row share map and seed: both bots get the same luck.
        seed = options.seed + (number // 2 if options.swap else number)
        start = start_of(
            game, map_name=map_name, rule=options.rule, opening=options.opening, seed=seed
        )
        seats = pair[::-1] if options.swap and number % 2 else pair
        bots = (seats[0], seats[1])
        game_runs.append(replace(first, start=str(start), seed=seed, bots=bots, map=map_name))
    return game_runs


def _records(
    game: Game, game_runs: list[GameRun], options: MatchOptions
) -> Iterator[tuple[int, Record]]:
    """The index and the record of each game run, in the order in which they finish.

    A game that was played again comes again, if its result is surer.
    """
    if any(bot.name == "human" for bot in game_runs[0].bots):
        for index, game_run in enumerate(game_runs):
            yield index, TerminalGame(game_run, game).play()
    elif options.show:
        for index, game_run in enumerate(game_runs):
            screen = GameScreen(game, animate=sys.stdout.isatty())
            yield index, play(game_run, watch=screen.show)
    else:
        with progress("games") as bar:
            patience = patience_of(options.patience, bar.note)
            done: set[int] = set()
            bar(0, len(game_runs))
            for index, record in play_all(game_runs, options.jobs, patience):
                done.add(index)
                bar(len(done), len(game_runs))
                yield index, record
