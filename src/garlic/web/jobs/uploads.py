"""Checks uploaded files: type, size and number; finds the bot in a zip file.

Uploads are untrusted: of a file name only a plain stem and the suffix are used, and a zip file is
unpacked by `labs.archive`, which refuses paths outside its folder and zip bombs.
"""

import re
import tempfile
import time
from collections import deque
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from threading import Lock

from garlic.core import InvalidFileError
from garlic.core.limits import MEGABYTE
from garlic.labs.archive import unpack
from garlic.people.limits import QuotaError

LARGEST_BOT_FILE = 4 * MEGABYTE
BOT_ENDINGS = (
    *(".h", ".hpp", ".c", ".cc", ".cpp", ".cxx", ".txt"),
    *(".py", ".js", ".mjs", ".java", ".pl", ".rb", ".lua"),
)
_USUAL_NAMES = ("player.h", "bot", "main", "player")  # which of several files is taken as the bot
_PLAIN_STEM = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,79}")
_HOUR = 3600.0


@dataclass(frozen=True, slots=True)
class BotFile:
    """The source file of a bot, with a name that is safe to write."""

    name: str
    content: bytes


class Quota:
    """The hourly upload limit, for all users together because they share one disk."""

    def __init__(self, most_files: int, most_bytes: int) -> None:
        self._most_files, self._most_bytes = most_files, most_bytes
        self._taken: deque[tuple[float, int]] = deque()
        self._bytes = 0
        self._lock = Lock()

    def take(self, size: int, now: float | None = None) -> None:
        """Count a file of *size* bytes; raise `QuotaError` if it exceeds the limit."""
        moment = time.monotonic() if now is None else now
        with self._lock:
            while self._taken and self._taken[0][0] <= moment - _HOUR:
                self._bytes -= self._taken.popleft()[1]
            if len(self._taken) >= self._most_files or self._bytes + size > self._most_bytes:
                raise QuotaError(
                    "at most {files} files and {limit} MB are taken within an hour;"
                    " try again later",
                    files=self._most_files,
                    limit=self._most_bytes // MEGABYTE,
                )
            self._taken.append((moment, size))
            self._bytes += size


def plain_name(name: str, otherwise: str = "bot") -> str:
    """The file name in *name* if it is plain, else *otherwise* with its suffix."""
    path = PurePosixPath(name.replace("\\", "/"))
    ending = path.suffix.lower()
    stem = path.name[: len(path.name) - len(ending)]
    if not re.fullmatch(r"\.[a-z0-9]{1,8}", ending):
        ending = ""
    return (stem if _PLAIN_STEM.fullmatch(stem) else otherwise) + ending


def bot_file(name: str, content: bytes) -> BotFile:
    """The bot in an uploaded file or zip file; raise `InvalidFileError`."""
    _check_size(content)
    ending = PurePosixPath(name.replace("\\", "/")).suffix.lower()
    if ending == ".zip":
        return _bot_in_zip(content)
    if ending not in BOT_ENDINGS:
        raise InvalidFileError(
            "expected a bot's source, one of {endings} or .zip, got {name!r}",
            endings=", ".join(BOT_ENDINGS),
            name=name,
        )
    if not content.strip():
        raise InvalidFileError("the file {name!r} is empty", name=name)
    return BotFile(plain_name(name), content)


def _check_size(content: bytes) -> None:
    if len(content) > LARGEST_BOT_FILE:
        raise InvalidFileError(
            "it is larger than the {limit} MB that are allowed", limit=LARGEST_BOT_FILE // MEGABYTE
        )


def _bot_in_zip(content: bytes) -> BotFile:
    with tempfile.TemporaryDirectory(prefix="garlic-upload-") as home:
        archive, folder = Path(home) / "upload.zip", Path(home) / "unpacked"
        archive.write_bytes(content)
        folder.mkdir()
        unpack(archive, folder)
        files = sorted(path for path in folder.rglob("*") if path.is_file())
        bots = [path for path in files if path.suffix.lower() in BOT_ENDINGS]
        usual = [path for path in bots if path.name.lower() in _USUAL_NAMES]
        usual = usual or [path for path in bots if path.stem.lower() in _USUAL_NAMES]
        chosen = bots if len(bots) == 1 else usual
        if len(chosen) != 1:
            raise InvalidFileError(
                "expected one bot in the zip file, got {got}; a bot is a single source file",
                got=", ".join(str(path.relative_to(folder)) for path in bots[:5]) or "0",
            )
        source = chosen[0].read_bytes()
        _check_size(source)
        return BotFile(plain_name(chosen[0].name), source)
