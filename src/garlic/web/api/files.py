"""Taking a file out of a request."""

from typing import Any

from fastapi import UploadFile

from garlic.core.limits import MEGABYTE
from garlic.web.problems import REFUSALS, Problem, ProblemAnswer
from garlic.web.sentences import coded

TOO_MANY: dict[int | str, dict[str, Any]] = {
    429: {"model": ProblemAnswer, "description": "Too much is waiting, or was sent lately."}
}
CONFLICT: dict[int | str, dict[str, Any]] = {
    409: {"model": ProblemAnswer, "description": "It does not stand as it would have to."}
}
UPLOADS: dict[int | str, dict[str, Any]] = {
    **REFUSALS,
    **TOO_MANY,
    413: {"model": ProblemAnswer, "description": "The file is too large."},
}


def received(file: UploadFile, largest: int) -> bytes:
    """The content of an uploaded file; raise `Problem` 413 if it has over *largest* bytes."""
    content = file.file.read(largest + 1)
    if len(content) > largest:
        raise Problem(413, coded("problem.too_large", limit=f"{largest / MEGABYTE:g} MB"))
    return content
