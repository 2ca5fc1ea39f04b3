"""Tokens to a tree. Expands aliases too: only here it is known which word names a command."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from garlic.shell.language.lexer import Token, tokenize
from garlic.shell.language.syntax import (
    Assignment,
    Command,
    Connector,
    Direction,
    Item,
    Line,
    Literal,
    Pipeline,
    Redirection,
    ShellSyntaxError,
    SimpleCommand,
    Subshell,
    Substitution,
    UnfinishedLineError,
    Word,
)

# Deeper brackets are a mistake; each costs a few frames of Python's stack.
_DEEPEST = 40

_ASSIGNMENT = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)=")
_REDIRECTIONS = {
    "<": (Direction.READ, 0),
    "<>": (Direction.READ_WRITE, 0),
    "<&": (Direction.DUPLICATE, 0),
    "<<<": (Direction.TEXT, 0),
    ">": (Direction.WRITE, 1),
    ">|": (Direction.WRITE, 1),
    ">>": (Direction.APPEND, 1),
    ">&": (Direction.DUPLICATE, 1),
    "&>": (Direction.WRITE, None),
    "&>>": (Direction.APPEND, None),
}


def parse(text: str, aliases: Mapping[str, str] | None = None) -> Line:
    """The tree of a line, empty for a blank line or a comment.

    Raise `ShellSyntaxError` with the offending part; `UnfinishedLineError` if another line
    could complete this one.
    """
    return _Parser(tokenize(text), aliases or {}).whole_line()


class _Parser:
    def __init__(self, tokens: Iterator[Token], aliases: Mapping[str, str]) -> None:
        self._tokens = tokens
        self._pushed = [next(tokens)]  # a stack; the next token is always on it
        self._aliases = aliases
        self._depth = 0
        self._taken: list[Token] = []

    def whole_line(self) -> Line:
        line = self._line()
        if self._next.kind != "end":
            raise self._unexpected()
        return line

    @property
    def _next(self) -> Token:
        return self._pushed[-1]

    def _next_is(self, *operators: str) -> bool:
        return self._next.kind == "operator" and self._next.text in operators

    def _at_end(self) -> bool:
        return self._next.kind == "end" or self._next_is(")")

    def _take(self) -> Token:
        token = self._pop()
        self._taken.append(token)
        return token

    def _pop(self) -> Token:
        token = self._pushed.pop()
        if not self._pushed:
            self._pushed.append(next(self._tokens))  # never past the end token: it is not taken
        return token

    def _source(self, start: int) -> str:
        """The tokens taken since *start* as written, with single blanks."""
        pieces = [
            f" {token.source}" if token.spaced else token.source for token in self._taken[start:]
        ]
        return "".join(pieces).strip()

    def _unexpected(self) -> ShellSyntaxError:
        token = self._next
        if token.kind == "end":
            return UnfinishedLineError("expected a command, got the end", column=token.column)
        if token.text == "<<":
            return ShellSyntaxError(
                "here-documents (<<) are not supported: use <<< 'text'",
                column=token.column,
            )
        return ShellSyntaxError("unexpected {part!r}", column=token.column, part=token.source)

    def _line(self) -> Line:
        items: list[Item] = []
        while not self._at_end():
            item = self._item()
            background = self._next_is("&")
            if background or self._next_is(";"):
                self._take()
            elif not self._at_end():
                raise self._unexpected()
            items.append(replace(item, background=background))
        return tuple(items)

    def _item(self) -> Item:
        start = len(self._taken)
        first = self._pipeline()
        rest: list[tuple[Connector, Pipeline]] = []
        while self._next_is("&&", "||"):
            connector = Connector(self._take().text)
            rest.append((connector, self._pipeline()))
        return Item(first, tuple(rest), background=False, source=self._source(start))

    def _pipeline(self) -> Pipeline:
        start, negated = len(self._taken), False
        while self._next.text == "!" and self._next.kind == "word":
            self._take()
            negated = not negated
        commands = [self._command()]
        while self._next_is("|", "|&"):
            if self._take().text == "|&":
                commands[-1] = _with_errors_piped(commands[-1])
            commands.append(self._command())
        return Pipeline(tuple(commands), negated, self._source(start))

    def _command(self) -> Command:
        if self._next_is("("):
            return self._subshell()
        assignments: list[Assignment] = []
        words: list[Word] = []
        redirections: list[Redirection] = []
        names_command = True
        while True:
            if names_command and self._expand_alias():
                continue
            token = self._next
            if token.kind == "operator" and token.text in _REDIRECTIONS:
                redirections.append(self._redirection())
            elif token.word is not None:
                self._take()
                self._check_substitutions(token.word, token.column)
                assignment = _assignment(token.word) if not words else None
                if assignment is not None:
                    assignments.append(assignment)
                else:
                    words.append(token.word)
                    names_command = token.names_next
            else:
                break
        if not (assignments or words or redirections):
            raise self._unexpected()
        return SimpleCommand(tuple(assignments), tuple(words), tuple(redirections))

    def _subshell(self) -> Subshell:
        opening = self._take()
        self._depth += 1
        if self._depth > _DEEPEST:
            raise ShellSyntaxError("nested too deeply", column=opening.column)
        body = self._line()
        if not body or not self._next_is(")"):
            if self._next.kind == "end":
                raise ShellSyntaxError(
                    "expected a closing {bracket!r}", column=self._next.column, bracket=")"
                )
            raise self._unexpected()
        self._take()
        self._depth -= 1
        redirections: list[Redirection] = []
        while self._next.kind == "operator" and self._next.text in _REDIRECTIONS:
            redirections.append(self._redirection())
        if self._next.kind == "word":
            raise self._unexpected()
        return Subshell(body, tuple(redirections))

    def _redirection(self) -> Redirection:
        operator = self._take()
        if self._next.word is None:
            if self._next.kind == "end":
                raise ShellSyntaxError(
                    "expected a file after {operator!r}",
                    column=self._next.column,
                    operator=operator.source,
                )
            raise self._unexpected()
        target = self._take()
        assert target.word is not None  # noqa: S101  (seen above)
        self._check_substitutions(target.word, target.column)
        direction, standard = _REDIRECTIONS[operator.text]
        if standard is None:
            return Redirection((1, 2), direction, target.word)
        plain = target.word.plain
        if operator.text == ">&" and operator.descriptor is None and not _is_descriptor(plain):
            return Redirection((1, 2), Direction.WRITE, target.word)  # an old form of &>
        descriptor = standard if operator.descriptor is None else operator.descriptor
        return Redirection((descriptor,), direction, target.word)

    def _expand_alias(self) -> bool:
        """Replace the next token if it is an alias; return whether it was."""
        token = self._next
        plain = token.word.plain if token.word is not None else None
        if plain is None or plain in token.aliases or plain not in self._aliases:
            return False
        value = self._aliases[plain]
        expanded = list(tokenize(value, token.aliases | {plain}))[:-1]
        self._pop()
        if expanded:
            expanded[0] = replace(expanded[0], spaced=token.spaced)
            expanded[-1] = replace(expanded[-1], names_next=value.endswith(" "))
        self._pushed.extend(reversed(expanded))
        return True

    def _check_substitutions(self, word: Word, column: int) -> None:
        """Raise for a mistake inside ``$(...)`` before anything of the line has run."""
        for part in word.parts:
            if isinstance(part, Substitution):
                try:
                    parse(part.source, self._aliases)
                except ShellSyntaxError as fault:
                    raise ShellSyntaxError(fault.text, column=column) from fault


def _is_descriptor(text: str | None) -> bool:
    return text is not None and (text == "-" or (text.isascii() and text.isdigit()))


def _assignment(word: Word) -> Assignment | None:
    first = word.parts[0]
    if not isinstance(first, Literal) or first.quoted:
        return None
    found = _ASSIGNMENT.match(first.text)
    if found is None:
        return None
    value = Literal(first.text[found.end() :], quoted=False)
    return Assignment(found[1], Word((value, *word.parts[1:]), word.source[found.end() :]))


def _with_errors_piped(command: Command) -> Command:
    both = Redirection((2,), Direction.DUPLICATE, Word((Literal("1", quoted=False),), "1"))
    return replace(command, redirections=(*command.redirections, both))
