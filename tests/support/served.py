"""Our own engine as an external program: run by the judge through its protocol server."""

import sys
from pathlib import Path

import garlic
from garlic.core import Seat
from garlic.games import GAMES
from garlic.judge.adjudication import Adjudication
from garlic.judge.bots import find_bot
from garlic.judge.game_run import GameRun, play
from garlic.judge.record import Record
from garlic.judge.settings import parse_limits

SOURCES = Path(garlic.__file__).parents[1]


def served(game: str, protocol: str, arguments: str = "", **settings: object) -> str:
    """The bot name of our engine of *game*, run over *protocol*."""
    command = f"{sys.executable} -m garlic engine {game} --protocol {protocol} {arguments}".strip()
    query = "&".join(f"{key}={value}" for key, value in (*settings.items(), ("files", SOURCES)))
    return f"{protocol}:cmd:{command}?{query}"


def played(
    game: str,
    first: str,
    second: str,
    *,
    start: str | None = None,
    plies: int | None = 40,
    limits: str = "turn=30s,init=30s,nodes=2000",
) -> Record:
    """One game of at most *plies* between two bots, limited by nodes instead of time."""
    facts = GAMES[game]
    return play(
        GameRun(
            game,
            (find_bot(first), find_bot(second)),
            start or str(facts.setup()),
            limits=parse_limits(limits, facts.limits),
            adjudication=Adjudication(max_plies=plies),
        )
    )


def moves_of(record: Record) -> list[str | None]:
    """The moves played, in order."""
    return [turn.move for turn in record.turns if turn.number > 0]


def faults_of(record: Record, seat: Seat | None = None) -> list[str]:
    """The faults of both sides, or of one."""
    sides = GAMES[record.game].seats
    return [
        f"{turn.number} {turn.seat} {turn.verdict.value}: {turn.detail}"
        for turn in record.turns
        if turn.verdict.value != "ok" and (seat is None or sides[seat.index] == turn.seat)
    ]
