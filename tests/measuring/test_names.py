"""`python -m bench` finds its benchmarks by their names."""

import subprocess
import sys


def bench(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "bench", *arguments]
    return subprocess.run(command, check=False, capture_output=True, text=True, timeout=120)


def test_the_list_has_tables_and_commands_without_helpers() -> None:
    names = bench("--list").stdout.split()
    assert {"sandbox", "class_server", "duel", "gauntlet", "xiangqi"} <= set(names)
    assert not [name for name in names if name.startswith("_")]


def test_an_unknown_name() -> None:
    answer = bench("chess", "10")
    assert answer.returncode == 2
    assert "expected a name of `python -m bench --list`, got 'chess'" in answer.stderr


def test_a_benchmark_without_arguments_says_so() -> None:
    answer = bench("labs", "--fast")
    assert answer.returncode == 2
    assert answer.stderr == "bench: labs takes no arguments, got '--fast'\n"


def test_the_rest_of_the_line_is_for_the_command() -> None:
    answer = bench("gauntlet", "--list")
    assert answer.returncode == 0, answer.stderr
    assert "fairy-stockfish" in answer.stdout
