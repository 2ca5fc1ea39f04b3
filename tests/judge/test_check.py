"""`garlic check`: what it finds in good bots and in faulty ones."""

import codecs
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

import pytest

from garlic.cli import run
from garlic.core import Seat, UsageError, Verdict
from garlic.core.game import turn_position
from garlic.core.language.text import catalogue
from garlic.games import GAMES
from garlic.judge import game_run
from garlic.judge.bots import find_bot
from garlic.judge.build import NotInstalledError
from garlic.judge.check import Result, check_bot
from garlic.judge.checking import aspects, trials
from garlic.judge.checking.report import CheckReport, Finding, Trial
from garlic.judge.faults import ADVICE, NO_ANSWER, advice
from garlic.judge.patience import Patience
from garlic.judge.record import Cost, Turn
from garlic.judge.referee import Overloaded
from support.busy import FakeQuiet

EXAMPLE = Path(__file__).parents[2] / "examples" / "bots" / "othello" / "c" / "player.h"
GOOD = "def play(position):\n    return position.legal_moves()[0]\n"


def report_of(
    tmp_path: Path, source: str, game: str = "tiaojia", name: str = "bot.py"
) -> CheckReport:
    path = tmp_path / name
    path.write_text(source, encoding="utf-8")
    return check_bot(find_bot(str(path)), GAMES[game])


def finding(report: CheckReport, name: str) -> Finding:
    return next(found for found in report.findings if found.name == name)


def failures(report: CheckReport) -> list[str]:
    return [found.name for found in report.findings if found.result is Result.FAILED]


def test_what_a_busy_machine_cost_is_no_time_of_the_bot() -> None:
    waited = Cost(wall_seconds=0.75, cpu_seconds=0.125, delay_seconds=0.5, credit_seconds=0.0625)
    assert waited.limited_seconds == 0.1875
    assert replace(waited, cpu_seconds=0.25).limited_seconds == 0.25  # of several threads
    start = Turn(0, "black", None, Verdict.OK, cost=waited)
    move = Turn(1, "black", "9 7 4", Verdict.OK, cost=waited)
    limits = replace(GAMES["tiaojia"].limits, turn_seconds=0.25, init_seconds=1.0)
    tried = trials.Trials(GAMES["tiaojia"], find_bot("random:tiaojia"), limits, seed=0)
    tried.judged = [Trial("", seat, (start, move)) for seat in Seat]
    figures = {one.name: str(one.detail) for one in aspects.findings_of(tried)}
    assert figures["starts on either side"] == "slowest 188 ms of 1 s allowed"
    assert figures["answers in time"] == "median 188 ms, slowest 188 ms of 250 ms allowed"


class BusyMachine:
    """Too busy for the games that the function says which it is called with."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: list[Seat] = []
        self._monkeypatch = monkeypatch

    def __call__(self, is_busy: Callable[[int, Seat], bool]) -> None:
        usual, asked = trials.Trials._trial, self.asked

        def trial(self: trials.Trials, start: Any, seat: Seat) -> Trial:
            asked.append(seat)
            if is_busy(len(asked), seat):
                raise Overloaded(Turn(number=3, seat="red", move=None, verdict=Verdict.OVERLOAD))
            return usual(self, start, seat)

        self._monkeypatch.setattr(trials.Trials, "_trial", trial)


@pytest.fixture
def busy(monkeypatch: pytest.MonkeyPatch) -> BusyMachine:
    return BusyMachine(monkeypatch)


def test_nothing_is_judged_on_a_machine_that_is_too_busy(tmp_path: Path, busy: BusyMachine) -> None:
    busy(lambda *_: True)
    report = report_of(tmp_path, GOOD)
    assert report.result is Result.NOT_JUDGED
    assert (report.tried, len(report.trials)) == (2, 0)
    tried = {found.name for found in report.findings if found.result is Result.PASSED}
    assert tried == {"builds"}
    assert "too busy" in str(finding(report, "moves by the rules").detail)
    assert "games given up: 2" in str(report.findings[-1].detail)


def test_it_waits_for_a_quiet_machine_and_tries_again(
    tmp_path: Path, busy: BusyMachine, quiet_answers: FakeQuiet
) -> None:
    busy(lambda number, _: number <= 3)
    path = tmp_path / "bot.py"
    path.write_text(GOOD)
    report = check_bot(find_bot(str(path)), GAMES["tiaojia"], patience=Patience(30.0))
    assert report.result is Result.PASSED
    assert report.tried == len(report.trials)
    assert len(quiet_answers) == 3
    assert "games played again: 3" in str(report.findings[-1].detail)


def test_one_seat_alone_is_not_judged(tmp_path: Path, busy: BusyMachine) -> None:
    busy(lambda _, seat: seat is Seat.B)
    path = tmp_path / "bot.py"
    path.write_text(GOOD)
    report = check_bot(find_bot(str(path)), GAMES["tiaojia"])
    assert report.result is Result.NOT_JUDGED
    assert (report.tried, len(report.trials)) == (2, 1)
    assert finding(report, "moves by the rules").result is Result.PASSED
    assert finding(report, "starts on either side").result is Result.NOT_JUDGED


def test_a_fault_that_was_seen_counts_on_a_busy_machine(tmp_path: Path, busy: BusyMachine) -> None:
    busy(lambda _, seat: seat is Seat.B)
    report = report_of(tmp_path, "def play(position):\n    1 / 0\n")
    assert report.result is Result.FAILED
    assert failures(report) == ["does not crash"]


def test_a_game_that_cannot_be_repeated_decides_nothing(tmp_path: Path, busy: BusyMachine) -> None:
    games = len(report_of(tmp_path, GOOD).trials)
    busy(lambda number, _: number > games)
    report = report_of(tmp_path, GOOD)
    assert report.result is Result.PASSED
    assert report.tried == len(report.trials) == games
    found = finding(report, "plays the same game twice")
    assert found.result is Result.REMARK
    assert "too busy" in str(found.detail)


def test_a_missing_compiler_is_not_the_bots_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(*_: object, **__: object) -> NoReturn:
        raise NotInstalledError("the compiler {name} is not installed", name="g++")

    monkeypatch.setattr(game_run, "build_program", missing)
    report = report_of(tmp_path, "int main() {}\n", name="bot.cpp")
    assert report.result is Result.NOT_JUDGED
    assert "not installed" in str(finding(report, "builds").detail)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "keeps within its memory: not tried: the machine was too busy\n"),
        ("zh", "内存不超限：没有测到：机器太忙\n"),
    ],
)
def test_the_command_says_that_it_could_not_judge(
    tmp_path: Path,
    busy: BusyMachine,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    language: str,
    sentence: str,
) -> None:
    monkeypatch.setenv("GARLIC_LANG", language)
    busy(lambda *_: True)
    path = tmp_path / "bot.py"
    path.write_text(GOOD)
    command = ["check", "tiaojia", str(path)]
    assert run(command) == 3
    printed = capsys.readouterr().out
    assert printed.count(sentence) == 1
    assert sum(line.startswith("? ") for line in printed.splitlines()) == 1
    assert "--patience 10" in printed
    assert run([*command, "--json"]) == 3
    document = json.loads(capsys.readouterr().out)
    assert (document["result"], document["passed"]) == ("not judged", False)
    assert (document["trials"], document["judged"]) == (2, 0)
    assert len(busy.asked) == 12


def test_a_good_bot_passes(tmp_path: Path) -> None:
    report = report_of(tmp_path, GOOD)
    assert report.result is Result.PASSED
    assert {found.result for found in report.findings} <= {Result.PASSED, Result.REMARK}
    assert {trial.seat for trial in report.trials} == set(type(report.trials[0].seat))
    moves = sum(len(trial.moves) for trial in report.trials)
    assert f"{moves} moves in" in str(finding(report, "moves by the rules").detail)


@pytest.mark.parametrize(
    ("source", "failed", "verdict"),
    [
        ("def play(position):\n    return '0 0 0'\n", "moves by the rules", Verdict.ILLEGAL_MOVE),
        ("def play(position):\n    return 'left'\n", "keeps to the protocol", Verdict.PROTOCOL),
        ("def play(position):\n    1 / 0\n", "does not crash", Verdict.CRASH),
        ("raise ValueError\n", "starts on either side", Verdict.CRASH),
        (
            "def play(position):\n    import os\n    os.fork()\n",
            "does nothing forbidden",
            Verdict.FORBIDDEN,
        ),
    ],
)
def test_a_fault_is_found_and_comes_with_advice(
    tmp_path: Path, source: str, failed: str, verdict: Verdict
) -> None:
    report = report_of(tmp_path, source)
    assert report.result is Result.FAILED
    assert failures(report) == [failed]
    assert finding(report, failed).advice == ADVICE[verdict]


def test_a_bot_that_ends_without_an_answer_is_told_to_keep_running(tmp_path: Path) -> None:
    found = finding(report_of(tmp_path, "raise SystemExit\n"), "starts on either side")
    assert found.advice == advice(Verdict.CRASH, NO_ANSWER)


def test_the_end_of_a_traceback_is_shown(tmp_path: Path) -> None:
    report = report_of(tmp_path, "def play(position):\n    return [][3]\n")
    assert "IndexError" in finding(report, "does not crash").output


def test_a_fault_comes_with_its_position(tmp_path: Path) -> None:
    report = report_of(tmp_path, "def play(position):\n    1 / 0\n")
    found = finding(report, "does not crash")
    assert found.position == str(GAMES["tiaojia"].setup())
    later = "asked = 0\ndef play(position):\n    global asked\n    asked += 1\n"
    later += "    print(position)\n    return position.legal_moves()[0 if asked < 3 else 9999]\n"
    found = finding(report_of(tmp_path, later), "does not crash")
    assert found.position is not None
    assert turn_position(GAMES["tiaojia"].parse(found.position)).mover is report.trials[0].seat


def test_a_bot_that_never_starts_is_tried_no_further(tmp_path: Path) -> None:
    report = report_of(tmp_path, "def move(board):\n    return 'd3'\n", game="othello")
    assert failures(report) == ["starts on either side"]
    found = finding(report, "starts on either side")
    assert "before the first turn" in str(found.detail)
    assert "defines none of" in found.output
    others = [one for one in report.findings if one.name not in {"builds", found.name}]
    assert {(one.result, one.detail) for one in others} == {(Result.NOT_JUDGED, None)}


@pytest.mark.parametrize(
    ("source", "failed"),
    [
        ("import time\ndef play(position):\n    time.sleep(60)\n", "answers in time"),
        ("def play(position):\n    1 / 0\n", "does not crash"),
        ("import os\ndef play(position):\n    os.fork()\n", "does nothing forbidden"),
    ],
)
def test_a_bot_that_never_moves_does_not_move_by_the_rules(
    tmp_path: Path, source: str, failed: str
) -> None:
    path = tmp_path / "bot.py"
    path.write_text(source)
    limits = replace(GAMES["tiaojia"].limits, turn_seconds=0.2)
    report = check_bot(find_bot(str(path)), GAMES["tiaojia"], limits=limits)
    assert failures(report) == [failed]
    assert finding(report, "moves by the rules").result is Result.NOT_JUDGED
    assert finding(report, "moves by the rules").detail is None
    assert "plays the same game twice" not in {found.name for found in report.findings}


def test_an_illegal_move_is_named_without_its_position(tmp_path: Path) -> None:
    report = report_of(tmp_path, "def play(position):\n    return 'a1'\n", "othello")
    found = finding(report, "moves by the rules")
    assert "illegal move a1: " in str(found.detail)
    assert found.position is not None
    assert found.position not in str(found.detail)


def test_a_rule_of_the_game_can_be_chosen(tmp_path: Path) -> None:
    path = tmp_path / "bot.py"
    path.write_text(GOOD, encoding="utf-8")
    report = check_bot(find_bot(str(path)), GAMES["gomoku"], rule="freestyle")
    assert {trial.start.split()[0] for trial in report.trials} == {"freestyle"}
    with pytest.raises(UsageError, match="no rule set 'chess'"):
        check_bot(find_bot(str(path)), GAMES["gomoku"], rule="chess")


def test_a_compile_error(tmp_path: Path) -> None:
    report = report_of(tmp_path, "int main( { return 0; }\n", name="bot.c")
    assert failures(report) == ["builds"]
    assert "bot.c" in str(finding(report, "builds").detail)


def test_late_answers(tmp_path: Path) -> None:
    path = tmp_path / "bot.py"
    path.write_text("import time\ndef play(position):\n    time.sleep(9)\n")
    limits = GAMES["tiaojia"].limits
    quick = type(limits)(limits.init_seconds, 0.2, limits.memory_bytes)
    counts: list[int] = []
    report = check_bot(
        find_bot(str(path)),
        GAMES["tiaojia"],
        limits=quick,
        on_progress=lambda turns, _: counts.append(turns),
    )
    assert counts == sorted(counts)
    assert counts[-1] >= 2
    assert failures(report) == ["answers in time"]


def test_random_moves_are_reported_but_no_fault(tmp_path: Path) -> None:
    source = (
        "import os\ndef play(position):\n    moves = position.legal_moves()\n"
        "    return moves[os.urandom(1)[0] % len(moves)]\n"
    )
    report = report_of(tmp_path, source)
    assert finding(report, "plays the same game twice").result is Result.REMARK
    assert report.result is Result.PASSED


def test_maps_of_several_sizes_are_tried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trials, "_MOST_SECONDS", 600.0)  # on a busy machine, too
    report = report_of(tmp_path, GOOD, "othello")
    sizes = {trial.start.split(" ")[0].count("/") + 1 for trial in report.trials}
    assert {8, 9, 10, 12} <= sizes


def test_a_human_cannot_be_checked() -> None:
    with pytest.raises(UsageError, match="human"):
        check_bot(find_bot("human"), GAMES["othello"])


def test_the_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GARLIC_LANG", "en")
    path = tmp_path / "bot.py"
    path.write_text(GOOD)
    assert run(["check", str(path), "--game", "tiaojia"]) == 0
    assert "✓ moves by the rules" in capsys.readouterr().out
    path.write_text("def play(position):\n    return 'x'\n")
    assert run(["check", str(path), "--game", "tiaojia", "--json"]) == 1
    document = json.loads(capsys.readouterr().out)
    assert document["passed"] is False
    assert document["result"] == "failed"
    assert document["trials"] == document["judged"] == document["games"] > 0
    failed = [found for found in document["findings"] if found["passed"] is False]
    assert [found["name"] for found in failed] == ["keeps to the protocol"]
    monkeypatch.setenv("GARLIC_LANG", "zh")
    assert run(["check", str(path), "--game", "tiaojia"]) == 1
    assert "✗ 遵守协议：" in capsys.readouterr().out.replace(": ", "：")


def test_every_finding_has_a_translation(tmp_path: Path) -> None:
    report = report_of(tmp_path, GOOD)
    for found in report.findings:
        assert found.name in catalogue("zh")
        assert found.detail is None or found.detail.template in catalogue("zh")


def course_source(**changes: tuple[str, str]) -> str:
    text = EXAMPLE.read_text(encoding="utf-8")
    for old, new in changes.values():
        assert old in text
        text = text.replace(old, new)
    return text


PLACE = "struct Point place(struct Player *player) {"
INCLUDE = '"../include/playerbase.h"'
SOURCES = {
    "empty": b"",
    "only a comment": b"/* later */\n",
    "main": b"#include <stdio.h>\nint main() { return 0; }\n",
    "random bytes": bytes((n * 73 + n * n % 251) % 256 for n in range(2000)),
    "unreadable": b"\xff\xfd\xff" + course_source().encode() + b"\x80\xff",
    "inner function": course_source(place=(PLACE, f"{PLACE} _recv();")).encode(),
}
FAULTS_OF_SOURCES = {
    "empty": ("builds", "the file is empty"),
    "only a comment": ("builds", "the file is empty"),
    "main": ("builds", "line 2 defines main; a bot in the course's form has only init and"),
    "random bytes": ("builds", "the file is not text: it holds bytes of value 0"),
    "unreadable": ("builds", "the file is not text in any encoding we know: save it as UTF-8"),
    "inner function": ("does nothing forbidden", "line 53 uses _recv, an inner function of the"),
}


@pytest.mark.parametrize("kind", SOURCES)
def test_a_source_that_cannot_be_built_gets_its_own_message(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "player.h"
    path.write_bytes(SOURCES[kind])
    report = check_bot(find_bot(str(path)), GAMES["othello"])
    name, sentence = FAULTS_OF_SOURCES[kind]
    assert failures(report) == [name]
    found = finding(report, name)
    assert str(found.detail).startswith(sentence)
    if not found.output:
        assert "compiler" not in (found.advice or "")
    others = [one for one in report.findings if one.name != name]
    assert {(one.result, one.detail) for one in others} == {(Result.NOT_JUDGED, None)}


@pytest.mark.parametrize(
    "content",
    [
        course_source(include=(INCLUDE, '"playerbase.h"')).encode(),
        codecs.BOM_UTF16_LE + course_source().encode("utf-16-le"),
        codecs.BOM_UTF16_BE + course_source().encode("utf-16-be"),
        ("/* 你好，世界 */\n" + course_source()).encode("gb18030"),
        b"// _recv and _send are the library's\n/* _recv() */\n" + course_source().encode(),
    ],
    ids=["plain include", "UTF-16 LE", "UTF-16 BE", "GB18030", "inner function in a comment"],
)
def test_a_source_as_students_write_it_passes(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "player.h"
    path.write_bytes(content)
    assert check_bot(find_bot(str(path)), GAMES["othello"]).result is Result.PASSED
