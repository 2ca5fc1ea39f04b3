"""The wheel, installed where there is neither compiler nor Node, is the whole product."""

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

PROJECT = Path(__file__).parents[2]
TOOLS_BUILT_FROM = ("bash", "sh", "env", "ls")  # all that the machine of a wheel user need have


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The command `garlic` of a wheel in an environment of its own, and that environment."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(["make", "wheel"], cwd=PROJECT, check=True, capture_output=True)
    (wheel,) = (PROJECT / "dist").glob("*.whl")
    subprocess.run([sys.executable, "-m", "venv", folder / "venv"], check=True)
    python = folder / "venv/bin/python"
    subprocess.run([python, "-m", "pip", "install", "--quiet", wheel], check=True)
    tools = folder / "tools"
    tools.mkdir()
    for tool in TOOLS_BUILT_FROM:
        (tools / tool).symlink_to(Path("/bin") / tool)
    environment = {"PATH": str(tools), "HOME": str(folder), "LANG": "C.UTF-8"}
    return folder / "venv/bin/garlic", environment


def ran(installed, *words):
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
@pytest.mark.usefixtures("installed")
def test_the_wheel_names_the_systems_that_it_runs_on():
    (wheel,) = (PROJECT / "dist").glob("*.whl")
    assert re.search(r"manylinux_2_\d+_x86_64\.whl$", wheel.name) or os.uname().machine != "x86_64"


@pytest.mark.slow
def test_all_of_it_works_without_compiler_and_node(installed):
    assert "Weighted Othello" in ran(installed, "games").stdout
    found = ran(installed, "match", "xiangqi", "engine:xiangqi?level=2", "random:xiangqi", "--json")
    assert json.loads(found.stdout), found.stderr
    assert ran(installed, "analyse", "othello", "--depth", "4").returncode == 0
    bot = Path(installed[1]["HOME"]) / "bot.py"
    bot.write_text("def play(position):\n    return position.legal_moves()[0]\n")
    found = ran(installed, "grade", "othello/task1", str(bot))
    assert found.returncode in {0, 1}, found.stderr
    found = ran(installed, "match", "othello", "player.h", "random:othello")
    assert (found.returncode, found.stderr.count("\n")) == (2, 1)  # no such file: one sentence


@pytest.mark.slow
def test_the_pages_are_in_it(installed):
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
