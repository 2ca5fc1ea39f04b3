"""Cells that a spreadsheet would run."""

import pytest

from garlic.core.render.spreadsheet import spreadsheet_cell


@pytest.mark.parametrize(
    "text",
    ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1", "＋1", "－1", "＠1"],
)
def test_a_formula_is_escaped(text: str) -> None:
    assert spreadsheet_cell(text) == f"'{text}"


@pytest.mark.parametrize("text", ["", "Ada", "1+1", "王=1", "'=1"])
def test_other_text_stays(text: str) -> None:
    assert spreadsheet_cell(text) == text
