import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Protocol

import pytest

from garlic.cli import run
from garlic.judge.game_run import GameRun
from garlic.judge.record import Record
from support.busy import FakeQuiet, delayed, not_judged, prompt
from support.records import record_of, some_moves


def test_a_match_is_printed_and_recorded(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    record = tmp_path / "game.json"
    bots = ["random:othello", "random:othello"]
    options = ["--games", "2", "--swap", "--map", "8x8", "--limits", "turn=5s,init=10s"]
    assert run(["match", "othello", *bots, *options, "--record", str(record)]) == 0
    out = capfd.readouterr().out
    assert "full board" in out or "two passes" in out
    assert "random:othello" in out
    assert out.endswith(f"Replay it: garlic replay {tmp_path / 'game-1.json'}\n")
    files = sorted(path.name for path in tmp_path.iterdir())
    assert files == ["game-1.json", "game-1.log", "game-2.json", "game-2.log"]
    assert run(["replay", "check", str(tmp_path / "game-1.json")]) == 0
    assert capfd.readouterr().out.endswith("turns replayed\n")
    assert "red" in (tmp_path / "game-1.log").read_text()


def test_json_holds_the_whole_record(capfd: pytest.CaptureFixture[str]) -> None:
    limits = ["--limits", "init=10s,turn=5s"]
    assert run(["match", "stars", "random:stars", "random:stars", "--json", *limits]) == 0
    (record,) = json.loads(capfd.readouterr().out)
    assert record["schema"] == "garlic-record/1"
    assert record["choices"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["othello", "random:othello"], "expected two bots, got 1"),
        (["othello", "nosuch"], "cannot read the bot 'nosuch': there is no such file"),
        (["othello", "no.py", "random:othello"], "cannot read the bot 'no.py': there is no"),
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
def test_wrong_arguments_get_one_sentence(
    capfd: pytest.CaptureFixture[str], arguments: list[str], sentence: str
) -> None:
    assert run(["match", *arguments]) == 2
    captured = capfd.readouterr()
    assert captured.err.startswith(f"garlic: error: {sentence}")
    assert captured.err.count("\n") == 1


def test_output_of_a_bot_cannot_control_the_terminal(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text('def play(position):\n    raise ValueError("\\x1b[2Jall is well")\n')
    kept = tmp_path / "game.json"
    assert (
        run(
            [
                "match",
                "othello",
                str(bot),
                "random:othello",
                "--record",
                str(kept),
                "--limits",
                "turn=10s,init=20s",
            ]
        )
        == 0
    )
    assert run(["replay", str(kept)]) == 0
    out = capfd.readouterr().out + kept.with_suffix(".log").read_text(encoding="utf-8")
    assert out.count("ValueError: ␛[2Jall is well") == 3
    assert "\x1b" not in out


class BusyPlay:
    """Plays the same short game at once; each time as the next of *machines* makes it."""

    def __init__(self, *machines: Callable[[Record], Record]) -> None:
        self.machines = list(machines)
        self.played = 0

    def __call__(self, game_run: GameRun) -> Record:
        self.played += 1
        record = replace(record_of("tiaojia", some_moves("tiaojia", 6)), seed=game_run.seed)
        return self.machines.pop(0)(record)


class BusyMatch(Protocol):
    def __call__(
        self, machines: Iterable[Callable[[Record], Record]], *options: str
    ) -> tuple[int, int, str, str]: ...


@pytest.fixture
def busy_match(
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    usual_patience: None,  # noqa: ARG001
) -> BusyMatch:
    """Run `garlic match` on a machine that makes the records of its games in turn."""

    def call(
        machines: Iterable[Callable[[Record], Record]], *options: str
    ) -> tuple[int, int, str, str]:
        play = BusyPlay(*machines)
        monkeypatch.setattr("garlic.judge.workers.run.play", play)
        bots = ["random:tiaojia"] * 2
        code = run(["match", "tiaojia", *bots, "--jobs", "1", *options])
        return code, play.played, *capfd.readouterr()

    return call


def test_a_game_that_cannot_be_judged_gives_exit_code_3(busy_match: BusyMatch) -> None:
    code, played, out, err = busy_match([not_judged])
    assert (code, played) == (3, 1)
    assert "not judged: the machine was too busy" in out
    assert "Games that were not judged do not count" in out
    assert "the machine is busy: waiting for up to 30 s" in err


def test_a_game_that_was_not_judged_is_played_again_when_the_machine_is_quiet(
    busy_match: BusyMatch, quiet_answers: FakeQuiet, tmp_path: Path
) -> None:
    quiet_answers.answers = [True]
    path = tmp_path / "game.json"
    code, played, out, _ = busy_match([not_judged, prompt], "--record", str(path))
    assert (code, played) == (0, 2)
    assert "not judged" not in out
    assert Record.parse(path.read_bytes()).is_judged


def test_a_delayed_game_counts_and_says_so(
    busy_match: BusyMatch, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.json"
    code, played, out, _ = busy_match([prompt, delayed], "--games", "2", "--record", str(path))
    assert (code, played) == (0, 2)
    assert out.count("(delayed)") == 1
    assert "Delayed games: 1." in out
    assert run(["replay", str(tmp_path / "game-2.json"), "--turn", "0"]) == 0
    assert "Delayed games: 1." in capfd.readouterr().out
    assert "(delayed)" in (tmp_path / "game-2.log").read_text()


def test_without_patience_nothing_is_waited_for(
    busy_match: BusyMatch, quiet_answers: FakeQuiet
) -> None:
    code, played, _, err = busy_match([delayed], "--patience", "0")
    assert (code, played, err, quiet_answers) == (0, 1, "", [])


def test_delayed_games_are_played_again_at_most_twice(
    busy_match: BusyMatch, quiet_answers: FakeQuiet
) -> None:
    quiet_answers.answers = [True] * 9
    _, played, out, _ = busy_match([delayed] * 9, "--patience", "5")
    assert played == 3
    assert "(delayed)" in out
