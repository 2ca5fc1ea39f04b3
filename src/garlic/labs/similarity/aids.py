"""What students were given, and what they must not copy: templates, examples, baselines.

A lab says which aids are allowed. What is allowed is subtracted from every submission; what is not
is compared with them, like the submissions of earlier years.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from importlib.resources import files
from pathlib import Path

from garlic.core import Game, UsageError
from garlic.core.reading.fields import Fields
from garlic.core.reading.files import read_limited
from garlic.judge.templates import LANGUAGES, course_starter, starter
from garlic.labs.candidates import SubmissionFormat
from garlic.labs.intake.handed_in import copy_class
from garlic.labs.similarity.sources import LARGEST_TEXT, SubmittedSource, read_source, source_of

_COURSE_BOT = "code/player.h"  # in a course folder: the example; everything else is template


class Aid(StrEnum):
    """A kind of code that students can see."""

    TEMPLATES = "templates"  # the files of the lab, and the folder of the course
    EXAMPLES = "examples"  # the bots that `garlic new` writes
    BASELINES = "baselines"  # our opponents


@dataclass(frozen=True, slots=True)
class AllowedAids:
    """What a lab hands out and allows."""

    allowed: frozenset[Aid] = frozenset({Aid.TEMPLATES, Aid.EXAMPLES})
    templates: tuple[Path, ...] = ()  # files beside the lab

    @classmethod
    def read(cls, fields: Fields) -> "AllowedAids":
        """The fields ``allowed`` and ``templates`` of a lab; raise `InvalidFileError`."""
        usual = cls()
        names = fields.texts("allowed", [aid.value for aid in usual.allowed])
        for name in names:
            if name not in list(Aid):
                known = ", ".join(Aid)
                raise fields.fault(
                    "allowed", "expected aids out of {known}, got {got!r}", known=known, got=name
                )
        return cls(frozenset(map(Aid, names)), fields.files("templates"))


@dataclass(frozen=True, slots=True)
class References:
    """What submissions are compared with, besides each other."""

    base: tuple[SubmittedSource, ...] = ()  # handed out: subtracted
    known: tuple[SubmittedSource, ...] = ()  # must not be copied; their names contain a ``/``
    ours: frozenset[str] = frozenset()  # the names of our own aids among them


def references(
    accepted: SubmissionFormat,
    aids: AllowedAids,
    base: Sequence[Path],
    against: Sequence[Path],
    workspace: Path,
) -> References:
    """What a lab hands out, with the files *base* and the folders *against*.

    Raises `UsageError` if a path does not exist.
    """
    handed_out = [_file_source(path) for path in (*base, *aids.templates)]
    known: list[SubmittedSource] = []
    for aid, sources in _own(accepted.game).items():
        (handed_out if aid in aids.allowed else known).extend(sources)
    ours = frozenset(one.name for one in known)
    for number, folder in enumerate(against):
        known += _earlier(folder, accepted, workspace / f"against{number}", number)
    return References(tuple(handed_out), tuple(known), ours)


def _file_source(path: Path) -> SubmittedSource:
    if path.is_dir():
        return read_source(path.name, path, sorted(path.rglob("*")))
    return source_of(path.name, {path.name: read_limited(path, LARGEST_TEXT)})


def _earlier(
    folder: Path, accepted: SubmissionFormat, workspace: Path, number: int
) -> Iterator[SubmittedSource]:
    """The submissions in *folder*."""
    label = folder.resolve().name if number == 0 else f"{folder.resolve().name}-{number + 1}"
    for submission in copy_class([folder], accepted, workspace):
        yield read_source(f"{label}/{submission.name}", submission.folder, submission.files)


def _own(game: Game | None) -> Mapping[Aid, list[SubmittedSource]]:
    """Our own aids for a game."""
    if game is None:
        return {}
    templates, examples = [], []
    for language in LANGUAGES:
        with suppress(UsageError):  # no example in this language, or none installed
            parts = starter(game, language).files
            examples.append(_text_source(f"example/{game.name}/{language}", parts))
        with suppress(UsageError):  # no course folder
            parts = course_starter(game, language).files
            others = {name: text for name, text in parts.items() if name != _COURSE_BOT}
            templates.append(_text_source(f"template/{game.name}/{language}", others))
    own = files("garlic.engines.baselines") / f"{game.name}.py"
    baselines = []
    if own.is_file():
        parts = {own.name: own.read_text(encoding="utf-8")}
        baselines.append(_text_source(f"baseline/{game.name}", parts))
    return {Aid.TEMPLATES: templates, Aid.EXAMPLES: examples, Aid.BASELINES: baselines}


def _text_source(name: str, parts: Mapping[str, str]) -> SubmittedSource:
    return source_of(name, {path: text.encode() for path, text in parts.items()})
