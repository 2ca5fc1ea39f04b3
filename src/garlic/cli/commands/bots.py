"""`garlic bots`: the built-in bots, and how bots are named."""

from typing import Annotated

import typer

from garlic.cli.app import app
from garlic.cli.parameters import Json
from garlic.core import say

# How bots are named; more in `garlic.judge.bots`.
_FORMS = (
    ("player.h", "the courses' C form (Othello, Stars)"),
    ("bot.py", "a Python file with play, place, walk or a class Bot"),
    ("bot.c  bot.cpp", "a program with main that speaks the line protocol; compiled"),
    ("bot.js  Bot.java  bot.pl", "the same in JavaScript, Java or Perl; also .rb and .lua"),
    ("./program", "an executable that speaks the line protocol"),
    ("cmd:java -cp . Bot", "any command line that does"),
)


@app.command()
def bots(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="Only the bots that play this game.")
    ] = None,
    json: Json = False,
) -> None:
    """List the bots that come with the arena, and explain how yours are named.

    One string names a bot everywhere: here, in files and in the browser.

    Example: garlic bots othello
    """
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
    if json:
        print_json(
            {
                "bots": [
                    {"name": name, "game": played, "about": about} for name, played, about in rows
                ],
                "forms": [{"form": form, "about": about} for form, about in forms],
            }
        )
        return
    print_table(
        ["bot", "game", "about"], [(name, played, say(about)) for name, played, about in rows]
    )
    print()
    print_table(["your bot", "about"], [(form, say(about)) for form, about in forms])
    print()
    print(say("`garlic new` writes one to begin with, `garlic check` tests yours."))
