"""Request checks (host, token, origin, size) and security headers of responses.

Written as plain ASGI middleware, so that streams pass through unbuffered.
"""

import hmac
from collections.abc import Mapping
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qsl, urlencode

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from garlic.web.problems import refusal
from garlic.web.sentences import page_sentence
from garlic.web.settings import ServerSettings

COOKIE = "garlic_token"

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
_LOCAL_NAMES = {"localhost", "127.0.0.1", "::1"}
_LOGIN_PAGE = (
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>Garlic Arena</title>'
    '<meta name="viewport" content="width=device-width, initial-scale=1">'
    "<h1>Garlic Arena</h1>"
    "<p>This server wants the token that it printed when it was started."
    '<p lang="zh">此服务器需要它启动时打印的令牌。'
    '<form><label>Token <input name="token" type="password" required></label> <button>OK</button>'
    "</form></html>"
)
LARGEST_BODY = 1 << 20
# Paths that accept files, and the largest request body of each in bytes.
LARGER_BODIES: dict[str, int] = {
    "/api/bots": 5 << 20,
    "/api/grades": 9 << 20,
    "/api/puzzles/highway": 5 << 20,
    "/api/tournaments/file": 2 << 20,
}


class Guard:
    """Refuses forbidden requests before their body is read."""

    def __init__(self, app: ASGIApp, settings: ServerSettings) -> None:
        self.app = app
        self.settings = settings

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

        answer = self._refused(scope)
        if answer is not None:
            await answer(scope, receive, send_with_headers)
            return
        limited = _LimitedBody(receive, _largest(scope["path"]))
        await self.app(scope, limited, send_with_headers)

    def _refused(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        # DNS rebinding: another site's host name may resolve to this machine.
        if self.settings.is_local and _host_name(headers.get("host", "")) not in _LOCAL_NAMES:
            return refusal(403, page_sentence("problem.host"))
        if self.settings.token is not None:
            answer = self._without_token(scope, headers, self.settings.token)
            if answer is not None:
                return answer
        if scope["method"] not in _SAFE and not _same_origin(scope, headers):
            return refusal(403, page_sentence("problem.origin"))
        length = headers.get("content-length", "0")
        if length.isascii() and length.isdigit() and int(length[:18]) > _largest(scope["path"]):
            return refusal(413, page_sentence("problem.too_large", limit=_largest(scope["path"])))
        return None

    def _without_token(self, scope: Scope, headers: Headers, token: str) -> Response | None:
        query = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        given = dict(query).get("token")
        if given is not None and scope["method"] == "GET" and _equal(given, token):
            # Remove the token from the address bar: an HttpOnly cookie takes its place.
            rest = urlencode([(name, value) for name, value in query if name != "token"])
            answer = RedirectResponse(f"{_path(scope)}{f'?{rest}' if rest else ''}", 303)
            answer.set_cookie(COOKIE, token, httponly=True, samesite="strict")
            return answer
        bearer = headers.get("authorization", "")
        sent = bearer[7:] if bearer.startswith("Bearer ") else _cookie(headers)
        if _equal(sent, token):
            return None
        if scope["method"] == "GET" and "text/html" in headers.get("accept", ""):
            return HTMLResponse(_LOGIN_PAGE, 401)  # a browser: ask for the token
        return refusal(401, page_sentence("problem.token"))


class _LimitedBody:
    """The body of a request, cut off at the size limit."""

    def __init__(self, receive: Receive, limit: int) -> None:
        self._receive, self._left = receive, limit

    async def __call__(self) -> Message:
        message = await self._receive()
        self._left -= len(message.get("body", b""))
        # A body longer than its Content-Length is treated like a disconnect.
        return message if self._left >= 0 else {"type": "http.disconnect"}


def _largest(path: str) -> int:
    return next(
        (size for start, size in LARGER_BODIES.items() if path.startswith(start)), LARGEST_BODY
    )


def _same_origin(scope: Scope, headers: Mapping[str, str]) -> bool:
    """Does the request come from one of our pages, or not from a page at all?"""
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    origin = headers.get("origin")
    return origin is None or origin == f"{scope['scheme']}://{headers.get('host', '')}"


def _host_name(host: str) -> str:
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0].lower()


def _path(scope: Scope) -> str:
    """The path to redirect to; with two leading slashes it would be another host."""
    path: str = scope["path"]
    return "/" + path.lstrip("/\\")


def _cookie(headers: Headers) -> str:
    try:
        cookie = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return ""
    return cookie.value if cookie is not None else ""


def _equal(given: str, token: str) -> bool:
    return hmac.compare_digest(given.encode(errors="replace"), token.encode())
