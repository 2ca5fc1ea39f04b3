"""Every sentence in the source of the puzzles has a Chinese translation."""

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

import garlic
from garlic.core.language.text import catalogue

PACKAGE = Path(garlic.__file__).parent
COMMANDS = [PACKAGE / f"cli/commands/teaching/{name}.py" for name in ("highway", "trek")]
SOURCES = [*sorted((PACKAGE / "puzzles").rglob("*.py")), *COMMANDS]
# Calls whose first argument is a sentence to translate; `number` names the expected token.
TRANSLATING_CALLS = {
    "UsageError",
    "InvalidFileError",
    "Text",
    "say",
    "caption",
    "_caption",
    "progress",
    "number",
}
# Names of values that hold sentences.
SENTENCES = {"sentence", "_HINTS", "_WALK_FAULTS", "WHY_SOUND"}


def sentences(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and node.args:
            name = getattr(node.func, "id", None) or getattr(node.func, "attr", None)
            first = node.args[0]
            if (
                name in TRANSLATING_CALLS
                and isinstance(first, ast.Constant)
                and isinstance(first.value, str)
            ):
                yield first.value
        elif isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") in SENTENCES:
            for part in ast.walk(node.value):
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    yield part.value


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_sentences_are_translated(source: Path) -> None:
    chinese = catalogue("zh")
    for sentence in sentences(ast.parse(source.read_text(encoding="utf-8"))):
        assert sentence in chinese, f"{sentence!r} has no translation"
        assert fields(sentence) == fields(chinese[sentence]), sentence


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name}
