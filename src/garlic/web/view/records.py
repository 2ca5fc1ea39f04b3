"""Loads records: those in the database, and those that users upload to look at.

Uploaded records are not results of this server and never enter the database. The newest ones are
kept in the cache folder, next to the built bots.
"""

import hashlib
import re
import zlib
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from garlic.core import Seat, UsageError
from garlic.core.reading.files import read_limited, write_whole
from garlic.judge.building.cache import RECORDS, cache_directory
from garlic.judge.record import Record
from garlic.judge.replay import ReplayStep, positions
from garlic.store import Database
from garlic.store.games import known_keys, load_record
from garlic.web.problems import Problem
from garlic.web.sentences import page_sentence
from garlic.web.view.private import strip_view
from garlic.web.view.replay import view_of

LARGEST_RECORD = 16 << 20
_MOST_TURNS = 50_000  # of an uploaded record; more than in the longest possible game
_KEPT_UPLOADS, _KEPT_UPLOAD_BYTES = 200, 256 << 20
_KEPT_VIEWS, _KEPT_BYTES = 16, 64 << 20
_KEY = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class OpenRecord:
    """A record with its positions."""

    key: str
    record: Record
    steps: list[ReplayStep]


class Records:
    """All records that the server can show, with a cache of the last views."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._views: OrderedDict[str, bytes] = OrderedDict()
        self._lock = Lock()

    def load(self, key: str) -> Record:
        """The record with *key*; raise `Problem` if there is none."""
        if _KEY.fullmatch(key):
            if self._database.read(lambda connection: known_keys(connection, [key])):
                return self._database.read(lambda connection: load_record(connection, key))
            if (path := _upload(key)).is_file():
                return Record.parse(_unpacked(read_limited(path, LARGEST_RECORD)))
        raise Problem(404, page_sentence("problem.no_record"))

    def open(self, key: str) -> OpenRecord:
        """The record with every position of the game; raise `Problem` if there is none."""
        record = self.load(key)
        return OpenRecord(key, record, positions(record))

    def keep(self, content: bytes) -> str:
        """Store an uploaded record and return its key; raise `GarlicError` if it is invalid."""
        record = Record.parse(content)
        if len(record.turns) > _MOST_TURNS:
            raise UsageError(
                "expected a record of at most {limit} turns, got {count}",
                limit=_MOST_TURNS,
                count=len(record.turns),
            )
        text = record.dumps().encode()
        key = hashlib.sha256(text).hexdigest()
        # Render it now, so that the user gets the error if it cannot be shown.
        self._remember(key, _rendered(OpenRecord(key, record, positions(record))))
        path = _upload(key)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, zlib.compress(text))
        _forget_oldest(path.parent)
        return key

    def view(self, key: str, hidden: frozenset[Seat] = frozenset()) -> bytes:
        """The `GameView` of a record as JSON; raise `Problem` if there is none.

        What the bots in the *hidden* seats have printed is left out.
        """
        name = "/".join((key, *sorted(seat.value for seat in hidden)))
        with self._lock:
            if name in self._views:
                self._views.move_to_end(name)
                return self._views[name]
        view = _rendered(self.open(key), hidden)
        self._remember(name, view)
        return view

    def _remember(self, key: str, view: bytes) -> None:
        with self._lock:
            self._views[key] = view
            while len(self._views) > _KEPT_VIEWS or _size(self._views) > _KEPT_BYTES:
                self._views.popitem(last=False)


def _rendered(opened: OpenRecord, hidden: frozenset[Seat] = frozenset()) -> bytes:
    view = view_of(opened.record, opened.steps)
    return strip_view(view, hidden).compact_json().encode()


def _size(views: OrderedDict[str, bytes]) -> int:
    return sum(map(len, views.values())) if len(views) > 1 else 0


def _upload(key: str) -> Path:
    return cache_directory() / RECORDS / f"{key}.json.z"


def _unpacked(content: bytes) -> bytes:
    """The content of a file that `keep` wrote, cut at twice the largest record."""
    unpacking = zlib.decompressobj()
    return unpacking.decompress(content, 2 * LARGEST_RECORD)


def _forget_oldest(folder: Path) -> None:
    with suppress(OSError):  # another server may be deleting files too
        found = [(path.stat(), path) for path in folder.glob("*.json.z")]
        total = 0
        newest_first = sorted(found, key=lambda each: -each[0].st_mtime)
        for number, (facts, path) in enumerate(newest_first):
            total += facts.st_size
            if number >= _KEPT_UPLOADS or total > _KEPT_UPLOAD_BYTES:
                path.unlink(missing_ok=True)
