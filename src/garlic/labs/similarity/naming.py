"""The names in a report: those of the students, or numbers in their place."""

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import PurePosixPath

from garlic.core import Text
from garlic.labs.similarity.sources import SubmittedSource
from garlic.labs.similarity.tokens import DIALECTS, without_comments


class Naming:
    """How submissions and their files are called in a report.

    With *hidden*, submissions are numbered in an order that tells nothing, their files too, and
    comments are blanked, as students sign their work there. Our own aids keep their names.
    """

    def __init__(
        self,
        sources: Iterable[SubmittedSource],
        aids: frozenset[str],
        language: str,
        *,
        hidden: bool,
    ) -> None:
        self._hidden, self._language = hidden, language
        self._numbers: dict[str, int] = {}
        self._files: dict[tuple[str, str], int] = {}
        if hidden:
            named = [one for one in sources if one.name not in aids]
            for number, one in enumerate(sorted(named, key=_scrambled), 1):
                self._numbers[one.name] = number
                for place, file in enumerate(one.files, 1):
                    self._files[one.name, file.name] = place

    def submission(self, name: str) -> str:
        """The name of a submission, or its number."""
        if name in self._numbers:
            return Text("submission {number}", number=self._numbers[name]).render(self._language)
        return name

    def file(self, submission: str, name: str) -> str:
        """The name of one of its files, or its number and ending."""
        if (submission, name) in self._files:
            ending = PurePosixPath(name).suffix
            number = self._files[submission, name]
            return Text("file {number}", number=number).render(self._language) + ending
        return name

    def text(self, submission: str, name: str, text: str) -> str:
        """The text of a file as it may be shown; it has the same length."""
        if submission not in self._numbers:
            return text
        return without_comments(text, DIALECTS[PurePosixPath(name).suffix.lower()])


@dataclass(frozen=True, slots=True)
class Heading:
    """What a report is about, and how it names things."""

    title: str  # of the lab
    language: str
    naming: Naming

    def say(self, template: str, **values: object) -> str:
        """A sentence in the language of the report."""
        return Text(template, **values).render(self.language)


def _scrambled(source: SubmittedSource) -> str:
    content = "\0".join(file.text for file in source.files)
    return sha256(f"{content}\0{source.name}".encode(errors="replace")).hexdigest()
