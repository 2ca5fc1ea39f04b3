from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from garlic.web.app import create_app
from garlic.web.settings import ServerSettings


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """A client of the application, without a network."""
    monkeypatch.setenv("GARLIC_CACHE", str(tmp_path / "cache"))
    app = create_app(ServerSettings(database=str(tmp_path / "web.db")))
    with TestClient(app, base_url="http://127.0.0.1:8000") as found:
        yield found


@pytest.fixture(scope="module")
def shared_client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """The same, shared by all tests of a file, so that its workers start only once."""
    folder = tmp_path_factory.mktemp("web")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GARLIC_CACHE", str(folder / "cache"))
        app = create_app(ServerSettings(database=str(folder / "web.db")))
        with TestClient(app, base_url="http://127.0.0.1:8000") as found:
            yield found
