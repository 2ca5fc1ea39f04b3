"""The READMEs are correct: their sessions are run, and print what is shown."""

import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from book.sessions import Command, session

from support.page_sessions import run_session
from support.present import present

PROJECT = Path(__file__).parents[1]
READMES = ["README.md", "README.zh-CN.md"]


def commands(readme: str) -> list[Command]:
    text = (PROJECT / readme).read_text(encoding="utf-8")
    return [step for step in session(text) if isinstance(step, Command)]


@pytest.mark.parametrize("readme", [READMES[0], pytest.param(READMES[1], marks=pytest.mark.slow)])
def test_the_sessions(readme: str, tmp_path: Path) -> None:
    assert commands(readme)
    run_session(PROJECT / readme, tmp_path, long=False)


@pytest.mark.parametrize("readme", READMES)
def test_sessions_are_short_and_shown_in_full(readme: str) -> None:
    text = (PROJECT / readme).read_text(encoding="utf-8")
    blocks = re.findall(r"```console\n(.*?)```", text, re.DOTALL)
    assert len(blocks) == 5
    assert [block for block in blocks if len(block.splitlines()) > 20] == []
    assert [command.line for command in commands(readme) if not command.output.strip()] == []
    assert "\n...\n" not in text


def test_the_page_opens(tmp_path: Path) -> None:
    garlic = Path(sys.executable).with_name("garlic")
    with subprocess.Popen(
        [garlic, "serve", "--port", "0", "--no-browser", "--database", tmp_path / "arena.sqlite"],
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        try:
            line = present(server.stdout).readline()
            address = present(re.search(r"http://\S+", line))[0]
            with urllib.request.urlopen(address, timeout=60) as page:  # noqa: S310
                assert b"<title>" in page.read()
        finally:
            server.send_signal(signal.SIGINT)


def test_both_readmes_show_the_same_commands() -> None:
    first, second = ([command.line for command in commands(readme)] for readme in READMES)
    assert first == second


def test_both_readmes_have_the_same_sections_and_links() -> None:
    """The Chinese one leads to pages in Chinese, where there are some."""
    part = re.compile(r"^#+|^```\w+|(?<=\]\()[^)]+", re.MULTILINE)
    first, second = (part.findall((PROJECT / readme).read_text("utf-8")) for readme in READMES)
    assert [link.replace("README.md", READMES[1]) for link in second] == [
        _in_chinese(link) for link in first
    ]


def _in_chinese(link: str) -> str:
    page, mark, place = link.partition("#")
    chinese = page.replace(".md", ".zh.md")
    return f"{chinese}{mark}{place}" if (PROJECT / chinese).is_file() else link


@pytest.mark.parametrize("readme", [*READMES, "CONTRIBUTING.md"])
def test_links_are_not_broken(readme: str) -> None:
    text = (PROJECT / readme).read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text):
        assert (PROJECT / target).exists(), target
