"""A look through the finished book: do all links lead somewhere, is anything loaded from elsewhere?"""

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

_LOADED = {"script": "src", "img": "src", "iframe": "src", "source": "src", "object": "data"}
_LOADING_LINKS = frozenset({"stylesheet", "icon", "preload", "preconnect", "modulepreload"})


class _Page(HTMLParser):
    """The links, the anchors and what is loaded, of one page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        self.anchors |= {told[name] for name in ("id", "name") if name in told}
        if tag == "a" and "href" in told:
            self.links.append(told["href"])
        if tag in _LOADED and told.get(_LOADED[tag]):
            self.loaded.append(told[_LOADED[tag]])
        if tag == "link" and _LOADING_LINKS & set(told.get("rel", "").split()):
            self.loaded.append(told.get("href", ""))


def faults(site: Path) -> list[str]:
    """A sentence for every link of the pages in *site* that leads nowhere, and for every file that a
    page would load from another place.
    """
    pages = {path: _Page(path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.html"))}
    found = []
    for path, page in pages.items():
        where = path.relative_to(site).as_posix()
        found += [f"{where}: {wrong}" for wrong in _wrong_links(site, path, page, pages)]
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
        elif address.fragment and target in pages:
            if unquote(address.fragment) not in pages[target].anchors:
                yield f"the link {link} names no place of that page"


def _target(site: Path, path: Path, address: str) -> Path:
    if not address:
        return path
    home = site if address.startswith("/") else path.parent
    target = Path(home, address.lstrip("/")).resolve()
    return target / "index.html" if target.is_dir() else target
