"""Code for any game uses the protocols of `garlic.core.game`: nothing is looked up, nothing is Any.

What a position offers is found out in `garlic.core.game` alone, and a position or a move has a type
wherever it is named.
"""

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from garlic.core import game as contract

PACKAGE = Path(__file__).parents[1] / "src" / "garlic"
ROOMS = (
    *("core", "judge", "wire", "analysis", "web", "engines", "bot", "cli", "arena", "labs"),
    *("store", "courses", "people", "sandbox"),
)
HOME = PACKAGE / "core" / "game.py"
OFFERED = {
    name
    for protocol in vars(contract).values()
    if isinstance(protocol, type) and getattr(protocol, "_is_protocol", False)
    for name in vars(protocol)
    if not name.startswith("_")
} - {"parse"}
STUDENTS = {"module", "self.home"}  # a bot's file, which no type describes
# Names that a position or a move has in our code.
POSITIONS = {"position", "start", "before", "after", "target", "here"}
MOVES = {"move", "moves", "stay", "only", "best"}


def sources() -> list[Path]:
    found = (path for room in ROOMS for path in (PACKAGE / room).rglob("*.py"))
    return [path for path in found if "book" not in path.parts and path != HOME]


def lookups(tree: ast.AST) -> Iterator[str]:
    """Calls like ``hasattr(position, "scores")`` of something that the contract offers."""
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in ("hasattr", "getattr")
            and len(node.args) > 1
            and ast.unparse(node.args[0]) not in STUDENTS
            and isinstance(node.args[1], ast.Constant)
            and node.args[1].value in OFFERED | {"warm_up"}
        ):
            yield f"{node.lineno}: {ast.unparse(node)}"


def untyped(tree: ast.AST) -> Iterator[str]:
    """Annotations of positions and moves that say `Any`, alone or within another type."""
    for node in ast.walk(tree):
        name, annotation = "", None
        if isinstance(node, ast.arg):
            name, annotation = node.arg, node.annotation
        elif isinstance(node, ast.AnnAssign):
            target = node.target
            name = target.attr if isinstance(target, ast.Attribute) else ast.unparse(target)
            annotation = node.annotation
        if annotation is None or name.lstrip("_") not in POSITIONS | MOVES:
            continue
        text = ast.unparse(annotation).replace("dict[str, Any]", "dict")  # a document, no move
        if re.search(r"\bAny\b", text):
            yield f"{annotation.lineno}: {name}: {ast.unparse(annotation)}"


def test_the_contract_offers_what_games_were_once_asked_for() -> None:
    assert {"scores", "skip", "line", "natural_moves", "stay", "ply", "forbidden"} <= OFFERED
    assert {"legal_moves", "moves_for", "play", "mover", "outcome"} <= OFFERED


@pytest.mark.parametrize("find", [lookups, untyped])
def test_positions_and_moves_are_typed(find: Callable[[ast.AST], Iterator[str]]) -> None:
    found = {
        str(path.relative_to(PACKAGE)): faults
        for path in sources()
        if (faults := list(find(ast.parse(path.read_text("utf-8")))))
    }
    assert found == {}


@pytest.mark.parametrize(
    ("source", "find"),
    [
        ('scores = position.scores() if hasattr(position, "scores") else None', lookups),
        ('skip = getattr(game.position, "skip", None)', lookups),
        ("def ask(self, position: Any, seconds: float) -> str: ...", untyped),
        ("def search(only: Sequence[Any] = ()) -> str: ...", untyped),
        ("self._position: Any = None", untyped),
    ],
)
def test_what_these_checks_find(source: str, find: Callable[[ast.AST], Iterator[str]]) -> None:
    assert list(find(ast.parse(source)))
