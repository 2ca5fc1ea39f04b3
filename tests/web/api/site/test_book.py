"""The book under /docs."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from garlic.web.app import create_app
from garlic.web.settings import ServerSettings


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    folder = tmp_path_factory.mktemp("web")
    book = folder / "book"
    (book / "zh").mkdir(parents=True)
    (book / "index.html").write_text("<h1>The book</h1>")
    (book / "zh" / "index.html").write_text("<h1>书</h1>", encoding="utf-8")
    (folder / "secret.txt").write_text("secret")
    settings = ServerSettings(database=str(folder / "web.db"), book=book)
    with TestClient(create_app(settings), base_url="http://127.0.0.1") as client:
        yield client


def test_files_and_folders_are_served(client: TestClient) -> None:
    assert client.get("/docs").text == "<h1>The book</h1>"
    answer = client.get("/docs/zh")
    assert answer.text == "<h1>书</h1>"
    assert answer.url.path == "/docs/zh/"  # otherwise relative links would break


@pytest.mark.parametrize(
    "path",
    [
        "nothing.html",
        "%2e%2e/secret.txt",
        "..%2fsecret.txt",
        "x" * 5_000,
        "zh/%2e%2e/%2e%2e/secret.txt",
    ],
)
def test_files_outside_of_the_book_are_not_found(client: TestClient, path: str) -> None:
    answer = client.get(f"/docs/{path}")
    assert answer.status_code == 404
    assert "secret" not in answer.text


def test_a_book_that_is_being_made_appears_by_itself(tmp_path: Path) -> None:
    book = tmp_path / "book"
    settings = ServerSettings(database=str(tmp_path / "web.db"), book=book)
    with TestClient(create_app(settings), base_url="http://127.0.0.1") as client:
        answer = client.get("/docs/")
        assert answer.status_code == 503
        assert "make docs" in answer.text
        assert "http-equiv=refresh" in answer.text
        book.mkdir()
        (book / "index.html").write_text("<h1>The book</h1>")
        assert client.get("/docs/").text == "<h1>The book</h1>"
