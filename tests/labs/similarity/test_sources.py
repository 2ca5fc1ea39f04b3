"""Sources as they come: every language, any encoding, hostile ones too."""

import time

import pytest

from garlic.labs.similarity.comparison import compare, union
from garlic.labs.similarity.matches import evidence
from garlic.labs.similarity.sources import MOST_TOKENS, SubmittedSource, source_of
from garlic.labs.similarity.tokens import DIALECTS, tokens, without_comments
from support.sampling import one_in

C = DIALECTS[".c"]
PYTHON = DIALECTS[".py"]


def kinds(text: str, ending: str) -> list[str]:
    return [token.kind for token in tokens(text, DIALECTS[ending])]


@pytest.mark.parametrize(
    ("ending", "one", "other"),
    [
        (".c", "static const int n = 3; // three", "long\tcount=SIZE ;"),
        (".c", "for (int i = 0; i < 9; ++i) s += i;", "for(int k=1;k<N;++k){ total+=k; }"),
        (".cpp", "#include <map>\nusing namespace std;\nvector<int> v;", "std::vector<long> all;"),
        (".py", "def f(a):\n    '''Doc.'''\n    return a + 1", "def g(x): # x\n\n  return x+ONE"),
        (".py", "import os\nx = 'it''s'", "y = r\"z\"  'w'"),
        (".java", "import java.util.*;\npublic final int x = 1;", "private long y=2;"),
        (".js", '"use strict";\nconst a = b && `x${1}`;', "let c = d && 'y'"),
    ],
)
def test_what_costs_nothing_to_change_does_not_count(ending: str, one: str, other: str) -> None:
    assert kinds(one, ending) == kinds(other, ending)
    assert kinds(one, ending) != []


def test_flow_and_arithmetic_count() -> None:
    assert kinds("if (a + b) c();", ".c") != kinds("if (a - b) c();", ".c")
    assert kinds("while (a) b();", ".c") != kinds("if (a) b();", ".c")
    assert kinds('print("#", 1) # x', ".py") == ["n", "(", "n", ",", "n", ")"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030", "utf-16"])
def test_encodings_and_line_ends(encoding: str) -> None:
    text = "// 注释\r\nint main() { return 0; }\r\n"
    source = source_of("ann", {"a.c": text.encode(encoding)})
    assert source.files[0].text == "// 注释\nint main() { return 0; }\n"
    assert [source.word(at) for at in range(3)] == ["int", "main", "("]


def test_what_is_no_source_is_left_out() -> None:
    binary = b"\x7fELF\0\0" * 1000
    source = source_of("ann", {"a.out": b"x", "b.c": binary, "c.txt": b"x = 1", "d.c": b""})
    assert len(source) == 0
    assert [file.name for file in source.files] == ["d.c"]


HOSTILE = {
    "repeated.c": b"a+" * 2_500_000,
    "lines.py": b"x=1;\n" * 200_000,
    "comments.c": b"/*" * 500_000,
    "quotes.js": b"\"'`" * 300_000,
    "backslashes.c": b"\\" * 500_000,
    "blanks.c": b" " * 5_000_000 + b"#",
    "using.cpp": b"using  " * 100_000,
    "periodic.c": b"".join(b"f%d(a+b*%d);" % (n % 500, n) for n in range(20_000)),
    "bytes.py": bytes(range(1, 256)) * 2_000,
    "stars.java": b"/*" + b"*" * 1_000_000,
    "docstrings.py": b'"""' * 300_000,
}


@pytest.mark.parametrize("name", one_in(3, HOSTILE))
def test_hostile_sources_cost_little(name: str) -> None:
    began = time.process_time()
    one: SubmittedSource = source_of("ann", {name: HOSTILE[name]})
    other = source_of("bob", {name: b"x;" + HOSTILE[name]})
    assert len(one) <= MOST_TOKENS
    compare([one, other])
    evidence(one, other, union([]))
    assert time.process_time() - began < 30  # a quadratic one takes hours


def test_a_source_that_is_cut_says_so() -> None:
    assert source_of("ann", {"a.c": b"// ten megabytes\n" * 600_000}).is_cut
    assert source_of("ann", {"a.c": b"f(x);" * 30_000}).is_cut
    assert not source_of("ann", {"a.c": b"f(x);"}).is_cut


def test_a_minified_copy_is_found() -> None:
    lines = [
        f"function f{n}(a, b) {{ return a[{n}] {'+-*/'[n % 4]} g(b, {n}); }}" for n in range(60)
    ]
    lines = [line.replace("g(b", "g(b" if n % 3 else "h(c, b") for n, line in enumerate(lines)]
    long = source_of("ann", {"a.js": "\n".join(lines).encode()})
    short = source_of("bob", {"b.js": "".join(lines).encode()})
    assert len(compare([long, short]).pairs) == 1
    found = evidence(long, short, union([]))
    assert found.matches[0].second.first_line == found.matches[0].second.last_line == 1


def test_comments_can_be_blanked() -> None:
    text = 'int a; // by Li\nchar *s = "// no"; /* Li\nLi */ int b;\n'
    assert without_comments(text, C) == (
        'int a;         \nchar *s = "// no";      \n      int b;\n'
    )
    assert "Li" not in without_comments('"""By Li."""\nx = 1  # Li\n', PYTHON)
