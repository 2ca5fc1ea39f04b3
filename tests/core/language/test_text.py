"""Sentences: values, the user's language, and that no translation is missing."""

import ast
import errno
import json
import os
import re
import string
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import garlic
from garlic.core import GarlicError, IllegalMoveError, InvalidFileError, Text, say, user_language
from garlic.core.language.text import catalogue, visible

PACKAGE = Path(garlic.__file__).parent
CATALOGUE = PACKAGE / "core" / "language" / "catalogue" / "zh"

# The calls whose first argument is a sentence to translate.
TRANSLATING_CALLS = re.compile(
    r"say|Text|Lesson|translate|fail|check_cells|split_words|ProtocolFault|\w+Error"
)
# The same for the second argument; the first one is a place.
TRANSLATING_PLACES = re.compile(r"fault|wrong|wrong_value")


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({}, "en"),
        ({"LANG": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "C"}, "en"),
        ({"GARLIC_LANG": "zh", "LC_ALL": "en_US.UTF-8"}, "zh"),
        ({"GARLIC_LANG": "en", "LANG": "zh_TW"}, "en"),
    ],
)
def test_language(monkeypatch: pytest.MonkeyPatch, settings: dict[str, str], expected: str) -> None:
    for name in ("GARLIC_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    assert user_language() == expected


def test_say_uses_the_users_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GARLIC_LANG", "zh")
    assert say("red") == "红方"
    assert say("a sentence that nobody translated: {x}", x=1).endswith(": 1")


def test_chinese_has_chinese_punctuation() -> None:
    wrong = re.compile("[\u4e00-\u9fff][,;:?!(]|[,;:?!)][\u4e00-\u9fff]")
    assert [chinese for chinese in catalogue("zh").values() if wrong.search(chinese)] == []


def test_a_text_can_be_a_value_of_a_text() -> None:
    outer = Text("move {number}: {fault}", number=2, fault=Text("the game is over"))
    assert str(outer) == "move 2: the game is over"
    assert outer.render("zh") == "第 2 步：对局已结束"


@pytest.mark.parametrize(
    ("count", "expected"),
    [(0, "0 games"), (1, "1 game"), (2, "2 games"), ("1", "1 game"), ("1.5", "1.5 games")],
)
def test_a_noun_follows_its_number(count: int | str, expected: str) -> None:
    assert str(Text("{count:game|games}", count=count)) == expected


def test_grading_does_not_speak_of_1_students() -> None:
    """A number before a plural is written ``{count:student|students}``, unless it is never 1."""
    plural = re.compile(
        r"(?<!to )(?<!than )(?<!the )\{\w+\} (?:more )?(?:bots|bytes|cases|days|games|grades|hours"
        r"|lines|minutes|pairs|points|positions|runs|students|submissions|tests)\b"
    )
    never_one = ("{done} of {of} positions", "{agreed} of {asked} positions", "{all} submissions")
    wrong = [
        english
        for name in ("labs", "intake", "similar", "teaching", "functions", "puzzles")
        for english in json.loads((CATALOGUE / f"{name}.json").read_text(encoding="utf-8"))
        if plural.search(english) and not any(part in english for part in never_one)
    ]
    assert wrong == []


def test_control_characters_in_values_are_replaced() -> None:
    assert (
        str(Text("got {x}", x="\x1b[2Jsafe\x07\x9b \u202egnp")) == "got ␛[2Jsafe␇\ufffd \ufffdgnp"
    )
    assert str(Text("got {x!r}", x="\x1b[2J")) == r"got '\x1b[2J'"
    assert visible("a\tb\r\nc 炮二平五") == "a\tb\nc 炮二平五"


def test_braces_in_values_are_harmless() -> None:
    assert str(Text("got {x!r}", x="{y} {0} {")) == "got '{y} {0} {'"
    assert str(GarlicError("no values: {here}")) == "no values: {here}"


def test_long_values_are_cut() -> None:
    message = str(InvalidFileError("got {x!r}", x="a" * 10_000_000, line=3))
    assert message.startswith("line 3: got 'aaa")
    assert len(message) < 300


def test_an_illegal_move_reads_as_one_sentence() -> None:
    fault = IllegalMoveError("1-3", "o.o a", because="hit one standing pin")
    assert str(fault) == "illegal move 1-3 in 'o.o a': hit one standing pin"
    assert isinstance(fault, ValueError)


@cache
def sentences() -> list[tuple[str, str, set[str] | None]]:
    """Every sentence in the source: its place, the template, the names of its values."""
    return list(_sentences())


def _sentences() -> Iterator[tuple[str, str, set[str] | None]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name: str = getattr(node.func, "attr", "") or getattr(node.func, "id", "")
            if TRANSLATING_PLACES.fullmatch(name):
                first = [a for a in node.args[1:2] if isinstance(a, ast.Constant)]
            elif TRANSLATING_CALLS.fullmatch(name):
                first = [a for a in node.args[:2] if isinstance(a, ast.Constant)]
            else:
                continue
            because = [k.value for k in node.keywords if k.arg == "because"]
            for constant in first[:1] + because:
                if isinstance(constant, ast.Constant) and isinstance(constant.value, str):
                    given = {k.arg for k in node.keywords if k.arg}
                    spread = any(k.arg is None for k in node.keywords) or name == "check_cells"
                    values = None if spread or constant in because else given
                    yield f"{path.name}:{node.lineno}", constant.value, values


def placeholders(template: str) -> set[str]:
    return {field.split(".")[0] for _, field, _, _ in string.Formatter().parse(template) if field}


def test_every_sentence_is_translated() -> None:
    missing = {text: where for where, text, _ in sentences() if text not in catalogue("zh")}
    assert not missing, "\n".join(f"{where}: {text!r}" for text, where in missing.items())


def test_every_sentence_gets_its_values() -> None:
    wrong = [
        (where, text)
        for where, text, given in sentences()
        if given is not None and not placeholders(text) <= given
    ]
    assert not wrong


def test_translations_use_the_same_values() -> None:
    wrong = [
        text for text, there in catalogue("zh").items() if placeholders(text) != placeholders(there)
    ]
    assert not wrong


def test_catalogues_do_not_contradict_each_other() -> None:
    seen: dict[str, tuple[str, str]] = {}
    for path in sorted(CATALOGUE.glob("*.json")):
        for english, chinese in json.loads(path.read_text(encoding="utf-8")).items():
            if english in seen:
                assert seen[english][0] == chinese, (english, path.name, seen[english][1])
            seen[english] = (chinese, path.name)


# What typer, the system and Python's reader of JSON say.
FROM_ELSEWHERE = {
    "Install completion for the current shell.",
    "Show completion for the current shell, to copy it or customize the installation.",
    "Expecting value",
    "Expecting ',' delimiter",
    "Expecting ':' delimiter",
    "Expecting property name enclosed in double quotes",
    "Extra data",
    "Unterminated string starting at",
    "Invalid control character at",
    "Invalid \\escape",
    *map(os.strerror, errno.errorcode),
}


def test_no_translation_is_left_over() -> None:
    """Every key is a text of the sources, or made of two of them ("red pawn")."""
    texts: set[str] = set()
    native = [
        path.read_text(encoding="utf-8")
        for path in (Path(__file__).parents[3] / "cpp").rglob("*.cpp")
    ]
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                texts.add(" ".join(node.value.split()))
    everything = "\n".join((*texts, *native))
    left_over = [
        key
        for key in catalogue("zh")
        if key not in FROM_ELSEWHERE
        and " ".join(key.split()) not in everything
        and not set(key.split()) <= texts
    ]
    assert left_over == []
