"""Files: uploaded ones, those of a folder, and those to download."""

from pathlib import Path
from typing import Any

from fastapi import UploadFile
from fastapi.responses import Response

from garlic.core.limits import MEGABYTE
from garlic.web.problems import REFUSALS, Problem, ProblemResponse
from garlic.web.sentences import page_sentence

TOO_MANY: dict[int | str, dict[str, Any]] = {
    429: {"model": ProblemResponse, "description": "The queue or the upload quota is full."}
}
CONFLICT: dict[int | str, dict[str, Any]] = {
    409: {"model": ProblemResponse, "description": "Not possible in its current state."}
}
UPLOADS: dict[int | str, dict[str, Any]] = {
    **REFUSALS,
    **TOO_MANY,
    413: {"model": ProblemResponse, "description": "The file is too large."},
}


def read_upload(file: UploadFile, largest: int) -> bytes:
    """The content of an uploaded file; raise `Problem` (413) if it exceeds *largest* bytes."""
    content = file.file.read(largest + 1)
    if len(content) > largest:
        raise Problem(413, page_sentence("problem.too_large", limit=f"{largest / MEGABYTE:g} MB"))
    return content


def find_below(home: Path, path: str) -> Path | None:
    """The file or folder *path* of *home*; None if there is none, or if it is not inside."""
    try:
        found = (home / path).resolve()
        return found if found.is_relative_to(home.resolve()) and found.exists() else None
    except (OSError, ValueError):  # a name that no file can have
        return None


def csv_file(content: str, name: str) -> Response:
    """A CSV file to download; spreadsheets know its encoding by the mark."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(
        content.encode("utf-8-sig"), media_type="text/csv; charset=utf-8", headers=headers
    )
