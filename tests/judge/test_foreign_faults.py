"""Engines that break their protocol: each gets a verdict and a sentence, none hangs the judge."""

from pathlib import Path

import pytest

from garlic.core import Seat, Text, UsageError, Verdict
from garlic.games import GAMES
from garlic.judge.bots import find_bot
from garlic.judge.check import Result, check_bot
from garlic.judge.faults import ADVICE, advice
from support.effort import promptly
from support.served import played

# A UCI engine that plays h3e3 unless a part is replaced; `say` prints lines and flushes.
UCI = """
import sys, time
def say(*lines):
    sys.stdout.write("".join(line + "\\n" for line in lines)); sys.stdout.flush()
for line in sys.stdin:
    word = line.split()[0]
    if word == "uci":
        {hello}
    elif word == "isready":
        {ready}
    elif word == "go":
        {go}
"""
HELLO = 'say("id name Test", "option name UCI_Variant type combo var xiangqi", "uciok")'
READY = 'say("readyok")'
GO = 'say("info depth 1", "bestmove h3e3")'

# An xboard engine with pings, likewise.
XBOARD = """
import sys
def say(*lines):
    sys.stdout.write("".join(line + "\\n" for line in lines)); sys.stdout.flush()
for line in sys.stdin:
    word = line.split()[0]
    if word == "protover":
        say("feature ping=1 done=1")
    elif word == "ping":
        say("pong " + line.split()[1])
    elif word == "go":
        {go}
"""


def verdict_of(
    tmp_path: Path, source: str, word: str = "uci", limits: str = "turn=2s,init=2s"
) -> tuple[Verdict, str]:
    """The verdict and the sentence of the engine's last turn, of the start and one ply."""
    program = tmp_path / "engine.py"
    program.write_text(source)
    with promptly(30):
        record = played("xiangqi", f"{word}:{program}", "random:xiangqi", plies=1, limits=limits)
    turn = [turn for turn in record.turns if turn.seat == "red"][-1]
    if turn.verdict is not Verdict.OK:
        assert record.outcome.winner is Seat.B
    return turn.verdict, str(turn.detail)


def uci(*, hello: str = HELLO, ready: str = READY, go: str = GO) -> str:
    return UCI.format(hello=hello, ready=ready, go=go)


def test_the_unchanged_engines_have_no_fault(tmp_path: Path) -> None:
    assert verdict_of(tmp_path, uci())[0] is Verdict.OK
    fine = XBOARD.format(go='say("# thinking", "move h2e2")')
    assert verdict_of(tmp_path, fine, "xboard")[0] is Verdict.OK


@pytest.mark.parametrize(
    ("engine", "verdict", "sentence"),
    [
        (uci(hello="pass"), Verdict.INIT_TOO_LATE, "2 s"),
        (uci(hello="sys.exit(3)"), Verdict.CRASH, "3"),
        (uci(ready="pass"), Verdict.INIT_TOO_LATE, "2 s"),
        (uci(go="pass"), Verdict.TOO_LATE, "which is 2 s for its move and what was left"),
        (uci(go='say("bestmove")'), Verdict.PROTOCOL, "expected a move behind 'bestmove'"),
        (uci(go='say("bestmove (none)")'), Verdict.PROTOCOL, "expected a move behind 'bestmove'"),
        (uci(go='say("bestmove e2e4q")'), Verdict.PROTOCOL, "expected a move like 'h3e3'"),
        (uci(go='say("bestmove h3h4")'), Verdict.OK, ""),
        (uci(go='say("bestmove h3i9")'), Verdict.ILLEGAL_MOVE, "the cannon cannot go there"),
        (
            uci(ready='say("bestmove h3e3", "readyok")'),
            Verdict.PROTOCOL,
            "got 'bestmove h3e3' before 'go'",
        ),
        (uci(go='say("info " + "x" * 9999999)'), Verdict.OUTPUT, ""),
        (uci(go='[say(*["info " + "x" * 999] * 99) for _ in range(10**9)]'), Verdict.OUTPUT, ""),
        (uci(go='[say("info depth 1") for _ in range(10**4)]; ' + GO), Verdict.OK, ""),
        (uci(go="import os; os.close(1); time.sleep(9)"), Verdict.CLOSED_OUTPUT, ""),
        (uci(go='say("best" + chr(0x202e) + "move \\x00")'), Verdict.TOO_LATE, ""),
        (uci(go='open("/etc/passwd")'), Verdict.FORBIDDEN, "?files=PATH"),
    ],
)
def test_an_engine_that_misbehaves(
    tmp_path: Path, engine: str, verdict: Verdict, sentence: str
) -> None:
    found, detail = verdict_of(tmp_path, engine)
    assert found is verdict, detail
    assert sentence in detail


@pytest.mark.parametrize(
    ("go", "verdict", "sentence"),
    [
        ('say("resign")', Verdict.RESIGNED, "the engine resigned"),
        ('say("0-1 {White resigns}")', Verdict.RESIGNED, "the engine resigned"),
        ('say("1/2-1/2 {I say so}")', Verdict.PROTOCOL, "the engine ended the game"),
        ('say("Illegal move: h2e2")', Verdict.PROTOCOL, "does not take our move"),
        ('say("move O-O")', Verdict.PROTOCOL, "expected a move like 'h2e2', got 'O-O'"),
        ("pass", Verdict.TOO_LATE, "which is 2 s for its move and what was left"),
    ],
)
def test_an_xboard_engine_that_gives_up_or_misbehaves(
    tmp_path: Path, go: str, verdict: Verdict, sentence: str
) -> None:
    found, detail = verdict_of(tmp_path, XBOARD.replace("{go}", go), "xboard")
    assert found is verdict, detail
    assert sentence in detail


def test_a_late_answer_is_not_taken_for_the_next_one(tmp_path: Path) -> None:
    # It sends its move twice; the second one is unrequested.
    engine = uci(go='say("bestmove h3e3"); say("bestmove h3e3")')
    program = tmp_path / "engine.py"
    program.write_text(engine)
    record = played(
        "xiangqi", f"uci:{program}", "random:xiangqi", plies=3, limits="turn=5s,init=5s"
    )
    turns = [turn for turn in record.turns if turn.seat == "red"]
    assert turns[1].verdict is Verdict.OK
    # The second answer was dropped, or judged as sent before `go`.
    assert turns[2].verdict in {Verdict.ILLEGAL_MOVE, Verdict.PROTOCOL}


def test_an_old_engine_without_features_can_play(tmp_path: Path) -> None:
    old = XBOARD.replace('say("feature ping=1 done=1")', "pass").replace(
        "{go}", 'say("1. ... h2e2")'
    )
    assert verdict_of(tmp_path, old, "xboard")[0] is Verdict.INIT_TOO_LATE
    program = tmp_path / "old.py"
    program.write_text(old)
    record = played(
        "xiangqi",
        f"xboard:{program}?protover=1",
        "random:xiangqi",
        plies=1,
        limits="turn=5s,init=5s",
    )
    assert [turn.move for turn in record.turns if turn.number == 1] == ["h2e2"]
    record = played("xiangqi", f"xboard:{program}?protover=1&cores=2", "random:xiangqi")
    assert record.turns[0].verdict is Verdict.PROTOCOL
    assert "has no option 'cores'" in str(record.turns[0].detail)


@pytest.mark.parametrize(
    ("first", "interpreter"),
    [
        ("#!/bin/sh", "/bin/sh"),
        ("#! /usr/bin/env python3", "python3"),
        ("#!/usr/bin/env -S perl -w", "perl"),
        ("#!", "PROGRAM"),
    ],
)
def test_a_script_that_starts_an_engine_is_named_before_the_game(
    tmp_path: Path, first: str, interpreter: str
) -> None:
    wrapper = tmp_path / "engine"
    wrapper.write_text(f"{first}\nexec other-engine --level=5\n")
    wrapper.chmod(0o755)
    with pytest.raises(UsageError) as refused:
        find_bot(f"uci:{wrapper}")
    assert "is a script" in str(refused.value)
    assert f"cmd:{interpreter} {wrapper}" in str(refused.value)


@pytest.mark.parametrize(
    ("detail", "told"),
    [
        (Text("the engine has no option {key!r}; there are: {known}"), "correct the settings"),
        (Text("expected 'OK' after 'START {size}', got {line!r}"), "?files=PATH"),
        (Text("expected a move like '7,7', got {line!r}"), ADVICE[Verdict.PROTOCOL]),
    ],
)
def test_advice_is_for_those_who_run_the_program_of_another(detail: Text, told: str) -> None:
    assert told in advice(Verdict.PROTOCOL, detail)


def test_check_gives_the_advice_for_a_wrong_setting(tmp_path: Path) -> None:
    program = tmp_path / "engine.py"
    program.write_text(UCI.format(hello=HELLO, ready=READY, go=GO))
    game = GAMES["xiangqi"]
    report = check_bot(find_bot(f"uci:{program}?Hsh=64"), game, limits=game.limits)
    finding = next(each for each in report.findings if each.result is Result.FAILED)
    assert "the engine has no option 'Hsh'" in str(finding.detail)
    assert finding.advice == "correct the settings behind `?` in the bot's name"
