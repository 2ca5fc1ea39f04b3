"""Sentences about faults: no word is said twice."""

from dataclasses import replace

import pytest

from garlic.cli.playing.report import fault_line
from garlic.core import IllegalMoveError, Text, Verdict
from garlic.core.language.text import catalogue
from garlic.judge.building.explain import explain
from garlic.judge.faults import (
    advice,
    after_verdict,
    fault_name,
    fault_text,
    output_excerpt,
    without_position,
)
from garlic.judge.record import Turn
from garlic.labs.checks.base import fault_remark

BUSY = Text("the machine was too busy: {delay} s were spent waiting for a processor", delay="1.2")
CRASHED = Text("crashed: {signal}", signal=Text("SIGFPE, it divided by zero"))
ILLEGAL = IllegalMoveError("a1", "the board", because="the disc must flip at least one other").text
FAULTS = [
    (Verdict.CRASH, CRASHED),
    (Verdict.CRASH, Text("{fault}; waited to see {wording!r}", fault=CRASHED, wording="bestmove")),
    (Verdict.CRASH, Text("ended with status {status} instead of an answer", status=3)),
    (Verdict.OVERLOAD, BUSY),
    (Verdict.ILLEGAL_MOVE, ILLEGAL),
    (Verdict.ILLEGAL_MOVE, without_position(ILLEGAL)),
    (Verdict.COMPILE_ERROR, explain("bot.c:3: error: expected ';'").text),
    (Verdict.COMPILE_ERROR, explain("undefined reference to `main'").text),
    (Verdict.FORBIDDEN, Text("tried something forbidden: {call}", call="socket")),
    (Verdict.FORBIDDEN, Text("tried something forbidden: {call} on {path}", call="a", path="/b")),
    (Verdict.TOO_LATE, Text("did not answer within {limit} s", limit="0.1")),
]
# What names a verdict, in English and in Chinese.
WORDS = {
    Verdict.CRASH: ("crash", "崩溃"),
    Verdict.OVERLOAD: ("busy", "忙"),
    Verdict.ILLEGAL_MOVE: ("illegal", "非法"),
    Verdict.COMPILE_ERROR: ("compile", "编译"),
    Verdict.FORBIDDEN: ("forbidden", "禁止"),
    Verdict.TOO_LATE: ("late", "超时"),
}


@pytest.mark.parametrize(("verdict", "detail"), FAULTS, ids=str)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_verdict_is_named_once(verdict: Verdict, detail: Text, language: str) -> None:
    word = WORDS[verdict][language == "zh"]
    assert fault_text(verdict, detail).render(language).count(word) <= 1
    assert after_verdict(detail).template in catalogue("zh")


def test_a_sentence_keeps_what_it_says() -> None:
    assert str(fault_text(Verdict.CRASH, CRASHED)) == "crash: SIGFPE, it divided by zero"
    assert str(fault_text(Verdict.CRASH, None)) == "crash"
    busy = str(fault_text(Verdict.OVERLOAD, BUSY))
    assert busy == "overload: 1.2 s were spent waiting for a processor"
    turn = Turn(number=3, seat="red", move=None, verdict=Verdict.OVERLOAD, detail=BUSY)
    assert "busy" not in fault_line(turn)


@pytest.mark.parametrize(
    "detail",
    [
        Text("ended normally, but without an answer"),
        Text(
            "{fault}; waited to see {wording!r}",
            fault=Text("ended normally, but without an answer"),
            wording="bestmove",
        ),
    ],
    ids=str,
)
def test_a_program_that_ends_normally_is_not_told_of_a_crash(detail: Text) -> None:
    turn = Turn(number=3, seat="red", move=None, verdict=Verdict.CRASH, detail=detail)
    line = fault_line(turn)
    assert "ended normally, but without an answer" in line
    assert "print an answer before `main` returns" in line
    assert "crash" not in line
    assert "null pointers" not in line
    assert "null pointers" in advice(Verdict.CRASH, CRASHED)
    names = [str(fault_name(Verdict.CRASH, one)) for one in (detail, CRASHED, None)]
    assert names == ["no answer", "crash", "crash"]
    told = fault_remark(Text("-"), Verdict.CRASH, detail=detail).advice
    assert told is not None
    assert told.render("zh") == "请在程序结束之前输出答案"


def test_the_beginning_of_a_compilers_output_is_shown_and_the_end_of_a_programs() -> None:
    stderr = "\n".join(f"line {number}" for number in range(1, 21))
    turn = Turn(1, "red", None, Verdict.CRASH, stderr=stderr)
    assert output_excerpt(turn).split("\n") == [f"line {number}" for number in (17, 18, 19, 20)]
    compiled = output_excerpt(replace(turn, verdict=Verdict.COMPILE_ERROR)).split("\n")
    assert compiled == [f"line {number}" for number in range(1, 13)]
