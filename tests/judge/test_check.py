"""`garlic check`: what it finds in good bots and in faulty ones."""

import json

import pytest

from garlic.cli import run
from garlic.core import UsageError, Verdict
from garlic.core.language.text import catalogue
from garlic.games import GAMES
from garlic.judge.bots import find_bot
from garlic.judge.check import check_bot
from garlic.judge.faults import ADVICE

GOOD = "def play(position):\n    return position.legal_moves()[0]\n"


def report_of(tmp_path, source, game="tiaojia", name="bot.py"):
    path = tmp_path / name
    path.write_text(source, encoding="utf-8")
    return check_bot(find_bot(str(path)), GAMES[game])


def finding(report, name):
    return next(found for found in report.findings if found.name == name)


def test_a_good_bot_passes(tmp_path):
    report = report_of(tmp_path, GOOD)
    assert report.passed
    assert {found.passed for found in report.findings} <= {True, None}
    assert {trial.seat for trial in report.trials} == set(type(report.trials[0].seat))
    assert "turns in" in str(finding(report, "moves by the rules").detail)


@pytest.mark.parametrize(
    ("source", "failed", "verdict"),
    [
        ("def play(position):\n    return '0 0 0'\n", "moves by the rules", Verdict.ILLEGAL_MOVE),
        ("def play(position):\n    return 'left'\n", "keeps to the protocol", Verdict.PROTOCOL),
        ("def play(position):\n    1 / 0\n", "does not crash", Verdict.CRASH),
        ("raise SystemExit\n", "starts on both seats", Verdict.CRASH),
        (
            "def play(position):\n    import os\n    os.fork()\n",
            "does not crash",
            Verdict.FORBIDDEN,
        ),
    ],
)
def test_a_fault_is_found_and_comes_with_advice(tmp_path, source, failed, verdict):
    report = report_of(tmp_path, source)
    assert not report.passed
    assert [found.name for found in report.findings if found.passed is False] == [failed]
    assert finding(report, failed).advice == ADVICE[verdict]


def test_the_end_of_a_traceback_is_shown(tmp_path):
    report = report_of(tmp_path, "def play(position):\n    return [][3]\n")
    assert "IndexError" in finding(report, "does not crash").output


def test_a_fault_comes_with_its_position(tmp_path):
    report = report_of(tmp_path, "def play(position):\n    1 / 0\n")
    found = finding(report, "does not crash")
    assert found.position == str(GAMES["tiaojia"].setup())
    later = "asked = 0\ndef play(position):\n    global asked\n    asked += 1\n"
    later += "    print(position)\n    return position.legal_moves()[0 if asked < 3 else 9999]\n"
    found = finding(report_of(tmp_path, later), "does not crash")
    assert found.position is not None
    assert GAMES["tiaojia"].parse(found.position).mover is report.trials[0].seat


def test_a_bot_that_never_starts_has_one_finding(tmp_path):
    report = report_of(tmp_path, "def move(board):\n    return 'd3'\n", game="othello")
    [only] = report.findings
    assert "before the first turn" in str(only.detail)
    assert "defines none of" in only.output


def test_a_rule_of_the_game_can_be_chosen(tmp_path):
    path = tmp_path / "bot.py"
    path.write_text(GOOD, encoding="utf-8")
    report = check_bot(find_bot(str(path)), GAMES["gomoku"], rule="freestyle")
    assert {trial.start.split()[0] for trial in report.trials} == {"freestyle"}
    with pytest.raises(UsageError, match="no rule set 'chess'"):
        check_bot(find_bot(str(path)), GAMES["gomoku"], rule="chess")


def test_a_compile_error(tmp_path):
    report = report_of(tmp_path, "int main( { return 0; }\n", name="bot.c")
    assert [found.name for found in report.findings if found.passed is False] == ["builds"]
    assert "bot.c" in str(finding(report, "builds").detail)


def test_late_answers(tmp_path):
    path = tmp_path / "bot.py"
    path.write_text("import time\ndef play(position):\n    time.sleep(9)\n")
    limits = GAMES["tiaojia"].limits
    quick = type(limits)(limits.init_seconds, 0.2, limits.memory_bytes)
    counts: list[int] = []
    report = check_bot(
        find_bot(str(path)), GAMES["tiaojia"], limits=quick, on_progress=counts.append
    )
    assert counts == sorted(counts)
    assert counts[-1] > 4
    assert finding(report, "answers in time").passed is False


def test_random_moves_are_reported_but_no_fault(tmp_path):
    source = (
        "import os\ndef play(position):\n    moves = position.legal_moves()\n"
        "    return moves[os.urandom(1)[0] % len(moves)]\n"
    )
    report = report_of(tmp_path, source)
    assert finding(report, "plays the same game twice").passed is None
    assert report.passed


def test_maps_of_several_sizes_are_tried(tmp_path):
    source = "def place(state):\n    return (9, 9) if state.row_cnt > 8 else None\n"
    report = report_of(tmp_path, source, "othello")
    sizes = {trial.start.split(" ")[0].count("/") + 1 for trial in report.trials}
    assert {8, 9, 10, 12} <= sizes


def test_a_human_cannot_be_checked():
    with pytest.raises(UsageError, match="human"):
        check_bot(find_bot("human"), GAMES["othello"])


def test_the_command(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("GARLIC_LANG", "en")
    path = tmp_path / "bot.py"
    path.write_text(GOOD)
    assert run(["check", str(path), "--game", "tiaojia"]) == 0
    assert "✓ moves by the rules" in capsys.readouterr().out
    path.write_text("def play(position):\n    return 'x'\n")
    assert run(["check", str(path), "--game", "tiaojia", "--json"]) == 1
    document = json.loads(capsys.readouterr().out)
    assert document["passed"] is False
    failed = [found for found in document["findings"] if found["passed"] is False]
    assert [found["name"] for found in failed] == ["keeps to the protocol"]
    monkeypatch.setenv("GARLIC_LANG", "zh")
    assert run(["check", str(path), "--game", "tiaojia"]) == 1
    assert "✗ 遵守协议：" in capsys.readouterr().out.replace(": ", "：")


def test_every_finding_has_a_translation(tmp_path):
    report = report_of(tmp_path, GOOD)
    for found in report.findings:
        assert found.name in catalogue("zh")
        assert found.detail is None or found.detail.template in catalogue("zh")
