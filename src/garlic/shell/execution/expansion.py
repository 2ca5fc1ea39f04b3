"""Words to arguments: ``~``, variables, ``$(...)``, splitting at blanks, and globs."""

import os
import re
from collections.abc import Iterator, Sequence
from typing import Protocol

from garlic.shell.execution.patterns import Piece, has_magic, matching_paths
from garlic.shell.language.syntax import Literal, Part, Variable, Word

_BLANKS = re.compile(r"[ \t\n]+")


class Values(Protocol):
    """Where expansion looks up variables and the output of commands."""

    def value(self, name: str) -> str | None:
        """The value of a variable, special ones like ``?`` too; None if not set."""

    def output_of(self, source: str) -> str:
        """What the commands in *source* print, without trailing newlines."""


def expand(words: Sequence[Word], values: Values) -> list[str]:
    """The arguments that *words* stand for; a word can become none or many."""
    arguments: list[str] = []
    for word in words:
        plain = word.plain
        if plain is not None and plain[0] != "~" and not has_magic(((plain, False),)):
            arguments.append(plain)  # nearly every word
            continue
        for field in _fields(word, values):
            paths = matching_paths(field) if has_magic(field) else []
            arguments.extend(paths or ["".join(text for text, _ in field)])
    return arguments


def expand_to_one(word: Word, values: Values) -> str:
    """The text of *word* as one piece, as in ``X=*``: not split, and no glob."""
    first, *others = word.parts
    parts = [*_with_homes(first, bool(others), values, after_colons=True), *others]
    return "".join(_text(part, values) for part in parts)


def _fields(word: Word, values: Values) -> list[list[Piece]]:
    fields: list[list[Piece]] = []
    between = True  # two fields: the next piece begins a new one
    first, *others = word.parts
    for part in [*_with_homes(first, bool(others), values, after_colons=False), *others]:
        text = _text(part, values)
        if part.quoted or isinstance(part, Literal):
            if between:
                fields.append([])
            fields[-1].append((text, part.quoted))
            between = False
            continue
        for number, chunk in enumerate(_BLANKS.split(text)):
            between = between or number > 0
            if chunk:
                if between:
                    fields.append([])
                fields[-1].append((chunk, False))
                between = False
    return fields


def _text(part: Part, values: Values) -> str:
    if isinstance(part, Literal):
        return part.text
    if isinstance(part, Variable):
        return values.value(part.name) or ""
    return values.output_of(part.source)


def _with_homes(part: Part, more: bool, values: Values, *, after_colons: bool) -> Iterator[Part]:
    """The first part of a word with ``~`` resolved; *more*: whether other parts follow.

    A value like ``~/bin:~/lib`` has one after each colon. A home counts as quoted: its path is
    neither split nor a pattern.
    """
    if not isinstance(part, Literal) or part.quoted or "~" not in part.text:
        yield part
        return
    pieces = part.text.split(":") if after_colons else [part.text]
    for number, piece in enumerate(pieces):
        if number:
            yield Literal(":", quoted=True)
        name, slash, rest = piece.partition("/")
        # In `~"x"` or `~$X` the name continues in the next part: then it is no user name.
        whole = bool(slash) or number < len(pieces) - 1 or not more
        home = _home(name[1:], values) if name.startswith("~") and whole else None
        if home is None:
            yield Literal(piece, quoted=False)
        else:
            yield Literal(home, quoted=True)
            yield Literal(slash + rest, quoted=False)


def _home(user: str, values: Values) -> str | None:
    """The home folder of *user*, ours if that is empty; None if there is no such user."""
    if not user and (home := values.value("HOME")) is not None:
        return home
    import pwd

    try:
        return (pwd.getpwnam(user) if user else pwd.getpwuid(os.getuid())).pw_dir
    except (KeyError, ValueError, OSError):
        return None
