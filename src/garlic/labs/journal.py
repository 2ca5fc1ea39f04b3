"""The journal: outcomes of steps, written to disk at once, so that a killed run can resume."""

import fcntl
import json
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Self

from garlic.core import UsageError
from garlic.core.reading.files import why
from garlic.labs.steps import Outcome


class Journal:
    """Outcomes by the key of their step; one line each in an append-only file.

    A last line that is incomplete, because a run was killed, is dropped. Of several lines for a
    step the last one counts. The next run tries again what was not judged or delayed.
    """

    def __init__(self, folder: Path | None) -> None:
        """A journal in *folder*, or only in memory; raise `UsageError` if another run has it."""
        self._outcomes: dict[str, Outcome] = {}
        self._file: IO[bytes] | None = None
        if folder is not None:
            self._open(folder)

    def _open(self, folder: Path) -> None:
        path = folder / "journal.jsonl"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            file = path.open("a+b")
        except OSError as fault:
            raise UsageError(
                "cannot write {path}: {why}", path=str(path), why=why(fault)
            ) from fault
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as fault:
            file.close()
            raise UsageError(
                "another run is grading into {folder}; wait for it, or choose another folder",
                folder=str(folder),
            ) from fault
        file.seek(0)
        whole = 0
        for line in file:
            try:
                entry = json.loads(line)
                self._outcomes[entry["step"]] = entry["outcome"]
            except (ValueError, KeyError, TypeError):
                break
            if not line.endswith(b"\n"):
                break
            whole += len(line)
        file.truncate(whole)
        self._file = file

    @property
    def outcomes(self) -> Mapping[str, Outcome]:
        """All known outcomes."""
        return self._outcomes

    def add(self, key: str, outcome: Outcome) -> None:
        """Store the outcome of a step; raise `UsageError` if it cannot be written."""
        self._outcomes[key] = outcome
        if self._file is not None:
            line = json.dumps({"step": key, "outcome": outcome}, ensure_ascii=False)
            try:
                self._file.write(f"{line}\n".encode())
                self._file.flush()
            except OSError as fault:
                raise UsageError(
                    "cannot write {path}: {why}", path=self._file.name, why=why(fault)
                ) from fault

    def close(self) -> None:
        """Close and unlock the file."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
