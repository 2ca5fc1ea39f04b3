"""The tree of a line, built by the parser and run by the evaluator.

::

    line      = [ item { (";" | "&") item } [";" | "&"] ]
    item      = pipeline { ("&&" | "||") pipeline }
    pipeline  = ["!"] command { ("|" | "|&") command }
    command   = { assignment | redirection } { word | redirection }
              | "(" line ")" { redirection }
"""

from dataclasses import dataclass
from enum import StrEnum

from garlic.core.errors import InputError


class ShellSyntaxError(InputError):
    """A line that is not a command; *column* (from 1) says where."""


class UnfinishedLineError(ShellSyntaxError):
    r"""A line that could still become a command: it ends in ``\``, ``|``, ``&&`` or ``||``."""


@dataclass(frozen=True, slots=True)
class Literal:
    """Literal text. Unquoted it may contain a glob pattern."""

    text: str
    quoted: bool


@dataclass(frozen=True, slots=True)
class Variable:
    """``$NAME``, ``${NAME}`` or a special one like ``$?``. Quoted, its value stays one piece."""

    name: str
    quoted: bool


@dataclass(frozen=True, slots=True)
class Substitution:
    """``$(source)``: the output of the commands, without trailing newlines."""

    source: str
    quoted: bool


Part = Literal | Variable | Substitution


@dataclass(frozen=True, slots=True)
class Word:
    """One word as written; it expands to zero or more arguments."""

    parts: tuple[Part, ...]
    source: str

    @property
    def plain(self) -> str | None:
        """The text of a word without quotes and variables, else None."""
        if len(self.parts) == 1:
            part = self.parts[0]
            if isinstance(part, Literal) and not part.quoted:
                return part.text
        return None


@dataclass(frozen=True, slots=True)
class Assignment:
    """``NAME=value``."""

    name: str
    value: Word


class Direction(StrEnum):
    """What a redirection does."""

    READ = "<"
    WRITE = ">"
    APPEND = ">>"
    READ_WRITE = "<>"
    DUPLICATE = ">&"  # also `<&`: the system call is the same
    TEXT = "<<<"


@dataclass(frozen=True, slots=True)
class Redirection:
    """Redirects descriptors of a command; ``&>`` redirects two to one file."""

    descriptors: tuple[int, ...]
    direction: Direction
    target: Word


@dataclass(frozen=True, slots=True)
class SimpleCommand:
    """A program or built-in with its arguments; without words, assignments for the shell."""

    assignments: tuple[Assignment, ...]
    words: tuple[Word, ...]
    redirections: tuple[Redirection, ...]


@dataclass(frozen=True, slots=True)
class Subshell:
    """``( ... )``: a line run in a child, so that it cannot change this shell."""

    body: "Line"
    redirections: tuple[Redirection, ...]


Command = SimpleCommand | Subshell


@dataclass(frozen=True, slots=True)
class Pipeline:
    """Commands that run together, each reading the output of the one before."""

    commands: tuple[Command, ...]
    negated: bool
    source: str


class Connector(StrEnum):
    """When the next pipeline of an item runs."""

    AND = "&&"
    OR = "||"


@dataclass(frozen=True, slots=True)
class Item:
    """Pipelines joined by ``&&`` and ``||``; *background* if the shell does not wait."""

    first: Pipeline
    rest: tuple[tuple[Connector, Pipeline], ...]
    background: bool
    source: str


Line = tuple[Item, ...]
