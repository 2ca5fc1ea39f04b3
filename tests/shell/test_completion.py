"""Completion of half-typed lines, without a terminal."""

from pathlib import Path

import pytest

from garlic.cli.tree.console import GarlicCommands
from garlic.shell.execution.builtins import BUILTINS
from garlic.shell.execution.evaluator import Evaluator
from garlic.shell.interface.completion import complete


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Evaluator:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (tmp_path / "bin").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    for name in ("bin/program", "local", "home/at home"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch(mode=0o755)
    for name in ("a b", "a'c", "plain", ".hidden"):
        (tmp_path / name).touch(mode=0o644)
    (tmp_path / "folder" / "sub").mkdir(parents=True)
    return Evaluator(BUILTINS, GarlicCommands())


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("unal", ["unalias "]),
        ("prog", ["program "]),
        ("loc", ["local "]),  # the lab runs programs in the current folder by name
        ("playo", ["playout "]),  # the file `plain` is not executable
        ("./", ["./bin/", "./folder/", "./home/", "./local "]),
        ("cat a", ["a\\ b ", "a\\'c "]),
        ('cat "a', ['"a b" ', '"a\'c" ']),
        ("cat 'a b", ["'a b' "]),
        ("cat a\\ ", ["a\\ b "]),
        ("cat x > pl", ["plain "]),
        ("cat folder/", ["folder/sub/"]),
        ("cat .h", [".hidden "]),
        ("cat ~/a", ["~/at\\ home "]),
        ("cd ", ["bin/", "folder/", "home/"]),
        ("true | unal", ["unalias "]),
        ("true && X=1 unal", ["unalias "]),
        ("$(", []),
        ("echo 'x' # pl", []),
        ("map l", ["list "]),
        ("garlic map l", ["list "]),
        ("garlic per", ["perft "]),
        ("perft tia", ["tiaojia "]),
        ("perft tiaojia --core ", ["python ", "native "]),
        ("perft tiaojia --div", ["--divide "]),
        ("echo $HOM", ["HOME"]),
        ("echo ${HOM", ["HOME}"]),
        ("nothing_begins_so", []),
    ],
)
def test_completion(shell: Evaluator, line: str, expected: list[str]) -> None:
    assert [completion.text for completion in complete(line, shell)] == expected


def test_replaced_characters(shell: Evaluator) -> None:
    (completion,) = complete("cat 'a b", shell)
    assert completion.replaces == len("'a b")
    (completion,) = complete("echo $HOM", shell)
    assert completion.replaces == len("HOM")


@pytest.mark.parametrize(
    "line", ["", " ", "'", '"', "\\", "$", "${", "`", "|", "a |", ">", "\udcff"]
)
def test_incomplete_lines_are_no_error(shell: Evaluator, line: str) -> None:
    assert all(completion.text for completion in complete(line, shell))
