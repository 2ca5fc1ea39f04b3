"""The book under /docs: the files built by `make docs`."""

from fastapi.responses import FileResponse, HTMLResponse, RedirectResponse, Response
from starlette.exceptions import HTTPException

from garlic.web.api.files import find_below
from garlic.web.app import Shared
from garlic.web.problems import ApiRouter

router = ApiRouter(prefix="/docs", include_in_schema=False)

_SECONDS = 3  # between two looks at whether the book is there

_UNBUILT = f"""<!doctype html><html lang=en><meta charset=utf-8><title>Garlic Arena</title>
<meta name=viewport content="width=device-width"><meta http-equiv=refresh content={_SECONDS}>
<style>body {{ font: 1rem/1.6 system-ui, sans-serif; margin: 20vh auto; width: min(36rem, 90%);
color-scheme: light dark }}</style>
<h1>The book is on its way</h1>
<p>After <code>make serve</code> it is made in the background, which takes about a minute; otherwise
run <code>make docs</code>. This page shows it as soon as it is there.
<p lang=zh>文档正在生成：<code>make serve</code> 启动后会在后台生成，大约需要一分钟；
否则请运行 <code>make docs</code>。完成后本页会自动显示。
<p><a href="/">Garlic Arena</a>
"""
_UNBUILT_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
    "Retry-After": str(_SECONDS),
}


@router.get("")
def front() -> Response:
    """Redirect to the first page, because links in the book are relative to its folder."""
    return RedirectResponse("/docs/", 308)


@router.api_route("/{path:path}", methods=["GET", "HEAD"])
def page(path: str, arena: Shared) -> Response:
    """A file of the book; for a folder its index page."""
    home = arena.settings.book.resolve()
    if not (home / "index.html").is_file():
        return HTMLResponse(_UNBUILT, 503, _UNBUILT_HEADERS)
    file = find_below(home, path)
    if file is not None and file.is_dir():
        if path and not path.endswith("/"):
            return RedirectResponse(f"/docs/{file.relative_to(home).as_posix()}/", 308)
        file /= "index.html"
    if file is None or not file.is_file():
        raise HTTPException(404)
    return FileResponse(file, headers={"Cache-Control": "no-cache"})
