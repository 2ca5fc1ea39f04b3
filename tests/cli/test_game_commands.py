"""Commands that the packages of games bring."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from garlic.cli import run
from garlic.cli.tree.console import GarlicCommands
from garlic.cli.tree.names import COMMAND_NAMES, GAME_COMMANDS
from garlic.core.plugins import PluginTable
from support.packages import install_package

PINS = '''
import typer

def pins(count: int, show: bool = False) -> None:
    """Count pins.

    Example: garlic pins 3
    """
    print("o" * count)

group = typer.Typer(help="Commands about Kayles alone.")

@group.command()
def count(row: str) -> None:
    """Count the pins of a row."""
    print(row.count("o"))

number = 5
'''

ENTRIES = """
pins = kayles_commands:pins
kayles = kayles_commands:group
gone = kayles_is_gone:pins
number = kayles_commands:number
match = kayles_commands:pins
"""


@pytest.fixture
def kayles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A package with good commands, broken ones, and one whose name is taken."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    install_package(tmp_path, "kayles", {"garlic.commands": ENTRIES}, kayles_commands=PINS)
    monkeypatch.setenv("GARLIC_LANG", "en")
    fresh = PluginTable("garlic.commands", object, reserved=COMMAND_NAMES)
    for module in ("app", "tree.help", "tree.console"):
        monkeypatch.setattr(f"garlic.cli.{module}.GAME_COMMANDS", fresh)
    yield
    sys.modules.pop("kayles_commands", None)


@pytest.mark.usefixtures("kayles")
@pytest.mark.parametrize(
    ("arguments", "printed"),
    [
        (["pins", "3"], "ooo\n"),
        (["kayles", "count", "oo.o"], "3\n"),
        (["pins", "--help"], "Count pins."),
        (["kayles", "--help"], "Count the pins of a row."),
        (["kayles", "count", "-h"], "garlic kayles count [OPTIONS] ROW"),
    ],
)
def test_commands_of_a_package_run(
    arguments: list[str], printed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments) == 0
    assert printed in capsys.readouterr().out


@pytest.mark.usefixtures("kayles")
def test_the_help_has_them_and_says_what_is_not_used(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--help"]) == 0
    page = " ".join(capsys.readouterr().out.split())
    assert "For a single game: forbidden" in page
    assert "kayles Commands about Kayles alone." in page
    assert "pins Count pins." in page
    assert page.count("of the package kayles") == 2
    assert "the command 'number' cannot be used: " in page
    assert "'match' of the package kayles is not used: garlic-arena has one of that name" in page
    assert "'gone' of the package kayles cannot be used: ModuleNotFoundError(" in page


@pytest.mark.usefixtures("kayles")
@pytest.mark.parametrize("name", ["gone", "number"])
def test_a_broken_one_fails_with_one_sentence(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([name, "x", "--y"]) == 2
    errors = capsys.readouterr().err.splitlines()
    assert len(errors) == 1
    assert name in errors[0]
    assert "cannot be used" in errors[0]


@pytest.mark.usefixtures("kayles")
def test_other_commands_load_none_of_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["games"]) == 0
    assert run(["forbidden", "E4"]) == 0
    assert capsys.readouterr().out.endswith("legal\n")
    assert "kayles_commands" not in sys.modules


@pytest.mark.usefixtures("kayles")
def test_the_shell_knows_them() -> None:
    shell = GarlicCommands()
    assert {"match", "forbidden", "pins", "garlic"} <= set(shell.names)
    assert "kayles_commands" not in sys.modules
    assert ("pins", "Count pins.") in shell.summaries()
    assert "gone" not in dict(shell.summaries())
    assert shell.complete(["kayles"], "c") == ["count"]
    assert shell.complete(["pins"], "--s") == ["--show"]


def test_ours_are_complete() -> None:
    assert set(GAME_COMMANDS.names) == set(GAME_COMMANDS) == {"forbidden", "stars", "xiangqi"}
    assert GAME_COMMANDS.faults() == []
