"""Judged games and their records, by the key of the game run."""

import json
import zlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, or_, select

from garlic.core import Outcome, Seat, UsageError
from garlic.games import GAMES
from garlic.judge.record import Record, Turn
from garlic.store.connect import insert_new
from garlic.store.owners import Owner
from garlic.store.schema import matches, records, series_games, shown_records

_KEYS_AT_ONCE = 500  # databases limit the number of values in a query


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """What one side of a game used, and its faults."""

    moves: int = 0
    seconds: float = 0.0  # wall time of all its moves, without its start
    slowest_seconds: float = 0.0
    cpu_seconds: float = 0.0
    memory_bytes: int = 0  # peak
    faults: Mapping[str, int] = field(default_factory=dict)  # by verdict: {"too late": 2}


def seat_facts(record: Record) -> tuple[SeatFacts, SeatFacts]:
    """The facts of each side in *record*."""
    first, second = (
        _facts([turn for turn in record.turns if turn.seat == name])
        for name in GAMES[record.game].seats
    )
    return first, second


def _facts(turns: list[Turn]) -> SeatFacts:
    moves = [turn for turn in turns if turn.number > 0]
    faults: dict[str, int] = {}
    for turn in turns:
        if turn.verdict.is_fault:
            faults[turn.verdict.value] = faults.get(turn.verdict.value, 0) + 1
    return SeatFacts(
        moves=len(moves),
        seconds=sum(turn.cost.wall_seconds for turn in moves),
        slowest_seconds=max((turn.cost.wall_seconds for turn in moves), default=0.0),
        cpu_seconds=sum(turn.cost.cpu_seconds for turn in moves),
        memory_bytes=max((turn.cost.memory_bytes for turn in turns), default=0),
        faults=faults,
    )


def keep_game(connection: Connection, key: str, record: Record) -> None:
    """Store a judged game under its key; a stored one stays, unless only it was delayed."""
    outcome = record.outcome
    row: dict[str, Any] = {
        "key": key,
        "game": record.game,
        "digest_a": record.bots[0].digest,
        "digest_b": record.bots[1].digest,
        "winner": outcome.winner and outcome.winner.value,
        "reason": outcome.reason,
        "score_a": outcome.scores and outcome.scores[0],
        "score_b": outcome.scores and outcome.scores[1],
        "turns": max((turn.number for turn in record.turns), default=0),
        "delayed": record.is_delayed,
        "played_at": datetime.now(UTC),
    }
    for seat, facts in zip(Seat, seat_facts(record), strict=True):
        row |= {
            f"moves_{seat}": facts.moves,
            f"seconds_{seat}": facts.seconds,
            f"slowest_seconds_{seat}": facts.slowest_seconds,
            f"cpu_seconds_{seat}": facts.cpu_seconds,
            f"memory_bytes_{seat}": facts.memory_bytes,
            f"faults_{seat}": facts.faults or None,
        }
    if not record.is_delayed and delayed_keys(connection, [key]):
        connection.execute(records.delete().where(records.c.key == key))
        connection.execute(matches.delete().where(matches.c.key == key))
    content = json.dumps(record.to_json(), separators=(",", ":")).encode()
    insert_new(connection, matches, [row])
    insert_new(connection, records, [{"key": key, "data": zlib.compress(content)}])


def note_upload(connection: Connection, key: str, owner: Owner) -> None:
    """Store who uploaded a record to look at it; the record itself is no game of this server."""
    row = {"key": key, "created_at": datetime.now(UTC), **owner.columns()}
    insert_new(connection, shown_records, [row])


def known_keys(connection: Connection, keys: Collection[str]) -> set[str]:
    """Those of *keys* whose game is stored."""
    return _chosen_keys(connection, keys)


def delayed_keys(connection: Connection, keys: Collection[str]) -> set[str]:
    """Those of *keys* whose game is stored and was delayed."""
    return _chosen_keys(connection, keys, matches.c.delayed)


def _chosen_keys(
    connection: Connection, keys: Collection[str], *which: ColumnElement[bool]
) -> set[str]:
    wanted = list(keys)
    chosen: set[str] = set()
    for place in range(0, len(wanted), _KEYS_AT_ONCE):
        some = wanted[place : place + _KEYS_AT_ONCE]
        query = select(matches.c.key).where(matches.c.key.in_(some), *which)
        chosen.update(connection.scalars(query))
    return chosen


def outcomes_of(connection: Connection, keys: Collection[str]) -> dict[str, Outcome]:
    """How the games with these *keys* ended; games that are not stored are left out."""
    m = matches.c
    query = select(m.key, m.winner, m.reason, m.score_a, m.score_b).where(m.key.in_(keys))
    return {
        key: Outcome(winner and Seat(winner), reason, None if first is None else (first, second))
        for key, winner, reason, first, second in connection.execute(query)
    }


def latest_key(connection: Connection, own: str | None = None) -> str | None:
    """The key of the game that was played last: one of a match, or *own*."""
    of_matches = matches.c.key.in_(select(series_games.c.match_key))
    query = select(matches.c.key).where(or_(of_matches, matches.c.key == own))
    return connection.scalar(query.order_by(matches.c.played_at.desc()).limit(1))


def load_record(connection: Connection, key: str) -> Record:
    """The record of the game with this key; raise `UsageError` if there is none."""
    data = connection.scalar(select(records.c.data).where(records.c.key == key))
    if data is None:
        raise UsageError("no game with the key {key!r} is stored", key=key)
    return Record.parse(zlib.decompress(data))
