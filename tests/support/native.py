"""Compiling and running small C++ programs that test the native core directly."""

import os
import subprocess
from pathlib import Path

PROJECT = Path(__file__).parents[2]
STRICT = ("-Wall", "-Wextra", "-Wshadow", "-Wconversion", "-Werror")


def compiled(source: Path, program: Path, *flags: str, games: tuple[str, ...] = ()) -> Path:
    """Compile *program* from *source* and the core's files of *games* with these *flags*."""
    files = [source, *(PROJECT / f"cpp/games/{name}.cpp" for name in games)]
    compiler = os.environ.get("CXX", "g++")
    subprocess.run(
        [compiler, "-std=c++20", "-pthread", *flags, "-I", PROJECT / "cpp", *files, "-o", program],
        check=True,
    )
    return program


def output_of(program: Path) -> str:
    """The standard output of the program."""
    return subprocess.run([program], capture_output=True, text=True, check=False).stdout
