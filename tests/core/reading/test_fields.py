"""JSON and TOML: positions of faults, types, and numbers that nothing can keep."""

from collections.abc import Callable

import pytest

from garlic.core import InvalidFileError
from garlic.core.language.text import catalogue
from garlic.core.reading.fields import Fields, read_json, read_toml
from garlic.core.reading.formats import TOML_FAULTS, toml_values

_LONG = "9" * 5_000  # more digits than Python converts


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (f"a = 1\nb = {_LONG}", "line 2: "),
        (f"b = -{_LONG}", "line 1: "),
        (f"b = 0x{'f' * 5_000}", "b: "),
        (f"b = {'9' * 400}", "b: "),
        ("b = 9223372036854775808", "b: "),
        ("[[b.c]]\nd = [1, [2, -9223372036854775809]]", "b.c[1].d[2][2]: "),
    ],
)
def test_a_number_that_is_too_long_is_named(text: str, place: str) -> None:
    with pytest.raises(InvalidFileError) as caught:
        toml_values(text.encode())
    assert str(caught.value) == f"{place}expected whole numbers of at most 64 bits"


def test_the_largest_number_is_read() -> None:
    assert toml_values(b"a = 9223372036854775807")["a"] == (1 << 63) - 1


@pytest.mark.parametrize("number", ["1e999", "-1e999", "inf", "nan", "9223372036854775807"])
def test_a_number_out_of_range_is_named(number: str) -> None:
    with pytest.raises(InvalidFileError, match="a: expected a number from 0 to 10, got"):
        read_toml(f"a = {number}".encode()).number("a", 0, 10)


@pytest.mark.parametrize("text", [f'{{"a": {_LONG}}}', f"[{_LONG}]"])
def test_a_number_that_is_too_long_in_json_is_refused(text: str) -> None:
    with pytest.raises(InvalidFileError, match="expected whole numbers of at most 64 bits"):
        read_json(text.encode(), "record")


def test_one_meaning_of_missing_for_json_and_toml() -> None:
    for fields in (read_json(b'{"a": null}', "x"), read_toml(b"")):
        assert not fields.has("a")
        assert fields.maybe("a", int) is None
        assert fields.take("a", int, 3) == 3
        assert fields.inner("a", {}).values == {}
        assert fields.many("a", []) == []
        with pytest.raises(InvalidFileError, match="a: expected a whole number, got nothing"):
            fields.take("a", int)


@pytest.mark.parametrize(
    ("read", "fault"),
    [
        (lambda x: x.take("text", int), 'x.text: expected a whole number, got "b"'),
        (lambda x: x.take("yes", int), "x.yes: expected a whole number, got true"),
        (lambda x: x.take("one", bool), "x.one: expected true or false, got 1"),
        (lambda x: x.take("large", float), "x.large: expected a number, got 18446744073709551616"),
        (lambda x: x.take("endless", float), "x.endless: expected a number, got Infinity"),
        (lambda x: x.whole("one", 2, 5), "x.one: expected a whole number from 2 to 5, got 1"),
        (lambda x: x.number("text", 2, 5), 'x.text: expected a number from 2 to 5, got "b"'),
        (lambda x: x.one_of("text", ["c", "d"]), 'x.text: expected one of c, d, got "b"'),
        (lambda x: x.inner("one"), "x.one: expected an object, got 1"),
        (lambda x: x.many("list"), "x.list[2]: expected an object, got 2"),
        (lambda x: x.texts("list"), "x.list[1]: expected text, got {}"),
        (lambda x: x.pair("one"), "x.one: expected a list, got 1"),
        (lambda x: x.finish(["one"]), "x.text: unknown field; known here: one"),
    ],
)
def test_the_error_says_where_what_was_expected_and_what_came(
    read: Callable[[Fields], object], fault: str
) -> None:
    content = b"""{"text": "b", "yes": true, "one": 1, "large": 18446744073709551616,
                   "endless": 1e999, "list": [{}, 2]}"""
    with pytest.raises(InvalidFileError) as caught:
        read(read_json(content, "x"))
    assert str(caught.value) == fault


@pytest.mark.parametrize(
    ("text", "place", "english", "chinese"),
    [
        ("x", (1, 2), "expected '=' after a key", "键名之后应为“=”"),
        ("a = hello", (1, 5), "expected a value; a text needs quotes", "此处应为值；文字要加引号"),
        ("a = 1\na = 2", (2, 6), "a key is given twice", "同一个键出现了两次"),
        ("[a.b]\n[a.b]", (2, 5), "a.b is given twice", "a.b 出现了两次"),
        ("a = {b = 1, b = 2}", (1, 18), "'b' is given twice", "'b' 出现了两次"),
        ("a = [1,\n2", (2, 2), "the list has no ']'", "列表缺少“]”"),
        ("a = {b = 1", (1, 11), "the table has no '}'", "表缺少“}”"),
        ('a = "x\nb = 2', (1, 7), "the text has no closing quote", "文字缺少右引号"),
        ("[a", (1, 3), "expected ']'", "此处应为 ']'"),
        ("a = '\x01'", (1, 6), "'\\x01' cannot be here", "此处不能有 '\\x01'"),
    ],
)
def test_faults_of_toml_are_named_with_their_place_in_both_languages(
    text: str, place: tuple[int, int], english: str, chinese: str
) -> None:
    with pytest.raises(InvalidFileError) as caught:
        toml_values(text.encode())
    fault = caught.value
    assert (fault.line, fault.column) == place
    assert fault.text.render("en").endswith(f"not valid TOML: {english}")
    assert fault.text.render("zh").endswith(f"不是有效的 TOML：{chinese}")


def test_every_sentence_about_toml_has_a_translation() -> None:
    assert {sentence for _, sentence in TOML_FAULTS} <= catalogue("zh").keys()
