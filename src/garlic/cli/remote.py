"""A course server, asked by commands: `garlic login`, `push`, `submit`.

The token of each server is kept in a file that only its user can read.
"""

import json
import os
import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http.client import HTTPException
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from garlic.cli.progress import progress
from garlic.core import GarlicError, Text, UsageError, say
from garlic.core.language.text import user_language
from garlic.core.reading.files import read_limited, write_whole

_SECONDS = 60.0
_LARGEST_ANSWER = 64 << 20
_LARGEST_TOKEN = 1 << 16
_POLL_SECONDS = 1.0
_LOCAL = ("localhost", "127.0.0.1", "::1")
# The page's own sentences that commands meet; those of the layers below come from the server.
_SENTENCES = {
    "problem.sign_in": "the server does not know your token: sign in with `garlic login`",
    "problem.wrong_password": "login or password is wrong",
    "problem.not_yours": "you may not do this",
    "problem.insecure": "the server takes no passwords over plain HTTP: use its https address",
    "problem.no_lab": "the server has no such lab",
    "problem.no_game": "the server has no such game",
    "problem.too_large": "the file is too large for the server",
    "problem.wait": "too many wrong tries: wait a little",
    "problem.no_accounts": "this server has no accounts",
}


class ServerError(GarlicError):
    """The server refused a request, or cannot be reached."""


class _NoRedirects(HTTPRedirectHandler):
    """A token goes to the server that it is for, and to no other."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        """No new request."""


@dataclass(slots=True)
class CourseServer:
    """A server by its address, with a token or the cookie of a session."""

    url: str
    token: str | None = None
    cookie: str | None = None

    def get(self, path: str) -> Any:
        """The response to a GET, from JSON; raise `ServerError`."""
        return self._ask("GET", path)

    def post(self, path: str, value: Any) -> Any:
        """The response to a POST of *value* as JSON; raise `ServerError`."""
        return self._ask("POST", path, json.dumps(value).encode(), "application/json")

    def delete(self, path: str) -> Any:
        """The response to a DELETE; raise `ServerError`."""
        return self._ask("DELETE", path)

    def upload(self, path: str, fields: Mapping[str, str], file: Path, content: bytes) -> Any:
        """The response to a form with a file; raise `ServerError`."""
        boundary = secrets.token_hex(16)
        parts = [
            f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
            for name, value in fields.items()
        ]
        shown = file.name.replace('"', "_").replace("\\", "_")
        parts.append(
            f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{shown}"\r\n'
            "Content-Type: application/octet-stream\r\n\r\n"
        )
        body = "".join(parts).encode() + content + f"\r\n--{boundary}--\r\n".encode()
        return self._ask("POST", path, body, f"multipart/form-data; boundary={boundary}")

    def person(self) -> Any:
        """Who is signed in, or None; raise `ServerError` if it is no server with accounts."""
        answer = self.get("/api/session")
        if not isinstance(answer, dict) or "mode" not in answer:
            raise self._stranger(200)
        if answer["mode"] != "class":
            raise ServerError("the server: {why}", why=say(_SENTENCES["problem.no_accounts"]))
        return answer["person"]

    def sentence(self, coded: Mapping[str, Any] | None) -> str:
        """A coded sentence as text."""
        if coded is None:
            return ""
        code, values = coded["code"], coded.get("values", {})
        if code in _SENTENCES:
            return say(_SENTENCES[code])
        template = self._texts().get(code, code)
        shown = {
            name: self.sentence(value) if isinstance(value, dict) and "code" in value else value
            for name, value in values.items()
        }
        return str(Text(template, **shown))

    def _texts(self) -> dict[str, str]:
        try:
            found: dict[str, str] = self.get(f"/api/texts/{user_language()}")
        except ServerError:
            return {}
        return found

    def _ask(self, method: str, path: str, body: bytes | None = None, kind: str = "") -> Any:
        headers = {"Accept": "application/json"}
        if self.token is not None:
            headers["Authorization"] = f"Bearer {self.token}"
        if self.cookie is not None:
            headers["Cookie"] = self.cookie
        if kind:
            headers["Content-Type"] = kind
        request = Request(self.url + path, body, headers, method=method)  # noqa: S310  (checked)
        try:
            with build_opener(_NoRedirects).open(request, timeout=_SECONDS) as answer:
                if (given := answer.headers.get("Set-Cookie")) is not None:
                    morsels = SimpleCookie(given).values()
                    self.cookie = "; ".join(f"{each.key}={each.value}" for each in morsels)
                status, content = answer.status, answer.read(_LARGEST_ANSWER)
        except HTTPError as fault:
            raise self._refusal(fault) from fault
        except (URLError, HTTPException, OSError, ValueError) as fault:
            why = fault.reason if isinstance(fault, URLError) else fault
            raise ServerError(
                "cannot reach the server {url}: {why}", url=self.url, why=str(why)
            ) from fault
        try:
            return json.loads(content) if content else None
        except ValueError as fault:
            raise self._stranger(status) from fault

    def _refusal(self, fault: HTTPError) -> ServerError:
        try:
            problem = json.loads(fault.read(1 << 20))["problem"]
            why = self.sentence(problem)
        except (ValueError, KeyError, TypeError, AttributeError, OSError):
            return self._stranger(fault.code)
        return ServerError("the server: {why}", why=why)

    def _stranger(self, status: int) -> ServerError:
        return ServerError(
            "the server {url} answered {status}: is it a garlic server?",
            url=self.url,
            status=status,
        )


def checked_url(url: str, *, insecure: bool = False) -> str:
    """*url* of a server without a path; raise `UsageError` if it is none, or not encrypted."""
    wrong = UsageError("expected an address like https://arena.example.org, got {got!r}", got=url)
    try:
        parts = urlsplit(url if "://" in url else f"https://{url}")
        _ = parts.port
    except ValueError as fault:
        raise wrong from fault
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.username:
        raise wrong
    if parts.scheme == "http" and parts.hostname not in _LOCAL and not insecure:
        raise UsageError(
            "others can read what goes to {url}: use its https address, or --insecure-http",
            url=url,
        )
    return f"{parts.scheme}://{parts.netloc}"


def known_server(url: str | None) -> CourseServer:
    """The server at *url*, or the one that was signed in to last; raise `UsageError`."""
    known = _known()
    if url is None:
        if not known:
            raise UsageError("sign in first: `garlic login URL`")
        return CourseServer(*list(known.items())[-1])
    wanted = checked_url(url, insecure=True)
    if wanted not in known:
        raise UsageError("sign in first: `garlic login {url}`", url=wanted)
    return CourseServer(wanted, known[wanted])


def remember_server(server: CourseServer) -> Path:
    """Store the token of *server*; the file that has it."""
    known = _known()
    known.pop(server.url, None)  # it is the last one now
    path = _file()
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, json.dumps({**known, server.url: server.token}, indent=1).encode())
    path.chmod(0o600)
    return path


def read_token(path: Path) -> str:
    """The access token in the file *path*; raise `UsageError` if it cannot be one."""
    token = read_limited(path, _LARGEST_TOKEN).decode(errors="replace").strip()
    if not token or not token.isascii() or not token.isprintable() or " " in token:
        raise UsageError("{path}: expected an access token like garlic_...", path=str(path))
    return token


def wait_for(server: CourseServer, path: str, is_done: Callable[[Any], bool]) -> Any:
    """Ask for *path* until ``is_done(answer)``; shows how far a submission is."""
    with progress("waiting for the server") as update:
        while not is_done(answer := server.get(path)):
            update(answer.get("done", 0), answer.get("of") or None)
            time.sleep(_POLL_SECONDS)
    return answer


def _file() -> Path:
    base = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(base) / "garlic" / "servers.json"


def _known() -> dict[str, str]:
    path = _file()
    if not path.exists():
        return {}
    try:
        known: dict[str, str] = json.loads(read_limited(path, 1 << 20))
        if not all(isinstance(token, str) for token in known.values()):
            raise TypeError
    except (ValueError, TypeError, AttributeError) as fault:
        raise UsageError("{path} is damaged: delete it", path=str(path)) from fault
    return known
