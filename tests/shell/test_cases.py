"""The case files, run in our shell and, where both should agree, in bash."""

import subprocess
from pathlib import Path

import pytest

from support.sampling import one_in
from support.shell_cases import SHELL, Case, run_case, shell_cases, without_prompts

CASES = shell_cases()


@pytest.mark.parametrize("case", one_in(2, CASES), ids=str)
def test_case(case: Case, tmp_path: Path) -> None:
    folder = tmp_path / "here"
    ran = run_case(case, folder, SHELL)
    if case.screen is not None:
        assert ran.stdout == case.screen.replace("HERE", str(folder))
    if case.output is not None:
        shown = without_prompts(ran.stdout, folder)
        assert shown == case.output.replace("HERE", str(folder))
    assert (ran.stderr, ran.status) == (case.errors, case.status)


@pytest.mark.parametrize(
    "case", [case for case in CASES if case.screen is None and not case.not_bash], ids=str
)
def test_bash_agrees(case: Case, tmp_path: Path) -> None:
    folder = tmp_path / "here"
    ran = run_case(case, folder, ["bash"])
    assert case.output is not None
    assert ran.stdout == case.output.replace("HERE", str(folder))
    assert ran.status == case.status


def test_there_are_enough_cases() -> None:
    assert len(CASES) >= 150
    assert len({str(case) for case in CASES}) == len(CASES)


def test_bash_is_installed() -> None:
    """Without it half of the tests above would prove nothing."""
    done = subprocess.run(["bash", "--version"], capture_output=True, check=True)
    assert b"GNU bash" in done.stdout
