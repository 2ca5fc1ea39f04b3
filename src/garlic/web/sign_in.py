"""Signs browsers in at a server with a token.

The token may come in a form, in the address (``/?token=...``, as printed at the start) or in the
header ``Authorization: Bearer``. A browser is redirected at once, so that its address bar, its
history and the pages do not have the token, and gets a session in a cookie that scripts cannot
read.
"""

from html import escape
from urllib.parse import parse_qsl, urlencode

from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.types import Receive, Scope

from garlic.web.access import Access, Guesses
from garlic.web.problems import refusal
from garlic.web.sentences import page_sentence

COOKIE = "garlic_session"
SIGN_IN = "/sign-in"

_LARGEST_FORM = 16 << 10
_RETRY_SECONDS = 10
# With "no-referrer" browsers would send forms with `Origin: null`.
_PAGE_HEADERS = {"Cache-Control": "no-store", "Referrer-Policy": "strict-origin"}
_PAGE = (
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>Garlic Arena</title>'
    '<meta name="viewport" content="width=device-width, initial-scale=1">'
    "<h1>Garlic Arena</h1>{wrong}"
    "<p>This server wants its token: the one that it printed at the start, or that was given to it."
    '<p lang="zh">此服务器需要令牌：启动时打印的令牌，或管理员设定的令牌。'
    f'<form method="post" action="{SIGN_IN}">'
    '<input name="next" type="hidden" value="{goal}">'
    '<label>Token <input name="token" type="password" required autofocus></label>'
    " <button>OK</button></form></html>"
)
_WRONG = '<p><strong>This token is wrong. <span lang="zh">令牌错误。</span></strong>'


class SignIn:
    """Decides whether a client may go on; *secure* cookies are sent over TLS only."""

    def __init__(self, access: Access, *, secure: bool) -> None:
        self._access, self._secure = access, secure
        self._guesses = Guesses()

    async def __call__(self, scope: Scope, headers: Headers, receive: Receive) -> Response | None:
        """None if the client has shown the token or has a session; else the response for it."""
        at_page = scope["path"] == SIGN_IN
        fields = await _fields(scope, receive)
        goal = _inside(fields.get("next", "/")) if at_page else _goal(scope)
        given = fields.get("token")
        if given is not None and self._access.is_token(given):
            return self._signed_in(scope, goal)
        if at_page and self._access.use_code(fields.get("code", "")):
            return self._signed_in(scope, goal)
        kind, _, bearer = headers.get("authorization", "").partition(" ")
        if kind.lower() != "bearer":  # of a proxy that asks for a name and a password
            bearer = ""
        session = cookie_parser(headers.get("cookie", "")).get(COOKIE, "")
        if self._access.is_token(bearer) or self._access.is_session(session):
            return RedirectResponse(goal, 303) if at_page else None
        if given is None and not bearer:
            return _question(scope, headers, goal, wrong=False)
        client = scope.get("client")
        if not await self._guesses.slow_down(client[0] if client else ""):
            retry = {"Retry-After": str(_RETRY_SECONDS)}
            return refusal(429, page_sentence("problem.too_many"), retry)
        return _question(scope, headers, goal, wrong=True)

    def _signed_in(self, scope: Scope, goal: str) -> Response:
        answer = RedirectResponse(goal, 303, {"Cache-Control": "no-store"})
        answer.set_cookie(
            COOKIE,
            self._access.new_session(),
            httponly=True,
            # Not strict: browsers would not send it after a click on the address in a mail.
            samesite="lax",
            secure=self._secure or scope["scheme"] == "https",
        )
        return answer


def _question(scope: Scope, headers: Headers, goal: str, *, wrong: bool) -> Response:
    """The page that asks for the token; for programs the reason."""
    asked_by_form = scope["path"] == SIGN_IN and scope["method"] == "POST"
    if (scope["method"] == "GET" or asked_by_form) and "text/html" in headers.get("accept", ""):
        page = _PAGE.format(wrong=_WRONG if wrong else "", goal=escape(goal))
        return HTMLResponse(page, 401, _PAGE_HEADERS)
    return refusal(401, page_sentence("problem.wrong_token" if wrong else "problem.token"))


def _goal(scope: Scope) -> str:
    """The address that was asked for, without the token."""
    query = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
    rest = urlencode([(name, value) for name, value in query if name != "token"])
    return _inside(scope["raw_path"].decode("latin-1")) + (f"?{rest}" if rest else "")


def _inside(goal: str) -> str:
    """*goal* as a path of this server; with two leading slashes it would be another host."""
    plain = "".join(sign for sign in goal if sign.isprintable())
    return "/" + plain.lstrip("/\\")


async def _fields(scope: Scope, receive: Receive) -> dict[str, str]:
    """The fields of the address, or of the form."""
    content: bytes = scope["query_string"] if scope["method"] == "GET" else b""
    if scope["method"] == "POST" and scope["path"] == SIGN_IN:
        more = True
        while more and len(content) <= _LARGEST_FORM:
            message = await receive()
            content += message.get("body", b"")
            more = message.get("more_body", False)
    return dict(parse_qsl(content[:_LARGEST_FORM].decode("latin-1")))
