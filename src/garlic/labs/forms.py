"""Forms of a lab: where a program of a course looks for its input and leaves its answer.

`docs/teach/lab-format.md` describes them. `garlic.labs.copies` runs a program in such a form.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from garlic.core.reading.fields import Fields

MOST_FORMS = 20
MOST_PARENTS = 2  # how far above its folder a program may look for files
CASE_NUMBER = 1
OTHER_NUMBERS = (0, *range(2, 11))  # many programs work through the inputs 1 to 10
NUMBER = "{n}"

_PART = r"(?!\.{1,2}(?:/|$))[\w.{}-]+"
_TEMPLATE = re.compile(rf"(?:\.\./){{0,{MOST_PARENTS}}}(?:{_PART}/)*{_PART}")
_MAIN = re.compile(r"\bmain\s*\(\s*int\s+(\w+)\s*,[^()]*?(\w+)\s*(?:\[\s*\]\s*)?\)")
_PARENT = re.compile(r"[\"']\.\./")
_PYTHON_ARGUMENTS = re.compile(r"\bsys\.argv\b|\bargparse\b|^from sys import", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class FileForm:
    """Paths are relative to the folder in which a program runs; ``{n}`` is a case's number."""

    input: str
    output: str | None = None  # None: the answer is on standard output
    arguments: tuple[str, ...] = ()
    programs: tuple[str, ...] = ()  # the answer is what these print, one after the other

    def case_files(self) -> tuple[str, ...]:
        """The files that are the case itself.

        Without a numbered output there is one answer, so every number is the case.
        """
        numbers: tuple[int, ...] = (CASE_NUMBER,)
        if NUMBER in self.input and NUMBER not in (self.output or ""):
            numbers += OTHER_NUMBERS
        return tuple(dict.fromkeys(numbered(self.input, number) for number in numbers))

    def filler_files(self) -> tuple[str, ...]:
        """The files that a program may read as well, with an input that does not count."""
        every = {numbered(self.input, number) for number in OTHER_NUMBERS}
        return tuple(sorted(every.difference(self.case_files())))

    def output_files(self) -> tuple[str, ...]:
        """The files that a program may write, the answer to the case first."""
        if self.output is None:
            return ()
        numbers = (CASE_NUMBER, *OTHER_NUMBERS)
        return tuple(dict.fromkeys(numbered(self.output, number) for number in numbers))

    def command_arguments(self) -> tuple[str, ...]:
        """The arguments for the case."""
        return tuple(numbered(argument, CASE_NUMBER) for argument in self.arguments)


def numbered(template: str, number: int) -> str:
    """*template* for the case *number*."""
    return template.replace(NUMBER, str(number))


def parse_forms(fields: Fields) -> tuple[FileForm, ...]:
    """The ``forms`` of *fields*, perhaps none; raise `InvalidFileError`."""
    rows = fields.many("forms", [])
    if len(rows) > MOST_FORMS:
        raise fields.fault(
            "forms", "expected at most {most} forms, got {got}", most=MOST_FORMS, got=len(rows)
        )
    return tuple(map(_parse_form, rows))


def _parse_form(fields: Fields) -> FileForm:
    form = FileForm(
        input=_template(fields, "input"),
        output=_template(fields, "output") if fields.has("output") else None,
        arguments=fields.texts("arguments", ()),
        programs=fields.texts("programs", ()),
    )
    fields.finish()
    return form


def _template(fields: Fields, name: str) -> str:
    template = fields.take(name, str)
    plain = template.replace(NUMBER, "1")
    if not _TEMPLATE.fullmatch(plain) or "{" in plain or "}" in plain:
        raise fields.fault(
            name,
            "expected a path like '../input/input_{number}.txt' with at most {most} '..', got"
            " {got!r}",
            number=NUMBER,
            most=MOST_PARENTS,
            got=template,
        )
    return template


def program_names(forms: Sequence[FileForm]) -> tuple[str, ...]:
    """The programs that the forms name, in order."""
    return tuple(dict.fromkeys(name for form in forms for name in form.programs))


def argument_lists(forms: Sequence[FileForm], *, reads_arguments: bool) -> list[tuple[str, ...]]:
    """The ways to call a program, in the order in which to try them."""
    every = dict.fromkeys(form.command_arguments() for form in forms)
    if reads_arguments:
        return sorted(every, key=lambda arguments: not arguments)
    return [()] if () in every else list(every)


def reads_arguments(source: str) -> bool:
    """Whether a program in C, C++ or Python uses its arguments, judging by its *source*."""
    for main in _MAIN.finditer(source):
        others = source[: main.start()] + source[main.end() :]
        if any(re.search(rf"\b{name}\b", others) for name in main.groups()):
            return True
    return _PYTHON_ARGUMENTS.search(source) is not None


def names_folder(source: str, forms: Sequence[FileForm]) -> bool:
    """Whether *source* names the folder of an input, like ``"input/"``, or any like ``"../"``."""
    folders = {PurePosixPath(form.input).parent.name for form in forms} - {"", ".."}
    named = (re.search(rf"\b{re.escape(name)}[/\\\"']", source) for name in folders)
    return _PARENT.search(source) is not None or any(named)
