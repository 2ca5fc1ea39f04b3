"""Writing files atomically, and reading them up to a size limit."""

from pathlib import Path

from garlic.core.errors import UsageError
from garlic.core.language.text import Text
from garlic.core.limits import MEGABYTE


def write_whole(path: Path, content: bytes) -> None:
    """Write *content* to *path*; if that fails, an existing file stays unchanged.

    A link is followed, not replaced; a device or a pipe is written to directly. Raises
    `UsageError`.
    """
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(content)  # a directory refuses here
            return
        target = path.resolve()
        unfinished = target.with_name(f".{target.name}.part")
        try:
            unfinished.write_bytes(content)
            unfinished.replace(target)
        finally:
            unfinished.unlink(missing_ok=True)
    except OSError as fault:
        raise UsageError("cannot write {path}: {why}", path=str(path), why=why(fault)) from fault


def make_folder(folder: Path) -> None:
    """Make *folder* and those above it, where they are missing; raise `UsageError`."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise UsageError("cannot write {path}: {why}", path=str(folder), why=why(fault)) from fault


def read_limited(path: Path, largest: int) -> bytes:
    """The content of *path*; raise `UsageError` if it is unreadable or over *largest* bytes."""
    try:
        with path.open("rb") as file:
            content = file.read(largest + 1)
    except OSError as fault:
        raise UsageError("cannot read {path}: {why}", path=str(path), why=why(fault)) from fault
    return within(content, largest, path)


def within(content: bytes, largest: int, path: Path) -> bytes:
    """*content* of *path*; raise `UsageError` if it has over *largest* bytes."""
    if len(content) > largest:
        if largest < MEGABYTE:
            raise UsageError(
                "{path} is larger than the {limit} KB that are read",
                path=str(path),
                limit=largest >> 10,
            )
        raise UsageError(
            "{path} is larger than the {limit} MB that are read",
            path=str(path),
            limit=largest >> 20,
        )
    return content


def why(fault: OSError) -> Text:
    """The system's message for *fault*; common ones are translated."""
    return Text(fault.strerror or str(fault))
