"""One request to a bot: remarks before and behind an answer, and how much of them is read."""

import sys
import textwrap
from pathlib import Path
from typing import Protocol

import pytest

from garlic.core import Limits, Verdict
from garlic.games import GAMES
from garlic.judge.bots import find_bot
from garlic.judge.game_run import GameRun, play
from garlic.judge.record import Turn

PATIENT = Limits(init_seconds=30, turn_seconds=30, memory_bytes=256 << 20)
SMALL = "1111/1001/1001/1111 ..../.Oo./.oO./.... r 0"
HEAD = """
    import os, sys
    def say(text): os.write(1, text.encode())
    def legal(line):
        rows, (own, other) = line.split()[2].split("/"), {"r": "Oo", "b": "oO"}[line.split()[3]]
        around = [(y, x) for y in (-1, 0, 1) for x in (-1, 0, 1) if y or x]
        for r, c in [(r, c) for r in range(4) for c in range(4) if rows[r][c] == "."]:
            for down, right in around:
                y, x, run = r + down, c + right, 0
                while 0 <= y < 4 and 0 <= x < 4 and rows[y][x] == other:
                    y, x, run = y + down, x + right, run + 1
                if run and 0 <= y < 4 and 0 <= x < 4 and rows[y][x] == own:
                    return f"{'abcd'[c]}{r + 1}"
        return "pass"
    for line in sys.stdin:
        if line.startswith("start"): say("ready\\n")
        if line.startswith("turn"):
            move = legal(line)
"""


class TurnsOf(Protocol):
    def __call__(
        self, action: str, *, limits: Limits = PATIENT, lenient: bool = False
    ) -> list[Turn]: ...


@pytest.fixture
def turns(tmp_path: Path) -> TurnsOf:
    """The first bot's turns, if it does this at each one with the legal *move*."""

    def run(action: str, *, limits: Limits = PATIENT, lenient: bool = False) -> list[Turn]:
        path = tmp_path / "bot.py"
        path.write_text(textwrap.dedent(HEAD) + f"        {action}\n")
        bots = (find_bot(f"cmd:{sys.executable} {path}"), find_bot("random:othello"))
        record = play(GameRun("othello", bots, SMALL, limits=limits, lenient=lenient))
        return [turn for turn in record.turns if turn.seat == "red"][1:]

    return run


def test_comment_lines_before_an_answer_are_kept_and_read_at_once(turns: TurnsOf) -> None:
    found = turns("say('# thinking\\n' * 3000 + move + '\\n')")
    assert {turn.verdict for turn in found} == {Verdict.OK}
    assert found[0].stdout.startswith("# thinking\n# thinking\n")


@pytest.mark.parametrize(
    "action",
    [
        "[say('#\\n') for _ in range(200_000)]; say(move + '\\n')",
        "say('#' * 70_000 + '\\n' + move + '\\n')",
        "exec('while True: say(\"#\\\\n\" * 100)')",
    ],
)
def test_too_many_comments_are_a_fault_that_names_the_limit(turns: TurnsOf, action: str) -> None:
    fault = turns(action)[0]
    assert fault.verdict is Verdict.OUTPUT
    assert str(fault.detail) == "wrote more than 64 KB in one turn"


def test_comments_do_not_make_a_turn_longer(turns: TurnsOf) -> None:
    limits = Limits(init_seconds=30, turn_seconds=0.3, memory_bytes=256 << 20)
    forever = "exec('import time\\nwhile True: say(\"#\\\\n\"); time.sleep(0.001)')"
    assert turns(forever, limits=limits)[0].verdict is Verdict.TOO_LATE


@pytest.mark.parametrize("extra", ["info depth 3", "d3", ""])
def test_a_line_behind_the_answer_is_a_fault(turns: TurnsOf, extra: str) -> None:
    found = turns(f"say(move + '\\n{extra}\\n')")
    assert [turn.verdict for turn in found[:2]] == [Verdict.OK, Verdict.PROTOCOL]
    assert str(found[1].detail) == f"wrote {extra!r} before it was asked"


def test_a_comment_behind_the_answer_is_none(turns: TurnsOf) -> None:
    found = turns("say(move + '\\n# that was easy\\n# and')  or say(' so on\\n')")
    assert {turn.verdict for turn in found} == {Verdict.OK}
    assert "# that was easy" in found[1].stdout


def test_a_lenient_judge_drops_lines_behind_the_answer(turns: TurnsOf) -> None:
    found = turns("say(move + '\\ninfo depth 3\\n')", lenient=True)
    assert {turn.verdict for turn in found} == {Verdict.OK}


def test_lines_of_protocols_that_are_read_one_by_one_are_counted_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("garlic.judge.players.exchange.MOST_TURNS", 50)
    path = tmp_path / "brain.py"
    path.write_text(
        "import os, sys\n"
        "for line in sys.stdin:\n"
        "    if line.startswith('START'): os.write(1, b'OK\\n')\n"
        "    if line.startswith('BEGIN'): os.write(1, b'MESSAGE hi\\n' * 100 + b'7,7\\n')\n"
    )
    bots = (find_bot(f"piskvork:cmd:{sys.executable} {path}"), find_bot("random:gomoku"))
    start = str(GAMES["gomoku"].setup())
    record = play(GameRun("gomoku", bots, start, limits=PATIENT))
    fault = next(turn for turn in record.turns if turn.verdict is not Verdict.OK)
    assert fault.verdict is Verdict.OUTPUT
    assert str(fault.detail) == "wrote more than 50 lines or pieces in one turn"


SLOW_BRAIN = """
import os, sys, time
for line in sys.stdin:
    if line.startswith("START"): os.write(1, b"OK\\n")
    if line.startswith(("BEGIN", "TURN")):
        time.sleep(1.5)
        os.write(1, b"0,0\\n" if line.startswith("BEGIN") else b"2,0\\n")
"""


def test_only_the_first_search_of_an_engine_may_use_what_is_left_of_init(tmp_path: Path) -> None:
    path = tmp_path / "brain.py"
    path.write_text(SLOW_BRAIN)
    limits = Limits(init_seconds=30, turn_seconds=1, memory_bytes=256 << 20)
    bots = (find_bot(f"piskvork:cmd:{sys.executable} {path}"), find_bot("random:gomoku"))
    start = str(GAMES["gomoku"].setup(rule="freestyle"))
    record = play(GameRun("gomoku", bots, start, limits=limits))
    _, first, second = [turn for turn in record.turns if turn.seat == "black"]
    assert (first.verdict, first.move) == (Verdict.OK, "a15")
    assert first.cost.wall_seconds > 1
    assert second.verdict is Verdict.TOO_LATE
    assert str(second.detail) == "did not answer within 1 s"


def test_a_bot_in_the_line_protocol_prepares_before_it_is_ready(turns: TurnsOf) -> None:
    limits = Limits(init_seconds=30, turn_seconds=0.5, memory_bytes=256 << 20)
    slow = "__import__('time').sleep(1) or say(move + '\\n')"
    assert turns(slow, limits=limits)[0].verdict is Verdict.TOO_LATE


def test_an_engine_that_is_never_ready_is_not_sent_messages_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("garlic.judge.players.exchange.MOST_MESSAGES", 5)
    path = tmp_path / "engine.py"
    path.write_text(
        "import os, sys\n"
        "for line in sys.stdin:\n"
        "    if line.startswith(('uci', 'isready')): os.write(1, b'uciok\\nreadyok?\\nuciok\\n')\n"
    )
    bots = (find_bot(f"uci:cmd:{sys.executable} {path}"), find_bot("random:xiangqi"))
    record = play(GameRun("xiangqi", bots, str(GAMES["xiangqi"].setup()), limits=PATIENT))
    fault = record.turns[0]
    assert fault.verdict is Verdict.PROTOCOL
    assert str(fault.detail) == "asked for more than 5 messages in one turn"
