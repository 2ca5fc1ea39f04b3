"""`garlic bots`: the built-in bots, and how bots are named."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from garlic.cli.app import app
from garlic.cli.parameters import Json
from garlic.core import say

if TYPE_CHECKING:
    from garlic.arena.rating.ladder import Ladder

# How bots are named; more in `garlic.judge.bots`.
_FORMS = (
    ("player.h", "the courses' C form (Othello, Stars)"),
    ("bot.py", "a Python file with play, place, walk or a class Bot"),
    ("bot.c  bot.cpp", "a program with main that speaks the line protocol; compiled"),
    ("bot.js  Bot.java  bot.pl", "the same in JavaScript, Java or Perl; also .rb and .lua"),
    ("./program", "an executable that speaks the line protocol"),
    ("cmd:java -cp . Bot", "a command line that starts such a program"),
)


@app.command()
def bots(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="Only the bots that play this game.")
    ] = None,
    json: Json = False,
) -> None:
    """List the built-in bots, and explain how to name yours.

    One string names a bot everywhere: here, in files and in the browser. With a game, the ratings
    of its players and engine levels are listed too.

    Example: garlic bots othello
    """
    from garlic.arena.rating.ladder import ladder_of
    from garlic.cli.output import print_json, print_table
    from garlic.engines.built_in import BUILT_IN
    from garlic.games import GAMES
    from garlic.wire import PROTOCOLS

    protocols = ((f"{row.word}:PROGRAM", row.about) for row in PROTOCOLS.values())
    forms = (*_FORMS, *protocols, ("human", "you, at the terminal"))
    games = [GAMES[game]] if game is not None else list(GAMES.values())
    rows = [
        (name, facts.name, kind.description(name))
        for facts in games
        for kind in BUILT_IN
        for name in kind.names(facts)
    ]
    ladders = [ladder for facts in games if (ladder := ladder_of(facts)).measured]
    if json:
        print_json(
            {
                "bots": [
                    {"name": name, "game": played, "about": about} for name, played, about in rows
                ],
                "forms": [{"form": form, "about": about} for form, about in forms],
                "ladders": {ladder.game: ladder.document() for ladder in ladders},
            }
        )
        return
    print_table(
        ["bot", "game", "about"], [(name, played, say(about)) for name, played, about in rows]
    )
    if game is not None:
        for ladder in ladders:
            print()
            _print_ladder(ladder)
    print()
    print_table(["your bot", "about"], [(form, say(about)) for form, about in forms])
    print()
    print(say("`garlic new` writes one to begin with, `garlic check` tests yours."))
    for fault in PROTOCOLS.faults():
        print(fault.render(), file=sys.stderr)


def _print_ladder(ladder: "Ladder") -> None:
    """Print the rated players of a game, weakest first."""
    from garlic.cli.output import print_table

    print_table(
        ["rated player", "rating (95 %)", "played"],
        [
            (rung.bot, f"{rung.rating:.0f} [{rung.low:.0f}, {rung.high:.0f}]", str(rung.games))
            for rung in ladder.rungs
        ],
    )
    print(
        say(
            "measured on {date} with version {version}; `garlic rate` rates yours",
            date=ladder.measured,
            version=ladder.version,
        )
    )
