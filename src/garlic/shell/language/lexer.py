"""Characters to tokens: words with their quotes resolved, and operators."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from typing import Literal as Only

from garlic.shell.language.syntax import (
    Literal,
    Part,
    ShellSyntaxError,
    Substitution,
    UnfinishedLineError,
    Variable,
    Word,
)

# Each level of `$(` costs a few frames of Python's stack.
_DEEPEST = 40

_BLANKS = re.compile(r"[ \t\n]+")
_PLAIN = re.compile(r"[^ \t\n'\"\\$`;&|<>()]+")
_DOUBLE_QUOTED = re.compile(r'[^"\\$`]+')
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_BRACED = re.compile(r"\{([A-Za-z_][A-Za-z0-9_]*|[0-9]+|[?$!#@*])\}")
_SPECIAL = "?$!#@*0123456789"
# The longest come first. `<<` is recognised only to be rejected with a helpful message.
_OPERATOR = re.compile(r"&>>|<<<|&&|\|\||;;|\|&|&>|>>|>&|>\||<&|<>|<<|[;&|<>()]")
_NUMBER_BEFORE_REDIRECTION = re.compile(r"([0-9]{1,9})(?=[<>])")


@dataclass(frozen=True, slots=True)
class Token:
    """A word or an operator; *column* counts from 1, *spaced*: blanks come before it."""

    kind: Only["word", "operator", "end"]
    text: str
    column: int
    spaced: bool
    word: Word | None = None
    descriptor: int | None = None  # the number before a redirection
    aliases: frozenset[str] = frozenset()  # the aliases that it was expanded from
    names_next: bool = (
        False  # last token of an alias that ends in a blank: the next word may be an alias too
    )

    @property
    def source(self) -> str:
        """The token as it was written."""
        return self.text if self.descriptor is None else f"{self.descriptor}{self.text}"


def tokenize(text: str, aliases: frozenset[str] = frozenset()) -> Iterator[Token]:
    """The tokens of a line, read lazily; the last is of kind ``end``.

    Raise `ShellSyntaxError` on an unclosed quote or ``$(``, and `UnfinishedLineError` if the
    line ends in a backslash.
    """
    return _Lexer(text, aliases).run(depth=0)


class _Lexer:
    def __init__(self, text: str, aliases: frozenset[str], start: int = 0) -> None:
        self.text = text
        self.at = start
        self._aliases = aliases

    def run(self, depth: int) -> Iterator[Token]:
        """Read to the end of the text; inside ``$(`` (*depth* > 0) to its closing bracket."""
        if depth > _DEEPEST:
            raise self.fault(self.at, "nested too deeply")
        open_brackets = 0
        while True:
            blanks = _BLANKS.match(self.text, self.at)
            if blanks:
                self.at = blanks.end()
            column, spaced = self.at + 1, blanks is not None
            if self.at == len(self.text) or self.text[self.at] == "#":
                if depth:
                    raise self.fault(self.at, "expected a closing {bracket!r}", bracket=")")
                yield Token("end", "", column, spaced)
                return
            number = _NUMBER_BEFORE_REDIRECTION.match(self.text, self.at)
            operator = _OPERATOR.match(self.text, number.end() if number else self.at)
            if operator is None:
                word = self._word(depth)
                yield Token("word", word.source, column, spaced, word, None, self._aliases)
                continue
            if operator[0] == "(":
                open_brackets += 1
            elif operator[0] == ")":
                if depth and open_brackets == 0:
                    return
                open_brackets -= 1
            self.at = operator.end()
            descriptor = int(number[1]) if number else None
            yield Token("operator", operator[0], column, spaced, None, descriptor)

    def fault(self, at: int, template: str, **values: Any) -> ShellSyntaxError:
        return ShellSyntaxError(template, column=at + 1, **values)

    def _word(self, depth: int) -> Word:
        start, parts = self.at, list[Part]()
        text = self.text
        while self.at < len(text):
            if plain := _PLAIN.match(text, self.at):
                parts.append(Literal(plain[0], quoted=False))
                self.at = plain.end()
                continue
            match text[self.at]:
                case "\\":
                    parts.append(Literal(self._escaped(), quoted=True))
                case "'":
                    end = self._closing("'", self.at + 1)
                    parts.append(Literal(text[self.at + 1 : end], quoted=True))
                    self.at = end + 1
                case '"':
                    self._double_quoted(parts, depth)
                case "$" | "`":
                    parts.append(self._dollar(quoted=False, depth=depth))
                case _:
                    break
        return Word(tuple(parts), text[start : self.at])

    def _escaped(self) -> str:
        if self.at + 1 == len(self.text):
            raise UnfinishedLineError(
                "expected a character after the backslash", column=self.at + 1
            )
        self.at += 2
        return self.text[self.at - 1]

    def _closing(self, quote: str, start: int) -> int:
        end = self.text.find(quote, start)
        if end < 0:
            raise self.fault(start - 1, "the quote {quote} is not closed", quote=quote)
        return end

    def _double_quoted(self, parts: list[Part], depth: int) -> None:
        opening, text = self.at, self.text
        self.at += 1
        parts.append(Literal("", quoted=True))  # `""` is an empty argument
        while self.at < len(text):
            if inside := _DOUBLE_QUOTED.match(text, self.at):
                parts.append(Literal(inside[0], quoted=True))
                self.at = inside.end()
                continue
            match text[self.at]:
                case '"':
                    self.at += 1
                    return
                case "\\":
                    following = text[self.at + 1 : self.at + 2]
                    kept = following if following and following in '$`"\\' else "\\" + following
                    parts.append(Literal(kept, quoted=True))
                    self.at += 2
                case _:
                    parts.append(self._dollar(quoted=True, depth=depth))
        raise self.fault(opening, "the quote {quote} is not closed", quote='"')

    def _dollar(self, quoted: bool, depth: int) -> Part:
        """The variable or substitution that starts here; a lone ``$`` is literal."""
        text, at = self.text, self.at
        if text[at] == "`":
            return self._back_quoted(quoted)
        following = text[at + 1 : at + 2]
        if name := _NAME.match(text, at + 1):
            self.at = name.end()
            return Variable(name[0], quoted)
        if following and following in _SPECIAL:
            self.at += 2
            return Variable(following, quoted)
        if following == "{":
            braced = _BRACED.match(text, at + 1)
            if braced is None:
                end = text.find("}", at)
                shown = text[at : end + 1] if end >= 0 else text[at:]
                raise self.fault(at, "expected a variable like ${{HOME}}, got {got!r}", got=shown)
            self.at = braced.end()
            return Variable(braced[1], quoted)
        if text.startswith("((", at + 1):
            raise self.fault(at, "arithmetic is not supported: $((...))")
        if following == "(":
            inner = _Lexer(text, self._aliases, at + 2)
            for _ in inner.run(depth + 1):
                pass  # only to find its end; the parser reads the source again
            self.at = inner.at + 1
            return Substitution(text[at + 2 : inner.at], quoted)
        self.at += 1
        return Literal("$", quoted)

    def _back_quoted(self, quoted: bool) -> Substitution:
        opening = self.at
        found = _BACK_QUOTED.match(self.text, opening)
        if found is None:
            raise self.fault(opening, "the quote {quote} is not closed", quote="`")
        self.at = found.end()
        return Substitution(re.sub(r"\\([$`\\])", r"\1", found[1]), quoted)


_BACK_QUOTED = re.compile(r"`((?:[^`\\]|\\.)*+)`", re.DOTALL)
