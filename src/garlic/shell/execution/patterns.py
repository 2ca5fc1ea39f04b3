"""Glob patterns: ``*`` ``?`` ``[a-z]`` ``[!a]`` ``[[:digit:]]``.

A pattern is a list of pieces, each quoted or not; quoted text matches only itself.
"""

import os
import re
from collections.abc import Sequence

Piece = tuple[str, bool]  # text, and whether it was quoted

_MAGIC = re.compile(r"[*?[]")
_BRACKET = re.compile(r"\[([!^]?)(\]?(?:\[:[a-z]+:\]|[^\]/])*)\]")
_CLASS = re.compile(r"\[:([a-z]+):\]")
_CLASSES = {
    "alpha": "a-zA-Z",
    "digit": "0-9",
    "alnum": "a-zA-Z0-9",
    "upper": "A-Z",
    "lower": "a-z",
    "space": r"\s",
    "blank": r" \t",
    "punct": r"!-/:-@\[-`{-~",
    "xdigit": "0-9A-Fa-f",
    "word": r"\w",
}


def has_magic(pieces: Sequence[Piece]) -> bool:
    """Whether anything unquoted in *pieces* could match other text than itself."""
    return any(not quoted and _MAGIC.search(text) is not None for text, quoted in pieces)


def matching_paths(pieces: Sequence[Piece]) -> list[str]:
    """The existing paths that match, sorted; may be empty."""
    levels = _split_at_slashes(pieces)
    paths = [""]
    for number, level in enumerate(levels):
        last = number == len(levels) - 1
        if has_magic(level):
            paths = [path for parent in paths for path in _matches(parent, level, last)]
        else:
            name = "".join(text for text, _ in level)
            paths = [f"{parent}{name}" for parent in paths]
            # After a pattern, paths must be checked: `*/x` lists only those that exist.
            if number:
                paths = [path for path in paths if os.path.lexists(path or "/")]
        if not last:
            paths = [f"{path}/" for path in paths]
    return sorted(paths)


def _split_at_slashes(pieces: Sequence[Piece]) -> list[list[Piece]]:
    levels: list[list[Piece]] = [[]]
    for text, quoted in pieces:
        first, *others = text.split("/")
        levels[-1].append((first, quoted))
        levels.extend([(other, quoted)] for other in others)
    return levels


def _matches(parent: str, level: Sequence[Piece], last: bool) -> list[str]:
    """The entries of the folder *parent* that match *level*; only folders unless *last*."""
    try:
        pattern = compiled(level)
        with os.scandir(parent or ".") as entries:
            names = [
                entry.name
                for entry in entries
                if pattern.fullmatch(entry.name) and (last or _is_folder(entry))
            ]
    except (OSError, ValueError):
        return []
    hidden = "".join(text for text, _ in level).startswith(".")
    return [f"{parent}{name}" for name in names if hidden or not name.startswith(".")]


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False


def compiled(pieces: Sequence[Piece]) -> re.Pattern[str]:
    """A regular expression for one name.

    Between two stars the first match is as good as any later one, so atomic groups avoid
    backtracking: no pattern takes exponential time.
    """
    runs = [""]
    for text, quoted in pieces:
        if quoted:
            runs[-1] += re.escape(text)
            continue
        at = 0
        while at < len(text):
            bracket = _BRACKET.match(text, at)
            if text[at] == "*":
                runs.append("")
            elif text[at] == "?":
                runs[-1] += "."
            elif bracket is not None and (regex := _bracket(bracket)) is not None:
                runs[-1] += regex
                at = bracket.end()
                continue
            else:
                runs[-1] += re.escape(text[at])
            at += 1
    if len(runs) == 1:
        return re.compile(runs[0], re.DOTALL)
    first, *middle, last = runs
    between = "".join(f"(?>.*?{run})" for run in middle if run)
    return re.compile(f"{first}{between}.*{last}", re.DOTALL)


def _bracket(found: re.Match[str]) -> str | None:
    """The character set of ``[...]``; None if it is not one and matches itself."""
    body, regex, at = found[2], "", 0
    if not body:
        return None
    while at < len(body):
        if named := _CLASS.match(body, at):
            if named[1] not in _CLASSES:
                return None
            regex += _CLASSES[named[1]]
            at = named.end()
        elif body[at + 1 : at + 2] == "-" and at + 2 < len(body):
            low, high = body[at], body[at + 2]
            if low <= high:
                regex += f"{re.escape(low)}-{re.escape(high)}"
            at += 3
        else:
            regex += re.escape(body[at])
            at += 1
    if not regex:
        return "." if found[1] else "(?!)"
    return f"[{'^' if found[1] else ''}{regex}]"
