"""Request checks (address, host, origin, size, token) and security headers of responses.

Written as plain ASGI middleware, so that streams pass through unbuffered.
"""

import re
from collections.abc import Mapping

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from garlic.core.reading.scan import whole_number
from garlic.web import clock
from garlic.web.access import Access
from garlic.web.problems import refusal
from garlic.web.sentences import page_sentence
from garlic.web.settings import ServerSettings
from garlic.web.sign_in import SignIn

CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; font-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
_HEADERS = {
    "Content-Security-Policy": CONTENT_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_SAFE = ("GET", "HEAD", "OPTIONS")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_LOCAL_NAMES = {"localhost", "127.0.0.1", "::1"}
_LONGEST_ADDRESS = 8 << 10
LARGEST_BODY = 1 << 20
# Paths that accept files, and the largest request body of each in bytes.
LARGER_BODIES: dict[str, int] = {
    "/api/assignments": 9 << 20,
    "/api/bots": 5 << 20,
    "/api/grades": 9 << 20,
    "/api/puzzles/highway": 5 << 20,
    "/api/tournaments/file": 2 << 20,
}


class Guard:
    """Refuses forbidden requests before their body is read; *access* is None without a token."""

    def __init__(self, app: ASGIApp, settings: ServerSettings, access: Access | None) -> None:
        self.app = app
        self._names = _LOCAL_NAMES | {settings.host.strip("[]")} if settings.is_local else None
        self._public_origin = settings.public_url
        secure = (settings.public_url or "").startswith("https:")
        self._sign_in = SignIn(access, secure=secure) if access is not None else None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse the request or pass it on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        limited = _LimitedBody(receive, _largest(scope["path"]), scope)
        headers = Headers(scope=scope)
        answer = self._refused(scope, headers)
        if answer is None and self._sign_in is not None:
            answer = await self._sign_in(scope, headers, limited)
        if answer is not None:
            await answer(scope, receive, send_with_headers)
            return
        # Everything here is small, and parts of a file are a way to make the server work hard.
        scope["headers"] = [pair for pair in scope["headers"] if pair[0] != b"range"]
        await self.app(scope, limited, send_with_headers)

    def _refused(self, scope: Scope, headers: Headers) -> Response | None:
        if len(scope["raw_path"]) + len(scope["query_string"]) > _LONGEST_ADDRESS:
            return refusal(414, page_sentence("problem.long_address", limit=_LONGEST_ADDRESS))
        # A NUL ends names of files, and PostgreSQL does not know it.
        odd = _CONTROL.search(scope["path"]) or b"%00" in scope["query_string"]
        if odd or not scope["path"].startswith("/"):
            return refusal(400, page_sentence("problem.address"))
        # DNS rebinding: another site's host name may resolve to this machine.
        if self._names is not None and _host_name(headers.get("host", "")) not in self._names:
            return refusal(403, page_sentence("problem.host"))
        if scope["method"] not in _SAFE and not self._same_origin(headers):
            return refusal(403, page_sentence("problem.origin"))
        length = whole_number(headers.get("content-length", "0"), 0, 10**18, padded=True)
        if length is None or length > _largest(scope["path"]):
            return refusal(413, page_sentence("problem.too_large", limit=_largest(scope["path"])))
        return None

    def _same_origin(self, headers: Mapping[str, str]) -> bool:
        """Does the request come from one of our pages, or not from a page at all?"""
        if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return False
        origin = headers.get("origin")
        if origin is None or origin == self._public_origin:
            return True
        # A proxy with a certificate speaks HTTP with us, so the schemes may differ.
        scheme, _, host = origin.partition("://")
        return scheme in ("http", "https") and host == headers.get("host", "")


class _LimitedBody:
    """The body of a request; what exceeds the size limit is refused.

    The *scope* gets the time at which its last byte came.
    """

    def __init__(self, receive: Receive, limit: int, scope: Scope) -> None:
        self._receive, self._limit, self._received = receive, limit, 0
        self._scope = scope

    async def __call__(self) -> Message:
        message = await self._receive()
        if size := len(message.get("body", b"")):
            self._received += size
            self._scope[clock.RECEIVED] = clock.now()
        if self._received > self._limit:  # it was sent without its length
            raise HTTPException(413)
        return message


def _largest(path: str) -> int:
    return next(
        (size for start, size in LARGER_BODIES.items() if path.startswith(start)), LARGEST_BODY
    )


def _host_name(host: str) -> str:
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0].lower()
