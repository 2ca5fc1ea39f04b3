"""Small, quick tournaments: Othello on 4x4 between compiled bots that answer at once."""

from pathlib import Path
from typing import Any

from garlic.arena.definition import read_definition
from garlic.arena.snapshot import TournamentSnapshot
from garlic.arena.tournament import create
from garlic.store import Database
from support.matches import QUICK_BOT

CRASHING = """
#include "../include/playerbase.h"
void init(struct Player *p) {}
struct Point place(struct Player *p) { abort(); }
"""
LIMITS = "turn=10s,init=10s"


def quick_bots(folder: Path, count: int) -> list[dict[str, str]]:
    """*count* bots that play the same moves but differ in content."""
    bots = []
    for number in range(count):
        path = folder / f"bot{number}.h"
        path.write_text(QUICK_BOT.read_text() + f"/* {number} */\n")
        bots.append({"name": f"bot {number}", "bot": str(path)})
    return bots


def quick_values(folder: Path, count: int = 3, **options: Any) -> dict[str, Any]:
    """The fields of a tournament file with such bots."""
    return {
        "game": "othello",
        "bots": quick_bots(folder, count),
        "maps": ["4x4"],
        "openings": "random",
        "opening_plies": 2,
        "limits": LIMITS,
        **options,
    }


def quick_tournament(database: Database, folder: Path, count: int = 3, **options: Any) -> int:
    """Create such a tournament and return its number."""
    return create(database, read_definition(quick_values(folder, count, **options)), folder)


def table(data: TournamentSnapshot) -> list[tuple[object, ...]]:
    """The columns of the standings that are the same each time a tournament is played."""
    return [
        (line.name, line.points, line.played, line.won, line.drawn, line.lost, line.scored)
        for line in sorted(data.standings, key=lambda line: line.name)
    ]


def games(data: TournamentSnapshot) -> list[tuple[object, ...]]:
    """The fields of its games that are the same each time."""
    return [(game.number, game.seats, game.winner, game.scores, game.key) for game in data.games]
