"""Turns sources in C, C++, Python, Java and JavaScript into rows of comparable tokens.

What costs nothing to change does not count: comments, blanks, names, literals, types and their
qualifiers, braces, semicolons, imports. All operands are the same token, so that a number that
became a named constant is still the same; what is left is the flow and the arithmetic.

The lexers are single regular expressions without nested repetition: their time is linear in the
text, whatever a student hands in. (Pygments was tried: the same pairs are found, at a fifth of the
speed, with expressions that a hostile text can make quadratic.)
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

OPERAND = "n"


class CodeDialect(Enum):
    """How comments and texts of a language are written."""

    C = "c"
    JAVASCRIPT = "javascript"
    PYTHON = "python"


DIALECTS = {
    **dict.fromkeys((".c", ".h", ".cc", ".hh", ".cpp", ".hpp", ".cxx", ".hxx"), CodeDialect.C),
    ".java": CodeDialect.C,
    ".js": CodeDialect.JAVASCRIPT,
    ".mjs": CodeDialect.JAVASCRIPT,
    ".py": CodeDialect.PYTHON,
}

_TEXT = r"\"(?:\\[\s\S]|[^\"\\\n])*\"?|'(?:\\[\s\S]|[^'\\\n])*'?"
_REST = (
    r"(?P<number>\.?\d(?:[\w.]|(?<=[eEpP])[+-])*)|(?P<name>[^\W\d][\w$]*|\$[\w$]*)"
    r"|(?P<sign><<=|>>=|===|!==|[-+*/%&|^=<>!]=|\+\+|--|&&|\|\||<<|>>|->|=>|::|\S)"
)
_BLANK = r"\n+|[^\S\n]+"  # a line of its own begins a match, so that ``^`` finds it
_C_COMMENT = r"/\*[^*]*(?:\*(?!/)[^*]*)*(?:\*/)?|//(?:\\\r?\n|[^\n])*"
_DIRECTIVE = r"\#[ \t]*(?:include|pragma|if|ifdef|ifndef|else|elif|endif|undef)\b"

_LEXERS = {
    CodeDialect.C: re.compile(
        rf"(?P<skip>^[ \t]*(?:{_DIRECTIVE}|import\b|package\b)[^\n]*|{_BLANK}|{_C_COMMENT}"
        rf"|using\s+namespace\s+\w+\s*;|\bstd\s*::)|(?P<text>(?:\b[LuUR]8?)?(?:{_TEXT}))|{_REST}",
        re.MULTILINE,
    ),
    CodeDialect.JAVASCRIPT: re.compile(
        rf"(?P<skip>^[ \t]*(?:import\b|[\"']use strict[\"'])[^\n]*|{_BLANK}|{_C_COMMENT})"
        rf"|(?P<text>{_TEXT}|`(?:\\[\s\S]|[^`\\])*`?)|{_REST}",
        re.MULTILINE,
    ),
    CodeDialect.PYTHON: re.compile(
        rf"(?P<skip>^[ \t]*(?:import|from)\b[^\n]*|{_BLANK}|\#[^\n]*)"
        rf"|(?P<text>(?:\b[rRbBuUfF]{{1,2}})?(?:\"\"\"[\s\S]*?(?:\"\"\"|\Z)|\'\'\'[\s\S]*?(?:\'\'\'|\Z)"
        rf"|{_TEXT}))|{_REST}",
        re.MULTILINE,
    ),
}

# Words that decide what a program does; every other word is a name, a type or a literal.
_FLOW = frozenset(
    re.findall(
        r"\w+",
        """if else elif for while do switch case break continue return goto try catch except
    finally throw raise with yield await lambda def function class enum new delete del
    in not and or is assert sizeof instanceof default of""",
    )
)
_QUALIFIERS = frozenset(
    re.findall(
        r"\w+",
        """const static inline constexpr unsigned signed volatile register extern final public
    private protected let var struct typename mutable virtual override explicit noexcept
    global nonlocal async export typedef pass""",
    )
)
_SAME = {"&&": "and", "||": "or", "!": "not", "elif": "if", "===": "==", "!==": "!="}
_DROPPED_SIGNS = frozenset(";{}\\")
_OPENING, _CLOSING = frozenset("([{"), frozenset(")]}")


@dataclass(frozen=True, slots=True)
class CodeToken:
    """A token: its comparable *kind*, and where it stands in the text."""

    kind: str
    start: int
    end: int
    is_name: bool


def tokens(text: str, dialect: CodeDialect) -> Iterator[CodeToken]:
    """The tokens of *text* that count, in order."""
    depth = 0
    for match in _LEXERS[dialect].finditer(text):
        group = match.lastgroup
        if group == "skip":
            continue
        start, end, word = match.start(), match.end(), match[0]
        if group == "sign":
            depth += (word in _OPENING) - (word in _CLOSING)
            if word not in _DROPPED_SIGNS:
                yield CodeToken(_SAME.get(word, word), start, end, is_name=False)
        elif group == "name" and word in _FLOW:
            yield CodeToken(_SAME.get(word, word), start, end, is_name=False)
        elif group == "name":
            if word not in _QUALIFIERS:
                yield CodeToken(OPERAND, start, end, is_name=True)
        elif not (
            group == "text"
            and dialect is CodeDialect.PYTHON
            and depth <= 0
            and _starts_line(text, start)
        ):  # a docstring is a comment
            yield CodeToken(OPERAND, start, end, is_name=False)


def _starts_line(text: str, at: int) -> bool:
    line = max(text.rfind("\n", max(0, at - _MOST_INDENT), at) + 1, at - _MOST_INDENT, 0)
    return not text[line:at].strip()


_MOST_INDENT = 200


def without_comments(text: str, dialect: CodeDialect) -> str:
    """*text* with comments and docstrings blanked; all other characters keep their places."""
    parts, at = [], 0
    for match in _LEXERS[dialect].finditer(text):
        word = match[0]
        is_comment = match.lastgroup == "skip" and word.startswith(_COMMENTS[dialect])
        is_comment = is_comment or (match.lastgroup == "text" and word.startswith(_DOCSTRINGS))
        if is_comment:
            parts += [text[at : match.start()], re.sub(r"[^\n]", " ", word)]
            at = match.end()
    return "".join([*parts, text[at:]])


_COMMENTS = {
    CodeDialect.C: ("/*", "//"),
    CodeDialect.JAVASCRIPT: ("/*", "//"),
    CodeDialect.PYTHON: ("#",),
}
_DOCSTRINGS = ('"""', "'''")
