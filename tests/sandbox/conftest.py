import os

import pytest

from sandbox.harness import build_arsenal


@pytest.fixture(scope="session")
def arsenal():
    os.environ["GARLIC_SECRET"] = "not for bots"  # noqa: S105 - `leaked_environment.c` looks for it
    with build_arsenal() as built:
        yield built
