import pytest

from support.databases import database_option, postgres_server, postgres_url
from support.matches import own_cache

__all__ = ["database_option", "postgres_server", "postgres_url"]


@pytest.fixture(scope="session", autouse=True)
def _own_cache(tmp_path_factory):
    with own_cache(tmp_path_factory.mktemp("cache")):
        yield
