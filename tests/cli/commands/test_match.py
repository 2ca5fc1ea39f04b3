import json

import pytest

from garlic.cli import run


def test_a_match_is_printed_and_recorded(tmp_path, capfd):
    record = tmp_path / "game.json"
    bots = ["random:othello", "random:othello"]
    options = ["--games", "2", "--swap", "--map", "8x8", "--limits", "turn=5s,init=10s"]
    assert run(["match", "othello", *bots, *options, "--record", str(record)]) == 0
    out = capfd.readouterr().out
    assert "full board" in out or "two passes" in out
    assert "random:othello" in out
    assert out.endswith(f"To look at it again: garlic replay {tmp_path / 'game-1.json'}\n")
    files = sorted(path.name for path in tmp_path.iterdir())
    assert files == ["game-1.json", "game-1.log", "game-2.json", "game-2.log"]
    assert run(["replay", "check", str(tmp_path / "game-1.json")]) == 0
    assert capfd.readouterr().out.endswith("game-1.json: true\n")
    assert "red" in (tmp_path / "game-1.log").read_text()


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
def test_wrong_arguments_get_one_sentence(capfd, arguments, sentence):
    assert run(["match", *arguments]) == 2
    captured = capfd.readouterr()
    assert captured.err.startswith(f"garlic: error: {sentence}")
    assert captured.err.count("\n") == 1


def test_output_of_a_bot_cannot_control_the_terminal(tmp_path, capfd):
    bot = tmp_path / "bot.py"
    bot.write_text('def play(position):\n    raise ValueError("\\x1b[2Jall is well")\n')
    kept = tmp_path / "game.json"
    assert run(["match", "othello", str(bot), "random:othello", "--record", str(kept)]) == 0
    assert run(["replay", str(kept)]) == 0
    out = capfd.readouterr().out + kept.with_suffix(".log").read_text(encoding="utf-8")
    assert out.count("ValueError: ␛[2Jall is well") == 3
    assert "\x1b" not in out
