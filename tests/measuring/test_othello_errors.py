"""The errors of shallow searches, ours and another program's: `python -m bench othello_errors`."""

import json
import sys
from pathlib import Path

import pytest
from bench.engines import othello_errors
from bench.engines.othello_errors import NBoardProgram, described, known

from garlic.core import UsageError
from garlic.games.othello import Position

# Answers `hint` with values that depend on the side to move, as NTest prints them.
PROGRAM = """
import sys
side = "*"
for line in sys.stdin:
    words = line.split()
    if words[:2] == ["set", "game"]:
        side = line.split("BO[")[1].split("]")[0][-1]
    elif words[0] == "hint":
        for depth in range(1, 7):
            print(f"search D3 +9.99 0   {depth}")
            print(f"search F5       {'-' if side == '*' else '+'}{depth}.25 0   {depth}")
    elif words[0] == "ping":
        print("pong", words[1], flush=True)
    elif words[0] == "crash":
        break
"""


@pytest.fixture
def command(tmp_path: Path) -> list[str]:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    return [sys.executable, str(program)]


def test_another_program_tells_the_values_of_its_depths(command: list[str]) -> None:
    program = NBoardProgram(command)
    start = Position.start()
    assert program.values(start) == {depth: -depth - 0.25 for depth in range(1, 7)}
    assert program.values(start.play(start.legal_moves()[0]))[2] == 2.25
    with pytest.raises(UsageError, match="the program has ended"):
        program._say("crash")
    program.close()


def test_true_values_are_kept_and_continued(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    searched = []
    positions = [Position.start().play(move) for move in Position.start().legal_moves()]

    def truth(_: object, position: Position, depth: int) -> float:
        searched.append((str(position), depth))
        return float(len(searched))

    monkeypatch.setattr(othello_errors, "own_positions", lambda _, count: iter(positions[:count]))
    monkeypatch.setattr(othello_errors, "points_at", truth)
    file = tmp_path / "truths.jsonl"
    assert list(known(28, 2, file)) == [(positions[0], 1.0), (positions[1], 2.0)]
    assert list(known(28, 3, file)) == list(zip(positions, (1.0, 2.0, 3.0), strict=False))
    assert [truth for _, truth in known(18, 1, file)] == [4.0]  # other empty cells
    assert [depth for _, depth in searched] == [29, 29, 29, 120]
    assert len(list(known(28, 1, file))) == 1
    kept = [json.loads(line)["empties"] for line in file.read_text().splitlines()]
    assert kept == [28, 28, 28, 18]


def test_errors_have_their_own_errors() -> None:
    assert described({2: [3.0, -3.0], 1: [1.0, 1.0, 1.0, 5.0]}) == (
        "depth 1: 2.65 ± 1.13 (+2.0), depth 2: 3.00 ± 0.00 (+0.0)"
    )


def test_a_program_must_speak_nboard(capsys: pytest.CaptureFixture[str]) -> None:
    assert othello_errors.main(["1", "--against", "pikafish-hce"]) == 2
    assert "no program that speaks nboard" in capsys.readouterr().err
