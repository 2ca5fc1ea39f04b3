"""What course bots see, from either seat."""

from garlic.core import Seat
from garlic.games import GAMES
from support.present import present

OTHELLO, STARS = GAMES["othello"], GAMES["stars"]
COURSE_OTHELLO, COURSE_STARS = present(OTHELLO.course), present(STARS.course)


def test_othello_shows_own_discs_as_capitals_and_empty_cells_as_worths() -> None:
    position = OTHELLO.parse("912/304/567 ..O/.o./... r 0")
    assert COURSE_OTHELLO.view(position, Seat.A).rows == ("91O", "3o4", "567")
    assert COURSE_OTHELLO.view(position, Seat.B).rows == ("91o", "3O4", "567")
    assert COURSE_OTHELLO.view(position, Seat.A).numbers == (2, 0)
    assert COURSE_OTHELLO.view(position, Seat.B).numbers == (0, 2)


def test_othello_points_become_moves() -> None:
    move = COURSE_OTHELLO.move
    assert (move(2, 3), move(-1, -1), move(-5, 70)) == ("d3", "pass", "-5,70")


def test_stars_shows_positions_by_seat() -> None:
    position = STARS.parse("oo#o/o..o d0=0,3@0,0 d1=1,0@1,0 red=1,1:120:0 blue=1,2:-40:19 round=1")
    view = COURSE_STARS.view(position, Seat.B)
    assert view.rows == ("oo#o", "o..o")
    fields = [field.declaration for field in COURSE_STARS.fields]
    assert fields[:2] == ["ghost_posx[2]", "ghost_posy[2]"]
    assert view.numbers == (0, 1, 3, 0, 1, 2, 1, 1, 19, 0, -40, 120)


def test_stars_points_become_moves_even_far_off_the_map() -> None:
    move = COURSE_STARS.move
    assert (move(3, 4), move(-(2**31), 2**31 - 1)) == ("3,4", "-9999,9999")
