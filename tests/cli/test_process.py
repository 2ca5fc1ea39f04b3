"""The command as a process: signals, closed and full streams, odd encodings."""

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from support.processes import wait_until_busy

GARLIC = [sys.executable, "-m", "garlic"]


def garlic(
    arguments: Sequence[str | bytes], *, redirect: str = "", **environment: str
) -> tuple[int, bytes, str]:
    """Run a command line, redirected by the shell; exit code, output, errors."""
    done = subprocess.run(
        ["sh", "-c", f'exec "$@" {redirect}', "sh", *GARLIC, *arguments],
        capture_output=True,
        env={**os.environ, "GARLIC_LANG": "en", **environment},
        check=False,
    )
    return done.returncode, done.stdout, done.stderr.decode()


@pytest.mark.parametrize(
    ("game", "options"),
    [("xiangqi", []), ("gomoku", []), ("stars", ["--map", "10x10-walled-in"])],
)
def test_ctrl_c_ends_a_native_count(game: str, options: list[str]) -> None:
    process = subprocess.Popen(
        [*GARLIC, "perft", game, "--depth", "30", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    try:
        wait_until_busy(process.pid, 1.5)
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=60)
    finally:
        process.kill()
    assert (process.returncode, output, errors) == (130, b"", b"")


def test_ctrl_c_while_modules_are_imported() -> None:
    script = (
        "import sys; from garlic.cli import run\n"
        "class Interrupting:\n"
        "    def find_spec(self, name, *rest):\n"
        "        if name == 'typer': raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Interrupting()); sys.exit(run(['games']))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (130, b"")


@pytest.mark.parametrize("arguments", [["games", "--json"], ["games"], ["--help"]])
def test_a_closed_pipe_is_no_error(arguments: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run([*GARLIC, *arguments], stdout=writer, stderr=subprocess.PIPE, check=False)
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
@pytest.mark.parametrize("arguments", [["games", "--json"], ["games"]])
def test_a_full_disk_gets_one_sentence(arguments: list[str]) -> None:
    code, _, errors = garlic(arguments, redirect="> /dev/full")
    assert code == 2
    assert errors == "garlic: error: cannot write the output: No space left on device\n"


def test_closed_streams() -> None:
    assert garlic(["games"], redirect=">&-") == (0, b"", "")
    assert garlic(["show", "chess"], redirect="2>&-") == (2, b"", "")
    code, _, errors = garlic(["convert", "tiaojia", "text", "text", "-"], redirect="<&-")
    assert (code, errors) == (2, "garlic: error: cannot read -: standard input is closed\n")


def test_unencodable_characters_become_question_marks() -> None:
    code, output, errors = garlic(["show", "xiangqi"], PYTHONIOENCODING="ascii")
    assert (code, errors) == (0, "")
    assert b"9  ???" in output
    assert garlic(["map", "check", b"\xff"])[2] == ""


def test_a_garlic_command_in_a_shell_pipe_with_output_to_a_file(tmp_path: Path) -> None:
    script, output = tmp_path / "script", tmp_path / "output"
    script.write_text("perft tiaojia --depth 1 | tail -1\n")
    code, _, errors = garlic(["shell", str(script)], redirect=f"> {output}")
    assert (code, errors) == (0, "")
    assert "53\n" in output.read_text()
