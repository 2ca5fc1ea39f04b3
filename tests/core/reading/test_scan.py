import pytest

from garlic.core import InvalidFileError, Text
from garlic.core.reading.scan import Tokens, decode, whole_number


def places(text: str) -> list[tuple[str, int, int]]:
    tokens, found = Tokens(text, InvalidFileError), []
    for _ in text.split():
        token = tokens.take("a word")
        found.append((token.text, token.line, token.column))
    tokens.finish()
    return found


def test_tokens_have_line_and_column() -> None:
    assert places("a bb\n\n  c\r\nd") == [("a", 1, 1), ("bb", 1, 3), ("c", 3, 3), ("d", 4, 1)]


def test_errors_at_the_end_of_the_text() -> None:
    with pytest.raises(InvalidFileError) as caught:
        Tokens("12\n3\n", InvalidFileError).number("rows", 20, 30)
    assert str(caught.value) == "line 1, column 1: expected rows from 20 to 30, got '12'"
    tokens = Tokens("ab\n", InvalidFileError)
    tokens.take("a word")
    with pytest.raises(InvalidFileError, match="line 2, column 1: expected more, got the end"):
        tokens.take("more")
    with pytest.raises(InvalidFileError, match="expected the end of the text, got 'x'"):
        Tokens("x", InvalidFileError).finish()


def test_expected_tokens_are_translated() -> None:
    tokens = Tokens("1\n  x", InvalidFileError)
    assert tokens.number("rows", 0, 9) == 1
    tokens.take("x")
    assert (tokens.last.line, tokens.last.column) == (2, 3)
    with pytest.raises(InvalidFileError) as caught:
        tokens.take(Text("move {number}: {fault}", number=2, fault="x"))
    assert "应为第 2 步：x" in caught.value.render("zh")


@pytest.mark.parametrize("text", ["٣", "1.0", "+1", "1e3", "９", "9" * 5000, "--1"])
def test_other_numbers_are_refused(text: str) -> None:
    with pytest.raises(InvalidFileError):
        Tokens(text, InvalidFileError).number("rows", 0, 10**30)


@pytest.mark.parametrize(
    ("text", "number"),
    [("0", 0), ("12", 12), ("13", None), ("012", None), ("", None), ("-1", None), ("²", None)],
)
def test_whole_number(text: str, number: int | None) -> None:
    assert whole_number(text, 0, 12) == number


def test_decode_drops_the_byte_order_mark_and_names_a_wrong_byte() -> None:
    assert decode("\ufeffä\n".encode()) == "ä\n"
    with pytest.raises(InvalidFileError) as caught:
        decode(b"ab\ncd\xff")
    assert str(caught.value) == "line 2, column 3: expected UTF-8 text, got byte 0xff"


@pytest.mark.parametrize(
    ("text", "strict", "padded"),
    [
        ("0", 0, 0),
        ("-5", -5, -5),
        ("007", None, 7),
        ("-0", None, 0),
        ("9" * 18, None, None),
        ("9" * 19, None, None),
        ("+1", None, None),
        ("1.0", None, None),
        ("1_0", None, None),
        ("٣", None, None),
        ("²", None, None),
        (" 1", None, None),
        ("", None, None),
    ],
)
def test_whole_numbers_have_one_rule(text: str, strict: int | None, padded: int | None) -> None:
    assert whole_number(text, -9, 99) == strict
    assert whole_number(text, -9, 99, padded=True) == padded
