"""The sessions in tutorials and rules print what the pages show."""

from pathlib import Path

import pytest
from book import DOCS
from book.sessions import Command, File, session

from support.page_sessions import run_session

PAGES = sorted(
    path.relative_to(DOCS).as_posix()
    for folder in ("tutorials", "games")
    for path in (DOCS / folder).glob("*.md")
)
# Their sessions play dozens of games; `test_every_session` runs them.
LONG_PAGES = {
    f"tutorials/{name}.md"
    for name in ("alpha-beta", "better", "class", "first-bot-c", "first-bot-python")
}


@pytest.mark.parametrize(
    "page", [page for page in PAGES if not page.endswith(".zh.md") and page not in LONG_PAGES]
)
def test_sessions_in_english(page: str, tmp_path: Path) -> None:
    run_session(DOCS / page, tmp_path, long=False)


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES)
def test_every_session(page: str, tmp_path: Path) -> None:
    run_session(DOCS / page, tmp_path, long=True)


def test_there_are_sessions() -> None:
    assert set(PAGES) > LONG_PAGES
    for page in PAGES:
        steps = list(session((DOCS / page).read_text(encoding="utf-8")))
        assert any(isinstance(step, Command) for step in steps), page


def test_session_yields_files_and_commands() -> None:
    page = """
```python title="bot.py"
pass
```
```console
$ first
some
lines
$ second
```
```python
not_a_file
```
??? example

    ```c title="a/b.h"
    int x;
    ```

<!-- long -->

```console
$ third
```
"""
    assert list(session(page)) == [
        File("bot.py", "pass\n"),
        Command("first", "some\nlines\n", long=False),
        Command("second", "", long=False),
        File("a/b.h", "int x;\n"),
        Command("third", "", long=True),
    ]


@pytest.mark.parametrize(
    ("expected", "printed", "equal"),
    [
        ("one\ntwo\n", "one\ntwo\n", True),
        ("one\ntwo\n", "one\n", False),
        ("took 53.2 µs of 1 s", "took 0.3 ms of 1 s", True),
        ("took 4.25 ms of 1 s", "took 0.3 ms of 1 s", True),
        ("took 367 ms of 1 s", "took 1.2 s of 1 s", True),
        ("a  12:9  0.3  -\n", "a  12:9   10.0  -\n", True),
        ("a  12:9  0.3  -\n", "a  13:9  0.3  -\n", False),
        ("took 4 turns", "took 5 turns", False),
        ("first\n...\nlast\n", "first\nany\nlines\nlast\n", True),
        ("first\n...\nlast\n", "first\nany\nlines\n", False),
        ("...\nlast\n", "any\nlast\n", True),
        ("first\n...\n", "first\nany\n", True),
        ("... r 0\n", "... b 0\n", False),
    ],
)
def test_comparison_of_output(expected: str, printed: str, equal: bool) -> None:
    assert Command("-", expected, long=False).matches(printed) is equal
