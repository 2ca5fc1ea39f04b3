"""Boards in pages are drawn from real positions."""

import pytest
from book import BookError
from book.boards import figure, with_boards


def test_a_block_becomes_a_picture_with_its_caption() -> None:
    page = "before\n\n```board\ngame: othello\nmoves: d3\ncaption: After <d3>.\n```\n\nbehind\n"
    drawn = with_boards(page)
    assert drawn.startswith("before\n\n<figure")
    assert "<figcaption>After &lt;d3&gt;.</figcaption>" in drawn
    assert drawn.count('class="piece red"') == 4
    assert drawn.count('class="piece blue"') == 1
    assert drawn.endswith("</figure>\n\nbehind\n")


def test_only_requested_marks_are_drawn() -> None:
    plain = {"game": "othello", "caption": "-"}
    assert figure(plain).count('class="legal"') == 0
    assert figure(plain | {"legal": "yes"}).count('class="legal"') == 4
    marked = figure(plain | {"mark": "a1; h8", "cross": "d3"})
    assert marked.count('class="legal"') == 2
    assert marked.count('class="forbidden"') == 1


def test_targets_of_a_piece() -> None:
    horse = {"game": "xiangqi", "caption": "-", "targets": "c2"}
    free = figure(horse | {"position": "3k5/9/9/9/9/9/9/2N6/9/5K3 w - - 0 1"})
    tied = figure(horse | {"position": "3k5/9/9/9/9/9/2P6/2N6/9/5K3 w - - 0 1"})
    assert (free.count('class="legal"'), tied.count('class="legal"')) == (8, 6)


def test_a_part_of_the_board() -> None:
    whole = {"game": "xiangqi", "caption": "-"}
    assert figure(whole).count('class="piece') == 32
    assert "楚河" in figure(whole)
    lower = figure(whole | {"rows": "6-10", "columns": "1-5"})
    assert lower.count('class="piece') == 9
    assert "楚河" not in lower


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ("game: othello", "needs a line 'caption: ...'"),
        ("game: chess\ncaption: -", "there is no game called 'chess'"),
        ("game: othello\ncaption: -\nmoves: a1", "illegal move a1"),
        ("game: othello\ncaption: -\nmark: z9", "no place of the board is called 'z9'"),
        ("game: othello\ncaption: -\ncolour: red", "a board has no key 'colour'"),
        ("game: othello\ncaption: -\nposition: nonsense", "expected"),
    ],
)
def test_errors_name_the_line(lines: str, why: str) -> None:
    with pytest.raises(BookError, match=r"^line 3: ") as raised:
        with_boards(f"# A page\n\n```board\n{lines}\n```\n")
    assert why in str(raised.value)
