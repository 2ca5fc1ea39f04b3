"""The files of a submission as text, and what changed between two submissions."""

import tempfile
import zipfile
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path

from garlic.core.limits import MEGABYTE
from garlic.labs.intake.trees import open_tree
from garlic.labs.results import lines_between

_MOST_FILES = 200
_LARGEST_TEXT = MEGABYTE // 2
_MOST_LINES = 2000  # of the changes in a file


def submitted_files(name: str, content: bytes) -> dict[str, str | None]:
    """The files of what was handed in, by name: their text, or None if it cannot be shown.

    Raises `InvalidFileError` if a zip file is damaged.
    """
    if not zipfile.is_zipfile(BytesIO(content)):
        return {Path(name).name: _text(content)}
    with tempfile.TemporaryDirectory(prefix="garlic-files-") as folder:
        path = Path(folder) / "submission.zip"
        path.write_bytes(content)
        tree = open_tree(path)
        return {
            each: _text(tree.read(each, _LARGEST_TEXT + 1)) for each in tree.names[:_MOST_FILES]
        }


def changes(
    before: Mapping[str, str | None], after: Mapping[str, str | None]
) -> dict[str, tuple[str, ...]]:
    """The lines of a diff for each file that is not the same, by name."""
    found = {}
    for name in sorted({*before, *after}):
        old, new = before.get(name) or "", after.get(name) or ""
        if old != new:
            found[name] = lines_between(old, new, _MOST_LINES)
    return found


def _text(content: bytes) -> str | None:
    if len(content) > _LARGEST_TEXT or b"\0" in content:
        return None
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("gb18030", "replace")
