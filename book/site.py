"""The finished book: made fit for our server, and looked through.

Our server allows no script inside of a page, and a book has no need of what helps to debug its
theme. Then: do all links lead somewhere, is anything loaded from elsewhere?
"""

import hashlib
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

_LOADED = {"script": "src", "img": "src", "iframe": "src", "source": "src", "object": "data"}
_LOADING_LINKS = frozenset({"stylesheet", "icon", "preload", "preconnect", "modulepreload"})


_INLINE = re.compile(r"<script>(.+?)</script>", re.DOTALL)
# What the theme brings and nobody asks for: maps of its sources, a page for a site's root.
_UNNEEDED = ("**/*.map", "404.html", "sitemap.xml.gz")
# The theme looks for one beside every page, to find the same page in the other language. The links
# of the page tell it anyway.
_NO_SITEMAP = '<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"/>'


def tidy(site: Path) -> None:
    """Move scripts out of the pages in *site* into files, and drop what nobody needs."""
    for pattern in _UNNEEDED:
        for path in list(site.glob(pattern)):
            path.unlink()
    for path in site.rglob("*.html"):
        path.with_name("sitemap.xml").write_text(_NO_SITEMAP, encoding="utf-8")
        pieces = _INLINE.split(path.read_text(encoding="utf-8"))
        pieces[1::2] = [_moved(script, path, site) for script in pieces[1::2]]
        path.write_text("".join(pieces), encoding="utf-8")


def _moved(script: str, page: Path, site: Path) -> str:
    """What stands in *page* for *script*, which gets a file of its own."""
    name = f"assets/inline-{hashlib.sha256(script.encode()).hexdigest()[:12]}.js"
    (site / name).write_text(script, encoding="utf-8")
    up = "../" * (len(page.relative_to(site).parts) - 1)
    return f'<script src="{up}{name}"></script>'


class _Page(HTMLParser):
    """The links, the anchors and what is loaded, of one page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.anchors: set[str] = set()
        self.inline = False  # is there a script between its lines?
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        self.anchors |= {told[name] for name in ("id", "name") if name in told}
        if tag == "a" and "href" in told:
            self.links.append(told["href"])
        if tag in _LOADED and told.get(_LOADED[tag]):
            self.loaded.append(told[_LOADED[tag]])
        if tag == "script" and "src" not in told and told.get("type", "") in ("", "module"):
            self.inline = True
        if tag == "link" and _LOADING_LINKS & set(told.get("rel", "").split()):
            self.loaded.append(told.get("href", ""))


def faults(site: Path) -> list[str]:
    """A sentence for each link in *site* that leads nowhere, and for what a server refuses."""
    pages = {path: _Page(path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.html"))}
    found = []
    for path, page in pages.items():
        where = path.relative_to(site).as_posix()
        found += [f"{where}: {wrong}" for wrong in _wrong_links(site, path, page, pages)]
        if page.inline:
            found.append(f"{where}: has a script inside, which our server does not allow")
        found += [
            f"{where}: loads {address} from elsewhere"
            for address in page.loaded
            if urlsplit(address).netloc
        ]
    return found


def _wrong_links(site: Path, path: Path, page: _Page, pages: dict[Path, _Page]) -> Iterator[str]:
    for link in page.links:
        address = urlsplit(link)
        if address.scheme or address.netloc:
            continue
        target = _target(site, path, unquote(address.path))
        if not target.is_file():
            yield f"the link {link} leads nowhere"
        elif address.fragment and unquote(address.fragment) not in pages[target].anchors:
            yield f"the link {link} names no place of that page"


def _target(site: Path, path: Path, address: str) -> Path:
    if not address:
        return path
    home = site if address.startswith("/") else path.parent
    target = Path(home, address.lstrip("/")).resolve()
    return target / "index.html" if target.is_dir() else target
