"""A diagram as a picture: marks, lines and the label."""

from dataclasses import replace
from typing import Any

from garlic.core import Mark
from garlic.core.render.board_picture import board_picture
from garlic.games import GAMES


def drawn(game: str, **changes: Any) -> str:
    facts = GAMES[game]
    return board_picture(
        replace(facts.diagram(facts.setup()), **changes), facts.seats, "a <position>"
    )


def test_marks_are_drawn() -> None:
    assert drawn("othello").count('class="legal"') == 4
    assert drawn("othello", marks={}).count('class="legal"') == 0
    marked = drawn("othello", marks={(3, 3): Mark.LAST, (0, 0): Mark.FORBIDDEN})
    assert marked.count('class="last"') == marked.count('class="forbidden"') == 1


def test_the_lines_of_a_palace_are_drawn() -> None:
    picture = drawn("xiangqi")
    assert picture.count('class="rule"') - drawn("xiangqi", lines=()).count('class="rule"') == 4


def test_the_label_is_escaped() -> None:
    assert 'aria-label="a &lt;position&gt;"' in drawn("tiaojia")
