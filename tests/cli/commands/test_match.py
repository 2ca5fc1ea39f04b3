"""match, play and replay as a user meets them."""

import json
import os
import pty
import re
import subprocess
import sys
from dataclasses import replace

import pytest

from garlic.cli import run
from garlic.cli.report import print_matches
from garlic.core import Outcome, Seat, Verdict
from garlic.games import GAMES
from garlic.judge.game_run import NOT_JUDGED
from garlic.judge.players.process import TalkingPlayer
from garlic.judge.record import Record, Turn
from garlic.judge.referee import Overloaded


@pytest.fixture(autouse=True)
def _english(monkeypatch):
    monkeypatch.setenv("GARLIC_LANG", "en")


def test_a_match_is_told_recorded_and_checked(tmp_path, capfd):
    record = tmp_path / "game.json"
    bots = ["random:othello", "random:othello"]
    wishes = ["--games", "2", "--swap", "--map", "8x8", "--limits", "turn=5s,init=10s"]
    assert run(["match", "othello", *bots, *wishes, "--record", str(record)]) == 0
    told = capfd.readouterr().out
    assert "full board" in told or "two passes" in told
    assert "random:othello" in told
    assert told.endswith(f"To look at it again: garlic replay {tmp_path / 'game-1.json'}\n")
    files = sorted(path.name for path in tmp_path.iterdir())
    assert files == ["game-1.json", "game-1.log", "game-2.json", "game-2.log"]
    assert run(["replay", "check", str(tmp_path / "game-1.json")]) == 0
    assert capfd.readouterr().out.endswith("game-1.json: true\n")
    assert "red" in (tmp_path / "game-1.log").read_text()


def test_a_record_with_a_changed_move_is_rejected(tmp_path, capfd):
    record = tmp_path / "game.json"
    bots = ["random:tiaojia", "random:tiaojia", "--limits", "init=10s"]
    assert run(["match", "tiaojia", *bots, "--record", str(record)]) == 0
    document = json.loads(record.read_text())
    document["turns"][9]["move"] = "0 0 0"
    record.write_text(json.dumps(document))
    capfd.readouterr()
    assert run(["replay", "check", str(record)]) == 1
    assert "turn 8: 0 0 0 is recorded as 'ok', but is 'illegal move'" in capfd.readouterr().out


def test_replay_shows_one_position(tmp_path, capfd):
    record = tmp_path / "check"
    bots = ["random:tiaojia", "random:tiaojia", "--limits", "init=10s"]
    assert run(["match", "tiaojia", *bots, "--record", str(record)]) == 0
    capfd.readouterr()
    assert run(["replay", f"{tmp_path}/./check", "--turn", "0"]) == 0
    assert "stones: 8 : 8" in capfd.readouterr().out


def test_json_holds_the_whole_record(capfd):
    limits = ["--limits", "init=10s,turn=5s"]
    assert run(["match", "stars", "random:stars", "random:stars", "--json", *limits]) == 0
    (record,) = json.loads(capfd.readouterr().out)
    assert record["schema"] == "garlic-record/1"
    assert record["choices"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["othello", "random:othello"], "expected two bots, got 1"),
        (["othello", "no.py", "random:othello"], "cannot read the bot 'no.py': no such file"),
        (["othello", "random:othello", "cmd:"], "expected a command after 'cmd:'"),
        (["othello", "random:othello", "cmd:nonesuch"], "the program 'nonesuch' is not installed"),
        (["othello", *["random:othello"] * 2, "--limits", "turn=1"], "expected a time like 100ms"),
        (["othello", *["random:othello"] * 2, "--limits", "x"], "expected limits like turn=100ms"),
        (["othello", *["random:othello"] * 2, "--map", "no"], "no bundled map and no file is"),
        (["gomoku", *["random:gomoku"] * 2, "--opening", "a1 a1"], "column"),
        (["tiaojia", *["random:tiaojia"] * 2, "--timeouts", "skip"], "tiaojia cannot skip a turn"),
        (["othello", "tongji:cmd:sh", "random:othello"], "tongji: bots play tiaojia"),
        (["othello", "tongji:random:othello", "random:othello"], "expected a program behind"),
        (
            ["othello", *["random:othello"] * 2, "--record", "-"],
            "expected a file for --record, got",
        ),
        (["othello", *["random:othello"] * 2, "--record", "."], "expected a file for --record"),
    ],
)
def test_wrong_wishes_get_one_sentence(capfd, arguments, sentence):
    assert run(["match", *arguments]) == 2
    captured = capfd.readouterr()
    assert captured.err.startswith(f"garlic: error: {sentence}")
    assert captured.err.count("\n") == 1


def test_a_person_can_play():
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
    assert player.wait(20) == 130


def type_lines(monkeypatch, *lines: str) -> None:
    """Let somebody type *lines* at the prompt, then leave."""
    typed = iter(lines)

    def type_one(prompt: str = "") -> str:
        del prompt
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", type_one)


def test_undo_goes_back_to_the_last_move_of_a_person(capfd, monkeypatch):
    type_lines(monkeypatch, "undo", "9 7 4", "undo", "9 9 1", "?", "undo", "undo")
    assert run(["play", "tiaojia", "--against", "random:tiaojia"]) == 130
    told = capfd.readouterr().out
    assert told.count("there is no move of yours to take back") == 2
    assert "1. black: 9 7 4" in told
    second = told.split("1. black: 9 9 1", 1)[1]
    assert "2. white: " in second  # the bot, told the new past, answers again
    assert "9 7 4" in second.split("3. black", 1)[0]  # that stone has not moved


def test_a_hint_can_be_played_and_moves_are_shown_as_players_say_them(capfd, monkeypatch):
    type_lines(monkeypatch, "hint", "炮二平五", "quit")
    assert run(["play", "xiangqi", "--against", "random:xiangqi"]) == 130
    told = capfd.readouterr().out
    assert re.search(r"our engine would play [a-i]\d[a-i]\d \w{4}$", told, re.MULTILINE)
    assert "1. red: h2e2 炮二平五 (" in told
    assert re.search(r"2\. black: [a-i]\d[a-i]\d \w{4} \(", told)


def test_nobody_types_a_game_twice_because_the_machine_was_busy(capfd, monkeypatch):
    ask, asked = TalkingPlayer.ask, []

    def busy_at_first(self, position, played, seconds):
        asked.append(position)
        if len(asked) == 1:
            raise Overloaded(Turn(2, "white", None, Verdict.OVERLOAD))
        return ask(self, position, played, seconds)

    monkeypatch.setattr(TalkingPlayer, "ask", busy_at_first)
    type_lines(monkeypatch, "9 7 4", "quit")
    assert run(["play", "tiaojia", "--against", "random:tiaojia"]) == 130
    told = capfd.readouterr().out
    assert told.count("1. black: 9 7 4") == 1
    assert told.count("2. white: ") == 1


def test_hints_are_there_where_both_move_at_once(capfd, monkeypatch):
    type_lines(monkeypatch, "hint", "quit")
    assert run(["play", "stars", "--against", "random:stars"]) == 130
    assert "our engine would play " in capfd.readouterr().out


def test_the_labs_dialogue_marks_the_last_stone_and_tells_the_time(capfd, monkeypatch):
    type_lines(monkeypatch, "h8", "a1")
    run(["match", "gomoku", "human", "engine:gomoku?level=2", "--limits", "turn=10s,init=20s"])
    told = capfd.readouterr().out
    boards = told.split("    a b c d e f g h i j k l m n o\n")[1:]
    assert "▲" not in boards[0]
    assert boards[1].count("▲") == 1  # ours
    assert boards[2].count("△") == 1  # the engine's
    assert boards[2].count("●") == 1
    assert "2. white: " in boards[1]
    assert " s, average " in boards[1]


def test_games_that_were_not_judged_count_for_nobody(capsys, tmp_path):
    path = tmp_path / "game.json"
    assert run(["match", "tiaojia", *["random:tiaojia"] * 2, "--record", str(path)]) == 0
    record = replace(
        Record.parse(path.read_bytes()), outcome=Outcome(Seat.A, "more stones after 120 plies")
    )
    capsys.readouterr()
    print_matches(GAMES["tiaojia"], [record, replace(record, outcome=NOT_JUDGED)], json=False)
    again = "What was not judged counts for nobody: play it again on a quieter machine."
    *_, totals, last = capsys.readouterr().out.splitlines()
    assert totals.split()[1:4] == ["1", "0", "1"]
    assert last == again


def test_what_a_bot_writes_cannot_steer_the_terminal(tmp_path, capfd):
    bot = tmp_path / "bot.py"
    bot.write_text('def play(position):\n    raise ValueError("\\x1b[2Jall is well")\n')
    kept = tmp_path / "game.json"
    assert run(["match", "othello", str(bot), "random:othello", "--record", str(kept)]) == 0
    assert run(["replay", str(kept)]) == 0
    told = capfd.readouterr().out + kept.with_suffix(".log").read_text(encoding="utf-8")
    assert told.count("ValueError: ␛[2Jall is well") == 3
    assert "\x1b" not in told
