"""The book is whole, and says the same in both languages."""

import doctest
import re

import pytest
from book import DOCS, ROOT, BookError
from book.boards import with_boards
from book.contents import CHINESE_TITLES, HOME, PARTS, navigation
from book.pages import all_pages, chinese, gather, included, sources
from book.sessions import File, session

# What has to be there in Chinese, too, and what is.
IN_BOTH = [
    page
    for page in sources()
    if page.startswith(("index", "tutorials/", "games/")) or (DOCS / chinese(page)).exists()
]
_FENCE = re.compile(r"^```.*?^```$|^    ```.*?^    ```$", re.DOTALL | re.MULTILINE)


def english_and_chinese(page):
    return tuple((DOCS / name).read_text(encoding="utf-8") for name in (page, chinese(page)))


def prose(text):
    return _FENCE.sub("", text)


def test_the_contents_name_pages_that_exist():
    assert {page for part in (HOME, *PARTS) for page in part.pages} <= set(all_pages())


def test_chinese_titles_are_of_pages_in_english_only():
    assert set(CHINESE_TITLES) <= set(sources()) - set(IN_BOTH)


def test_a_page_that_nobody_placed_is_a_guide():
    (guides,) = (
        part["Guides"] for part in navigation([*all_pages(), "new.md"]) if "Guides" in part
    )
    assert guides[-1] == "new.md"


def test_all_pages_are_gathered(tmp_path):
    gather(tmp_path / "pages")
    for page in all_pages():
        english = (tmp_path / "pages" / page).read_text(encoding="utf-8")
        translated = (tmp_path / "pages" / chinese(page)).read_text(encoding="utf-8")
        assert "<<< examples" not in english
        assert "```board" not in english
        assert (page in IN_BOTH) <= ("本页还没有中文版" not in translated)


@pytest.mark.parametrize("page", IN_BOTH)
def test_both_languages_have_the_same_parts(page):
    english, translated = map(prose, english_and_chinese(page))
    levels = [re.findall(r"^#+ ", text, re.MULTILINE) for text in (english, translated)]
    assert levels[0] == levels[1]
    tables = [len(re.findall(r"^\|", text, re.MULTILINE)) for text in (english, translated)]
    assert tables[0] == tables[1]
    links = [set(re.findall(r"\]\(([^)]+)\)", text)) for text in (english, translated)]
    assert links[0] == links[1]


@pytest.mark.parametrize("page", IN_BOTH)
def test_both_languages_show_the_same_boards_files_and_commands(page):
    steps = [
        [step if isinstance(step, File) else step.line for step in session(text)]
        for text in english_and_chinese(page)
    ]
    assert steps[0] == steps[1]
    boards = [
        re.sub(r"^caption: .*$", "", "".join(re.findall(r"```board.*?```", text, re.DOTALL)))
        for text in english_and_chinese(page)
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
def test_what_python_answers(page):
    text = (DOCS / page).read_text(encoding="utf-8")
    names: dict[str, object] = {}  # a page is one session
    for block in re.findall(r"```pycon\n(.*?)```", text, re.DOTALL):
        test = doctest.DocTestParser().get_doctest(block, names, page, page, 0)
        assert doctest.DocTestRunner().run(test, clear_globs=False).failed == 0
        names = test.globs


def test_what_cannot_be_included_is_named():
    with pytest.raises(BookError, match=r"there is no examples/nothing\.py to include"):
        included("```python\n<<< examples/nothing.py\n```")


def test_included_files_keep_the_indent():
    told = included("    <<< examples/alpha_beta/greedy.py")
    code = (ROOT / "examples/alpha_beta/greedy.py").read_text(encoding="utf-8")
    assert told == "\n".join(f"    {line}".rstrip() for line in code.splitlines())
    assert with_boards(told) == told
