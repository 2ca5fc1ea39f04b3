"""The wheel as `make wheel` builds it, and an environment where nothing else of ours is found."""

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

PROJECT = Path(__file__).parents[2]


@cache
def built_wheel() -> Path:
    """The wheel of this checkout, built once for all tests that install it."""
    made = subprocess.run(
        ["make", "wheel"], cwd=PROJECT, capture_output=True, text=True, check=False
    )
    assert made.returncode == 0, made.stdout + made.stderr
    (wheel,) = (PROJECT / "dist").glob("*.whl")
    return wheel


def clean_environment() -> dict[str, str]:
    """The variables of a machine without our virtual environment, but with its Python."""
    ours = ("GARLIC", "PYTHON", "VIRTUAL_ENV", "PYTEST")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    return kept | {"PATH": f"{sys.base_prefix}/bin:/usr/local/bin:/usr/bin:/bin"}
