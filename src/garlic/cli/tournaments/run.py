"""Runs a tournament in the terminal, with a live table, for all commands that do that."""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer

from garlic.cli.busy import EXIT_NOT_JUDGED
from garlic.core import say

if TYPE_CHECKING:
    from garlic.arena.executors import Executing
    from garlic.store import Database


def run_in_terminal(
    database: "Database", number: int, executing: "Executing", patience: float, *, json: bool
) -> None:
    """Run a tournament with a live table, then print its standings."""
    from garlic.arena.runner import run as run_tournament
    from garlic.arena.snapshot import TournamentState
    from garlic.arena.stored import tournament_snapshot
    from garlic.cli.output import print_json
    from garlic.cli.tournaments.report import (
        headline,
        print_state,
        print_troubles,
        tournament_to_json,
    )
    from garlic.cli.tournaments.standings import live_table, print_standings
    from garlic.store.tournaments import get_tournament

    name = database.read(lambda connection: get_tournament(connection, number)).name
    try:
        with ended_by_sigterm(), live_table(name) as watch:
            state = run_tournament(database, number, executing, watch, 60 * patience)
    except KeyboardInterrupt:
        _print_resume_hint(number)
        raise
    data = tournament_snapshot(database, number)
    if json:
        print_json(tournament_to_json(data, without=("games",)))
    else:
        print(headline(data))
        print_standings(data.standings)
        print_troubles(data)
        print_state(data)
    if state is TournamentState.STOPPED:
        _print_resume_hint(number)
    if state is TournamentState.UNFINISHED:
        raise typer.Exit(EXIT_NOT_JUDGED)


@contextmanager
def ended_by_sigterm() -> Iterator[None]:
    """Let SIGTERM stop the block like Ctrl-C, so that what it does is stored as stopped."""

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    previous = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, previous)


def _print_resume_hint(number: int) -> None:
    sentence = say("stopped; continue with: garlic tournament resume {number}", number=number)
    print(sentence, file=sys.stderr)
