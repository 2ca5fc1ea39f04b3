"""The READMEs tell the truth: every `>>>` and every `$ garlic` in them is run."""

import doctest
import re
import shlex
from pathlib import Path

import pytest

from garlic.cli import run

PROJECT = Path(__file__).parents[1]
READMES = ["README.md", "README.zh-CN.md"]
_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(readme: str, language: str) -> list[str]:
    text = (PROJECT / readme).read_text(encoding="utf-8")
    return [body for kind, body in _BLOCK.findall(text) if kind == language]


@pytest.mark.parametrize("readme", READMES)
def test_the_python_session(readme):
    sessions = blocks(readme, "pycon")
    assert sessions
    for session in sessions:
        parser = doctest.DocTestParser()
        runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
        test = parser.get_doctest(session, {}, readme, readme, 0)
        assert test.examples
        assert runner.run(test).failed == 0


def commands(readme: str) -> list[tuple[str, str]]:
    """The `$ garlic ...` lines of the console blocks with the output shown below each."""
    found = []
    for block in blocks(readme, "console"):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            if command.startswith("garlic "):
                found.append((command, output))
    return found


@pytest.mark.parametrize("readme", READMES)
def test_the_commands(readme, capfd, monkeypatch):
    language = "zh" if "zh" in readme else "en"
    monkeypatch.setenv("GARLIC_LANG", language)
    monkeypatch.setenv("COLUMNS", "100")
    assert commands(readme)
    for command, expected in commands(readme):
        assert run(shlex.split(command)[1:]) == 0
        shown = [line.rstrip() for line in capfd.readouterr().out.splitlines()]
        for line in filter(None, map(str.rstrip, expected.splitlines())):
            assert line == "..." or line in shown, f"{command}: {line!r} is not printed"


def test_both_readmes_show_the_same_commands():
    first, second = ([command for command, _ in commands(readme)] for readme in READMES)
    assert first == second


@pytest.mark.parametrize("readme", [*READMES, "CONTRIBUTING.md"])
def test_links_lead_somewhere(readme):
    text = (PROJECT / readme).read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#:]+)\)", text):
        assert (PROJECT / target).exists(), target
