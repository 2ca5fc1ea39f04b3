"""Completion of a line: commands, options of the host's commands, variables, paths."""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

from garlic.shell.execution.evaluator import Evaluator
from garlic.shell.execution.expansion import expand
from garlic.shell.execution.lookup import DEFAULT_PATH
from garlic.shell.language.lexer import Token, tokenize
from garlic.shell.language.syntax import Literal, ShellSyntaxError, Word

_SPECIAL = re.compile(r"([\s'\"\\$`;&|<>()*?\[\]#~!{}])")
_REDIRECTIONS = frozenset({"<", ">", ">>", ">|", "<>", "&>", "&>>", ">&", "<&"})
_ASSIGNMENT = re.compile(r"[A-Za-z_][A-Za-z0-9_]*=")
_VARIABLE = re.compile(r"\$\{?([A-Za-z_][A-Za-z0-9_]*)?$")


@dataclass(frozen=True, slots=True)
class Completion:
    """Put *text* in place of the last *replaces* characters; show it as *shown*."""

    text: str
    replaces: int
    shown: str


def complete(line: str, shell: Evaluator) -> list[Completion]:
    """The completions at the end of *line*, in alphabetical order."""
    if variable := _VARIABLE.search(line):
        return _variables(variable, shell)
    typed = _typed(line)
    if typed is None:
        return []
    words, fragment, file_follows = typed
    source = fragment.source if fragment is not None else ""
    value = _value(fragment)
    if value is None:
        return []
    if file_follows:
        return _paths(source, value, shell)
    if not words:
        if "/" in value:
            return _paths(source, value, shell, programs_only=True)
        return _named(_command_names(value, shell), source)
    hosted: list[str] = []
    if words[0] in shell.host.names:
        hosted = shell.host.complete(words, value)
    if words == ["garlic"]:
        return _named(hosted, source)
    if words[0] == "cd":
        return _paths(source, value, shell, folders_only=True)
    return _named(hosted, source) or _paths(source, value, shell)


def _typed(line: str) -> tuple[list[str], Word | None, bool] | None:
    """The words of the last command, the one being typed, and whether it must be a file.

    None inside a comment, or if the line cannot be parsed.
    """
    for closing in ("", "'", '"', "\\"):
        try:
            tokens = list(tokenize(line + closing))
            break
        except ShellSyntaxError:
            continue
    else:
        return None
    end = tokens.pop()
    if end.column <= len(line):
        return None  # the rest is a comment
    fragment: Word | None = None
    if tokens and tokens[-1].word is not None and not end.spaced:
        word = tokens.pop().word
        assert word is not None  # noqa: S101  (seen above)
        # We added the closing quote; it was not typed.
        cut = word.source[: -len(closing)] if closing else word.source
        fragment = Word(word.parts, cut)
    words: list[str] = []
    after_redirection = False
    for token in tokens:
        if token.word is None:
            after_redirection = token.text in _REDIRECTIONS
            if not after_redirection:
                words = []
        elif after_redirection:
            after_redirection = False
        elif words or not _ASSIGNMENT.match(token.text):
            words.append(_plain_text(token))
    return words, fragment, after_redirection


def _plain_text(token: Token) -> str:
    value = _value(token.word)
    return token.text if value is None else value


def _value(word: Word | None) -> str | None:
    """The text of a word without its quotes; None if it holds variables."""
    if word is None:
        return ""
    texts = [part.text for part in word.parts if isinstance(part, Literal)]
    return "".join(texts) if len(texts) == len(word.parts) else None


def _named(names: list[str], source: str) -> list[Completion]:
    return [Completion(f"{name} ", len(source), name) for name in names]


def _variables(found: re.Match[str], shell: Evaluator) -> list[Completion]:
    typed, braced = found[1] or "", found[0].startswith("${")
    return [
        Completion(f"{name}}}" if braced else name, len(typed), name)
        for name in shell.variables.names()
        if name.startswith(typed)
    ]


def _command_names(prefix: str, shell: Evaluator) -> list[str]:
    known = {*shell.builtins, *shell.host.names, *shell.aliases}
    names = {name for name in known if name.startswith(prefix)}
    path = shell.variables.get("PATH")
    for folder in (".", *(DEFAULT_PATH if path is None else path).split(":")):
        for entry in _entries(folder or "."):
            if entry.name.startswith(prefix) and _is_program(entry):
                names.add(entry.name)
    return sorted(names)


def _paths(
    source: str,
    value: str,
    shell: Evaluator,
    *,
    programs_only: bool = False,
    folders_only: bool = False,
) -> list[Completion]:
    folder, slash, prefix = value.rpartition("/")
    folder += slash
    quote = source[:1] if source[:1] in ("'", '"') else ""
    searched = folder
    if source.startswith("~"):
        searched = expand([Word((Literal(folder, quoted=False),), folder)], shell)[0]
    completions = []
    for entry in sorted(_entries(searched or "."), key=lambda entry: entry.name):
        name = entry.name
        if not name.startswith(prefix) or (name.startswith(".") and not prefix):
            continue
        is_folder = _is_folder(entry)
        if not is_folder and (folders_only or (programs_only and not _is_program(entry))):
            continue
        ending = "/" if is_folder else f"{quote} "
        text = f"{quote}{folder}{name}" if quote else _escaped(folder, source) + _escaped(name)
        completions.append(Completion(text + ending, len(source), name + "/" * is_folder))
    return completions


def _escaped(text: str, source: str = "") -> str:
    """*text* with special characters escaped; a typed ``~`` stays."""
    if source.startswith("~"):
        head = PurePosixPath(text).parts[0] if text else ""
        return head + _SPECIAL.sub(r"\\\1", text[len(head) :])
    return _SPECIAL.sub(r"\\\1", text)


def _entries(folder: str) -> Iterator[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            yield from entries
    except (OSError, ValueError):
        return


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False


def _is_program(entry: os.DirEntry[str]) -> bool:
    return not _is_folder(entry) and os.access(entry.path, os.X_OK)
