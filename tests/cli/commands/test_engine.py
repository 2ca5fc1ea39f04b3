"""`garlic engine` as other programs start it: a process with pipes."""

import signal
import subprocess
import sys

import pytest

from garlic.cli import run
from support.effort import promptly


@pytest.fixture
def engine():
    started = []

    def start(*arguments: str) -> subprocess.Popen:
        process = subprocess.Popen(
            [sys.executable, "-m", "garlic", "engine", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout, process.stderr):
            pipe.close()


def read_until(process: subprocess.Popen, start: str) -> str:
    for line in process.stdout:
        if line.startswith(start):
            return line.rstrip()
    raise AssertionError(f"it ended before it printed {start!r}")


def test_engine_answers_and_quits(engine):
    process = engine("xiangqi", "--protocol", "uci", "--level", "3", "--hash", "8")
    process.stdin.write("uci\r\nisready\r\nposition startpos\r\ngo depth 2\r\n")
    assert (
        read_until(process, "option name Level")
        == "option name Level type spin default 3 min 1 max 10"
    )
    assert read_until(process, "readyok")
    assert read_until(process, "bestmove")
    process.stdin.write("quit\n")
    assert process.wait(10) == 0
    assert process.stderr.read() == ""


def test_stop_ends_a_search(engine):
    process = engine("xiangqi", "--protocol", "uci")
    process.stdin.write("position startpos moves h3e3 h10g8\ngo infinite\n")
    read_until(process, "info depth 7 ")
    with promptly():  # 50 ms is what `bench.servers` finds on a quiet machine
        process.stdin.write("stop\n")
        read_until(process, "bestmove")


def test_end_of_input_ends_the_engine(engine):
    process = engine("xiangqi", "--protocol", "ucci")
    process.stdin.write("position startpos moves h2e2\ngo depth infinite\n")
    read_until(process, "info depth 5 ")
    process.stdin.close()
    assert process.wait(10) == 0


def test_ctrl_c_ends_the_engine_without_a_message(engine):
    process = engine("xiangqi", "--protocol", "uci")
    process.stdin.write("isready\ngo infinite\n")
    read_until(process, "info depth 3 ")
    process.send_signal(signal.SIGINT)
    assert process.wait(10) == 130
    assert process.stderr.read() == ""


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["xiangqi", "--protocol", "gopher"], "the engine of xiangqi does not speak 'gopher'; it"),
        (["tiaojia", "--protocol", "uci"], "the engine of tiaojia does not speak 'uci'; it speaks"),
        (["go", "--protocol", "uci"], "there is no game called 'go'"),
        (["xiangqi"], "missing"),
    ],
)
def test_wrong_arguments_get_one_sentence(capfd, arguments, sentence):
    assert run(["engine", *arguments]) == 2
    captured = capfd.readouterr()
    assert captured.err.startswith(f"garlic: error: {sentence}")
    assert captured.err.count("\n") == 1
