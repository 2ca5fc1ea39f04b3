"""Small C++ programs beside the tests: they look at the native core from within."""

import os
import subprocess
from pathlib import Path

PROJECT = Path(__file__).parents[2]
STRICT = ("-Wall", "-Wextra", "-Wshadow", "-Wconversion", "-Werror")


def compiled(source: Path, program: Path, *flags: str, games: tuple[str, ...] = ()) -> Path:
    """*program*, made of *source* and the core's files of *games* with the compiler's *flags*."""
    files = [source, *(PROJECT / f"cpp/games/{name}.cpp" for name in games)]
    compiler = os.environ.get("CXX", "g++")
    subprocess.run(
        [compiler, "-std=c++20", "-pthread", *flags, "-I", PROJECT / "cpp", *files, "-o", program],
        check=True,
    )
    return program


def said_by(program: Path) -> str:
    """What the program prints."""
    return subprocess.run([program], capture_output=True, text=True, check=False).stdout
