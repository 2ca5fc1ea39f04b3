"""What a line means: the tree that the parser builds and the evaluator runs.

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
    """Characters that stand for themselves. Unquoted ones may form a glob pattern."""

    text: str
    quoted: bool


@dataclass(frozen=True, slots=True)
class Variable:
    """``$NAME``, ``${NAME}`` or a special one like ``$?``. Quoted, its value stays one piece."""

    name: str
    quoted: bool


@dataclass(frozen=True, slots=True)
class Substitution:
    """``$(source)``: what the commands print, without the line ends at the end."""

    source: str
    quoted: bool


Part = Literal | Variable | Substitution


@dataclass(frozen=True, slots=True)
class Word:
    """One word as written; expansion makes none, one or more arguments of it."""

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
    DUPLICATE = ">&"  # also `<&`: to the system they are the same
    TEXT = "<<<"


@dataclass(frozen=True, slots=True)
class Redirection:
    """Where descriptors of a command lead; ``&>`` leads two of them to one file."""

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
    """``( ... )``: a line run in a child, so that it changes nothing here."""

    body: "Line"
    redirections: tuple[Redirection, ...]


Command = SimpleCommand | Subshell


@dataclass(frozen=True, slots=True)
class Pipeline:
    """Commands at work together, each reading what the one before it writes."""

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
