"""Error responses: a status and `{"problem": {"code", "values"}}`, never a traceback."""

import logging
from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel
from starlette.exceptions import HTTPException

from garlic.core import GarlicError, NotJudgedError
from garlic.courses.assistance import AssistanceOffError
from garlic.people.limits import QuotaError
from garlic.store import StoreError
from garlic.web.jobs.workers import BusyError, StoppedError
from garlic.web.sentences import SentenceModel, encode_sentence, page_sentence

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
    (AssistanceOffError, 403),
    (BusyError, 429),
    (QuotaError, 429),
    (StoppedError, 503),
    (NotJudgedError, 503),
)


class Problem(Exception):  # noqa: N818  (named as in the response)
    """The request is refused; the page shows *sentence* as the reason."""

    def __init__(
        self, status: int, sentence: SentenceModel, headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(status, sentence)
        self.status = status
        self.sentence = sentence
        self.headers = headers


class ProblemResponse(BaseModel):
    """The response to a refused request."""

    problem: SentenceModel


REFUSALS: dict[int | str, dict[str, Any]] = {
    400: {"model": ProblemResponse, "description": "The request is invalid."},
    404: {"model": ProblemResponse, "description": "Not found."},
    422: {"model": ProblemResponse, "description": "A field is missing or invalid."},
}


# Error responses that every route can give.
COMMON_RESPONSES: dict[int | str, dict[str, Any]] = {
    400: REFUSALS[400],
    401: {"model": ProblemResponse, "description": "The token is missing or wrong."},
    403: {"model": ProblemResponse, "description": "The host or the origin is not allowed."},
    413: {"model": ProblemResponse, "description": "The request is too large."},
    414: {"model": ProblemResponse, "description": "The address is too long."},
    422: REFUSALS[422],
    503: {"model": ProblemResponse, "description": "The database is not available."},
}


class ApiRouter(APIRouter):
    """Routes of one part of the API; each can give the `COMMON_RESPONSES`, too."""

    def __init__(
        self, *, responses: dict[int | str, dict[str, Any]] | None = None, **options: Any
    ) -> None:
        super().__init__(responses={**COMMON_RESPONSES, **(responses or {})}, **options)


# Pydantic's error type: our code, and the context value to show as the limit.
_FIELD_ERRORS = {
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


def _field_error(fault: Mapping[str, Any]) -> SentenceModel:
    """The reason why a field is refused."""
    code, limit = _FIELD_ERRORS.get(fault["type"], ("field.wrong", None))
    if limit is None:
        return page_sentence(code)
    return page_sentence(code, limit=str(fault.get("ctx", {}).get(limit, ""))[:200])


def not_found(code: str, **values: Any) -> Problem:
    """A 404 problem; *code* is one of the page's own sentences."""
    return Problem(404, page_sentence(code, **values))


def refusal(
    status: int, sentence: SentenceModel, headers: Mapping[str, str] | None = None
) -> JSONResponse:
    """The response to a refused request."""
    return JSONResponse(ProblemResponse(problem=sentence).model_dump(), status, headers)


def handle_problems(app: FastAPI) -> None:
    """Turn every exception in *app* into a response of this form."""

    @app.exception_handler(Problem)
    async def _problem(_: Request, fault: Problem) -> JSONResponse:
        return refusal(fault.status, fault.sentence, fault.headers)

    @app.exception_handler(GarlicError)
    async def _garlic_error(request: Request, fault: GarlicError) -> JSONResponse:
        status = next((number for kind, number in _STATUS if isinstance(fault, kind)), 400)
        if isinstance(fault, StoreError) and request.app.state.arena.settings.has_accounts:
            # Where the database is, and what it says, is for the staff, who see it on their page.
            _LOG.error("%s %s: %s", request.method, request.url.path, fault)
            fault = StoreError("the database cannot be used at the moment: try again")
        return refusal(status, encode_sentence(fault))

    @app.exception_handler(RequestValidationError)
    async def _invalid(_: Request, fault: RequestValidationError) -> JSONResponse:
        first = fault.errors()[0]
        field = ".".join(str(part) for part in first["loc"][1:]) or str(first["loc"][0])
        return refusal(
            422, page_sentence("problem.field", field=field[:200], why=_field_error(first))
        )

    @app.exception_handler(HTTPException)
    async def _http(_: Request, fault: HTTPException) -> JSONResponse:
        code = _CODES.get(fault.status_code, "problem.refused")
        headers = dict(fault.headers) if fault.headers else None
        return refusal(fault.status_code, page_sentence(code), headers)

    @app.exception_handler(Exception)
    async def _bug(request: Request, fault: Exception) -> JSONResponse:
        _LOG.exception("%s %s", request.method, request.url.path, exc_info=fault)
        return refusal(500, page_sentence("problem.internal"))
