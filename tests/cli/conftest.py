"""Fixtures for the tests of the command line."""

import pytest

from cli.results import Garlic, Result
from garlic.cli import run


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GARLIC_LANG", "en")


@pytest.fixture
def garlic(capfdbinary: pytest.CaptureFixture[bytes]) -> Garlic:
    """Run `garlic ARGUMENTS` in this process; returns a `Result`."""

    def call(*arguments: str) -> Result:
        code = run(arguments)
        captured = capfdbinary.readouterr()
        return Result(code, captured.out.decode(), captured.err.decode())

    return call
