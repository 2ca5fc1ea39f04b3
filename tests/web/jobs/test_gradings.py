"""Labs over the API: descriptions and grading."""

import io
import json
import xml.etree.ElementTree as ET
import zipfile
from pathlib import Path
from typing import Any

import pytest
from httpx2 import Response
from starlette.testclient import TestClient

from garlic.labs.library import lab_names
from support.web import awaited

SUBMISSIONS = Path(__file__).parents[2] / "submissions"


@pytest.fixture
def client(shared_client: TestClient) -> TestClient:
    return shared_client


def submit(client: TestClient, lab: str, name: str, content: bytes | str) -> Response:
    return client.post("/api/grades", data={"lab": lab}, files={"file": (name, content)})


def graded(client: TestClient, grade_id: str, seconds: float = 120) -> dict[str, Any]:
    path = f"/api/grades/{grade_id}"
    return awaited(
        client, path, lambda grade: grade["state"] not in ("waiting", "running"), seconds
    )


def test_every_lab_is_explained_in_both_languages(client: TestClient) -> None:
    listed = client.get("/api/labs").json()
    assert [lab["name"] for lab in listed] == list(lab_names())
    for lab in listed:
        details = client.get(f"/api/labs/{lab['name']}").json()
        assert details["title"]["en"]
        assert details["title"]["zh"]
        assert len(details["test_list"]) == lab["tests"]
        assert sum(test["points"] for test in details["test_list"]) == pytest.approx(
            lab["max_points"]
        )


def test_lab_files_of_this_machine_are_not_read(client: TestClient) -> None:
    assert client.get("/api/labs/%2e%2e/%2e%2e/etc/x.toml").status_code == 404
    assert client.get("/api/labs/my.toml").status_code == 404
    assert submit(client, "/etc/x.toml", "a.py", b"x").status_code == 404


def test_a_submission_is_graded_and_reported(client: TestClient) -> None:
    content = (SUBMISSIONS / "trek" / "middling.cpp").read_bytes()
    made = submit(client, "trek", "<b>me</b>.cpp", content)
    assert made.status_code == 201
    found = graded(client, made.json()["id"])
    assert found["state"] == "finished"
    assert 0 < found["points"] < found["max_points"]
    assert found["name"] == "<b>me</b>.cpp"
    assert all(test["title"]["zh"] for test in found["tests"])
    home = f"/api/grades/{found['id']}/report"
    page = client.get(f"{home}.html", params={"language": "zh"})
    assert "<b>me" not in page.text
    policy = page.headers["content-security-policy"]
    assert "sandbox" in policy
    assert "script-src" not in policy
    assert page.headers["x-frame-options"] == "SAMEORIGIN"
    document = json.loads(client.get(f"{home}.json").content)
    assert document["submissions"][0]["points"] == found["points"]
    suites = ET.fromstring(client.get(f"{home}.xml").content)  # noqa: S314 - our own
    assert len(suites.findall(".//testcase")) == len(found["tests"])


def test_a_compile_error_is_a_fault(client: TestClient) -> None:
    content = (SUBMISSIONS / "trek" / "broken.cpp").read_bytes()
    found = graded(client, submit(client, "trek", "broken.cpp", content).json()["id"])
    assert found["points"] == 0
    assert found["fault"]["code"].startswith("core:")


def test_a_zip_with_a_path_outside_is_a_fault(client: TestClient) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("../../x.cpp", "int main() {}")
    found = graded(client, submit(client, "trek", "x.zip", packed.getvalue()).json()["id"])
    assert found["fault"] is not None


def test_grading_can_be_stopped(client: TestClient) -> None:
    content = (SUBMISSIONS / "othello" / "middling.h").read_bytes()
    made = submit(client, "othello/task4", "player.h", content).json()
    client.post(f"/api/grades/{made['id']}/stop")
    assert graded(client, made["id"])["state"] == "stopped"
    assert client.get(f"/api/grades/{made['id']}/report.html").status_code == 404


def test_large_files_and_unknown_ids_are_refused(client: TestClient) -> None:
    assert submit(client, "trek", "a.cpp", b"x" * (10 << 20)).status_code == 413
    assert submit(client, "trek", "a.cpp", b"x" * (8 << 20) + b"x").status_code == 413
    assert client.get(f"/api/grades/{'0' * 24}").status_code == 404
    assert client.get("/api/grades/nonsense").status_code == 422
