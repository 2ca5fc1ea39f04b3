"""Problems in the finished site are found."""

from pathlib import Path

import pytest
from book.site import find_problems, tidy


@pytest.fixture
def site(tmp_path: Path) -> Path:
    (tmp_path / "assets").mkdir()
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "index.html").write_text('<h1 id="top">Games</h1>')
    return tmp_path


def write(site: Path, text: str) -> None:
    (site / "index.html").write_text(text)


def test_good_links(site: Path) -> None:
    write(
        site,
        '<a href="games/index.html#top"></a><a href="games/"></a><a href="#here"></a>'
        '<p id="here"><a href="https://example.org/#x"></a><a href="mailto:a@example.org"></a>',
    )
    assert find_problems(site) == []


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('<a href="gone.html"></a>', "leads nowhere"),
        ('<a href="games/index.html#gone"></a>', "names no place"),
        ('<a href="#gone"></a>', "names no place"),
        ('<script src="https://cdn.example/x.js"></script>', "from elsewhere"),
        ('<link rel="stylesheet" href="//fonts.example/x.css">', "from elsewhere"),
        ('<img src="https://example.org/x.png">', "from elsewhere"),
        ("<script>alert(1)</script>", "has a script inside"),
    ],
)
def test_problems_are_named(site: Path, text: str, why: str) -> None:
    write(site, text)
    (problem,) = find_problems(site)
    assert problem.startswith("index.html: ")
    assert why in problem


def test_scripts_move_out_of_pages(site: Path) -> None:
    page = '<script>a = 1</script><p>x</p><script type="application/json">{}</script>'
    write(site, page)
    (site / "games" / "index.html").write_text(page)
    (site / "assets" / "x.js.map").write_text("{}")
    tidy(site)
    assert find_problems(site) == []
    (script,) = (site / "assets").glob("*.js")
    assert script.read_text() == "a = 1"
    assert (
        f'<script src="../assets/{script.name}"></script><p>x</p>'
        in (site / "games" / "index.html").read_text()
    )
    assert not list(site.rglob("*.map"))
