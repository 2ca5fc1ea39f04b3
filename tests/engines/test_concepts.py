"""The search on a game that fulfils as little, or as much, as its concepts ask for."""

import os
import subprocess
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]


def check(folder: Path, *flags: str) -> str:
    """What `search_check.cpp`, compiled with *flags*, has to say."""
    program = folder / "check"
    subprocess.run(
        [
            os.environ.get("CXX", "g++"),
            *("-std=c++20", "-Wall", "-Wextra", "-Wshadow", "-Wconversion", "-Werror", "-pthread"),
            *(*flags, "-I", PROJECT / "cpp"),
            *(Path(__file__).with_name("search_check.cpp"), "-o", program),
        ],
        check=True,
    )
    return subprocess.run([program], capture_output=True, text=True, check=False).stdout


def test_any_searchable_game_is_searched_exactly(tmp_path):
    assert check(tmp_path, "-O0") == "ok\n"


@pytest.mark.slow
@pytest.mark.parametrize("sanitizers", ["address,undefined", "thread"])
def test_sanitizers_find_nothing(tmp_path, sanitizers):
    sanitize = f"-fsanitize={sanitizers}"
    assert check(tmp_path, "-O1", sanitize, "-fno-sanitize-recover=all") == "ok\n"
