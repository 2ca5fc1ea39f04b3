"""Exports: every format is read back by a reader of that format."""

import csv
import io
import json
from dataclasses import replace
from functools import partial

import pytest

from garlic.arena.exports import export, forms
from garlic.arena.snapshot import PlayedGame, TournamentSnapshot
from garlic.core import Outcome, Seat, UsageError
from garlic.core.line import text_notation
from garlic.games import GAMES
from garlic.judge.record import Record
from support.present import present
from support.sample_tournaments import tournament_of


@pytest.fixture(scope="module")
def cup() -> TournamentSnapshot:
    return tournament_of("othello", ["alpha", "=2+2", "小蒜"], slips=4)


def rows(content: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"))))


def test_games_as_csv(cup: TournamentSnapshot) -> None:
    found = rows(export(cup, "csv"))
    assert len(found) == len(cup.games)
    for row, played in zip(found, cup.games, strict=True):
        assert (int(row["number"]), float(row["score"])) == (played.number, played.score)
        assert int(row["first_moves"]) == played.facts[0].moves
    assert {row["second"] for row in found} == {"alpha", "'=2+2", "小蒜"}


def test_standings_as_csv(cup: TournamentSnapshot) -> None:
    found = rows(export(cup, "standings"))
    assert [float(row["elo"]) for row in found] == [line.elo for line in cup.standings]


def test_csv_has_a_byte_order_mark_for_excel(cup: TournamentSnapshot) -> None:
    assert export(cup, "csv").startswith(b"\xef\xbb\xbf")


def test_one_game_as_csv(cup: TournamentSnapshot) -> None:
    (row,) = rows(export(replace(cup, games=cup.games[:1]), "csv"))
    assert row["number"] == "1"


def test_exports_before_the_first_game() -> None:
    empty = tournament_of("othello", ["a", "b"], rounds=0)
    for form in forms(GAMES["othello"]):
        export(empty, form)


def test_json_has_everything_but_the_records(cup: TournamentSnapshot) -> None:
    document = json.loads(export(cup, "json"))
    assert document["state"] == "finished"
    assert document["created_at"] == "2026-03-01T20:00:00+00:00"
    assert len(document["games"]) == len(cup.games)
    assert document["games"][0]["seats"] == list(cup.games[0].seats)
    assert document["standings"][0]["faults"] == dict(cup.standings[0].faults)
    assert "record" not in document


def test_records_one_per_line(cup: TournamentSnapshot) -> None:
    lines = export(cup, "records").splitlines()
    assert [Record.parse(line).to_json() for line in lines] == [
        cup.record(game.key).to_json() for game in cup.games
    ]


def test_the_report_is_an_export(cup: TournamentSnapshot) -> None:
    assert export(cup, "html", "zh").startswith(b"<!DOCTYPE html>")


def test_an_unknown_format_is_an_error(cup: TournamentSnapshot) -> None:
    with pytest.raises(UsageError, match=r"cannot be exported as 'pgn'; there are csv, .*ggf"):
        export(cup, "pgn")


def moves_of(record: Record) -> list[str | None]:
    """The moves before the first fault."""
    moves = []
    for turn in record.turns:
        if turn.number and turn.verdict.value != "ok":
            break
        if turn.number:
            moves.append(turn.move)
    return moves


@pytest.mark.parametrize(
    ("game", "form"),
    [("othello", "ggf"), ("gomoku", "sgf"), ("xiangqi", "pgn"), ("tiaojia", "text")],
)
def test_notations_are_read_back(game: str, form: str) -> None:
    cup = tournament_of(game, ["alpha", "be]ta"], rounds=1, slips=1)
    notation = GAMES[game].notations.get(form) or text_notation(GAMES[game])
    sheets = present(notation.read)(export(cup, form))
    assert len(sheets) == len(cup.games)
    for sheet, played in zip(sheets, cup.games, strict=True):
        assert [str(move) for move in sheet.moves] == moves_of(cup.record(played.key))
        if form != "text":
            assert (sheet.tags["first"], sheet.tags["second"]) == played.seats


@pytest.mark.parametrize(
    ("game", "form", "results"),
    [("gomoku", "sgf", ["B+F", "W+F", "Draw"]), ("xiangqi", "pgn", ["1-0", "0-1", "1/2-1/2"])],
)
def test_a_game_that_ended_by_a_fault_has_its_result(
    game: str, form: str, results: list[str]
) -> None:
    cup = tournament_of(game, ["alpha", "beta"], rounds=1)
    record = cup.record(cup.games[0].key)
    for winner, result in zip((Seat.A, Seat.B, None), results, strict=True):
        outcome = Outcome(winner, "too late")
        cut = replace(record, turns=record.turns[:6], outcome=outcome)
        played: PlayedGame = replace(cup.games[0], winner=winner)
        one = replace(cup, games=(played,), record=partial(lambda record, _: record, cut))
        (sheet,) = present(GAMES[game].notations[form].read)(export(one, form))
        assert sheet.tags["result"] == result


def test_an_opening_is_part_of_the_game() -> None:
    cup = tournament_of("othello", ["alpha", "beta"], rounds=1)
    start = GAMES["othello"].setup()
    record = replace(cup.record("1"), start=f"{start} moves f5 d6", turns=())
    one = replace(cup, games=cup.games[:1], record=lambda _: record)
    (sheet,) = present(text_notation(GAMES["othello"]).read)(export(one, "text"))
    assert (str(sheet.start), [str(move) for move in sheet.moves]) == (str(start), ["f5", "d6"])
