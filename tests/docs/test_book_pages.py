"""The pages of the book are complete, and the same in both languages."""

import doctest
import re
from pathlib import Path

import pytest
from book import DOCS, ROOT, BookError
from book.boards import with_boards
from book.contents import CHINESE_TITLES, HOME, PARTS, navigation
from book.headings import anchors, with_anchors
from book.pages import all_pages, chinese_path, included, sources, write_pages
from book.sessions import File, session

# Pages that must exist in Chinese, and others that do.
IN_BOTH = [
    page
    for page in sources()
    if page.startswith(("index", "tutorials/", "games/")) or (DOCS / chinese_path(page)).exists()
]
_FENCE = re.compile(r"^```.*?^```$|^    ```.*?^    ```$", re.DOTALL | re.MULTILINE)


def english_and_chinese_path(page: str) -> tuple[str, str]:
    english, chinese = (DOCS / page, DOCS / chinese_path(page))
    return english.read_text(encoding="utf-8"), chinese.read_text(encoding="utf-8")


def prose(text: str) -> str:
    return _FENCE.sub("", text)


def test_listed_pages_exist() -> None:
    assert {page for part in (HOME, *PARTS) for page in part.pages} <= set(all_pages())


def test_chinese_titles_are_only_for_english_pages() -> None:
    assert set(CHINESE_TITLES) <= set(sources()) - set(IN_BOTH)


def test_an_unlisted_page_comes_last() -> None:
    (last,) = (part["Owner"] for part in navigation([*all_pages(), "new.md"]) if "Owner" in part)
    assert last[-1] == "new.md"


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with all pages, as MkDocs gets them."""
    folder = tmp_path_factory.mktemp("book") / "pages"
    write_pages(folder)
    return folder


def test_all_pages_are_written(written: Path) -> None:
    for page in all_pages():
        english = (written / page).read_text(encoding="utf-8")
        translated = (written / chinese_path(page)).read_text(encoding="utf-8")
        assert "<<< examples" not in english
        assert "```board" not in english
        assert (page in IN_BOTH) <= ("本页还没有中文版" not in translated)


def test_links_lead_to_a_page_and_a_heading_in_both_languages(written: Path) -> None:
    """What MkDocs warns of, which ends the build of the book."""
    texts = {path: path.read_text(encoding="utf-8") for path in written.rglob("*.md")}
    wrong = []
    for path, text in texts.items():
        for link in re.findall(r"\]\((?!\w+:)([^)\s]+)\)", prose(text)):
            address, _, anchor = link.partition("#")
            target = (path.parent / address).resolve() if address else path
            chinese = target.with_suffix(".zh.md")
            if path.name.endswith(".zh.md") and chinese in texts:
                target = chinese
            is_there = target.exists() and not address.endswith(".zh.md")  # MkDocs chooses
            if not is_there or (anchor and anchor not in anchors(texts[target])):
                wrong.append(f"{path.relative_to(written)}: {link}")
    assert wrong == []


def test_anchors_are_those_of_mkdocs() -> None:
    code = "```\n# no heading\n```\n"
    text = f"# The `--json` file\n{code}## C++, and C\n## C++ and C\n## 中文 {{ #x }}\n"
    names = ["the-json-file", "c-and-c", "c-and-c_1", "x"]
    assert anchors(text) == names
    assert anchors(with_anchors("# 甲\n\n## 乙\n", ["first", "second"])) == ["first", "second"]
    with pytest.raises(BookError, match="expected 4 headings as in English, got 1"):
        with_anchors("# 甲\n", names)


@pytest.mark.parametrize("page", IN_BOTH)
def test_both_languages_have_the_same_structure(page: str) -> None:
    english, translated = map(prose, english_and_chinese_path(page))
    levels = [re.findall(r"^#+ ", text, re.MULTILINE) for text in (english, translated)]
    assert levels[0] == levels[1]
    tables = [len(re.findall(r"^\|", text, re.MULTILINE)) for text in (english, translated)]
    assert tables[0] == tables[1]
    links = [set(re.findall(r"\]\(([^)]+)\)", text)) for text in (english, translated)]
    assert links[0] == links[1]


@pytest.mark.parametrize("page", IN_BOTH)
def test_both_languages_show_the_same_boards_files_and_commands(page: str) -> None:
    steps = [
        [step if isinstance(step, File) else step.line for step in session(text)]
        for text in english_and_chinese_path(page)
    ]
    assert steps[0] == steps[1]
    boards = [
        re.sub(r"^caption: .*$", "", "".join(re.findall(r"```board.*?```", text, re.DOTALL)))
        for text in english_and_chinese_path(page)
    ]
    positions = [[line for line in text.splitlines() if "caption" not in line] for text in boards]
    assert positions[0] == positions[1]


@pytest.mark.parametrize(
    "page",
    [
        page
        for page in sources()
        if "```pycon" in included((DOCS / page).read_text(encoding="utf-8"))
    ],
)
def test_python_sessions(page: str) -> None:
    text = (DOCS / page).read_text(encoding="utf-8")
    names: dict[str, object] = {}  # a page is one session
    for block in re.findall(r"```pycon\n(.*?)```", text, re.DOTALL):
        test = doctest.DocTestParser().get_doctest(block, names, page, page, 0)
        assert doctest.DocTestRunner().run(test, clear_globs=False).failed == 0
        names = test.globs


def test_a_missing_include_is_named() -> None:
    with pytest.raises(BookError, match=r"there is no examples/nothing\.py to include"):
        included("```python\n<<< examples/nothing.py\n```")


def test_included_files_keep_the_indent() -> None:
    text = included("    <<< examples/alpha_beta/greedy.py")
    code = (ROOT / "examples/alpha_beta/greedy.py").read_text(encoding="utf-8")
    assert text == "\n".join(f"    {line}".rstrip() for line in code.splitlines())
    assert with_boards(text) == text


@pytest.mark.parametrize("page", [*sorted(DOCS.rglob("*.md")), *sorted(ROOT.glob("README*.md"))])
def test_nothing_is_installed_from_an_index_that_does_not_have_it(page: Path) -> None:
    assert not re.search(r"pip install\W+garlic-arena", page.read_text(encoding="utf-8"))
