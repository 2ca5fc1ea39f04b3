"""The wheel, installed into an empty environment, away from the sources."""

import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[1]


@pytest.mark.slow
def test_the_wheel_installs_and_runs(tmp_path: Path) -> None:
    subprocess.run(
        [
            sys.executable,
            "-m",
            "pip",
            "wheel",
            "--quiet",
            "--no-deps",
            "--wheel-dir",
            tmp_path,
            PROJECT,
        ],
        check=True,
    )
    (wheel,) = tmp_path.glob("garlic_arena-*.whl")
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "venv"], check=True)
    scripts = tmp_path / "venv/bin"
    subprocess.run([scripts / "python", "-m", "pip", "install", "--quiet", wheel], check=True)
    done = subprocess.run(
        [scripts / "garlic", "perft", "tiaojia", "--depth", "3"],
        check=True,
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert done.stdout == "150845\n"
    installed = set((tmp_path / "venv").rglob("garlic/*"))
    assert {"_core.pyi", "py.typed"} <= {path.name for path in installed}
