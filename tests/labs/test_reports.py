"""Reports: complete, escaped, and in the formats that other programs read."""

import csv
import io
import json
import re
import zipfile
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from garlic.cli import run
from garlic.core import Text
from garlic.core.render.html import Html, element, histogram, page
from garlic.labs import grading
from garlic.labs.intake.roster import Student
from garlic.labs.lab import Lab, read_lab
from garlic.labs.policy.lateness import Lateness
from garlic.labs.report.class_page import class_page
from garlic.labs.report.documents import to_csv, to_gradescope, to_junit
from garlic.labs.report.ranking import Class, ranked, remarks
from garlic.labs.report.sortable import SORTABLE
from garlic.labs.report.submission_page import submission_page
from garlic.labs.report.writing import page_names
from labs.samples import DOUBLING, TIAOJIA, Grade
from support.present import present

EVIL = "=<script>alert(1)</script>"


@pytest.fixture
def a_class(doubling: Lab, submissions: Path, graded: Grade) -> Class:
    (submissions / f"{EVIL.replace('/', '-')}.py").write_text("print('<b>bold</b>')\n")
    return ranked(doubling, list(graded(doubling, sorted(submissions.iterdir())).values()))


def parsed_xml(text: str) -> ET.Element:
    return ET.fromstring(text)  # noqa: S314 - we wrote it ourselves


class Balanced(HTMLParser):
    """Fails on an element that is not closed; collects what a page would load."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.loads: list[str | None] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.loads += [value for name, value in attrs if name == "src"]
        if tag not in {"meta", "br", "img", "hr"}:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def checked(text: str) -> str:
    parser = Balanced()
    parser.feed(text)
    assert parser.open == []
    assert all(present(source).startswith("data:") for source in parser.loads)
    assert "<script" not in text.replace(f"<script>{SORTABLE}</script>", "")
    return text


def test_pages_are_complete_and_escaped(a_class: Class) -> None:
    for language in ("en", "zh"):
        text = checked(class_page(a_class, language))
        assert "&lt;script&gt;" in text
        for row in a_class.ranked:
            checked(submission_page(a_class.lab, row.graded, language))


def test_a_page_shows_points_limits_and_the_failing_case(a_class: Class) -> None:
    wrong = next(row.graded for row in a_class.ranked if row.graded.name == "wrong")
    text = submission_page(a_class.lab, wrong, "en")
    for words in (
        "10",
        "of 100 points",
        "The smallest failing case",
        "2 cases; limits per case: 5 s, 256 MB",
    ):
        assert words in text
    chinese = submission_page(a_class.lab, wrong, "zh")
    assert "最小的失败用例" in chinese
    assert not re.search(r">[a-z ]{12,}<", chinese), "English on the Chinese page"


def test_what_was_not_run_has_no_section_and_the_compilers_words_are_there(a_class: Class) -> None:
    broken = next(row.graded for row in a_class.ranked if row.graded.name == "broken")
    text = submission_page(a_class.lab, broken, "en")
    assert text.count("What was run") == 1
    assert 'href="#test-1"' in text
    assert 'href="#test-2"' not in text
    assert text.count("SyntaxError: ") == 3, "title, remark and output"
    no_build_check = replace(broken, tests=broken.tests[1:])
    text = submission_page(replace(a_class.lab, tests=a_class.lab.tests[1:]), no_build_check, "en")
    assert "What was run" not in text
    assert "<pre>" in text
    assert text.count("SyntaxError: ") == 2


def test_unknown_times_are_said_once_for_the_class(a_class: Class) -> None:
    results = [replace(row.graded, lateness=Lateness(known=False)) for row in a_class.ranked]
    late = replace(results[0], name="late", lateness=Lateness(units=1, percent=10))
    table = ranked(a_class.lab, [*results, late])
    assert table.late == [late]
    text = class_page(table, "en")
    assert f"The time of {len(results)} submissions is unknown" in text
    assert "the time of submission is unknown" not in text
    assert all("unknown" in str(remarks(one)[-1]) for one in results)
    assert ranked(a_class.lab, [late]).undated is None


def test_the_class_is_ranked_and_its_faults_listed(a_class: Class) -> None:
    assert [(row.place, row.graded.name) for row in a_class.ranked][:2] == [
        (1, "good"),
        (2, "small"),
    ]
    assert len({row.place for row in a_class.ranked if row.graded.points == 10}) == 1
    assert [graded.name for graded in a_class.not_compiling] == ["broken"]
    text = class_page(a_class, "en")
    assert "Does not compile" in text
    assert "<svg" in text


def test_an_empty_submission_is_not_a_compile_error(
    doubling: Lab, tmp_path: Path, graded: Grade
) -> None:
    with zipfile.ZipFile(tmp_path / "empty.zip", "w"):
        pass
    (empty,) = graded(doubling, [tmp_path / "empty.zip"]).values()
    (remark,) = empty.tests[0].remarks
    assert "the zip file is empty" in str(remark.what)
    assert "compiler" not in str(remark.advice)
    assert [str(test.summary) for test in empty.tests[:2]] == [
        "nothing to grade",
        "not run: there is nothing to grade",
    ]
    table = ranked(doubling, [empty])
    assert table.not_compiling == []
    assert "Nothing to grade" in class_page(table, "en")
    assert "Does not compile" not in class_page(table, "en")
    (row,) = csv.DictReader(io.StringIO(to_csv(table, "en").lstrip("\ufeff")))
    assert row["remarks"].startswith("nothing to grade: the zip file is empty")


def test_the_page_lists_who_is_missing_and_every_column_has_a_heading(a_class: Class) -> None:
    text = class_page(replace(a_class, missing=(Student("Ann Lee", "2023001"),)), "en")
    assert "<li>2023001 Ann Lee</li>" in text
    assert "Nothing handed in" not in class_page(a_class, "en")
    for shown in re.findall("<table.*?</table>", text, re.DOTALL):
        first, *rows = re.findall("<tr.*?</tr>", shown, re.DOTALL)
        assert all(row.count("<td") == first.count("<th") for row in rows)


def test_the_columns_of_the_table_have_unique_names(a_class: Class) -> None:
    for language in ("en", "zh"):
        heading = next(csv.reader(io.StringIO(to_csv(a_class, language))))
        assert len(set(heading)) == len(heading)


def test_a_lost_game_shows_its_last_board_and_its_record(graded: Grade) -> None:
    lab = read_lab(TIAOJIA.encode(), "tiaojia", Path())
    home = Path(__file__).parent.parent / "submissions" / "tiaojia"
    (wrong,) = graded(lab, [home / "wrong.cpp"]).values()
    text = checked(submission_page(lab, wrong, "en"))
    assert "How the lost games ended" in text
    assert text.count('class="board"') == 2
    assert text.count("data:application/json;base64,") == 2
    assert "generate moves by the rules" in text
    assert re.search(r"x illegal move, first [^:]+: [^':]+: [a-z]", text), "the board is drawn"


def test_tests_that_were_not_judged_are_at_the_top(
    doubling: Lab, submissions: Path, graded: Grade, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(grading, "_weakness", lambda: Text("no fence here"))
    (good,) = graded(doubling, [submissions / "good.py"]).values()
    text = submission_page(doubling, good, "en")
    assert text.index("Not everything could be judged") < text.index("<table")
    document = to_gradescope(doubling, good, "en")
    assert document["output"].startswith("Unfinished: not judged, through no fault")
    assert [test.get("status") for test in document["tests"]] == ["passed", None, None]
    assert [test.get("score") for test in document["tests"]] == [10, None, None]
    suite = present(parsed_xml(to_junit(doubling, [good], "en")).find("testsuite"))
    assert suite.get("errors") == "2"
    assert len(suite.findall("testcase/error")) == 2


def test_junit_has_the_usual_schema(a_class: Class) -> None:
    """The attributes and children of testsuites, testsuite and testcase."""
    root = parsed_xml(to_junit(a_class.lab, [row.graded for row in a_class.ranked], "en"))
    assert root.tag == "testsuites"
    for suite in root:
        assert suite.tag == "testsuite"
        assert set(suite.attrib) <= {"name", "tests", "failures", "errors", "skipped", "time"}
        cases = list(suite)
        assert int(present(suite.get("tests"))) == len(cases)
        assert int(present(suite.get("failures"))) == sum(
            len(case.findall("failure")) for case in cases
        )
        assert int(present(suite.get("skipped"))) == sum(
            len(case.findall("skipped")) for case in cases
        )
        for case in cases:
            assert case.tag == "testcase"
            assert case.get("name")
            assert case.get("classname")
            assert len(case) <= 1
            for child in case:
                assert child.tag in {"failure", "skipped"}
                assert child.get("message")
                assert child.tag == "skipped" or child.get("type")


GRADESCOPE_TEST: dict[str, type | tuple[type, ...]] = {
    "score": (int, float), "max_score": (int, float), "status": str, "name": str,
    "name_format": str, "number": str, "output": str, "output_format": str, "visibility": str,
}  # fmt: skip


def test_gradescope_results_have_its_fields(a_class: Class) -> None:
    for row in a_class.ranked:
        document = json.loads(json.dumps(to_gradescope(a_class.lab, row.graded, "en")))
        assert document["score"] == row.graded.points
        assert document["visibility"] == "visible"
        assert sum(test["score"] for test in document["tests"]) == pytest.approx(document["score"])
        for test in document["tests"]:
            assert set(test) == set(GRADESCOPE_TEST)
            for name, kind in GRADESCOPE_TEST.items():
                assert isinstance(test[name], kind), name
            assert test["visibility"] in {"visible", "hidden", "after_due_date", "after_published"}
            assert test["status"] in {"passed", "failed"}
            assert 0 <= test["score"] <= test["max_score"]


def test_no_cell_of_the_table_is_a_formula(a_class: Class) -> None:
    text = to_csv(a_class, "en")
    rows = list(csv.reader(io.StringIO(text.removeprefix("\ufeff"))))
    assert rows[0][:3] == ["place", "submission", "score"]
    assert len(rows) == 8
    assert not any(cell.startswith(("=", "+", "@")) for row in rows for cell in row)


def test_page_names_are_plain_and_unique(a_class: Class) -> None:
    names = page_names(a_class)
    assert len(set(names.values())) == len(names)
    assert all(re.fullmatch(r"[\w.-]+\.html", name) for name in names.values())


class TestCommand:
    @pytest.fixture
    def lab(self, tmp_path: Path) -> str:
        path = tmp_path / "doubling.toml"
        path.write_text(DOUBLING)
        return str(path)

    def test_exit_codes(
        self, lab: str, submissions: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert run(["grade", lab, str(submissions / "good.py")]) == 0
        assert "good: 100 of 100 points" in capsys.readouterr().out
        assert run(["grade", lab, str(submissions / "wrong.py")]) == 1
        assert run(["grade", lab, str(submissions / "nobody.py")]) == 2
        assert "there is no file or folder" in capsys.readouterr().err

    def test_every_report_is_written(self, lab: str, submissions: Path, tmp_path: Path) -> None:
        options = [f"--{name}={tmp_path / name}" for name in ("json", "csv", "junit", "gradescope")]
        page = tmp_path / "page.html"
        assert run(["grade", lab, str(submissions / "small.py"), *options, f"--html={page}"]) == 1
        assert json.loads((tmp_path / "json").read_text())["submissions"][0]["points"] == 70
        assert json.loads((tmp_path / "gradescope").read_text())["score"] == 70
        parsed_xml((tmp_path / "junit").read_text())
        checked(page.read_text())

    def test_a_class_gets_a_page_and_one_per_submission(
        self, lab: str, submissions: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        page = tmp_path / "class.html"
        paths = [str(submissions / name) for name in ("good.py", "wrong.py")]
        assert run(["grade", lab, *paths, f"--html={page}"]) == 1
        assert 'href="class/good.html"' in page.read_text()
        checked((tmp_path / "class" / "good.html").read_text())
        assert capsys.readouterr().out.endswith(f"Details of each submission: {page}\n")

    def test_gradescope_needs_exactly_one_submission(
        self, lab: str, submissions: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        paths = [str(submissions / name) for name in ("good.py", "wrong.py")]
        assert run(["grade", lab, *paths, f"--gradescope={tmp_path / 'g'}"]) == 2
        assert "one submission at a time" in capsys.readouterr().err

    @pytest.mark.parametrize("language", ["en", "zh"])
    def test_lab_show_describes_a_lab(
        self, language: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("GARLIC_LANG", language)
        assert run(["lab", "show", "othello/task1"]) == 0
        output = capsys.readouterr().out
        assert ("30 points" if language == "en" else "30 分") in output
        assert "player.h" in output

    @pytest.mark.parametrize(
        ("language", "once"),
        [("en", "the program gets a map"), ("zh", "程序得到一张地图")],
    )
    def test_lab_show_explains_the_same_input_once(
        self,
        language: str,
        once: str,
        capsys: pytest.CaptureFixture[str],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setenv("GARLIC_LANG", language)
        assert run(["lab", "show", "trek"]) == 0
        assert capsys.readouterr().out.count(once) == 1

    def test_labs_are_listed(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(["labs", "--json"]) == 0
        found = json.loads(capsys.readouterr().out)
        assert {"name", "title", "max_points", "tests"} <= set(found[0])

    def test_the_error_of_a_wrong_lab_file_is_one_sentence(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (tmp_path / "bad.toml").write_text('schema = "garlic-lab/1"\ntitle = 3\n')
        assert run(["lab", "check", str(tmp_path / "bad.toml")]) == 2
        assert "title: expected text, got 3" in capsys.readouterr().err


def test_markup_is_escaped_unless_it_is_html() -> None:
    assert element("p", "<b>", Html("<i></i>"), None, title='"') == (
        '<p title="&quot;">&lt;b&gt;<i></i></p>'
    )
    assert "</main>" in page("t", "x", language="en")


@pytest.mark.parametrize("values", [[], [0, 0], [100, 50.5, -3, 400]])
def test_a_histogram_draws_any_values(values: list[float]) -> None:
    assert str(histogram(values, 100, label="x")).startswith("<svg")
    assert str(histogram(values, 0, label="x")).startswith("<svg")
