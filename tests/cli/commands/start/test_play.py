"""`garlic play`, and `garlic match` with a human."""

import os
import pty
import re
import subprocess
import sys

import pytest

from garlic.cli import run
from garlic.core import Position, Verdict
from garlic.judge.players.process import TalkingPlayer
from garlic.judge.record import Turn
from garlic.judge.referee import Answer, Overloaded
from garlic.wire.dialogue import Played


def test_a_human_can_play() -> None:
    leader, follower = pty.openpty()
    command = [sys.executable, "-m", "garlic", "play", "tiaojia", "--against", "random:tiaojia"]
    environment = {**os.environ, "GARLIC_LANG": "en"}
    player = subprocess.Popen(
        command, stdin=follower, stdout=follower, stderr=follower, env=environment
    )
    os.close(follower)
    os.write(leader, b"nonsense\n2 2 0\n?\n9 7 4\nquit\n")
    shown = b""
    while True:
        try:
            piece = os.read(leader, 4096)
        except OSError:
            break
        if not piece:
            break
        shown += piece
    text = shown.decode()
    assert "expected row, column and direction like '9 7 4'" in text
    assert "illegal move 2 2 0: move one of your own stones" in text
    assert text.count("? lists the legal ones") == 1
    assert "9 7 1  9 7 2" in text
    assert "1. black: 9 7 4" in text
    assert "Traceback" not in text
    assert player.wait(60) == 130


def type_lines(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    """Type *lines* at the prompt, then end the input."""
    typed = iter(lines)

    def type_one(prompt: str = "") -> str:
        del prompt
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", type_one)


def test_undo_goes_back_to_the_last_move_of_the_human(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    type_lines(monkeypatch, "undo", "9 7 4", "undo", "9 9 1", "?", "undo", "undo")
    assert run(["play", "tiaojia", "--against", "random:tiaojia"]) == 130
    out = capfd.readouterr().out
    assert out.count("there is no move of yours to take back") == 2
    assert "1. black: 9 7 4" in out
    second = out.split("1. black: 9 9 1", 1)[1]
    assert "2. white: " in second  # the bot is sent the new past and answers again
    assert "9 7 4" in second.split("3. black", 1)[0]  # that stone has not moved


def test_hints_and_spoken_moves(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    type_lines(monkeypatch, "hint", "炮二平五", "quit")
    assert run(["play", "xiangqi", "--against", "random:xiangqi"]) == 130
    out = capfd.readouterr().out
    assert re.search(r"our engine would play [a-i]\d[a-i]\d \w{4}$", out, re.MULTILINE)
    assert "1. red: h2e2 炮二平五 (" in out
    assert re.search(r"2\. black: [a-i]\d[a-i]\d \w{4} \(", out)


def test_an_overloaded_turn_is_retried_without_asking_the_human_again(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ask, asked = TalkingPlayer.ask, []

    def busy_at_first(
        self: TalkingPlayer, position: Position, played: Played, seconds: float
    ) -> Answer:
        asked.append(position)
        if len(asked) == 1:
            raise Overloaded(Turn(2, "white", None, Verdict.OVERLOAD))
        return ask(self, position, played, seconds)

    monkeypatch.setattr(TalkingPlayer, "ask", busy_at_first)
    type_lines(monkeypatch, "9 7 4", "quit")
    assert run(["play", "tiaojia", "--against", "random:tiaojia"]) == 130
    out = capfd.readouterr().out
    assert out.count("1. black: 9 7 4") == 1
    assert out.count("2. white: ") == 1


def test_hints_in_a_simultaneous_game(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    type_lines(monkeypatch, "hint", "quit")
    assert run(["play", "stars", "--against", "random:stars"]) == 130
    assert "our engine would play " in capfd.readouterr().out


def test_last_stone_and_thinking_time_are_shown(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    type_lines(monkeypatch, "h8", "a1")
    run(["match", "gomoku", "human", "engine:gomoku?level=2", "--limits", "turn=10s,init=20s"])
    out = capfd.readouterr().out
    boards = out.split("    a b c d e f g h i j k l m n o\n")[1:]
    assert "▲" not in boards[0]
    assert boards[1].count("▲") == 1  # ours
    assert boards[2].count("△") == 1  # the engine's
    assert boards[2].count("●") == 1
    assert "2. white: " in boards[1]
    assert " s, average " in boards[1]
