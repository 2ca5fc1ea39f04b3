"""The wheel works completely without a compiler and without Node."""

import json
import os
import re
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from support.processes import eventually
from support.wheel import built_wheel

TOOLS = ("bash", "sh", "env", "ls")  # all that a user of the wheel needs


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    """The command `garlic` of a wheel in a new virtual environment, and its variables."""
    folder = tmp_path_factory.mktemp("wheel")
    wheel = built_wheel()
    subprocess.run([sys.executable, "-m", "venv", folder / "venv"], check=True)
    python = folder / "venv/bin/python"
    subprocess.run([python, "-m", "pip", "install", "--quiet", wheel], check=True)
    tools = folder / "tools"
    tools.mkdir()
    for tool in TOOLS:
        (tools / tool).symlink_to(Path("/bin") / tool)
    environment = {"PATH": str(tools), "HOME": str(folder), "LANG": "C.UTF-8"}
    return folder / "venv/bin/garlic", environment


def run_garlic(
    installed: tuple[Path, dict[str, str]], *words: str
) -> subprocess.CompletedProcess[str]:
    garlic, environment = installed
    return subprocess.run(
        [garlic, *words],
        env=environment,
        cwd=environment["HOME"],
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
def test_the_wheel_is_tagged_manylinux() -> None:
    name = built_wheel().name
    assert re.search(r"manylinux_2_\d+_x86_64\.whl$", name) or os.uname().machine != "x86_64"


@pytest.mark.slow
def test_commands_work_without_compiler_and_node(installed: tuple[Path, dict[str, str]]) -> None:
    assert "Weighted Othello" in run_garlic(installed, "games").stdout
    done = run_garlic(
        installed, "match", "xiangqi", "engine:xiangqi?level=2", "random:xiangqi", "--json"
    )
    assert json.loads(done.stdout), done.stderr
    assert run_garlic(installed, "analyse", "othello", "--depth", "4").returncode == 0
    bot = Path(installed[1]["HOME"]) / "bot.py"
    bot.write_text("def play(position):\n    return position.legal_moves()[0]\n")
    done = run_garlic(installed, "grade", "othello/task1", str(bot))
    assert done.returncode in {0, 1, 3}, done.stderr
    done = run_garlic(installed, "match", "othello", "player.h", "random:othello")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)  # no such file: one sentence


@pytest.mark.slow
def test_the_wheel_contains_the_pages(installed: tuple[Path, dict[str, str]]) -> None:
    garlic, environment = installed
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with subprocess.Popen(
        [garlic, "serve", "--port", str(port), "--no-browser"],
        env=environment,
        cwd=environment["HOME"],
        stdout=subprocess.DEVNULL,
    ) as server:
        try:
            assert eventually(lambda: "<script" in page(port), 30)
            assert "alpha-beta" in page(port, "docs/")  # the book
        finally:
            server.terminate()


def page(port: int, path: str = "") -> str:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/{path}", timeout=5) as answer:
            return str(answer.read().decode())
    except OSError:
        return ""
