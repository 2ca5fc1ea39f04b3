"""`garlic engine` as other programs start it: a process with pipes."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from typing import Protocol

import pytest

from garlic.cli import run
from support.effort import promptly
from support.present import present


class Engine:
    """A running `garlic engine` and its pipes."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "garlic", "engine", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        self.stdin = present(self.process.stdin)
        self.stdout = present(self.process.stdout)
        self.stderr = present(self.process.stderr)

    def read_until(self, start: str) -> str:
        for line in self.stdout:
            if line.startswith(start):
                return line.rstrip()
        raise AssertionError(f"it ended before it printed {start!r}")

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        for pipe in (self.stdin, self.stdout, self.stderr):
            pipe.close()


class StartEngine(Protocol):
    def __call__(self, *arguments: str) -> Engine: ...


@pytest.fixture
def engine() -> Iterator[StartEngine]:
    started: list[Engine] = []

    def start(*arguments: str) -> Engine:
        started.append(Engine(*arguments))
        return started[-1]

    yield start
    for one in started:
        one.close()


def test_engine_answers_and_quits(engine: StartEngine) -> None:
    server = engine("xiangqi", "--protocol", "uci", "--level", "3", "--hash", "8")
    server.stdin.write("uci\r\nisready\r\nposition startpos\r\ngo depth 2\r\n")
    assert (
        server.read_until("option name Level")
        == "option name Level type spin default 3 min 1 max 10"
    )
    assert server.read_until("readyok")
    assert server.read_until("bestmove")
    server.stdin.write("quit\n")
    assert server.process.wait(60) == 0
    assert server.stderr.read() == ""


def test_stop_ends_a_search(engine: StartEngine) -> None:
    server = engine("xiangqi", "--protocol", "uci")
    server.stdin.write("position startpos moves h3e3 h10g8\ngo infinite\n")
    server.read_until("info depth 7 ")
    with promptly():  # 50 ms is what `bench.engines.servers` finds on a quiet machine
        server.stdin.write("stop\n")
        server.read_until("bestmove")


def test_end_of_input_ends_the_engine(engine: StartEngine) -> None:
    server = engine("xiangqi", "--protocol", "ucci")
    server.stdin.write("position startpos moves h2e2\ngo depth infinite\n")
    server.read_until("info depth 5 ")
    server.stdin.close()
    assert server.process.wait(60) == 0


def test_ctrl_c_ends_the_engine_without_a_message(engine: StartEngine) -> None:
    server = engine("xiangqi", "--protocol", "uci")
    server.stdin.write("isready\ngo infinite\n")
    server.read_until("info depth 3 ")
    server.process.send_signal(signal.SIGINT)
    assert server.process.wait(60) == 130
    assert server.stderr.read() == ""


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["xiangqi", "--protocol", "gopher"], "the engine of xiangqi does not speak 'gopher'; it"),
        (["tiaojia", "--protocol", "uci"], "the engine of tiaojia does not speak 'uci'; it speaks"),
        (["go", "--protocol", "uci"], "there is no game called 'go'"),
        (["xiangqi"], "missing"),
    ],
)
def test_wrong_arguments_get_one_sentence(
    capfd: pytest.CaptureFixture[str], arguments: list[str], sentence: str
) -> None:
    assert run(["engine", *arguments]) == 2
    captured = capfd.readouterr()
    assert captured.err.startswith(f"garlic: error: {sentence}")
    assert captured.err.count("\n") == 1
