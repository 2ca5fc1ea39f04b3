"""Highway and Trek over the API."""

import json
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from httpx2 import Response
from PIL import Image
from starlette.testclient import TestClient

from garlic.puzzles.highway.picture import paint
from garlic.puzzles.trek.generator import make_terrain
from garlic.web.api.labs.puzzles import TrekSolution
from garlic.web.jobs.puzzles import solve_highway, solve_trek
from support.web import refusal_text

SEVEN = {
    "A": (8, 65, 95),
    "B": (18, 145, 211),
    "C": (9, 76, 111),
    "D": (15, 120, 175),
    "E": (19, 151, 219),
}
SAMPLE = "5 4 2\n1 0 4 0\n1 0 2 1\n0 2 0 2\n1 0 2 1\n0 3 1 0\n"


@pytest.fixture
def client(shared_client: TestClient) -> TestClient:
    return shared_client


def known_picture() -> bytes:
    """The picture of seven states whose answer is in the rules."""
    colours = np.full((2, 4, 3), 255, np.uint8)
    for column, letter in enumerate("ABCD"):
        colours[0, column] = SEVEN[letter]
    for column, letter in enumerate("CEC"):
        colours[1, column] = SEVEN[letter]
    file = BytesIO()
    paint(colours).save(file, "PNG")
    return file.getvalue()


def send(client: TestClient, content: bytes, **fields: object) -> Response:
    return client.post("/api/puzzles/highway", files={"picture": ("x.png", content)}, data=fields)


def test_the_known_picture_has_the_known_roads(client: TestClient) -> None:
    found = send(client, known_picture(), k=3, compare="true").json()
    assert (found["width"], found["height"], found["states"]) == (33, 21, 7)
    assert found["first"]["total"] == 430054
    assert found["first"]["states"] == [1, 2, 6, 7]
    assert found["second"]["total"] == 477746
    assert found["first"]["points"][0] == [4.5, 6.5]
    assert found["first"]["points"][-1] == [24.5, 14.5]
    assert found["ranked"][0]["total"] == 430054
    assert found["compared"]
    assert found["classic"]["total"] == 477746


def test_a_generated_picture_can_be_solved(client: TestClient) -> None:
    picture = client.get("/api/puzzles/highway/sample", params={"rows": 10, "columns": 12})
    assert picture.headers["content-type"] == "image/png"
    assert Image.open(BytesIO(picture.content)).size == (97, 85)
    assert send(client, picture.content).json()["first"] is not None


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"GIF89a", "expected a PNG picture"),
        (b"", "expected a PNG picture"),
        (known_picture()[:100], "cut off"),
    ],
)
def test_bad_pictures_are_explained(client: TestClient, content: bytes, words: str) -> None:
    answer = send(client, content)
    assert answer.status_code == 400
    assert words in refusal_text(client, answer)


def test_a_size_that_does_not_fit_the_tiling_is_explained(client: TestClient) -> None:
    file = BytesIO()
    Image.new("RGB", (30, 30), "red").save(file, "PNG")
    assert "8C+1 by 8R+5" in refusal_text(client, send(client, file.getvalue()))


def test_a_decompression_bomb_is_refused(client: TestClient) -> None:
    file = BytesIO()
    Image.new("1", (9_001, 9_005)).save(file, "PNG")
    assert len(file.getvalue()) < 4 << 20
    assert "megapixels" in refusal_text(client, send(client, file.getvalue()))


def test_each_heuristic_finds_the_shortest_route(client: TestClient) -> None:
    found = client.post("/api/puzzles/trek/solve", json={"map": SAMPLE}).json()
    assert found["days"] == 5
    assert len(found["route"]) == 6
    assert found["left"][0] == 2
    searches = {search["heuristic"]: search for search in found["searches"]}
    assert list(searches) == ["zero", "manhattan", "supplies"]
    for search in searches.values():
        assert search["days"] == 5
        assert sum(search["visits"]) == search["expanded"]
        assert sum(first >= 0 for first in search["first"]) == sum(1 for n in search["visits"] if n)
    assert searches["supplies"]["expanded"] <= searches["zero"]["expanded"]


def test_answers_are_checked(client: TestClient) -> None:
    right = client.post("/api/puzzles/trek/check", json={"map": SAMPLE, "answer": "5\nURUUU"})
    assert right.json()["right"]
    wrong = client.post("/api/puzzles/trek/check", json={"map": SAMPLE, "answer": "3\nUUU"})
    assert not wrong.json()["right"]
    assert wrong.json()["said"]["code"].startswith("core:")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "expected the number of rows"),
        ("2 2 1\n3 0\n0 0\n", "exactly one goal"),
        ("2 2 1\n3 x\n0 4\n", "line 2"),
        (str(make_terrain(210, 210, 1)), "at most 40000 cells"),
    ],
)
def test_bad_maps_are_explained(client: TestClient, text: str, words: str) -> None:
    answer = client.post("/api/puzzles/trek/solve", json={"map": text})
    assert answer.status_code == 400
    assert words in refusal_text(client, answer)


def test_a_generated_map_can_be_solved(client: TestClient) -> None:
    made = client.get("/api/puzzles/trek/sample", params={"style": "maze", "seed": 4}).json()
    solved = client.post("/api/puzzles/trek/solve", json={"map": made["text"]}).json()
    assert solved["days"] > 0
    assert solved["cells"] == made["cells"]


def test_the_examples_of_the_pages_are_solved_correctly() -> None:
    folder = Path(__file__).parents[3] / "frontend" / "src" / "features" / "puzzles" / "examples"
    roads = json.loads((folder / "highway.json").read_text())
    picture = (folder / "highway.png").read_bytes()
    solved = solve_highway(lambda _: None, picture, len(roads["ranked"]), compare=True)
    assert roads == json.loads(json.dumps(solved))
    trek = json.loads((folder / "trek.json").read_text())
    rows = [
        trek["cells"][at : at + trek["columns"]]
        for at in range(0, len(trek["cells"]), trek["columns"])
    ]
    text = f"{trek['rows']} {trek['columns']} {trek['rations']}\n" + "\n".join(map(" ".join, rows))
    model = TrekSolution(**solve_trek(lambda _: None, text)).model_dump()
    for search in [*trek["searches"], *model["searches"]]:
        del search["seconds"]
    assert trek == model
