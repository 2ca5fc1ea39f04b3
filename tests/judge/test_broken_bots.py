"""Bots of courses, broken in one place: what their authors read."""

from pathlib import Path

import pytest

from garlic.core import Seat, Verdict
from support.served import faults_of, played

TIAOJIA = Path(__file__).parents[1] / "data/courses/tiaojia-mixed/main #2 (final).c"
OTHELLO = """
#include <stdio.h>
#include <unistd.h>
#include "../include/playerbase.h"
void init(struct Player *player) { /* init */ }
struct Point place(struct Player *player) { /* place */ return initPoint(-1, -1); }
"""
FLOOD = f'for (;;) puts("{"x" * 60}");'
SLEEP = "for (;;) sleep(1);"


def fault_of(game: str, bot: str, opponent: str) -> tuple[Verdict, str]:
    """The first fault of *bot*, which has the first seat and must lose: verdict and sentence."""
    record = played(game, bot, opponent, limits="turn=2s,init=2s")
    assert record.outcome.winner is Seat.B
    first = next(turn for turn in record.turns if turn.verdict is not Verdict.OK)
    return first.verdict, faults_of(record)[0]


@pytest.mark.parametrize(
    ("old", "new", "verdict", "said"),
    [
        (
            "#include <stdio.h>",
            '#include "rules.h"',
            Verdict.COMPILE_ERROR,
            "rules.h: No such file",
        ),
        (
            "int side",
            "return 0; int side",
            Verdict.CRASH,
            "ended normally, but without an answer",
        ),
        (
            "int side",
            f"{FLOOD} int side",
            Verdict.PROTOCOL,
            "expected 'OK' after 'START', got 'xxx",
        ),
        ("int side", f"{SLEEP} int side", Verdict.INIT_TOO_LATE, "within 2 s"),
        ('puts("OK")', 'puts("")', Verdict.PROTOCOL, "expected 'OK' after 'START', got ''"),
        ('puts(turn ? "6 4 0" : "5 4 1")', 'puts("9 9 9")', Verdict.PROTOCOL, "9 9 9"),
        ('puts(turn ? "6 4 0" : "5 4 1")', "fflush(stdin)", Verdict.TOO_LATE, "within 2 s"),
    ],
    ids=["header", "nothing", "floods", "sleeps", "no OK", "no move", "silent"],
)
def test_tiaojia(tmp_path: Path, old: str, new: str, verdict: Verdict, said: str) -> None:
    text = TIAOJIA.read_bytes()
    assert old.encode() in text
    source = tmp_path / "main #2.c"
    source.write_bytes(b"#include <unistd.h>\n" + text.replace(old.encode(), new.encode()))
    got, sentence = fault_of("tiaojia", f"tongji:{source}", "random:tiaojia")
    assert (got, said in sentence) == (verdict, True), sentence


@pytest.mark.parametrize(
    ("old", "new", "verdict", "said"),
    [
        ("<stdio.h>", '"rules.h"', Verdict.COMPILE_ERROR, "player.h:2:10: fatal error: rules.h"),
        ("../include/playerbase.h", "../inc/base.h", Verdict.COMPILE_ERROR, "base.h: No such file"),
        ("place(struct", "palce(struct", Verdict.COMPILE_ERROR, "it has no function place"),
        ("/* init */", SLEEP, Verdict.INIT_TOO_LATE, "within 2 s"),
        ("/* place */", FLOOD, Verdict.OUTPUT, "printed more than 1024 KB"),
        ("/* place */", "*(volatile int *)0 = 1;", Verdict.CRASH, "SIGSEGV"),
    ],
    ids=["header", "path", "name", "init", "floods", "crashes"],
)
def test_othello(tmp_path: Path, old: str, new: str, verdict: Verdict, said: str) -> None:
    assert old in OTHELLO
    source = tmp_path / "player.h"
    source.write_text(OTHELLO.replace(old, new))
    got, sentence = fault_of("othello", str(source), "random:othello")
    assert (got, said in sentence) == (verdict, True), sentence
