"""`garlic course map`: maps that belong to a course, in its file, its copies and its leagues."""

import json
from pathlib import Path

import pytest

from cli.results import Garlic
from cli.tree.test_completion import completions
from garlic.store import open_database
from garlic.store.leagues import starts_of

ISLAND = "centre 1\n6 6\n911119\n111111\n11oO11\n11Oo11\n111111\n911119\n"
FULL = b"centre 1\n4 4\nOOOO\nOOOO\nOOOO\noooo\n"
SMALL = "2 2\n1O\no1\n"


pytestmark = pytest.mark.usefixtures("home")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, garlic: Garlic) -> Path:
    """A folder with a database of one course, and a map file."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GARLIC_DATABASE", str(tmp_path / "one.db"))
    (tmp_path / "island.txt").write_text(ISLAND)
    assert garlic("course", "new", "algorithms").code == 0
    return tmp_path


def maps(garlic: Garlic, course: str = "algorithms", *more: str) -> list[dict[str, object]]:
    done = garlic("course", "map", "list", course, "--json", *more)
    assert done.code == 0, done.err
    found: list[dict[str, object]] = json.loads(done.out)
    return found


def add(garlic: Garlic, name: str = "island") -> None:
    done = garlic("course", "map", "add", "algorithms", "island.txt", "--name", name)
    assert done.code == 0, done.err


def new_league(garlic: Garlic, *maps: str) -> None:
    options = ("--game", "othello", "--milestones", "random:othello", "--course", "algorithms")
    done = garlic("league", "new", "ladder", *options, "--maps", *maps)
    assert done.code == 0, done.err


def test_maps_are_added_renamed_and_removed(garlic: Garlic) -> None:
    done = garlic("course", "map", "add", "algorithms", "island.txt")
    assert done.out == "algorithms has the map island of othello\n"
    expected = {"game": "othello", "name": "island", "text": ISLAND, "leagues": []}
    assert maps(garlic) == [expected]
    renamed = garlic("course", "map", "rename", "algorithms", "island", "小岛", "--json")
    assert json.loads(renamed.out) == {"game": "othello", "name": "小岛"}
    assert garlic("course", "map", "list", "algorithms").out.splitlines()[-1].split() == [
        *("othello", "小岛", "-")
    ]
    done = garlic("course", "map", "remove", "algorithms", "小岛")
    assert done.out == "algorithms no longer has the map 小岛 of othello\n"
    assert maps(garlic) == []
    refused = garlic("course", "map", "remove", "algorithms", "小岛")
    assert (refused.code, refused.err) == (2, "garlic: error: the course has no map '小岛'\n")


def test_a_league_is_played_on_a_map_of_its_course(home: Path, garlic: Garlic) -> None:
    add(garlic)
    (home / "island.txt").unlink()
    new_league(garlic, "island", "4x4")
    with open_database(str(home / "one.db")) as database:
        starts = database.read(lambda c: starts_of(c, 1))
    assert {start.map for start in starts} == {"island", "4x4"}
    assert maps(garlic)[0]["leagues"] == ["ladder"]
    for command in (("remove",), ("rename", "other")):
        name, *rest = command
        refused = garlic("course", "map", name, "algorithms", "island", *rest)
        assert (refused.code, refused.err) == (
            2,
            "garlic: error: the league 'ladder' uses the map 'island', so it cannot be changed\n",
        )


def test_maps_are_in_the_file_the_copy_and_the_backup(home: Path, garlic: Garlic) -> None:
    add(garlic)
    new_league(garlic, "island")
    assert garlic("course", "export", "algorithms", "first").code == 0
    text = (home / "first" / "course.toml").read_text()
    assert f"[[maps]]\ngame = \"othello\"\nname = \"island\"\ntext = '''\n{ISLAND}'''\n" in text
    assert "map_files" not in text, "the text is there once"
    other = ("--database", "other.db")
    imported = garlic("course", "import", "first", "--json", *other)
    assert json.loads(imported.out)["added"] == ["island", "ladder"]
    assert maps(garlic, "algorithms", *other) == maps(garlic)
    garlic("course", "export", "algorithms", "second", *other)
    assert (home / "second" / "course.toml").read_text() == text

    assert garlic("course", "copy", "algorithms", "next").code == 0
    assert maps(garlic, "next") == maps(garlic)
    assert garlic("db", "backup", "copy.db").code == 0
    assert maps(garlic, "algorithms", "--database", "copy.db") == maps(garlic)

    file = home / "first" / "course.toml"
    file.write_text(text.replace("911119", "511119", 1))
    refused = garlic("course", "import", "first")
    assert refused.code == 2
    assert "the league 'ladder' uses the map 'island'" in refused.err
    assert maps(garlic)[0]["text"] == ISLAND


def test_an_import_changes_a_map_that_no_league_uses(home: Path, garlic: Garlic) -> None:
    add(garlic)
    garlic("course", "export", "algorithms", "first")
    file = home / "first" / "course.toml"
    file.write_text(file.read_text().replace("911119", "511119", 1))
    done = json.loads(garlic("course", "import", "first", "--json").out)
    assert (done["added"], done["changed"]) == ([], ["island"])
    assert str(maps(garlic)[0]["text"]).count("511119") == 1


def test_maps_of_an_archived_course_stay_as_they_are(garlic: Garlic) -> None:
    add(garlic)
    garlic("course", "archive", "algorithms")
    for command in (
        ("add", "algorithms", "island.txt", "--name", "two"),
        ("rename", "algorithms", "island", "two"),
        ("remove", "algorithms", "island"),
    ):
        refused = garlic("course", "map", *command)
        sentence = "garlic: error: the course algorithms is archived\n"
        assert (refused.code, refused.err) == (2, sentence)
    assert [row["name"] for row in maps(garlic)] == ["island"]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "expected a map of othello / stars, got something else; name the game with --game"),
        (b"6 6\n111", "line 2, column 1: expected a row of 6 cells, got '111'"),
        ("6 6\n１１１１１１".encode(), "expected a map of othello / stars, got something else"),
        (ISLAND.encode("utf-16"), "expected UTF-8 text, got byte 0x"),
        (b"\0" * 1000, "expected a map of othello / stars, got something else"),
        (SMALL.encode(), "expected the number of rows from 3 to"),
        (FULL, "a game on this map is over before its first move"),
        (b"9" * 70_000, "island.txt is larger than the 64 KB that are read"),
    ],
)
def test_what_is_no_map_is_refused_in_one_sentence(
    home: Path, garlic: Garlic, content: bytes, sentence: str
) -> None:
    (home / "island.txt").write_bytes(content)
    refused = garlic("course", "map", "add", "algorithms", "island.txt")
    assert refused.code == 2
    assert refused.err.startswith("garlic: error: ")
    assert sentence in refused.err
    assert len(refused.err.splitlines()) == 1
    assert maps(garlic) == []


@pytest.mark.parametrize(
    "name", ["", "../x", "a/b", "a\\b", ".x", "-x", "a\nb", "x" * 61, "a\u202eb"]
)
def test_a_name_that_no_map_can_have(garlic: Garlic, name: str) -> None:
    refused = garlic("course", "map", "add", "algorithms", "island.txt", f"--name={name}")
    assert refused.code == 2
    assert "expected a name of a map, 1 to 60 characters without '/'" in refused.err


@pytest.mark.parametrize("name", ["classic-8x8", "8x8", "random-6x6", "70x70"])
def test_a_name_of_the_game_itself(garlic: Garlic, name: str) -> None:
    refused = garlic("course", "map", "add", "algorithms", "island.txt", "--name", name)
    assert (refused.code, refused.err) == (
        2,
        f"garlic: error: othello itself has a map '{name}'\n",
    )


def test_two_maps_of_one_name(garlic: Garlic) -> None:
    add(garlic)
    refused = garlic("course", "map", "add", "algorithms", "island.txt")
    assert "another map of the course for othello is called 'island'" in refused.err
    assert "xiangqi has no maps" in (
        garlic("course", "map", "add", "algorithms", "island.txt", "--game", "xiangqi").err
    )


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('game = "othello"', 'game = "xiangqi"', "maps[1].game: expected"),
        ('name = "island"', 'name = "../x"', "maps[1].name: ../x: expected a name of a map"),
        ("911119", "91111", "maps[1].name: island: line 3, column 1: expected a row of 6 cells"),
        ("'''\n[[", "'''\nsize = 3\n[[", "maps[1].size: unknown field"),
    ],
)
def test_a_wrong_map_in_a_course_file(
    home: Path, garlic: Garlic, old: str, new: str, sentence: str
) -> None:
    text = (
        'schema = "garlic-course/1"\nname = "geometry"\n'
        f"[[maps]]\ngame = \"othello\"\nname = \"island\"\ntext = '''\n{ISLAND}'''\n"
        '[[announcements]]\ntitle = "Welcome"\n'
    )
    (home / "course.toml").write_text(text.replace(old, new, 1))
    refused = garlic("course", "import", "course.toml")
    assert refused.code == 2
    assert f"garlic: error: course.toml: {sentence}" in refused.err
    assert len(refused.err.splitlines()) == 1
    assert garlic("course", "export", "geometry", "x").code == 2, "nothing was made"


def test_maps_are_completed_for_the_course_typed_before(home: Path, garlic: Garlic) -> None:
    add(garlic)
    add(garlic, "inlet")
    add(garlic, "reef")
    assert (home / "one.db").exists()
    said = completions("bash", "garlic course map remove algorithms i")
    assert said.split() == ["inlet", "island"]
    assert completions("bash", "garlic course map remove geometry i").split() == []
