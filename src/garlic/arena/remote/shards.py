"""Plays one shard of a plan and writes the results to a file, one record per line.

A line is ``{"key": "...", "record": {...}}``. Lines are appended whole and never changed, so
a worker that is killed loses at most the line it was writing; the next worker removes that line
and appends to the rest.
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
from garlic.core.reading.fields import read_json
from garlic.core.reading.files import why
from garlic.judge.game_run import GameRun
from garlic.judge.patience import Patience, Replays
from garlic.judge.record import Certainty, Record
from garlic.judge.workers.pool import SetAsideError

T = TypeVar("T")

_SHARD = re.compile(r"([0-9]{1,6})/([0-9]{1,6})", re.ASCII)
_LONGEST_LINE = 64 << 20
_AHEAD = 64  # games submitted before the first result is back


@dataclass(frozen=True, slots=True)
class Shard:
    """The *number*-th of *count* equal parts, counted from 1."""

    number: int
    count: int

    @classmethod
    def parse(cls, text: str) -> "Shard":
        """Read ``"3/10"``; raise `UsageError`."""
        match = _SHARD.fullmatch(text)
        if match is None or not 1 <= int(match[1]) <= int(match[2]):
            raise UsageError("expected a shard like 3/10, got {text!r}", text=text)
        return cls(int(match[1]), int(match[2]))

    def of(self, items: Sequence[T]) -> Sequence[T]:
        """Its part of *items*: every *count*-th, so that all shards take about equally long."""
        return items[self.number - 1 :: self.count]


class ShardResult(NamedTuple):
    """A line: the key of a game, its record as `Record.parse` reads it, and the line number."""

    key: str
    content: bytes
    line: int


def read_results(path: Path) -> Iterator[ShardResult]:
    """The results in *path*. An unfinished last line is left out.

    Only their form is checked: see `garlic.arena.task.checked_record` for the rest. Raises
    `UsageError` if the file cannot be read, or a line is malformed.
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
        raise _line_error(path, number, fault) from fault


def _line_error(path: Path, line: int, fault: InvalidFileError) -> UsageError:
    return UsageError("{path}, line {line}: {fault}", path=str(path), line=line, fault=fault.text)


def _result(line: bytes, number: int) -> ShardResult:
    document = read_json(line, "result")
    record = document.take("record", dict)
    return ShardResult(document.take("key", str), json.dumps(record).encode(), number)


def checked_results(path: Path, game_runs: Mapping[str, GameRun]) -> Iterator[tuple[str, Record]]:
    """The results in *path* with their keys, each checked against its game in *game_runs*.

    Raises `UsageError` that names the line if it belongs to no such game, or is false.
    """
    for result in read_results(path):
        try:
            if result.key not in game_runs:
                raise InvalidFileError(
                    "there is no match with the key {key!r} here", key=result.key
                )
            record = checked_record(game_runs[result.key], result.content)
        except InvalidFileError as fault:
            raise _line_error(path, result.line, fault) from fault
        yield result.key, record


class ResultFile(AbstractContextManager["ResultFile"]):
    """A file that one process at a time appends results to. `keys` are those in it."""

    def __init__(self, path: Path) -> None:
        """Open or create *path*; raise `UsageError` if that fails or another process has it."""
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
        """Append a record and sync it to disk; raise `UsageError` if that fails."""
        record = json.loads(content)
        line = json.dumps({"key": key, "record": record}, separators=(",", ":")).encode() + b"\n"
        before = os.fstat(self._file).st_size
        try:
            written = os.write(self._file, line)
            if written < len(line):  # a full disk writes only a part; the next write raises
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
    """A game of a shard; *trouble* is why it has no result, None if it has one."""

    game_run: GameRun
    trouble: Text | None = None


def play_shard(
    game_runs: Sequence[GameRun],
    results: ResultFile,
    executor: Executor,
    patience: Patience | None = None,
) -> Iterator[ShardGame]:
    """Play those of *game_runs* that *results* does not have, adding each as it finishes.

    One without a result is played again as *patience* allows, and then comes again. Raises what an
    executor and the judge raise; results added before that stay.
    """
    replays: Replays[str] = Replays(patience or Patience())
    every = {key: game_run for game_run in game_runs if (key := game_run.key) not in results.keys}
    todo = every
    while todo:
        for key, game in _play_once(todo, results, executor):
            certainty = Certainty.FINAL if game.trouble is None else Certainty.NOT_JUDGED
            replays.add(key, certainty)
            yield game
        todo = {key: every[key] for key in replays.again(todo)}


def _play_once(
    game_runs: Mapping[str, GameRun], results: ResultFile, executor: Executor
) -> Iterator[tuple[str, ShardGame]]:
    """Each of *game_runs* when it is over, with its key."""
    left = iter(game_runs.items())
    running: dict[Future[bytes], tuple[str, GameRun]] = {}
    while True:
        for key, game_run in islice(left, _AHEAD - len(running)):
            running[executor.submit(play_one, game_run)] = (key, game_run)
        if not running:
            return
        for future in wait(running, return_when=FIRST_COMPLETED).done:
            key, game_run = running.pop(future)
            try:
                content = future.result()
            except SetAsideError as fault:
                yield key, ShardGame(game_run, fault.text)
                continue
            record = Record.parse(content)
            if not record.is_judged:  # the next run tries it again
                yield key, ShardGame(game_run, Text(record.outcome.reason))
                continue
            results.add(key, content)
            yield key, ShardGame(game_run)
