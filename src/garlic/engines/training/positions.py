"""Files of training positions: records of a few bytes each, in blocks of whole games.

A file begins with a line that names the format and a line of JSON: the game, the size of a record
and of the part that identifies a position, and how the games were played. Blocks follow: a head
with the number of games, the length and a checksum, then the records. Each block is appended in
one piece, so a run that was killed leaves at most one incomplete block, which is dropped when the
file is opened again. Positions that the file already has are left out.
"""

import json
import os
import struct
import zlib
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Self

from garlic import _core
from garlic.core import InvalidFileError, UsageError

_FIRST_LINE = b"garlic positions 1\n"
_BLOCK = struct.Struct("<4sIII")  # mark, games, bytes of the records, CRC-32 of the records
_MARK = b"gblk"
_LONGEST_HEAD = 10_000
_GAMES_A_BLOCK = 16


@dataclass(frozen=True, slots=True)
class PositionFormat:
    """What the records are, and how the games were played; files of another kind are refused."""

    game: str
    record_bytes: int
    key_bytes: int
    how: str


class PositionFile:
    """The positions of the games played so far, in memory and on disk."""

    def __init__(self, path: Path, kind: PositionFormat) -> None:
        """Open the file at *path*, or begin a new one.

        Raises `InvalidFileError` if it is damaged, and `UsageError` if its games were played
        otherwise.
        """
        self.path, self.kind = path, kind
        self.games = 0
        self._known = _core.Duplicates()
        self._parts: list[bytes] = []
        if path.exists() and path.stat().st_size > 0:
            self._read()
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(_FIRST_LINE + json.dumps(asdict(kind)).encode() + b"\n")

    def __len__(self) -> int:
        """The number of positions."""
        return len(self._known)

    @property
    def records(self) -> bytes:
        """All records, in the order of their games."""
        return b"".join(self._parts)

    def append(self, games: int, records: bytes) -> None:
        """Add the records of *games* games, without positions that are already there."""
        kept = self._known.removed_from(records, self.kind.record_bytes, self.kind.key_bytes)
        with self.path.open("ab") as file:
            file.write(_BLOCK.pack(_MARK, games, len(kept), zlib.crc32(kept)) + kept)
            file.flush()
            os.fsync(file.fileno())
        self._parts.append(kept)
        self.games += games

    def play(
        self,
        play: Callable[[int], bytes],
        games: int,
        *,
        jobs: int = 1,
        on_progress: Callable[[Self], object] | None = None,
    ) -> None:
        """Call *play* with the numbers of the games that are missing to *games*, and add them.

        *jobs* threads play; the result does not depend on their number. *on_progress* is called
        after every block. If this is interrupted, call it again.
        """
        with ThreadPoolExecutor(jobs) as pool:
            waiting: list[tuple[int, list[Future[bytes]]]] = []
            numbers = iter(_blocks(self.games, games))
            try:
                while True:
                    while len(waiting) < 2 * jobs and (block := next(numbers, None)) is not None:
                        waiting.append((len(block), [pool.submit(play, n) for n in block]))
                    if not waiting:
                        return
                    count, futures = waiting.pop(0)
                    self.append(count, b"".join(future.result() for future in futures))
                    if on_progress is not None:
                        on_progress(self)
            finally:
                pool.shutdown(wait=False, cancel_futures=True)

    def _read(self) -> None:
        content = self.path.read_bytes()
        place = self._read_head(content)
        while place < len(content):
            end = self._read_block(content, place)
            if end is None:  # a run was killed while it wrote
                os.truncate(self.path, place)
                return
            place = end

    def _read_head(self, content: bytes) -> int:
        end = content.find(b"\n", len(_FIRST_LINE), _LONGEST_HEAD)
        try:
            if not content.startswith(_FIRST_LINE) or end < 0:
                raise ValueError
            found = PositionFormat(**json.loads(content[len(_FIRST_LINE) : end]))
        except (ValueError, TypeError) as fault:
            raise InvalidFileError(
                "{path} is no file of training positions", path=str(self.path)
            ) from fault
        if found != self.kind:
            raise UsageError(
                "{path} has positions of another kind ({found}, not {wanted}): name another file",
                path=str(self.path),
                found=found.how,
                wanted=self.kind.how,
            )
        return end + 1

    def _read_block(self, content: bytes, place: int) -> int | None:
        """Read the block at *place*; where it ends, or None if it is an incomplete last one."""
        start = place + _BLOCK.size
        if start > len(content):
            return None
        mark, games, length, checksum = _BLOCK.unpack_from(content, place)
        end: int = start + length
        if mark == _MARK and end > len(content):
            return None
        records = content[start:end]
        if mark != _MARK or zlib.crc32(records) != checksum or length % self.kind.record_bytes:
            if end >= len(content):
                return None
            raise InvalidFileError(
                "{path} is damaged at byte {place}", path=str(self.path), place=place
            )
        self._parts.append(
            self._known.removed_from(records, self.kind.record_bytes, self.kind.key_bytes)
        )
        self.games += games
        return end


def _blocks(first: int, games: int) -> Iterator[range]:
    for start in range(first, games, _GAMES_A_BLOCK):
        yield range(start, min(start + _GAMES_A_BLOCK, games))
