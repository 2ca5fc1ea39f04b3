"""The errors of this package.

::

    GarlicError               anything we can explain in one sentence
    ├── UsageError            an unknown game, map or option
    ├── NotJudgedError        the machine was too busy to judge fairly; nobody is to blame
    └── InputError            invalid input (also a ValueError)
        ├── InvalidMoveError      not a move at all
        ├── InvalidPositionError  not a position
        ├── InvalidFileError      a map, a game record or another file; knows line and column
        └── IllegalMoveError      a well-formed move that the rules forbid here

A message says what was expected, what was found, and where; lower case, no full stop. It is
given as a template with values, so that it can be shown in the user's language:
``InvalidMoveError("expected a cell like 'd3', got {text!r}", text=text)``.
"""

from typing import Any

from garlic.core.language.text import Text, user_language


class GarlicError(Exception):
    """A fault that can be explained in one sentence. `str` is the English sentence."""

    def __init__(self, template: str | Text, /, **values: Any) -> None:
        self.text = template if isinstance(template, Text) else Text(template, **values)
        super().__init__(str(self))

    def __str__(self) -> str:
        return self.render("en")

    def __reduce__(self) -> tuple[Any, ...]:
        # Errors are pickled between processes, and subclasses have constructors of their own.
        return _unpickled, (type(self), self.args, self.__dict__)

    def render(self, language: str | None = None) -> str:
        """The sentence in *language*, by default the user's."""
        return self.text.render(language or user_language())


def _unpickled(
    kind: type[GarlicError], args: tuple[Any, ...], attributes: dict[str, Any]
) -> GarlicError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(attributes)
    return error


class UsageError(GarlicError):
    """The caller asked for something that does not exist or does not fit."""


class NotJudgedError(GarlicError):
    """The machine was too busy: try again later."""


class InputError(GarlicError, ValueError):
    """Input that could not be parsed; *line* and *column* (from 1) say where."""

    def __init__(
        self,
        template: str | Text,
        /,
        *,
        line: int | None = None,
        column: int | None = None,
        **values: Any,
    ) -> None:
        self.line, self.column = line, column
        super().__init__(template, **values)

    def render(self, language: str | None = None) -> str:
        """The sentence, after the line and column where they are known."""
        language = language or user_language()
        if self.line is not None and self.column is not None:
            where = Text("line {line}, column {column}", line=self.line, column=self.column)
        elif self.line is not None:
            where = Text("line {line}", line=self.line)
        elif self.column is not None:
            where = Text("column {column}", column=self.column)
        else:
            return super().render(language)
        return Text("{where}: {sentence}", where=where, sentence=self.text).render(language)


class InvalidMoveError(InputError):
    """The text is not a move of the game."""


class InvalidPositionError(InputError):
    """The text is not a position of the game."""


class InvalidFileError(InputError):
    """The content of a file, such as a map, is not valid."""


class IllegalMoveError(InputError):
    """A well-formed move that the rules forbid here."""

    TEMPLATE = "illegal move {move} in {position!r}: {because}"

    def __init__(self, move: object, position: object, because: str | Text) -> None:
        self.move, self.position, self.because = move, position, because
        super().__init__(
            self.TEMPLATE,
            move=str(move),
            position=str(position),
            because=because if isinstance(because, Text) else Text(because),
        )
