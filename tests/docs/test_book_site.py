"""What is wrong with a finished book is found."""

import pytest
from book.site import faults, tidy


@pytest.fixture
def site(tmp_path):
    (tmp_path / "assets").mkdir()
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "index.html").write_text('<h1 id="top">Games</h1>')
    return tmp_path


def write(site, text):
    (site / "index.html").write_text(text)


def test_good_links(site):
    write(
        site,
        '<a href="games/index.html#top"></a><a href="games/"></a><a href="#here"></a>'
        '<p id="here"><a href="https://example.org/#x"></a><a href="mailto:a@example.org"></a>',
    )
    assert faults(site) == []


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
def test_what_is_wrong_is_named(site, text, why):
    write(site, text)
    (fault,) = faults(site)
    assert fault.startswith("index.html: ")
    assert why in fault


def test_scripts_move_out_of_pages(site):
    page = '<script>a = 1</script><p>x</p><script type="application/json">{}</script>'
    write(site, page)
    (site / "games" / "index.html").write_text(page)
    (site / "assets" / "x.js.map").write_text("{}")
    tidy(site)
    assert faults(site) == []
    (script,) = (site / "assets").glob("*.js")
    assert script.read_text() == "a = 1"
    assert (
        f'<script src="../assets/{script.name}"></script><p>x</p>'
        in (site / "games" / "index.html").read_text()
    )
    assert not list(site.rglob("*.map"))
