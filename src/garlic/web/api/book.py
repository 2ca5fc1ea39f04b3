"""The book under /docs: the files built by `make docs`."""

from fastapi.responses import FileResponse, HTMLResponse, RedirectResponse, Response
from starlette.exceptions import HTTPException

from garlic.web.api.files import find_below
from garlic.web.app import Shared
from garlic.web.problems import ApiRouter

router = ApiRouter(prefix="/docs", include_in_schema=False)

_UNBUILT = (
    "<!doctype html><meta charset=utf-8><title>Garlic Arena</title>"
    "<p>The book is not built yet: run <code>make docs</code>, then load this page again."
    "<p lang=zh>文档尚未构建：请运行 <code>make docs</code>，然后刷新本页。"
)


@router.get("")
def front() -> Response:
    """Redirect to the first page, because links in the book are relative to its folder."""
    return RedirectResponse("/docs/", 308)


@router.api_route("/{path:path}", methods=["GET", "HEAD"])
def page(path: str, arena: Shared) -> Response:
    """A file of the book; for a folder its index page."""
    home = arena.settings.book.resolve()
    if not (home / "index.html").is_file():
        return HTMLResponse(_UNBUILT, 503)
    file = find_below(home, path)
    if file is not None and file.is_dir():
        if path and not path.endswith("/"):
            return RedirectResponse(f"/docs/{file.relative_to(home).as_posix()}/", 308)
        file /= "index.html"
    if file is None or not file.is_file():
        raise HTTPException(404)
    return FileResponse(file, headers={"Cache-Control": "no-cache"})
