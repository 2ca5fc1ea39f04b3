"""A tournament as text for other programs: CSV and JSON."""

import csv
import io
import json
from dataclasses import asdict
from typing import Any

from garlic.arena.data import PlayedGame, TournamentData
from garlic.core import Seat

# What a spreadsheet would take for a formula at the beginning of a cell.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def games_csv(data: TournamentData) -> str:
    """A line a game, with a heading. Names cannot become formulas of a spreadsheet."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    sides = [
        f"{what}_{number}"
        for number in (1, 2)
        for what in ("score", "moves", "seconds", "slowest_seconds", "faults")
    ]
    head = ("number", "round", "pair", "opening", "bot_1", "bot_2", "winner", "reason", "turns")
    writer.writerow([*head, *sides, "counts", "key"])
    for game in data.games:
        writer.writerow(
            [
                *(game.number, game.round, game.pair, _safe(game.opening)),
                *map(_safe, game.seats),
                "" if game.winner is None else game.winner.index + 1,
                game.reason,
                game.turns,
                *(value for seat in Seat for value in _side(game, seat)),
                *(int(game.counts), game.key),
            ]
        )
    return text.getvalue()


def _side(game: PlayedGame, seat: Seat) -> tuple[object, ...]:
    facts = game.facts[seat.index]
    return (
        "" if game.scores is None else game.scores[seat.index],
        facts.moves,
        round(facts.seconds, 6),
        round(facts.slowest_seconds, 6),
        sum(facts.faults.values()),
    )


def _safe(cell: str) -> str:
    return f"'{cell}" if cell.startswith(_FORMULA) else cell


def tournament_json(data: TournamentData) -> str:
    """All of it but the records, as JSON."""
    return json.dumps(document(data), ensure_ascii=False, indent=2) + "\n"


def summary(data: TournamentData) -> dict[str, Any]:
    """What it is and how far it has come, as plain values."""
    return {
        "number": data.id,
        "name": data.name,
        "game": data.game,
        "format": data.format,
        "scoring": data.scoring,
        "seed": data.seed,
        "state": data.state.value,
        "created": data.created_at.isoformat(timespec="seconds"),
        "finished": data.finished_at and data.finished_at.isoformat(timespec="seconds"),
        "played": len(data.games),
        "scheduled": data.scheduled,
        "unplayed": [asdict(game) for game in data.unplayed],
    }


def document(data: TournamentData) -> dict[str, Any]:
    """All of it but the records, as plain values."""
    return {
        **summary(data),
        "settings": dict(data.settings),
        "bots": [asdict(entrant) for entrant in data.entrants],
        "standings": [asdict(standing) for standing in data.standings],
        "curve": [asdict(point) for point in data.curve],
        "games": [
            {
                **asdict(game),
                "winner": game.winner and game.winner.value,
                "played_at": game.played_at.isoformat(),
            }
            for game in data.games
        ],
    }
