"""`garlic demo`: a tour of one minute that runs real commands."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

import typer

from garlic.cli.app import app

# A typical mistake of a beginner: the index is out of range in some positions.
_CRASHING_BOT = '''\
def play(position):
    """The sixth legal move, which is not always there."""
    return position.legal_moves()[5]
'''


@dataclass(frozen=True, slots=True)
class _Stop:
    """One stop of the tour: what it shows, and what to type."""

    about: str
    command: tuple[str, ...]


def _stops(*, watching: bool) -> Iterator[_Stop]:
    yield _Stop(
        "Write a bot that plays legally at once, here in Python.",
        ("new", "othello", "mine", "--lang", "python"),
    )
    yield _Stop(
        "Let it play our engine on a low level, in a sandbox, under the limits of the course.",
        (
            *("match", "othello", "mine/bot.py", "engine:othello?level=2"),
            *(("--show",) if watching else ()),
        ),
    )
    yield _Stop(
        "This one reads past the end of a list. The judge says where, and what to do about it.",
        ("check", "othello", "crashing.py"),
    )
    yield _Stop(
        "What would the first bot earn in a lab? This one asks for wins against random moves.",
        ("grade", "othello/task1", "mine/bot.py"),
    )
    yield _Stop(
        "A small tournament, with ratings and 95 % intervals.",
        (
            *("tournament", "run", "--game", "othello", "--games", "4"),
            *("--bots", "mine/bot.py", "crashing.py", "baseline:othello/task3", "random:othello"),
            *("--database", "sqlite:///demo.sqlite"),
        ),
    )


@app.command()
def demo(
    pause: Annotated[
        float,
        typer.Option(min=0, max=60, help="Seconds to read what a step is about, in a terminal."),
    ] = 2.5,
) -> None:
    """Take a one-minute tour: a match, a fault explained, a grade, a rating table.

    Every step prints the command that it runs. Nothing is kept; Ctrl-C quits.

    Example: garlic demo
    """
    import os
    import sys
    import tempfile
    import time
    from pathlib import Path

    from garlic.cli import run
    from garlic.cli.output import console
    from garlic.core import say

    screen, watching = console(), sys.stdout.isatty()
    stops = list(_stops(watching=watching))
    before = Path.cwd()
    with tempfile.TemporaryDirectory(prefix="garlic-demo-") as folder:
        os.chdir(folder)
        try:
            Path("crashing.py").write_text(_CRASHING_BOT)
            for number, stop in enumerate(stops, 1):
                screen.print(f"\n{number}/{len(stops)}  {say(stop.about)}", style="bold")
                screen.print(f"$ garlic {' '.join(stop.command)}", style="cyan")
                time.sleep(pause if watching else 0)
                code = run(stop.command)
                if code not in {0, 1}:  # 1: a check failed, as it should for the crashing bot
                    raise typer.Exit(code)
        finally:
            os.chdir(before)
    screen.print(f"\n{say('Now it is your turn:')}", style="bold")
    for command, about in (
        ("garlic serve", "the same in your browser: play, watch, replay, analyse"),
        ("garlic play gomoku", "play in the terminal"),
        ("garlic new othello my_bot --lang python", "begin a bot of your own"),
    ):
        screen.print(f"  {command:<42}{say(about)}")
