"""The gauntlet against other programs: their file, and results that survive an interruption."""

import json
from dataclasses import replace
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from bench.engines.gauntlet.command import described, main
from bench.engines.gauntlet.opponents import FOLDER_VARIABLE, Opponent, read_opponents
from bench.engines.gauntlet.run import (
    Result,
    ResultFile,
    Terms,
    judge_seconds,
    limits_of,
    margin_ms,
    openings,
    our_bot,
    play_gauntlet,
)

from garlic.core import InvalidFileError, Seat, UsageError, Verdict
from garlic.games import GAMES
from garlic.games.gomoku.openings import openings as gomoku_openings
from garlic.judge.game_run import GameRun
from garlic.judge.record import NOT_JUDGED, Cost, Record, Turn
from garlic.wire import PROTOCOLS, BotSettings, SeatSetup
from garlic.wire.settings import parse_settings
from support.stub_games import StubExecutor, record_of

TERMS = Terms("tiaojia", "somebody", 0.1, opening_plies=3)
OTHER = "random:tiaojia"


def ours_win(_: int, game_run: GameRun) -> Record:
    return record_of(game_run, Seat.A if game_run.bots[0].name == our_bot(TERMS) else Seat.B)


def test_gomoku_has_openings_that_were_checked_before() -> None:
    terms = Terms("gomoku", "somebody", 0.1, rule="freestyle")
    starts = openings(terms, 5)
    known = {str(position) for position in gomoku_openings("freestyle")}
    assert len(set(starts)) == 5
    assert set(starts) <= known
    assert openings(replace(terms, seed=1), 5) != starts
    assert openings(terms, 5) == starts
    assert all(start.startswith("renju") for start in openings(replace(terms, rule=None), 3))


def test_every_opponent_plays_a_game_of_ours_by_a_known_protocol() -> None:
    for opponent in read_opponents().values():
        assert opponent.protocol in PROTOCOLS
        assert GAMES[opponent.game].name == opponent.game


def test_an_opponent_is_found_in_the_folder(tmp_path: Path) -> None:
    opponent = read_opponents()["eleeye"]
    with pytest.raises(UsageError, match="expected at"):
        opponent.bot(tmp_path, 100)
    (tmp_path / "eleeye").mkdir()
    (tmp_path / "eleeye/eleeye").touch()
    name = opponent.bot(tmp_path, 100)
    assert name == f"ucci:{tmp_path}/eleeye/eleeye?margin=100&files={tmp_path}/eleeye"


@pytest.mark.parametrize("opponent", read_opponents().values(), ids=lambda one: one.name)
def test_every_opponent_can_be_told_its_settings(opponent: Opponent, tmp_path: Path) -> None:
    for name in {opponent.program, *(name for name in opponent.files if name[0] != "/")}:
        (tmp_path / name).mkdir(parents=True, exist_ok=True)
    (tmp_path / opponent.program).rmdir()
    (tmp_path / opponent.program).touch()
    word, _, rest = opponent.bot(tmp_path, 100).partition(":")
    settings = BotSettings(parse_settings(opponent.name, rest.partition("?")[2]))
    game: Any = GAMES[opponent.game]
    setup = SeatSetup(game, Seat.A, game.limits, game.start())
    PROTOCOLS[word].dialogue(setup, settings)  # raises if it refuses one


def test_a_program_without_a_clock_has_time_for_hard_moves(tmp_path: Path) -> None:
    opponent = read_opponents()["ntest"].with_settings("depth=9")
    (tmp_path / "ntest").mkdir()
    (tmp_path / "ntest/ntest").touch()
    assert opponent.bot(tmp_path, 100).partition("?")[2] == f"depth=9&files={tmp_path}/ntest"
    assert not opponent.has_clock
    assert limits_of("othello", 0.3, has_clock=False).turn_seconds == 16
    assert limits_of("othello", 0.3).turn_seconds == judge_seconds(0.3)


def test_both_sides_are_told_the_same_time() -> None:
    assert round(1000 * judge_seconds(0.3)) - margin_ms(0.3) == 300
    assert our_bot(TERMS) == "engine:tiaojia?time=100"


def test_results_are_kept_after_every_pair_and_continued(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    first = StubExecutor(ours_win)
    file = ResultFile.open(path)
    for result in islice(play_gauntlet(file.of(TERMS), OTHER, 5, first), 2):
        file.keep(result)
    again = ResultFile.open(path)  # the first run was killed
    assert again.of(TERMS).scores == [1, 1, 1, 1]
    second = StubExecutor(ours_win)
    for result in play_gauntlet(again.of(TERMS), OTHER, 5, second):
        again.keep(result)
    assert len(second.game_runs) == 6
    assert {run.start for run in second.game_runs}.isdisjoint(
        {run.start for run in first.game_runs[:4]}
    )
    summary = json.loads(path.read_text())["results"][0]["summary"]
    assert (summary["games"], summary["wins"], summary["pairs"]) == (10, 10, [0, 0, 0, 0, 5])
    assert not list(play_gauntlet(again.of(TERMS), OTHER, 5, second))


def test_other_terms_are_other_results(tmp_path: Path) -> None:
    file = ResultFile.open(tmp_path / "results.json")
    for terms in (TERMS, Terms("tiaojia", "somebody", 0.2, opening_plies=3)):
        file.keep(next(play_gauntlet(Result(terms), OTHER, 1, StubExecutor(ours_win))))
    assert len(ResultFile.open(file.path).results) == 2


def test_the_start_of_a_program_is_no_move_but_can_be_a_fault() -> None:
    ours, theirs = GAMES["tiaojia"].seats

    def with_turns(_: int, game_run: GameRun) -> Record:
        mine, other = (ours, theirs) if game_run.bots[0].name == our_bot(TERMS) else (theirs, ours)
        turns = (
            Turn(0, mine, None, Verdict.OK, cost=Cost(cpu_seconds=3.0)),
            Turn(0, other, None, Verdict.INIT_TOO_LATE, cost=Cost(cpu_seconds=5.0)),
            Turn(1, mine, "A1-B2", Verdict.OK, cost=Cost(cpu_seconds=0.25)),
            Turn(2, other, "A1-B2", Verdict.OK, cost=Cost(cpu_seconds=0.5)),
        )
        return record_of(game_run, Seat.A, turns=turns)

    (result,) = play_gauntlet(Result(TERMS), OTHER, 1, StubExecutor(with_turns))
    assert result.cpu_per_move() == (0.25, 0.5)
    assert (result.pairs[0].plies, result.faults) == (4, ["theirs: init too late"] * 2)


def test_a_program_that_crashes_at_once_has_no_result() -> None:
    ours, theirs = GAMES["tiaojia"].seats

    def crashed(_: int, game_run: GameRun) -> Record:
        mine, other = (ours, theirs) if game_run.bots[0].name == our_bot(TERMS) else (theirs, ours)
        turns = (
            Turn(1, mine, "A1-B2", Verdict.OK),
            Turn(2, other, None, Verdict.CRASH),
        )
        return record_of(game_run, Seat.A, turns=turns)

    with pytest.raises(UsageError, match="somebody crashes at its first turn"):
        list(play_gauntlet(Result(TERMS), OTHER, 5, StubExecutor(crashed)))


def test_pairs_tell_when_how_undisturbed_and_by_which_versions_they_were_played() -> None:
    ours, theirs = GAMES["tiaojia"].seats

    def delayed(_: int, game_run: GameRun) -> Record:
        turns = (
            Turn(0, ours, None, Verdict.OK, cost=Cost(delay_seconds=9.0)),
            Turn(1, ours, "A1-B2", Verdict.OK, cost=Cost(cpu_seconds=0.25, delay_seconds=0.125)),
            Turn(2, theirs, "A1-B2", Verdict.OK, cost=Cost(cpu_seconds=0.75, delay_seconds=0.125)),
        )
        return record_of(game_run, Seat.A, turns=turns)

    (result,) = play_gauntlet(Result(TERMS), OTHER, 1, StubExecutor(delayed))
    assert result.delay_share == 0.25
    assert "waited for a processor: 25% of that" in described(result)
    assert result.dates == [result.pairs[0].date]
    assert result.dates[0] == datetime.fromisoformat(result.dates[0]).date().isoformat()
    assert result.versions == (1, 1)
    assert Result.parse(json.loads(json.dumps(result.to_json())), "it") == result
    newer = replace(result.pairs[0], versions=("newer", result.pairs[0].versions[1]))
    mixed = replace(result, pairs=(*result.pairs, newer))
    assert mixed.versions == (2, 1)
    assert "different versions: 2 of ours, 1 of theirs" in described(mixed)


def test_results_of_an_older_file_are_read(tmp_path: Path) -> None:
    file = ResultFile.open(tmp_path / "results.json")
    file.keep(next(play_gauntlet(Result(TERMS), OTHER, 1, StubExecutor(ours_win))))
    stored = json.loads(file.path.read_text())
    for name in ("delay", "date", "versions"):
        del stored["results"][0]["pairs"][0][name]
    file.path.write_text(json.dumps(stored))
    result = ResultFile.open(file.path).of(TERMS)
    assert (result.scores, result.dates, result.versions) == ([1, 1], [], (0, 0))


def test_records_of_all_games_are_kept(tmp_path: Path) -> None:
    def first_seat_wins(_: int, game_run: GameRun) -> Record:
        return record_of(game_run, Seat.A)

    folder = tmp_path / "records"
    list(
        play_gauntlet(Result(TERMS), OTHER, 1, StubExecutor(first_seat_wins), records_folder=folder)
    )
    assert sorted(path.name for path in folder.iterdir()) == [
        "001-ours-first-won.json",
        "001-ours-second-lost.json",
    ]
    for path in folder.iterdir():
        assert Record.parse(path.read_bytes()).game == "tiaojia"


def test_the_table_shows_all_results_of_the_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = ResultFile.open(tmp_path / "results.json")
    file.keep(next(play_gauntlet(Result(TERMS), OTHER, 1, StubExecutor(ours_win))))
    file.keep(Result(Terms("xiangqi", "nobody", 0.1), unjudged=1))
    shown = ["--table", "--results", str(file.path)]
    assert main(shown) == 0
    table = capsys.readouterr().out
    assert "somebody" in table
    assert "100%" in table
    assert "waited" in table
    assert main([*shown, "--json"]) == 0
    results = json.loads(capsys.readouterr().out)
    assert [one["terms"]["against"] for one in results] == ["somebody", "nobody"]
    assert [one["summary"]["wins"] for one in results] == [2, 0]
    assert main(["xiangqi", *shown, "--json"]) == 0
    assert [one["unjudged"] for one in json.loads(capsys.readouterr().out)] == [1]
    assert main(["--table", "--results", str(tmp_path / "missing.json")]) == 2


def test_what_is_not_judged_is_no_result() -> None:
    def unjudged(_: int, game_run: GameRun) -> Record:
        return record_of(game_run, NOT_JUDGED.winner, NOT_JUDGED.reason)

    *_, result = play_gauntlet(Result(TERMS), OTHER, 2, StubExecutor(unjudged))
    assert (result.unjudged, result.scores, result.share) == (2, [], None)
    assert "nothing judged" in described(result)


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"version": 1, "results": [{"pairs": 3}]}'])
def test_a_damaged_file_of_results_is_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "results.json"
    path.write_text(content)
    with pytest.raises(InvalidFileError):
        ResultFile.open(path)
    assert path.read_text() == content


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "name a game"),
        (["xiangqi", "--against", "nobody"], "there is no opponent 'nobody'"),
        (["othello", "--against", "eleeye"], "eleeye plays xiangqi, not othello"),
        (["xiangqi", "--against", "eleeye"], f"set {FOLDER_VARIABLE}"),
        (["chess", "--against", "eleeye"], "chess"),
        (["xiangqi", "--against", "eleeye", "--games", "1"], "at least two games"),
    ],
)
def test_wrong_options_are_one_sentence(
    arguments: list[str],
    sentence: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv(FOLDER_VARIABLE, raising=False)
    assert main(arguments) == 2
    assert sentence in capsys.readouterr().err
