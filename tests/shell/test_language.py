"""Lexer, parser, patterns, expansion and log on their own."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from garlic.shell.execution.expansion import expand, expand_to_one
from garlic.shell.execution.patterns import compiled
from garlic.shell.execution.variables import Variables
from garlic.shell.interface.log import Log
from garlic.shell.language.lexer import tokenize
from garlic.shell.language.parser import parse
from garlic.shell.language.syntax import (
    Connector,
    Direction,
    Literal,
    ShellSyntaxError,
    SimpleCommand,
    Substitution,
    UnfinishedLineError,
    Variable,
    Word,
)
from support.effort import proportionate


class FakeValues:
    def __init__(self, **values: str) -> None:
        self.values = values

    def value(self, name: str) -> str | None:
        return self.values.get(name)

    def output_of(self, source: str) -> str:
        return f"out of {source}"


def words(text: str) -> tuple[Word, ...]:
    (item,) = parse(text)
    (command,) = item.first.commands
    assert isinstance(command, SimpleCommand)
    return command.words


def arguments(text: str, **values: str) -> list[str]:
    return expand(words(text), FakeValues(**values))


def test_tokens_have_columns() -> None:
    tokens = [(token.kind, token.source, token.column) for token in tokenize("a  'b c'|d 2>e #f")]
    assert tokens == [
        ("word", "a", 1),
        ("word", "'b c'", 4),
        ("operator", "|", 9),
        ("word", "d", 10),
        ("operator", "2>", 12),
        ("word", "e", 14),
        ("end", "", 16),
    ]


def test_parts_of_a_word() -> None:
    (word,) = words("a'b'\"c$D\"$E$(f)\\g")
    assert word.parts == (
        Literal("a", quoted=False),
        Literal("b", quoted=True),
        Literal("", quoted=True),
        Literal("c", quoted=True),
        Variable("D", quoted=True),
        Variable("E", quoted=False),
        Substitution("f", quoted=False),
        Literal("g", quoted=True),
    )
    assert word.source == "a'b'\"c$D\"$E$(f)\\g"


def test_the_tree_of_a_line() -> None:
    first, second = parse("X=1 a >f 2>&1 | b && c || d & e")
    assert (first.background, second.background) == (True, False)
    assert [connector for connector, _ in first.rest] == [Connector.AND, Connector.OR]
    command = first.first.commands[0]
    assert isinstance(command, SimpleCommand)
    assert [assignment.name for assignment in command.assignments] == ["X"]
    assert [(r.descriptors, r.direction) for r in command.redirections] == [
        ((1,), Direction.WRITE),
        ((2,), Direction.DUPLICATE),
    ]
    assert first.source == "X=1 a >f 2>&1 | b && c || d"


@pytest.mark.parametrize("text", ["", "   ", "# only a comment", "\t#"])
def test_blank_lines_and_comments(text: str) -> None:
    assert parse(text) == ()


@pytest.mark.parametrize("text", ["a |", "a &&", "a ||", "a \\", "(a) &&", "a | b |& "])
def test_unfinished_lines(text: str) -> None:
    with pytest.raises(UnfinishedLineError):
        parse(text)


@pytest.mark.parametrize(
    "text", ["'", '"', "`", "$(", "(", "a >", "a <<<", "| a", "a ;; b", "$((1))"]
)
def test_wrong_lines(text: str) -> None:
    with pytest.raises(ShellSyntaxError) as caught:
        parse(text)
    assert not isinstance(caught.value, UnfinishedLineError)
    assert caught.value.column is not None


def test_aliases_are_expanded_only_as_command_names() -> None:
    aliases = {"ll": "ls -l", "both": "ll; ll x", "sudo": "sudo "}
    assert [item.source for item in parse("ll a | ll", aliases)] == ["ls -l a | ls -l"]
    assert [item.source for item in parse("both", aliases)] == ["ls -l", "ls -l x"]
    assert [item.source for item in parse("echo ll", aliases)] == ["echo ll"]
    assert [item.source for item in parse("sudo ll", aliases)] == ["sudo ls -l"]
    assert [item.source for item in parse("x\\  ll", {"ll": "no"})] == ["x\\  ll"]


@settings(deadline=None, max_examples=300)
@given(st.one_of(st.text(), st.text(alphabet="ab '\"\\$`(){}|&;<>#=!~*[]?1\t\n")))
def test_any_text_parses_or_is_rejected(text: str) -> None:
    fault = syntax_error(text)
    assert fault is None or (fault.column is not None and "\n" not in str(fault))


def syntax_error(text: str) -> ShellSyntaxError | None:
    try:
        parse(text)
    except ShellSyntaxError as fault:
        return fault
    return None


@pytest.mark.parametrize("character", list("a $\"'\\(){}|&;<>~#=*1!\t"))
def test_ten_megabytes_are_parsed_or_rejected_fast(character: str) -> None:
    # Each pair of these is a part of a word: the line is valid and takes longer to parse.
    length = 200_000 if character in "$\\'\"" else 10_000_000
    with proportionate():
        fault = syntax_error(character * length)
        assert fault is None or len(str(fault)) < 1000


@pytest.mark.parametrize("text", ["$(" * 5000, "(" * 5000, "`" + "\\`" * 5000, '"$(' * 5000])
def test_deep_nesting_is_rejected(text: str) -> None:
    with pytest.raises(ShellSyntaxError):
        parse(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a $X b", ["a", "1", "2", "b"]),
        ('a "$X" b', ["a", "1 2", "b"]),
        ("x$X'y'", ["x1", "2y"]),
        ("$E", []),
        ('"$E"', [""]),
        ("$E''", [""]),
        ("$(ls)", ["out", "of", "ls"]),
        ("~", ["/h"]),
        ("~/a b~", ["/h/a", "b~"]),
        ('"~"', ["~"]),
        ("$?", ["7"]),
        ("$U\tx", ["x"]),
    ],
)
def test_expansion(text: str, expected: list[str]) -> None:
    values = {"X": "1 2", "E": "", "HOME": "/h", "?": "7"}
    assert expand(words(f"{text}"), FakeValues(**values)) == expected


def test_only_space_tab_and_newline_split() -> None:
    assert arguments("$X", X="a\u00a0b\vc\td\ne") == ["a\u00a0b\vc", "d", "e"]


def test_a_value_is_not_split() -> None:
    (item,) = parse("X=~/a:~:$Y*")
    command = item.first.commands[0]
    assert isinstance(command, SimpleCommand)
    value = command.assignments[0].value
    assert expand_to_one(value, FakeValues(HOME="/h", Y="b c")) == "/h/a:/h:b c*"


def test_globs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("b", "a", ".c", "*"):
        (tmp_path / name).touch()
    assert arguments("x *") == ["x", "*", "a", "b"]
    assert arguments("x '*' \\*") == ["x", "*", "*"]
    assert arguments("x $P", P="[ab]") == ["x", "a", "b"]
    assert arguments("x none*") == ["x", "none*"]


def test_patterns_take_no_exponential_time() -> None:
    pattern = compiled([("*a" * 30 + "b", False)])
    with proportionate():
        assert pattern.fullmatch("a" * 200) is None


@pytest.mark.parametrize(
    ("pattern", "name", "matches"),
    [
        ("a*b", "ab", True),
        ("a*b", "axb", True),
        ("*b*c", "abbcbc", True),
        ("[!a]", "a", False),
        ("[!a]", "b", True),
        ("[]]", "]", True),
        ("[a-c]x", "bx", True),
        ("[z-a]", "b", False),
        ("[[:digit:]x]", "5", True),
        ("[[:nosuch:]]", "5", False),
        ("[a", "[a", True),
        ("?", "\n", True),
        ("a.b", "axb", False),
    ],
)
def test_pattern(pattern: str, name: str, matches: bool) -> None:
    assert bool(compiled([(pattern, False)]).fullmatch(name)) is matches
    assert compiled([(pattern, True)]).pattern == re.escape(pattern)


def test_the_log() -> None:
    log = Log()
    assert log.search("") is None
    for line in ("ls -a", "cd x", "ls -b", "l"):
        log.push(line)
    assert log.search("ls") == "ls -b"
    assert log.search("ls -a") == "ls -a"
    assert log.search("l") == "l"
    assert log.search("x") is None
    assert list(log.entries) == ["ls -a", "cd x", "ls -b", "l"]
    assert len(log) == 4


def test_variables() -> None:
    environment = {"OLD": "1"}
    variables = Variables(environment)
    variables.set("OLD", "2")
    variables.set("NEW", "3")
    variables.export("LATER")
    variables.set("LATER", "4")
    assert environment == {"OLD": "2", "LATER": "4"}
    assert variables.get("NEW") == "3"
    assert variables.names() == ["LATER", "NEW", "OLD"]
    assert variables.for_children({"X": "5"}) == {b"OLD": b"2", b"LATER": b"4", b"X": b"5"}
    variables.unset("OLD")
    variables.export("NEW")
    assert variables.for_children() == {b"LATER": b"4", b"NEW": b"3"}
