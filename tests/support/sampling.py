"""Long lists of cases: some of them in `make test`, the others in `make test-slow`."""

from collections.abc import Iterable

import pytest


def one_in(every: int, cases: Iterable[object]) -> list[object]:
    """*cases* as parameters; one in *every* of them is not slow."""
    return [
        pytest.param(case, marks=pytest.mark.slow) if number % every else case
        for number, case in enumerate(cases)
    ]
