"""The server's checks of requests, its error responses and its sentences."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from garlic.core import IllegalMoveError, InvalidFileError, Text
from garlic.core.language.text import catalogue
from garlic.games import GAMES
from garlic.web.app import create_app
from garlic.web.problems import _FIELD_ERRORS
from garlic.web.sentences import SentenceModel, all_sentences, code_of, encode_sentence
from garlic.web.settings import settings_for
from support.web import ROOT


def test_every_game_is_listed(shared_client: TestClient) -> None:
    found = shared_client.get("/api/games").json()
    assert [game["name"] for game in found] == list(GAMES)
    assert next(game for game in found if game["name"] == "gomoku")["rules"][0] == "renju"


@pytest.mark.parametrize("sample", ["false", "true"])
@pytest.mark.parametrize("name", GAMES)
def test_the_first_board_of_every_game(shared_client: TestClient, name: str, sample: str) -> None:
    found = shared_client.get(f"/api/games/{name}/board?sample={sample}").json()
    shape, frame = found["shape"], found["frame"]
    assert len(shape["names"]) == len(shape["rows"]) * len(shape["columns"])
    signs = {piece["sign"] for piece in frame["pieces"] + frame["actors"]}
    assert signs <= set(shape["pieces"]), "every piece has a name to be read out"


def test_an_unknown_game_is_a_problem_with_a_code(shared_client: TestClient) -> None:
    answer = shared_client.get("/api/games/chess/board")
    assert answer.status_code == 404
    assert answer.json() == {"problem": {"code": "problem.no_game", "values": {"name": "chess"}}}


def test_texts_are_the_catalogue_and_cacheable(shared_client: TestClient) -> None:
    answer = shared_client.get("/api/texts/zh")
    assert answer.json()[code_of("checkmate")] == catalogue("zh")["checkmate"]
    assert len(answer.json()) == len(catalogue("zh")) + 2
    again = shared_client.get("/api/texts/zh", headers={"If-None-Match": answer.headers["etag"]})
    assert again.status_code == 304
    assert shared_client.get("/api/texts/fr").status_code == 422


def test_codes_of_sentences_never_collide() -> None:
    assert len(json.loads(all_sentences("en")[0])) == len(catalogue("zh")) + 2


def test_sentences_inside_of_sentences_are_encoded_too() -> None:
    coded = encode_sentence(IllegalMoveError("d3", "...", Text("the game is over")))
    assert coded.values["because"] == SentenceModel(code=code_of("the game is over"))
    placed = encode_sentence(InvalidFileError("expected '#'", line=3))
    assert placed.code == code_of("{where}: {sentence}")
    assert (
        placed.model_dump()["values"]["sentence"]["code"] == "core:plain"
    )  # not in the catalogue: sent as text


@pytest.mark.parametrize("path", ["/", "/api/games", "/nowhere", "/api/nowhere"])
def test_every_response_has_the_content_policy(shared_client: TestClient, path: str) -> None:
    headers = shared_client.get(path).headers
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"


def test_another_host_name_is_refused(shared_client: TestClient) -> None:
    answer = shared_client.get("/api/games", headers={"Host": "evil.example"})
    assert answer.status_code == 403
    assert answer.json()["problem"]["code"] == "problem.host"


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:9999"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site", "Origin": "http://127.0.0.1:8000"},
    ],
)
def test_a_post_of_another_site_is_refused(
    shared_client: TestClient, headers: dict[str, str]
) -> None:
    answer = shared_client.post("/api/games", headers=headers)
    assert (answer.status_code, answer.json()["problem"]["code"]) == (403, "problem.origin")


def test_a_post_of_our_own_page_gets_through(shared_client: TestClient) -> None:
    headers = {"Origin": "http://127.0.0.1:8000", "Sec-Fetch-Site": "same-origin"}
    assert shared_client.post("/api/games", headers=headers).status_code == 405


def test_a_large_body_is_refused_before_it_is_read(shared_client: TestClient) -> None:
    answer = shared_client.post("/api/games", content=b"x" * (2 << 20))
    assert (answer.status_code, answer.json()["problem"]["code"]) == (413, "problem.too_large")


def test_a_large_body_without_a_length_is_refused_too(shared_client: TestClient) -> None:
    answer = shared_client.post("/api/plays", content=iter([b"x" * (1 << 19)] * 3))
    assert (answer.status_code, answer.json()["problem"]["code"]) == (413, "problem.too_large")


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost", "LOCALHOST:1", "[::1]:8000"])
def test_the_names_of_this_machine_are_accepted(shared_client: TestClient, host: str) -> None:
    assert shared_client.get("/api/games", headers={"Host": host}).status_code == 200


def test_a_server_on_another_loopback_address_has_its_own_name(tmp_path: Path) -> None:
    settings = settings_for("127.0.0.2", 8000, str(tmp_path / "web.db"))
    with TestClient(create_app(settings), base_url="http://127.0.0.2:8000") as client:
        assert client.get("/api/games").status_code == 200


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("/%00", 400, "problem.address"),
        ("/docs/%00", 400, "problem.address"),
        ("/api/games/%00/board", 400, "problem.address"),
        ("/a%0d%0ab", 400, "problem.address"),
        ("/api/matches?bot=a%00b", 400, "problem.address"),
        ("/api/%ff", 404, "problem.not_found"),
        ("/api/games/" + "x" * 9_000, 414, "problem.long_address"),
        ("/api/games?" + "x" * 9_000, 414, "problem.long_address"),
        ("/api/games/" + "x" * 5_000 + "/board", 404, "problem.no_game"),
    ],
)
def test_an_odd_address_gets_one_clear_answer(
    shared_client: TestClient, path: str, status: int, code: str
) -> None:
    answer = shared_client.get(path)
    assert (answer.status_code, answer.json()["problem"]["code"]) == (status, code)


@pytest.mark.parametrize("path", ["/" + "x" * 5_000, "/docs/" + "x" * 5_000, "/" + "x/" * 2_000])
def test_a_name_too_long_for_a_file_is_no_file(shared_client: TestClient, path: str) -> None:
    assert shared_client.get(path).status_code in (200, 404, 503)


@pytest.mark.parametrize("ranges", ["bytes=0-1", "bytes=" + "0-0," * 1_000, "bytes=9-1", "x", ""])
def test_parts_of_files_are_not_sent(shared_client: TestClient, ranges: str) -> None:
    plain = shared_client.get("/")
    found = shared_client.get("/", headers={"Range": ranges})
    assert (found.status_code, found.content) == (plain.status_code, plain.content)


@pytest.mark.parametrize("method", ["TRACE", "CONNECT", "OPTIONS", "PROPFIND", "DELETE"])
@pytest.mark.parametrize("path", ["/", "/api/games", "/docs/"])
def test_another_method_is_refused(shared_client: TestClient, method: str, path: str) -> None:
    answer = shared_client.request(method, path)
    assert (answer.status_code, answer.json()["problem"]["code"]) == (405, "problem.method")


@pytest.mark.parametrize("path", ["/", "/docs/"])
def test_the_head_of_a_page_can_be_asked_for(shared_client: TestClient, path: str) -> None:
    found = shared_client.head(path)
    assert (found.status_code, found.content) == (shared_client.get(path).status_code, b"")


@pytest.mark.parametrize(
    "path", ["../app.py", "..%2fapp.py", "%2e%2e/app.py", "assets/../../app.py"]
)
def test_no_file_outside_of_the_pages_is_sent(shared_client: TestClient, path: str) -> None:
    assert b"create_app" not in shared_client.get(f"/{path}").content


def test_the_reference_shows_every_call_without_a_script(shared_client: TestClient) -> None:
    page = shared_client.get("/api/docs").text
    document = shared_client.get("/api/openapi.json").json()
    for path in document["paths"]:
        assert path in page
    assert "<script" not in page
    assert "http" not in re.findall(r'(?:src|href)="([^"]*)"', page)


def _flat(tree: dict[str, Any], start: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in tree.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{start}{name}.")
        else:
            yield f"{start}{name}", value


def test_both_catalogues_of_the_page_have_the_same_keys_and_placeholders() -> None:
    folder = ROOT / "frontend" / "src" / "i18n"
    english, chinese = (
        dict(_flat(json.loads((folder / f"{name}.json").read_text("utf-8"))))
        for name in ("en", "zh")
    )
    assert english.keys() == chinese.keys()
    for key, sentence in english.items():
        fields = [sorted(re.findall(r"\{\w+", text)) for text in (sentence, chinese[key])]
        assert fields[0] == fields[1], key
        assert chinese[key].strip(), key


def test_every_code_that_is_used_has_a_sentence() -> None:
    source = ROOT / "frontend" / "src"
    known = dict(_flat(json.loads((source / "i18n" / "en.json").read_text("utf-8"))))
    named = set()
    for file in [*source.rglob("*.svelte"), *source.rglob("*.ts")]:
        named |= set(re.findall(r"\bt\(\s*'([\w.]+)'", file.read_text("utf-8")))
    for file in (ROOT / "src" / "garlic" / "web").rglob("*.py"):
        named |= set(
            re.findall(r"""(?:page_sentence|not_found)\(\s*"([\w.]+)\"""", file.read_text("utf-8"))
        )
    assert named
    assert named <= known.keys(), sorted(named - known.keys())


def test_a_wrong_field_is_named_with_a_reason_in_both_languages(shared_client: TestClient) -> None:
    request = {"game": "gomoku", "seats": ["human", "human"], "turn_seconds": 1000}
    problem = shared_client.post("/api/plays", json=request).json()["problem"]
    assert problem["values"]["field"] == "turn_seconds"
    assert problem["values"]["why"] == {"code": "field.at_most", "values": {"limit": "60.0"}}


def test_every_reason_for_a_wrong_field_has_a_sentence() -> None:
    known = json.loads((ROOT / "frontend" / "src" / "i18n" / "en.json").read_text("utf-8"))
    assert {code for code, _ in _FIELD_ERRORS.values()} <= {
        f"field.{name}" for name in known["field"]
    }
