"""The style sheet of the pages."""

import re
from pathlib import Path

from support.present import present

THEME = Path(__file__).parents[2] / "frontend" / "src" / "lib" / "theme.css"


def test_the_dark_theme_is_the_same_for_system_and_explicit_choice() -> None:
    sheet = THEME.read_text(encoding="utf-8")
    system, chosen = (
        present(re.search(rf"{re.escape(head)} {{(.*?)}}", sheet, re.DOTALL))[1].split()
        for head in (":root:not([data-theme='light'])", ":root[data-theme='dark']")
    )
    assert len(system) > 50
    assert system == chosen
