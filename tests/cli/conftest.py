"""Fixtures for the tests of the command line."""

import json
from typing import Any, NamedTuple

import pytest

from garlic.cli import run


class Result(NamedTuple):
    """How a command ended and what it printed."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture(autouse=True)
def _english(monkeypatch):
    monkeypatch.setenv("GARLIC_LANG", "en")


@pytest.fixture
def garlic(capfdbinary):
    """Run `garlic ARGUMENTS` in this process; returns a `Result`."""

    def call(*arguments: str) -> Result:
        code = run(arguments)
        captured = capfdbinary.readouterr()
        return Result(code, captured.out.decode(), captured.err.decode())

    return call
