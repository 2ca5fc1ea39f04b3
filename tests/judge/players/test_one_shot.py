"""Programs that are started for every turn: those of the Xiangqi lab."""

from pathlib import Path

import pytest

from garlic.core import UsageError, Verdict
from garlic.games import GAMES
from garlic.judge.bots import find_bot
from garlic.judge.game_run import GameRun, play
from garlic.judge.record import Record

# Moves its king back and forth; checks that the file and standard input are equal.
LAB = """
import sys
rows = open(sys.argv[1]).read().split()
assert rows == sys.stdin.read().split(), "the file and the input differ"
print("thinking about", len(rows), "rows")
y = next(9 - n for n, row in enumerate(rows) if "K" in row)
x = rows[9 - y].index("K")
print(f"K ({x},{y}) ({x},{1 - y})", end="")
"""
# Two kings that never meet: both move back and forth until it is a draw.
START = "3k5/9/9/9/9/9/9/9/R8/4K4 w - - 116 60"


def game_of(tmp_path: Path, source: str, *, as_black: bool = False) -> Record:
    (tmp_path / "lab.py").write_text(source)
    bots = [find_bot(f"ustc:{tmp_path / 'lab.py'}"), find_bot("random:xiangqi")]
    if as_black:
        bots.reverse()
    limits = GAMES["xiangqi"].limits
    return play(GameRun("xiangqi", (bots[0], bots[1]), START, seed=3, limits=limits))


@pytest.mark.parametrize("as_black", [False, True], ids=["red", "black"])
def test_a_lab_program_plays(tmp_path: Path, as_black: bool) -> None:
    record = game_of(tmp_path, LAB, as_black=as_black)
    turns = [turn for turn in record.turns if turn.seat == ("black" if as_black else "red")]
    assert [turn.verdict for turn in turns] == [Verdict.OK] * len(turns)
    assert turns[1].move == ("d9d8" if as_black else "e0e1")
    assert turns[1].stdout.startswith("thinking about 10 rows")


@pytest.mark.parametrize(
    ("source", "verdict", "words"),
    [
        ("print('hello')", Verdict.PROTOCOL, "expected an answer like"),
        ("pass", Verdict.CRASH, "ended normally, but without an answer"),
        ("1 / 0", Verdict.CRASH, "status 1"),
        ("print('K (4,0) (8,8)')", Verdict.ILLEGAL_MOVE, "illegal move e0i8"),
        ("open('/etc/hostname').read()", Verdict.FORBIDDEN, "/etc/hostname"),
    ],
)
def test_faults_of_a_lab_program(tmp_path: Path, source: str, verdict: Verdict, words: str) -> None:
    record = game_of(tmp_path, source)
    fault = record.turns[-1]
    assert fault.verdict is verdict
    assert words in str(fault.detail)
    assert str(record.outcome.winner) == "b"


def test_ustc_is_only_for_xiangqi(tmp_path: Path) -> None:
    (tmp_path / "lab.py").write_text(LAB)
    bots = (find_bot(f"ustc:{tmp_path / 'lab.py'}"), find_bot("random:othello"))
    with pytest.raises(UsageError, match="ustc: bots play xiangqi"):
        play(GameRun("othello", bots, str(GAMES["othello"].setup())))
