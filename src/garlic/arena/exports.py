"""Exports of a tournament: CSV, JSON, HTML, and the game's own notations."""

import csv
import io
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, fields, is_dataclass
from enum import Enum
from typing import Any

from garlic.arena.snapshot import PlayedGame, TournamentSnapshot
from garlic.core import Game, Sheet, UsageError
from garlic.core.render.spreadsheet import spreadsheet_cell
from garlic.games import GAMES
from garlic.judge.notations import sheet_of, written_forms
from garlic.judge.record import Record

Progress = Callable[[int, int | None], None]


def forms(game: Game) -> tuple[str, ...]:
    """The names of all formats that a tournament of *game* can be exported in."""
    return ("csv", "standings", "json", "records", "html", *written_forms(game))


def export(
    tournament: TournamentSnapshot,
    form: str,
    language: str | None = None,
    progress: Progress | None = None,
) -> bytes:
    """The content of a file in *form*; raise `UsageError` for an unknown one.

    ``csv`` has one row per game, ``standings`` one row per bot (CSV too), ``json`` both and the
    settings, ``records`` one record per line, ``html`` is the report in *language*; ``text`` and
    the game's notations hold the moves of every game that they can express.
    """
    game = GAMES[tournament.game]
    report = progress or (lambda *_: None)
    if form == "csv":
        return _csv([_game_row(played) for played in tournament.games])
    if form == "standings":
        return _csv([_plain(asdict(line)) for line in tournament.standings])
    if form == "json":
        return _json(tournament)
    if form == "records":
        records = (record for _, record in _records(tournament, report))
        lines = (json.dumps(record.to_json(), ensure_ascii=False) for record in records)
        return "".join(f"{line}\n" for line in lines).encode()
    if form == "html":
        from garlic.arena.report import html  # noqa: PLC0415  (only this form needs it)

        return html(tournament, language, report).encode()
    if form not in forms(game):
        raise UsageError(
            "the tournament cannot be exported as {form!r}; there are {known}",
            form=form,
            known=", ".join(forms(game)),
        )
    return _notation(tournament, game, form, report)


def _game_row(played: PlayedGame) -> dict[str, Any]:
    """A game as one row: one column per fact; facts of a seat have one column for each seat."""
    row: dict[str, Any] = {
        "number": played.number,
        "round": played.round,
        "pair": played.pair,
        "opening": played.opening,
        "first": played.seats[0],
        "second": played.seats[1],
        "winner": played.seats[played.winner.index] if played.winner else "",
        "score": played.score,
        "reason": played.reason,
        "first_score": played.scores[0] if played.scores else "",
        "second_score": played.scores[1] if played.scores else "",
        "turns": played.turns,
    }
    for seat, facts in zip(("first", "second"), played.facts, strict=True):
        row |= {f"{seat}_{name}": value for name, value in _plain(asdict(facts)).items()}
    return row | {
        "counts": int(played.counts),
        "delayed": int(played.delayed),
        "key": played.key,
        "played_at": played.played_at.isoformat(),
    }


def _plain(row: dict[str, Any]) -> dict[str, Any]:
    """*row* with faults in one cell: ``too late 2; crash 1``."""
    faults = "; ".join(f"{name} {count}" for name, count in row["faults"].items())
    return row | {"faults": faults}


def _csv(rows: Sequence[dict[str, Any]]) -> bytes:
    """The rows with a header, and the byte order mark by which Excel detects UTF-8."""
    written = io.StringIO()
    writer = csv.DictWriter(written, list(rows[0]) if rows else [])
    writer.writeheader()
    writer.writerows({name: _cell(value) for name, value in row.items()} for row in rows)
    return written.getvalue().encode("utf-8-sig")


def _cell(value: Any) -> Any:
    if isinstance(value, str):
        return spreadsheet_cell(value)
    return "" if value is None else value


def _json(tournament: TournamentSnapshot) -> bytes:
    document = {
        field.name: _value(getattr(tournament, field.name))
        for field in fields(tournament)
        if field.name != "record"
    } | {"delayed": tournament.delayed}
    return (json.dumps(document, ensure_ascii=False, indent=1) + "\n").encode()


def _value(value: Any) -> Any:
    """*value* as plain JSON values."""
    if isinstance(value, Enum):
        return value.value
    if hasattr(value, "isoformat"):
        return value.isoformat()
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: _value(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {name: _value(inner) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_value(inner) for inner in value]
    return value


def _records(
    tournament: TournamentSnapshot, progress: Progress
) -> Iterable[tuple[PlayedGame, Record]]:
    for number, played in enumerate(tournament.games, 1):
        yield played, tournament.record(played.key)
        progress(number, len(tournament.games))


def _notation(tournament: TournamentSnapshot, game: Game, form: str, progress: Progress) -> bytes:
    write = written_forms(game)[form].write
    assert write is not None  # noqa: S101  (`written_forms` lists only those)
    return b"".join(
        write(_sheet(tournament, played, record, form))
        for played, record in _records(tournament, progress)
    )


def _sheet(tournament: TournamentSnapshot, played: PlayedGame, record: Record, form: str) -> Sheet:
    date = played.played_at.strftime("%Y.%m.%d" if form == "pgn" else "%Y-%m-%d")
    tags = {
        "first": played.seats[0],
        "second": played.seats[1],
        "event": tournament.name,
        "round": str(played.round),
        "date": date,
    }
    return sheet_of(record, form, tags)
