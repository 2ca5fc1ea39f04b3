from collections.abc import Iterator
from pathlib import Path

import pytest

from garlic.store import Database, open_database
from support.databases import database_location, postgres_server, postgres_url

__all__ = ["database_location", "postgres_server", "postgres_url"]


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with open_database(str(tmp_path / "garlic.db")) as opened:
        yield opened
