"""How a request is refused: a status and `{"problem": {"code", "values"}}`, never a traceback."""

import logging
from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict
from starlette.exceptions import HTTPException

from garlic.core import GarlicError
from garlic.store import StoreError
from garlic.web.jobs.uploads import QuotaError
from garlic.web.jobs.workers import BusyError, StoppedError
from garlic.web.sentences import Wording, coded, wording

_LOG = logging.getLogger("garlic.web")
_CODES = {
    401: "problem.token",
    403: "problem.forbidden",
    404: "problem.not_found",
    405: "problem.method",
    409: "problem.conflict",
    413: "problem.too_large",
    429: "problem.too_many",
}
_STATUS: tuple[tuple[type[GarlicError], int], ...] = (
    (StoreError, 503),
    (BusyError, 429),
    (QuotaError, 429),
    (StoppedError, 503),
)


class Problem(Exception):  # noqa: N818  (it is what the answer says)
    """A request that is refused, with the reason for the page to show."""

    def __init__(self, status: int, said: Wording) -> None:
        super().__init__(status, said)
        self.status = status
        self.said = said


class SentenceCode(BaseModel):
    """A sentence: which one, and its values; `GET /api/texts/{language}` has the words."""

    model_config = ConfigDict(
        json_schema_extra={"example": {"code": "problem.not_found", "values": {}}}
    )

    code: str
    values: dict[str, Any] = {}


class ProblemAnswer(BaseModel):
    """What a refused request answers."""

    problem: SentenceCode


REFUSALS: dict[int | str, dict[str, Any]] = {
    400: {"model": ProblemAnswer, "description": "The request cannot be done as it stands."},
    404: {"model": ProblemAnswer, "description": "There is no such thing."},
    422: {"model": ProblemAnswer, "description": "A field is missing or not as it should be."},
}


# What any request may be answered with, whatever it asks for.
ALWAYS: dict[int | str, dict[str, Any]] = {
    400: REFUSALS[400],
    401: {"model": ProblemAnswer, "description": "The token is missing or wrong."},
    403: {"model": ProblemAnswer, "description": "Not from there, or not from here."},
    413: {"model": ProblemAnswer, "description": "The request is too large."},
    422: REFUSALS[422],
    503: {"model": ProblemAnswer, "description": "The database does not answer now."},
}


# What can be wrong with a field, by what Pydantic calls it, and which limit it names.
_WRONG = {
    "missing": ("field.missing", None),
    "string_too_long": ("field.too_long", "max_length"),
    "string_too_short": ("field.too_short", "min_length"),
    "too_long": ("field.too_long", "max_length"),
    "too_short": ("field.too_short", "min_length"),
    "greater_than_equal": ("field.at_least", "ge"),
    "greater_than": ("field.at_least", "gt"),
    "less_than_equal": ("field.at_most", "le"),
    "less_than": ("field.at_most", "lt"),
    "literal_error": ("field.one_of", "expected"),
}


def _wrong(fault: Mapping[str, Any]) -> Wording:
    """Why a field is refused."""
    code, limit = _WRONG.get(fault["type"], ("field.wrong", None))
    if limit is None:
        return coded(code)
    return coded(code, limit=str(fault.get("ctx", {}).get(limit, ""))[:200])


def missing(what: str, **values: Any) -> Problem:
    """404: there is no such *what*, a code of the page's words."""
    return Problem(404, coded(what, **values))


def refusal(status: int, said: Wording, headers: dict[str, str] | None = None) -> JSONResponse:
    """The answer to a refused request."""
    return JSONResponse({"problem": said}, status, headers)


def handle_problems(app: FastAPI) -> None:
    """Make every fault in *app* an answer of this form."""

    @app.exception_handler(Problem)
    async def _problem(_: Request, fault: Problem) -> JSONResponse:
        return refusal(fault.status, fault.said)

    @app.exception_handler(GarlicError)
    async def _ours(_: Request, fault: GarlicError) -> JSONResponse:
        status = next((number for kind, number in _STATUS if isinstance(fault, kind)), 400)
        return refusal(status, wording(fault))

    @app.exception_handler(RequestValidationError)
    async def _invalid(_: Request, fault: RequestValidationError) -> JSONResponse:
        first = fault.errors()[0]
        field = ".".join(str(part) for part in first["loc"][1:]) or str(first["loc"][0])
        return refusal(422, coded("problem.field", field=field[:200], why=_wrong(first)))

    @app.exception_handler(HTTPException)
    async def _http(_: Request, fault: HTTPException) -> JSONResponse:
        code = _CODES.get(fault.status_code, "problem.refused")
        headers = dict(fault.headers) if fault.headers else None
        return refusal(fault.status_code, coded(code), headers)

    @app.exception_handler(Exception)
    async def _bug(request: Request, fault: Exception) -> JSONResponse:
        _LOG.exception("%s %s", request.method, request.url.path, exc_info=fault)
        return refusal(500, coded("problem.internal"))
