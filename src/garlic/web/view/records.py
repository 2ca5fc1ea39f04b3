"""Records to look at: those of the database, and those that somebody dropped on the page.

What is dropped is no result of ours and never enters the database: it is kept beside the built
bots in the cache, as the newest of so many.
"""

import hashlib
import json
import re
import zlib
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from garlic.core import UsageError
from garlic.core.reading.files import read_limited, write_whole
from garlic.judge.build import cache_directory
from garlic.judge.record import Record
from garlic.judge.replay import ReplayStep, positions
from garlic.store import Database
from garlic.store.games import known_keys, load_record
from garlic.web.problems import Problem
from garlic.web.sentences import coded
from garlic.web.view.replay import view_of

LARGEST_RECORD = 16 << 20
_MOST_TURNS = 50_000  # of a record that is dropped: the longest game of ours stays below
_KEPT_UPLOADS = 200
_KEPT_VIEWS, _KEPT_BYTES = 16, 64 << 20
_KEY = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Opened:
    """A record with its positions."""

    key: str
    record: Record
    steps: list[ReplayStep]


class Records:
    """All records that the server can show, the last ones shown at hand."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._views: OrderedDict[str, bytes] = OrderedDict()
        self._lock = Lock()

    def load(self, key: str) -> Record:
        """The record called *key*; raise `Problem` where there is none."""
        if _KEY.fullmatch(key):
            if self._database.read(lambda connection: known_keys(connection, [key])):
                return self._database.read(lambda connection: load_record(connection, key))
            if (path := _upload(key)).is_file():
                return Record.parse(_unpacked(read_limited(path, LARGEST_RECORD)))
        raise Problem(404, coded("problem.no_record"))

    def open(self, key: str) -> Opened:
        """The same with every position of the game."""
        record = self.load(key)
        return Opened(key, record, positions(record))

    def keep(self, content: bytes) -> str:
        """Take in a record from outside and give its key; raise `GarlicError` on what is none."""
        record = Record.parse(content)
        if len(record.turns) > _MOST_TURNS:
            raise UsageError(
                "expected a record of at most {limit} turns, got {count}",
                limit=_MOST_TURNS,
                count=len(record.turns),
            )
        text = record.dumps().encode()
        key = hashlib.sha256(text).hexdigest()
        # What cannot be shown is refused here, where its sender still looks on.
        self._remember(key, _written(Opened(key, record, positions(record))))
        path = _upload(key)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, zlib.compress(text))
        _forget_oldest(path.parent)
        return key

    def view(self, key: str) -> bytes:
        """The `View` of a record as JSON; raise `Problem` where there is none."""
        with self._lock:
            if key in self._views:
                self._views.move_to_end(key)
                return self._views[key]
        found = _written(self.open(key))
        self._remember(key, found)
        return found

    def _remember(self, key: str, view: bytes) -> None:
        with self._lock:
            self._views[key] = view
            while len(self._views) > _KEPT_VIEWS or _size(self._views) > _KEPT_BYTES:
                self._views.popitem(last=False)


def _written(opened: Opened) -> bytes:
    view = view_of(opened.record, opened.steps)
    return json.dumps(view, ensure_ascii=False, separators=(",", ":")).encode()


def _size(views: OrderedDict[str, bytes]) -> int:
    return sum(map(len, views.values())) if len(views) > 1 else 0


def _upload(key: str) -> Path:
    return cache_directory() / "records" / f"{key}.json.z"


def _unpacked(content: bytes) -> bytes:
    """What `keep` wrote; never more than a record may be."""
    unpacking = zlib.decompressobj()
    return unpacking.decompress(content, 2 * LARGEST_RECORD)


def _forget_oldest(folder: Path) -> None:
    with suppress(OSError):  # another server may be tidying up as well
        by_age = sorted(folder.glob("*.json.z"), key=lambda path: path.stat().st_mtime)
        for path in by_age[:-_KEPT_UPLOADS]:
            path.unlink(missing_ok=True)
