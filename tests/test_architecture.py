"""The folders and names that docs/architecture.md promises."""

import ast
import re
import tomllib
from collections import defaultdict
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[1]
PACKAGE = PROJECT / "src" / "garlic"
PAGE = (PROJECT / "docs" / "architecture.md").read_text("utf-8")
BUILT = {"pages", "book"}  # made by `make`, not part of the source


def packages() -> list[Path]:
    found = (path.parent for path in PACKAGE.rglob("__init__.py"))
    return sorted(folder for folder in found if "migrations" not in folder.parts)


@pytest.mark.parametrize("folder", packages(), ids=lambda folder: str(folder.relative_to(PACKAGE)))
def test_every_package_says_what_belongs_in_it(folder: Path) -> None:
    source = (folder / "__init__.py").read_text("utf-8")
    if folder == PACKAGE:
        return
    assert ast.get_docstring(ast.parse(source))


def test_folders_of_other_languages_have_a_readme() -> None:
    folders = {path.parent for path in (PROJECT / "cpp").rglob("*.h")}
    # A group within a game or the sandbox is described one level up.
    rooms = {
        folder if folder.parent.name in {"cpp", "games"} else folder.parent for folder in folders
    }
    rooms |= {path for path in (PROJECT / "frontend/src/features").iterdir() if path.is_dir()}
    rooms |= {PROJECT / "frontend", PROJECT / "frontend/src/lib", PROJECT / "cpp"}
    missing = [
        str(room.relative_to(PROJECT)) for room in rooms if not (room / "README.md").exists()
    ]
    assert missing == []


def test_class_names_are_unique_but_for_those_the_glossary_lists() -> None:
    homes = defaultdict(list)
    for path in PACKAGE.rglob("*.py"):
        if BUILT & set(path.relative_to(PACKAGE).parts):
            continue
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef):
                homes[node.name].append(str(path.relative_to(PACKAGE)))
    table = PAGE[PAGE.index("Class names are unique") : PAGE.index("Names that older databases")]
    listed = set(re.findall(r"`(\w+)`", table))
    shared = {name: places for name, places in homes.items() if len(places) > 1}
    assert {name: places for name, places in shared.items() if name not in listed} == {}


def test_the_layers_on_the_page_are_those_of_the_contract() -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))
    (contract,) = (
        each for each in project["tool"]["importlinter"]["contracts"] if each["type"] == "layers"
    )
    block = PAGE[PAGE.index("## Layers") :].split("```")[1].splitlines()[1:]
    shown = [[part.split()[0] for part in line.split("|")] for line in block]
    assert shown == [re.findall(r"\w+", layer) for layer in contract["layers"]]
    folders = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    assert {name for layer in shown for name in layer} == folders


def test_every_path_on_the_page_exists() -> None:
    words = re.findall(r"`([\w./]+/[\w./]*)`", PAGE)
    paths = [word for word in words if not word.startswith("/api") and "NAME" not in word]
    assert len(paths) > 20
    missing = [
        path for path in paths if not any((home / path).exists() for home in (PROJECT, PACKAGE))
    ]
    assert missing == []
    # Files that are named without their folder, which stands before them.
    folders = ("src/garlic", "cpp", "frontend/src", "bench", "book", "docs")
    there = {path.name for folder in folders for path in (PROJECT / folder).rglob("*.*")}
    named = set(re.findall(r"`(\w+\.(?:py|h|cpp|ts|svelte|toml|css))`", PAGE))
    assert named - there - {"pyproject.toml"} == set()


def test_every_name_in_the_glossary_exists() -> None:
    table = PAGE[PAGE.index("## Glossary") : PAGE.index("Class names are unique")]
    names = re.findall(r"`((?:[a-z_]+\.)+\w+)`", table)
    assert len(names) > 25
    missing = []
    for name in names:
        module, _, last = name.replace("GAME", "othello").rpartition(".")
        home = PACKAGE / Path(*module.split("."))
        sources = [home.with_suffix(".py"), home / "__init__.py"]
        text = "".join(path.read_text("utf-8") for path in sources if path.exists())
        is_module = (home / last).is_dir() or (home / f"{last}.py").exists()
        if not is_module and not re.search(rf"\b{last}\b", text):
            missing.append(name)
    assert missing == []


def test_the_chinese_page_names_the_same_things() -> None:
    chinese = (PROJECT / "docs" / "architecture.zh.md").read_text("utf-8")
    names = [set(re.findall(r"`([^`\n]+)`", text.replace("```", ""))) for text in (PAGE, chinese)]
    assert names[0] == names[1]
