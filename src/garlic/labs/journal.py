"""The journal: outcomes of steps, written to disk at once, so that a killed run can resume."""

import fcntl
import json
import os
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Self

from garlic.core import UsageError
from garlic.core.reading.files import why
from garlic.judge.record import Certainty
from garlic.labs.steps import Outcome, certainty

_STEP, _FACTS, _OUTCOME = "step", "facts", "outcome"  # fields of a line


@dataclass(frozen=True, slots=True)
class _Line:
    """Where the outcome of a step is in the file."""

    start: int
    length: int
    certainty: Certainty
    facts: str


class _Outcomes(Mapping[str, Outcome]):
    """Outcomes by key, read from the file when they are needed: a class has thousands."""

    def __init__(self, file: IO[bytes], lines: Mapping[str, _Line]) -> None:
        self._file, self._lines = file, lines

    def __getitem__(self, key: str) -> Outcome:
        line = self._lines[key]
        content = os.pread(self._file.fileno(), line.length, line.start)
        outcome: Outcome = json.loads(content)[_OUTCOME]
        return outcome

    def __iter__(self) -> Iterator[str]:
        return iter(self._lines)

    def __len__(self) -> int:
        return len(self._lines)


class Journal:
    """Outcomes by the key of their step; one line each in an append-only file.

    A last line that is incomplete, because a run was killed, is dropped. Of several lines for a
    step the last one counts. The next run tries again what was not judged or delayed.
    """

    def __init__(self, folder: Path | None) -> None:
        """A journal in *folder*, or in a temporary file.

        Raises `UsageError` if another run has it, or it cannot be written.
        """
        self._lines: dict[str, _Line] = {}
        self._by_facts: dict[str, str] = {}  # the keys of final outcomes
        self._file = _locked(folder) if folder is not None else tempfile.TemporaryFile()  # noqa: SIM115
        self._end = 0
        self._file.seek(0)
        for line in self._file:
            if not line.endswith(b"\n") or not self._note(line):
                break
        self._file.truncate(self._end)
        self.outcomes: Mapping[str, Outcome] = _Outcomes(self._file, self._lines)

    def _note(self, line: bytes) -> bool:
        """Remember where the outcome in the next *line* is; False if it is not one."""
        try:
            entry: dict[str, Any] = json.loads(line)
            key, facts = entry[_STEP], entry.get(_FACTS, "")
            sure = certainty(entry[_OUTCOME])
        except (ValueError, KeyError, TypeError):
            return False
        self._place(key, len(line), sure, facts)
        return True

    def _place(self, key: str, length: int, sure: Certainty, facts: str) -> None:
        """Remember that the next line, of *length* bytes, has the outcome of the step *key*."""
        self._lines[key] = _Line(self._end, length, sure, facts)
        if facts and sure is Certainty.FINAL:
            self._by_facts[facts] = key
        self._end += length

    def certainty(self, key: str) -> Certainty:
        """How sure the outcome of a step is."""
        return self._lines[key].certainty

    def take_over(self, key: str, facts: str) -> None:
        """Give the step *key* the final outcome of another one with equal *facts*, if there is."""
        if key not in self._lines and facts in self._by_facts:
            self.add(key, self.outcomes[self._by_facts[facts]], facts)

    def add(self, key: str, outcome: Outcome, facts: str = "") -> None:
        """Store the outcome of a step; raise `UsageError` if it cannot be written."""
        entry = {_STEP: key, _FACTS: facts, _OUTCOME: outcome}
        line = f"{json.dumps(entry, ensure_ascii=False)}\n".encode(errors="replace")
        try:
            self._file.write(line)
            self._file.flush()
        except OSError as fault:
            raise UsageError(
                "cannot write {path}: {why}", path=str(self._file.name), why=why(fault)
            ) from fault
        self._place(key, len(line), certainty(outcome), facts)

    def close(self) -> None:
        """Close and unlock the file."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _locked(folder: Path) -> IO[bytes]:
    """The journal's file in *folder*, locked; raise `UsageError` if that fails."""
    path = folder / "journal.jsonl"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = path.open("a+b")
    except OSError as fault:
        raise UsageError("cannot write {path}: {why}", path=str(path), why=why(fault)) from fault
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as fault:
        file.close()
        raise UsageError(
            "another run is grading into {folder}; wait for it, or choose another folder",
            folder=str(folder),
        ) from fault
    return file
