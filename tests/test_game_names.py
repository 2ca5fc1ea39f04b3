"""Code for any game does not know the name of one.

What is about one game alone is in a module of its own, and is found by what the game says of
itself or by an entry point. Examples in help, documentation and the API are no branches.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from garlic.games import GAMES

PROJECT = Path(__file__).parents[1]
PACKAGE = PROJECT / "src" / "garlic"
PAGES = PROJECT / "frontend" / "src"
NAMES = frozenset(GAMES)

# Modules about single games, besides those that have the name of one.
OF_ONE_GAME = {
    "wire/protocols": "how the programs of some games speak",
    "wire/console": "programs for Gomoku at a terminal",
    "wire/coordinates.py": "how these programs write moves",
    "wire/history.py": "which moves lead to an opening in them",
    "engines/servers": "the same protocols from the other side",
    "engines/training": "how the weights of single engines were made",
    "engines/baselines": "the players of single courses",
    "engines/planners.py": "the planner of Stars",
    "engines/stars_best.py": "a solver of Stars",
    "engines/swap2.py": "an opening rule of Gomoku",
    "engines/signature.py": "fixed searches of our own engines",
    "engines/weights/__init__.py": "the weights of our own engines",
    "labs/authoring": "how the boards of single labs were made",
    "cli/commands/start/demo.py": "a tour, which needs some game as an example",
}
FOR_ANY_GAME = (
    *("core", "judge", "store", "arena", "analysis", "web"),
    *("bot", "sandbox", "wire", "engines", "labs", "courses", "people", "cli"),
)


def shared_modules() -> Iterator[Path]:
    for folder in FOR_ANY_GAME:
        for path in sorted((PACKAGE / folder).rglob("*.py")):
            name = str(path.relative_to(PACKAGE))
            if path.stem not in NAMES and not name.startswith(tuple(OF_ONE_GAME)):
                yield path


def examples_in(tree: ast.AST) -> set[ast.AST]:
    """What is below ``examples=`` and ``json_schema_extra=``: the API's documentation shows it."""
    found: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg in {"examples", "json_schema_extra"}:
            found.update(ast.walk(node))
    return found


def imports(node: ast.AST) -> list[str]:
    if isinstance(node, ast.ImportFrom):
        return [node.module or ""]
    return [alias.name for alias in node.names] if isinstance(node, ast.Import) else []


def game_names(source: str) -> Iterator[str]:
    """Where the Python *source* names a game, except in examples."""
    tree = ast.parse(source)
    examples = examples_in(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and node.value in NAMES and node not in examples:
            yield f"line {node.lineno}: {node.value!r}"
        for module in imports(node):
            if module.startswith("garlic.games.") and module.split(".")[2] in NAMES:
                yield f"imports {module}"


@pytest.mark.parametrize(
    "source",
    [
        "if game.name == 'gomoku': pass",
        "if 'stars' != name: pass",
        "if name in ('othello', 'xiangqi'): pass",
        "SCALES = {'tiaojia': 1}",
        "match name:\n    case 'stars': pass",
        "GAMES['xiangqi']",
        "sizes.get('gomoku')",
        "from garlic.games.gomoku import GAME",
        "def f():\n    import garlic.games.stars.maze",
    ],
)
def test_a_name_is_found(source: str) -> None:
    assert list(game_names(source))


@pytest.mark.parametrize(
    "source",
    [
        '"""As in ``engine:othello``."""',
        "Field(examples=['othello'])",
        "ConfigDict(json_schema_extra={'example': {'game': 'tiaojia'}})",
        "typer.Option(help='E.g. garlic play gomoku.')",
        "from garlic.games import GAMES",
    ],
)
def test_an_example_is_no_branch(source: str) -> None:
    assert list(game_names(source)) == []


def test_no_module_for_any_game_names_one() -> None:
    modules = list(shared_modules())
    assert len(modules) > 250
    found = {
        str(path.relative_to(PACKAGE)): faults
        for path in modules
        if (faults := list(game_names(path.read_text("utf-8"))))
    }
    assert found == {}


@pytest.mark.parametrize("name", OF_ONE_GAME)
def test_no_exception_is_made_for_nothing(name: str) -> None:
    place = PACKAGE / name
    modules = place.rglob("*.py") if place.is_dir() else [place]
    assert any(list(game_names(path.read_text("utf-8"))) for path in modules)


def page_names(source: str) -> list[str]:
    """Strings, keys and properties in a page's *source* that are the name of a game."""
    code = re.sub(r"/\*.*?\*/|<!--.*?-->|(?<!:)//[^\n]*", "", source, flags=re.DOTALL)
    return re.findall(rf"(?:['\"`.]|\b(?=\w+:\s))({'|'.join(NAMES)})\b", code)


@pytest.mark.parametrize(
    "source",
    ["if (game === 'gomoku') {}", "t(`game.stars`)", "const A = { othello: 1 };", "names.xiangqi"],
)
def test_a_name_on_a_page_is_found(source: str) -> None:
    assert page_names(source)


def page_sources() -> list[Path]:
    found = [path for ending in ("ts", "svelte") for path in PAGES.rglob(f"*.{ending}")]
    return sorted(path for path in found if not path.name.endswith(".test.ts"))


def test_no_page_names_a_game() -> None:
    sources = page_sources()
    assert len(sources) > 80
    found = {
        str(path.relative_to(PAGES)): faults
        for path in sources
        if (faults := page_names(path.read_text("utf-8")))
    }
    assert found == {}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_texts_of_the_pages_name_no_game(language: str) -> None:
    text = (PAGES / "i18n" / f"{language}.json").read_text("utf-8")
    assert NAMES & set(re.findall(r'"(\w+)":', text)) == set()


def test_only_the_table_of_kinds_asks_what_kind_of_board_it_is() -> None:
    asking = [
        str(path.relative_to(PAGES))
        for path in page_sources()
        if ".geometry" in path.read_text("utf-8")
    ]
    assert asking == ["lib/board/drawing/kinds/index.ts"]
