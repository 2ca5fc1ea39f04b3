"""`docs/teach/courses.md` and its Chinese version match the code."""

import re

import pytest

from garlic.cli.app import command
from garlic.courses.course_file import course_text, read_course
from garlic.web.api.assignments.staff import AssignmentRequest
from support.transcripts import ROOT

PAGES = {
    name: (ROOT / "docs" / "teach" / name).read_text("utf-8")
    for name in ("courses.md", "courses.zh.md")
}


@pytest.mark.parametrize("page", PAGES)
def test_every_key_and_command_is_documented(page: str) -> None:
    for name in AssignmentRequest.model_fields:
        assert f"| `{name}` |" in PAGES[page], name
    for name in command().commands["course"].commands:
        assert f"| `garlic course {name}" in PAGES[page], name


@pytest.mark.parametrize("page", PAGES)
def test_the_file_on_the_page_can_be_imported(
    page: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    home = tmp_path_factory.mktemp("course")
    for role in ("students", "assistants"):
        (home / f"{role}.csv").write_text("number,name\n1,Ada\n")
    (content,) = re.findall(r"```toml\n(.*?)```", PAGES[page], re.DOTALL)
    found = read_course(content.encode(), home)
    assert read_course(course_text(found).encode(), home) == found
