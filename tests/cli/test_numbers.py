"""Numbers on the command line that nothing can keep."""

import inspect
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import get_args

import pytest
import typer

from cli.results import Garlic
from garlic.cli.app import app as root
from garlic.cli.app import command
from support.present import present


def _callbacks(app: typer.Typer) -> Iterator[Callable[..., object]]:
    for info in app.registered_commands:
        yield present(info.callback)
    for group in app.registered_groups:
        yield from _callbacks(present(group.typer_instance))


def test_every_whole_number_has_a_limit() -> None:
    command()  # registers all commands
    unlimited = []
    for callback in _callbacks(root):
        for name, parameter in inspect.signature(callback).parameters.items():
            kind, *infos = get_args(parameter.annotation) or (parameter.annotation,)
            if kind is int or int in get_args(kind):
                unlimited += [f"{callback.__name__} {name}" for info in infos if info.max is None]
    assert unlimited == []


@pytest.mark.parametrize("digits", [19, 400, 5_000])
def test_a_long_number_is_one_sentence(garlic: Garlic, digits: int) -> None:
    code, out, err = garlic("playout", "othello", "--seed", "9" * digits)
    assert (code, out) == (2, "")
    assert err.startswith("garlic: error: invalid value for '--seed': expected ")
    assert err.count("\n") == 1


@pytest.mark.parametrize("value", ["9" * 5_000, "0x" + "f" * 5_000, "9" * 400, "1e999", "nan"])
def test_a_lab_with_a_long_number_is_one_sentence(
    garlic: Garlic, tmp_path: Path, value: str
) -> None:
    file = tmp_path / "lab.toml"
    file.write_text(f'title = "x"\ngame = "othello"\nseed = {value}\n')
    code, out, err = garlic("lab", "check", str(file))
    assert (code, out) == (2, "")
    assert err.startswith("garlic: error: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize("value", ["9" * 5_000, "0x" + "f" * 5_000, "1e999", "nan"])
def test_a_tournament_with_a_long_number_is_one_sentence(
    garlic: Garlic, tmp_path: Path, value: str
) -> None:
    file = tmp_path / "t.toml"
    file.write_text(f'game = "othello"\nbots = ["random:othello"]\ngames = {value}\n')
    code, out, err = garlic("tournament", "run", str(file), "--database", str(tmp_path / "db"))
    assert (code, out) == (2, "")
    assert "Traceback" not in err
    assert err.count("\n") == 1


def test_a_long_number_behind_a_redirection_is_refused(tmp_path: Path) -> None:
    script = tmp_path / "script"
    script.write_text(f"echo a >&{'0' * 5_000}\necho $?\n")
    command = [sys.executable, "-m", "garlic", "shell", str(script)]
    ran = subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)
    assert "Traceback" not in ran.stderr
    assert ran.returncode == 0, "the shell went on"
