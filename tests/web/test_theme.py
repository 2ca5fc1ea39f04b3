"""The style sheet of the pages."""

import re
from pathlib import Path

THEME = Path(__file__).parents[2] / "frontend" / "src" / "lib" / "theme.css"


def test_it_is_as_dark_by_choice_as_by_the_wish_of_the_system():
    sheet = THEME.read_text(encoding="utf-8")
    wished, chosen = (
        re.search(rf"{re.escape(head)} {{(.*?)}}", sheet, re.DOTALL)[1].split()
        for head in (":root:not([data-theme='light'])", ":root[data-theme='dark']")
    )
    assert len(wished) > 50
    assert wished == chosen
