import pytest

from support.matches import own_cache


@pytest.fixture(scope="session", autouse=True)
def _own_cache(tmp_path_factory):
    with own_cache(tmp_path_factory.mktemp("cache")):
        yield
