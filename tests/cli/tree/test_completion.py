"""Tab completion in bash, zsh and fish."""

import os
import subprocess
import sys

import pytest


def completions(shell: str, line: str) -> str:
    """The words that *shell* gets for the last word of *line*."""
    words = line.split(" ")
    done = subprocess.run(
        [sys.executable, "-c", "from garlic.cli import main; main([])"],
        capture_output=True,
        text=True,
        check=False,
        env={
            **os.environ,
            "_GARLIC_COMPLETE": f"complete_{shell}",
            "COMP_WORDS": line,
            "COMP_CWORD": str(len(words) - 1),
            "_TYPER_COMPLETE_ARGS": line,
            "_TYPER_COMPLETE_FISH_ACTION": "get-args",
        },
    )
    assert done.stderr == ""
    return done.stdout


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("garlic show o", "othello"),
        ("garlic map list ", "othello stars"),
        ("garlic map make s", "stars"),
        ("garlic convert xiangqi ", "text fen iccs wxf chinese pgn lab"),
        ("garlic convert gomoku sgf p", "piskvork"),
        ("garlic show gomoku --rule ", "renju freestyle standard"),
        ("garlic show stars --map 13", "13x15-both-free 13x15-walled-in"),
        ("garlic perft chess --map ", ""),
        ("garlic perft othello --core ", "python native"),
    ],
)
def test_completion_in_bash(line: str, words: str) -> None:
    assert completions("bash", line).split() == words.split()


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_completion_in_other_shells(shell: str) -> None:
    assert "othello" in completions(shell, "garlic show o")
    assert "stars" not in completions(shell, "garlic show o")
