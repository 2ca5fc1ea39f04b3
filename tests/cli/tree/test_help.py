"""Help: complete, with an example, in both languages, and fast."""

import inspect
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pkgutil import iter_modules
from typing import Any

import pytest
import typer
from typer.core import TyperCommand, TyperGroup

import garlic
from garlic.cli import commands as command_modules
from garlic.cli import run
from garlic.cli.app import command
from garlic.cli.tree.groups import ManyValues
from garlic.cli.tree.names import COMMAND_GROUPS, COMMAND_NAMES, GAME_COMMANDS
from garlic.core.language.text import catalogue
from support.present import present


def commands(node: Any = None, path: str = "garlic") -> Iterator[tuple[str, Any]]:
    """Every command of the tree with the words that call it."""
    node = node or command()
    yield path, node
    for name, child in getattr(node, "commands", {}).items():
        yield from commands(child, f"{path} {name}")


LEAVES = [(path, node) for path, node in commands() if not hasattr(node, "commands")]


@pytest.mark.parametrize(("path", "node"), LEAVES, ids=[path for path, _ in LEAVES])
def test_every_command_shows_an_example(path: str, node: TyperCommand | ManyValues) -> None:
    called = path.removesuffix(" show").removesuffix(" solve")  # defaults of their groups
    shown = present(node.help)
    assert f"Example: {path}" in shown or f"Example: {called}" in shown


def test_one_module_per_command() -> None:
    folders = {module.name: module for module in iter_modules(command_modules.__path__)}
    assert set(folders) == {group.folder for group in COMMAND_GROUPS}
    for group in COMMAND_GROUPS:
        inside = iter_modules([f"{command_modules.__path__[0]}/{group.folder}"])
        assert {module.name for module in inside} == set(group.names), group.folder
    assert set(command().commands) - set(GAME_COMMANDS.names) == COMMAND_NAMES


def test_every_help_text_is_translated() -> None:
    missing = []
    for path, node in commands():
        texts = [getattr(node, "help", None), *(getattr(p, "help", None) for p in node.params)]
        for text in filter(None, texts):
            parts = [" ".join(part.split()) for part in inspect.cleandoc(text).split("\n\n")]
            missing += [(path, part) for part in parts if part not in catalogue("zh")]
    assert not missing


def test_help_speaks_chinese(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GARLIC_LANG", "zh")
    assert run(["perft", "--help"]) == 0
    assert "例：garlic perft xiangqi --depth 4" in capsys.readouterr().out


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == 0
    shown = capsys.readouterr().out
    assert re.fullmatch(
        rf"garlic {re.escape(garlic.__version__)}( \([0-9a-f]{{7,40}}(-dirty)?\))?\n", shown
    )


def test_help_imports_no_game_and_no_native_code() -> None:
    # What makes start-up slow is imports: this keeps `garlic --help` within 0.3 s without a clock.
    script = (
        "import sys; from garlic.cli import run; run(['--help']);"
        "print(*[m for m in sys.modules if m.startswith('garlic.games.') or m in"
        " ('garlic._core', 'numpy', 'PIL', 'scipy', 'hypothesis')], file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stderr.split() == []


@pytest.mark.slow
def test_help_is_fast() -> None:
    times = []
    for _ in range(5):
        began = time.perf_counter()
        subprocess.run(
            [sys.executable, "-m", "garlic", "--help"],
            check=True,
            stdout=subprocess.DEVNULL,
            env={**os.environ, "TERM": "dumb"},
        )
        times.append(time.perf_counter() - began)
    assert min(times) < 0.3


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(("path", "node"), list(commands()), ids=[path for path, _ in commands()])
def test_help_is_whole_and_in_one_language(
    path: str,
    node: TyperGroup | TyperCommand | ManyValues,
    language: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("GARLIC_LANG", language)
    assert run([*path.split()[1:], "--help"]) == 0
    page = capsys.readouterr().out
    assert ("用法：" in page) == (language == "zh")
    assert ("Options:" in page) == (language == "en")
    assert "…" not in page
    assert not any(line.endswith(" ") for line in page.splitlines())
    if not hasattr(node, "default_command"):
        assert all(name in page for param in node.params for name in param.opts if name[0] == "-")


def test_help_shows_limits_defaults_and_choices(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GARLIC_LANG", "en")
    run(["perft", "-h"])
    page = capsys.readouterr().out
    assert "--depth N " in page
    assert "Plies. (1 to 50, default 3)" in page
    assert "--core python|native  Which rules to run; by default native ones" in page


def test_no_command_prints_the_help_without_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([]) == 2
    assert capsys.readouterr().err == ""


def test_help_of_the_puzzles_is_translated() -> None:
    def paragraphs(text: str | None) -> list[str]:
        return [" ".join(part.split()) for part in (text or "").split("\n\n")]

    root = typer.main.get_command(command.__globals__["app"])
    groups: Any = root
    for name in ("highway", "trek"):
        group = groups.commands[name]
        for node in (group, *group.commands.values()):
            for sentence in paragraphs(node.help):
                assert sentence in catalogue("zh"), sentence
            for parameter in node.params:
                if parameter.name != "help":
                    assert parameter.help in catalogue("zh"), parameter.help


def test_help_loads_neither_numpy_nor_pillow() -> None:
    script = (
        "import sys; from garlic.cli import run; run(['--help']);"
        "assert not {'numpy', 'PIL', 'garlic._paths'} & set(sys.modules), 'slow help'"
    )
    subprocess.run([sys.executable, "-c", script], check=True, capture_output=True)
