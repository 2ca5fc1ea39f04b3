"""The built pages: static files, and the single-page application for all other paths."""

from fastapi.responses import FileResponse, HTMLResponse, Response
from starlette.exceptions import HTTPException

from garlic.web.api.files import find_below
from garlic.web.app import Shared
from garlic.web.problems import ApiRouter

router = ApiRouter(include_in_schema=False)

_UNBUILT = (
    "<!doctype html><meta charset=utf-8><title>Garlic Arena</title>"
    "<p>The pages are not built yet: run <code>make pages</code>, then load this page again."
    "<p lang=zh>网页尚未构建：请运行 <code>make pages</code>，然后刷新本页。"
)


@router.api_route("/{path:path}", methods=["GET", "HEAD"])
def page(path: str, arena: Shared) -> Response:
    """A static file, or the application, which routes by the address itself."""
    if path == "api" or path.startswith("api/"):
        raise HTTPException(404)
    home = arena.settings.pages
    file = find_below(home, path)
    if file is not None and file.is_file():
        # The names of Vite's assets contain a hash, so that their content never changes.
        caching = (
            "public, max-age=31536000, immutable" if path.startswith("assets/") else "no-cache"
        )
        return FileResponse(file, headers={"Cache-Control": caching})
    if path.startswith("assets/"):
        raise HTTPException(404)
    try:
        index = (home / "index.html").read_bytes()  # small, and wanted more often than all others
    except OSError:
        return HTMLResponse(_UNBUILT, 503)
    return HTMLResponse(index, headers={"Cache-Control": "no-cache"})
