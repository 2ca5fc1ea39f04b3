"""`garlic games`: the list of games."""

from typing import Any

from garlic.cli.app import app
from garlic.cli.parameters import Json
from garlic.core import Game, say


@app.command()
def games(json: Json = False) -> None:
    """List the games, including those of other installed packages.

    Games that cannot be used are named on standard error, with the reason.

    Example: garlic games
    """
    import sys

    from garlic.cli.output import print_json, print_table
    from garlic.games import GAMES

    for fault in GAMES.faults():
        print(fault.render(), file=sys.stderr)
    if json:
        print_json([_game_to_json(game) for game in GAMES.values()])
        return
    print_table(
        ["name", "title", "players", "rule sets", "maps", "notations"],
        [
            (
                name,
                say(game.title),
                " / ".join(say(seat) for seat in game.seats),
                ", ".join(game.rules) or "-",
                str(len(game.maps.bundled)) if game.maps else "-",
                ", ".join(game.notations) or "-",
            )
            for name, game in GAMES.items()
        ],
    )


def _game_to_json(game: Game) -> dict[str, Any]:
    limits = game.limits
    return {
        "name": game.name,
        "title": game.title,
        "seats": list(game.seats),
        "rules": list(game.rules),
        "simultaneous": game.simultaneous,
        "limits": {
            "init_seconds": limits.init_seconds,
            "turn_seconds": limits.turn_seconds,
            "game_seconds": limits.game_seconds,
            "memory_bytes": limits.memory_bytes,
        },
        "maps": [bundled.name for bundled in game.maps.bundled] if game.maps else [],
        "notations": list(game.notations),
        "faults": {
            verdict.value: {"penalty": rule.penalty.value, "score": rule.score}
            for verdict, rule in game.faults.items()
        },
    }
