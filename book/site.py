"""The finished site: prepared for our server, and checked.

Our server forbids inline scripts, so they move to files; files that only help to debug the theme
are deleted. The check finds broken links and anything loaded from other sites.
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
# Files of the theme that are not needed: source maps, pages for the root of a site.
_UNNEEDED = ("**/*.map", "404.html", "sitemap.xml.gz")
# The theme requests one beside every page, to find the page in the other language. The page
# links to it anyway.
_NO_SITEMAP = '<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"/>'


def tidy(site: Path) -> None:
    """Move inline scripts of the pages in *site* to files; delete files that are not needed."""
    for pattern in _UNNEEDED:
        for path in list(site.glob(pattern)):
            path.unlink()
    for path in site.rglob("*.html"):
        path.with_name("sitemap.xml").write_text(_NO_SITEMAP, encoding="utf-8")
        pieces = _INLINE.split(path.read_text(encoding="utf-8"))
        pieces[1::2] = [_moved_to_file(script, path, site) for script in pieces[1::2]]
        path.write_text("".join(pieces), encoding="utf-8")


def _moved_to_file(script: str, page: Path, site: Path) -> str:
    """Write *script* to a file; return the tag that loads it in *page*."""
    name = f"assets/inline-{hashlib.sha256(script.encode()).hexdigest()[:12]}.js"
    (site / name).write_text(script, encoding="utf-8")
    up = "../" * (len(page.relative_to(site).parts) - 1)
    return f'<script src="{up}{name}"></script>'


class _Page(HTMLParser):
    """The links, anchors and loaded resources of one page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.anchors: set[str] = set()
        self.inline = False  # whether it has an inline script
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        self.anchors |= {attributes[name] for name in ("id", "name") if name in attributes}
        if tag == "a" and "href" in attributes:
            self.links.append(attributes["href"])
        if tag in _LOADED and attributes.get(_LOADED[tag]):
            self.loaded.append(attributes[_LOADED[tag]])
        if (
            tag == "script"
            and "src" not in attributes
            and attributes.get("type", "") in ("", "module")
        ):
            self.inline = True
        if tag == "link" and _LOADING_LINKS & set(attributes.get("rel", "").split()):
            self.loaded.append(attributes.get("href", ""))


def find_problems(site: Path) -> list[str]:
    """One message per broken link, inline script or external resource in *site*."""
    pages = {path: _Page(path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.html"))}
    problems = []
    for path, page in pages.items():
        where = path.relative_to(site).as_posix()
        problems += [f"{where}: {problem}" for problem in _broken_links(site, path, page, pages)]
        if page.inline:
            problems.append(f"{where}: has a script inside, which our server does not allow")
        problems += [
            f"{where}: loads {address} from elsewhere"
            for address in page.loaded
            if urlsplit(address).netloc
        ]
    return problems


def _broken_links(site: Path, path: Path, page: _Page, pages: dict[Path, _Page]) -> Iterator[str]:
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
