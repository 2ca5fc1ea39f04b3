"""Results of matches that were played elsewhere: a file with one record a line.

A line is ``{"key": "...", "record": {...}}``. Lines are appended whole and never changed, so
a worker that is killed loses at most the line it was writing; the next one cuts that off and
goes on behind it.
"""

import fcntl
import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from contextlib import AbstractContextManager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import NamedTuple, TypeVar

from garlic.arena.task import checked_record, play_one
from garlic.core import InvalidFileError, Text, UsageError
from garlic.core.reading.document import Document
from garlic.core.reading.files import why
from garlic.judge.game_run import GameRun
from garlic.judge.record import Record
from garlic.judge.workers.pool import SetAsideError

T = TypeVar("T")

_SHARD = re.compile(r"([0-9]{1,6})/([0-9]{1,6})", re.ASCII)
_LONGEST_LINE = 64 << 20
_AHEAD = 64  # matches that are handed out before the first of them is back


@dataclass(frozen=True, slots=True)
class Shard:
    """The *number*-th of *count* equal parts, counted from 1."""

    number: int
    count: int

    @classmethod
    def parse(cls, text: str) -> "Shard":
        """Read ``"3/10"``; raise `UsageError`."""
        found = _SHARD.fullmatch(text)
        if found is None or not 1 <= int(found[1]) <= int(found[2]):
            raise UsageError("expected a shard like 3/10, got {text!r}", text=text)
        return cls(int(found[1]), int(found[2]))

    def of(self, items: Sequence[T]) -> Sequence[T]:
        """Its part of *items*: every so-manieth, so that all shards take about as long."""
        return items[self.number - 1 :: self.count]


class ShardResult(NamedTuple):
    """A line: the key of a match, its record as `Record.parse` reads it, and where it stands."""

    key: str
    content: bytes
    line: int


def read_results(path: Path) -> Iterator[ShardResult]:
    """The results in *path*. A last line that was not finished is left out.

    Nothing is believed of them but their form: see `garlic.arena.task.checked_record`. Raises
    `UsageError` where the file cannot be read, and where a line is not what it should be.
    """
    number = 0
    try:
        with path.open("rb") as file:
            while line := file.readline(_LONGEST_LINE):
                number += 1
                if len(line) == _LONGEST_LINE:
                    raise InvalidFileError(
                        "the line is longer than {limit} MB", limit=_LONGEST_LINE >> 20
                    )
                if not line.endswith(b"\n"):
                    return
                yield _result(line, number)
    except OSError as fault:
        raise UsageError("cannot read {path}: {why}", path=str(path), why=why(fault)) from fault
    except InvalidFileError as fault:
        raise _blame(path, number, fault) from fault


def _blame(path: Path, line: int, fault: InvalidFileError) -> UsageError:
    return UsageError("{path}, line {line}: {fault}", path=str(path), line=line, fault=fault.text)


def _result(line: bytes, number: int) -> ShardResult:
    document = Document.parse(line, "result")
    record = document.inner("record").value
    return ShardResult(document.take("key", str), json.dumps(record).encode(), number)


def checked_results(path: Path, matches: Mapping[str, GameRun]) -> Iterator[tuple[str, Record]]:
    """The results in *path* with their keys, each checked against its match in *matches*.

    Raises `UsageError` that names the line which is of no such match, or not true.
    """
    for result in read_results(path):
        try:
            if result.key not in matches:
                raise InvalidFileError(
                    "there is no match with the key {key!r} here", key=result.key
                )
            record = checked_record(matches[result.key], result.content)
        except InvalidFileError as fault:
            raise _blame(path, result.line, fault) from fault
        yield result.key, record


class ResultFile(AbstractContextManager["ResultFile"]):
    """A file of results to be added to, by one process at a time. `keys` are in it already."""

    def __init__(self, path: Path) -> None:
        """Open or make *path*; raise `UsageError` where that fails or another one has it."""
        self.path = path
        try:
            self._file = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o666)
        except OSError as fault:
            raise self._fault(fault) from fault
        try:
            self._lock()
            self.keys = {result.key for result in read_results(path)}
            self._cut_unfinished_line()
        except BaseException:
            os.close(self._file)
            raise

    def _lock(self) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as fault:
            raise UsageError(
                "another worker writes to {path}; give each shard a file of its own",
                path=str(self.path),
            ) from fault

    def _cut_unfinished_line(self) -> None:
        size = os.fstat(self._file).st_size
        end = size
        while end > 0:
            start = max(0, end - (1 << 16))
            newline = os.pread(self._file, end - start, start).rfind(b"\n")
            if newline >= 0:
                end = start + newline + 1
                break
            end = start
        if end < size:
            os.ftruncate(self._file, end)

    def add(self, key: str, content: bytes) -> None:
        """Append a record; when this returns it is on the disk. Raises `UsageError`."""
        record = json.loads(content)
        line = json.dumps({"key": key, "record": record}, separators=(",", ":")).encode() + b"\n"
        before = os.fstat(self._file).st_size
        try:
            written = os.write(self._file, line)
            if written < len(line):  # a disk that is full takes what it can
                os.write(self._file, line[written:])
            os.fsync(self._file)
        except OSError as fault:
            os.ftruncate(self._file, before)
            raise self._fault(fault) from fault
        self.keys.add(key)

    def _fault(self, fault: OSError) -> UsageError:
        return UsageError("cannot write {path}: {why}", path=str(self.path), why=why(fault))

    def __exit__(self, *_: object) -> None:
        os.close(self._file)


class ShardGame(NamedTuple):
    """How a match of a shard went: nothing to say, or why there is no result."""

    match: GameRun
    trouble: Text | None = None


def play_shard(
    matches: Sequence[GameRun], results: ResultFile, executor: Executor
) -> Iterator[ShardGame]:
    """Play those of *matches* that *results* does not have, and add them to it, as they come.

    Raises what an executor and the judge raise; what came before that is kept.
    """
    left = ((key, match) for match in matches if (key := match.key) not in results.keys)
    running: dict[Future[bytes], tuple[str, GameRun]] = {}
    while True:
        for key, match in islice(left, _AHEAD - len(running)):
            running[executor.submit(play_one, match)] = (key, match)
        if not running:
            return
        for future in wait(running, return_when=FIRST_COMPLETED).done:
            key, match = running.pop(future)
            try:
                content = future.result()
            except SetAsideError as fault:
                yield ShardGame(match, fault.text)
                continue
            record = Record.parse(content)
            if not record.is_judged:  # the next run tries it again
                yield ShardGame(match, Text(record.outcome.reason))
                continue
            results.add(key, content)
            yield ShardGame(match)
