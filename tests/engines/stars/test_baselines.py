"""The course's players of Stars: the habits of each, and whole games."""

from collections.abc import Sequence

import pytest

from garlic.core import Seat, Stream
from garlic.core.errors import UsageError
from garlic.core.game import expect
from garlic.engines import Limit, player
from garlic.engines.baselines import baselines_of
from garlic.games.stars import GAME, MAPS, Move, Position
from garlic.games.stars import map_files as mapfile

ANY = Limit()
AWAY = ((0, 0), (0, 0))  # both destroyers, walled in


def board(
    rows: Sequence[str],
    *,
    red: tuple[int, int],
    blue: tuple[int, int] | None = None,
    destroyers: tuple[tuple[int, int], tuple[int, int]] = AWAY,
    status: int = 0,
    scores: tuple[int, int] = (0, 0),
    blue_status: int = 0,
) -> Position:
    """A maze below a first row with the destroyers and a wall; red is to choose."""
    blue = blue or (0, 2)
    top = ".#." + "#" * (len(rows[0]) - 3)
    (d0, d1) = destroyers
    text = "/".join([top, "#" * len(rows[0]), *rows])
    cells = "{},{}"
    return Position.parse(
        f"{text} d0={cells.format(*d0)}@0,0 d1={cells.format(*d1)}@0,0"
        f" red={cells.format(*red)}:{scores[0]}:{status}"
        f" blue={cells.format(*blue)}:{scores[1]}:{blue_status} round=1"
    )


def choose(name: str, position: Position, seed: int = 0) -> tuple[int, int]:
    options = {"seed": str(seed)} if name == "random" else {}
    move = player(GAME, name, options, Seat.A).choose(position, ANY)
    assert isinstance(move, Move)
    return move.place


@pytest.mark.parametrize("name", baselines_of("stars"))
@pytest.mark.parametrize("chart", ["10x10-both-free", "13x15-walled-in"])
def test_whole_games_of_legal_moves(name: str, chart: str) -> None:
    position = mapfile.parse(MAPS.text(chart))
    chance = Stream(3)
    players = {seat: player(GAME, name, {}, seat) for seat in Seat}
    while position.outcome() is None:
        moves = {}
        for seat in Seat:
            if options := position.moves_for(seat):
                moves[seat] = expect(Move, players[seat].choose(position, ANY))
                allowed = moves[seat] in options or (
                    name == "medium" and moves[seat] == Move(-1, -1)
                )
                assert allowed, (name, seat, moves[seat])
            else:
                assert players[seat].choose(position, ANY) is None
        position = position.play(moves, chance)
    if name == "stand":
        assert position.round == position.last_round or all(g.gone for g in position.garlics)


def test_stand_stays() -> None:
    assert choose("stand", board(["o.o"], red=(2, 1))) == (2, 1)


def test_random_keeps_away_from_destroyers_unless_strong() -> None:
    near = board(["o...o"], red=(2, 2), destroyers=((2, 4), (0, 0)))
    assert {choose("random", near, seed) for seed in range(20)} == {(2, 1)}
    brave = board(["o...o"], red=(2, 2), destroyers=((2, 4), (0, 0)), status=5)
    assert {choose("random", brave, seed) for seed in range(40)} == {(2, 1), (2, 3)}
    shut = board(["#..#o"], red=(2, 1), destroyers=((2, 2), (0, 0)))
    assert choose("random", shut) == (2, 1)


def test_easy_flees_and_approaches_when_strong() -> None:
    rows = ["o........"]
    assert choose("easy", board(rows, red=(2, 6), destroyers=((2, 4), (0, 0)))) == (2, 7)
    assert choose("easy", board(rows, red=(2, 6), destroyers=((2, 4), (0, 0)), status=9)) == (2, 5)


def test_medium_takes_the_nearest_safe_star_and_super_stars_first() -> None:
    assert choose("medium", board(["o..o"], red=(2, 2))) == (2, 3)
    assert choose("medium", board(["O..o"], red=(2, 2))) == (2, 1)
    cut_off = board(["o...o.."], red=(2, 2), destroyers=((2, 5), (0, 0)))
    assert choose("medium", cut_off) == (2, 1)
    strong = board(["o......"], red=(2, 4), destroyers=((2, 5), (0, 0)), status=3)
    assert choose("medium", strong) == (2, 5)


def test_medium_ends_a_game_that_it_has_won() -> None:
    won = board(["o..."], red=(2, 2), scores=(450, 20), blue_status=-1)
    assert choose("medium", won) == (-1, -1)
    close = board(["o..."], red=(2, 2), scores=(420, 20), blue_status=-1)
    assert choose("medium", close) == (2, 1)


def test_camper_waits_where_destroyers_are_born() -> None:
    born = Position.parse(
        "o........../########### d0=0,9@0,9 d1=0,9@0,9 red=0,3:0:15 blue=0,1:0:0 round=1"
    )
    assert choose("camper", born) == (0, 4)
    there = Position.parse(
        "o........../########### d0=0,2@0,9 d1=0,2@0,9 red=0,8:0:15 blue=0,1:0:0 round=1"
    )
    assert choose("camper", there) == (0, 8)
    beside = Position.parse(
        "o........../########### d0=0,7@0,9 d1=0,2@0,9 red=0,8:0:15 blue=0,1:0:0 round=1"
    )
    assert choose("camper", beside) == (0, 7)


def test_collector_keeps_its_margin_and_contests_stars() -> None:
    # It would reach the star on the right only one step before the destroyer: too close.
    risky = board([".o....o..."], red=(2, 4), destroyers=((2, 9), (0, 0)))
    assert choose("collector", risky) == (2, 3)
    assert choose("medium", risky) == (2, 5)
    rows = ["o" + "." * 19, "." * 20, "." * 20, "." * 20, "." * 20, "." * 13 + "o" + "." * 6]
    shared = board(rows, red=(7, 8), blue=(7, 17))
    assert choose("collector", shared) == (7, 9)


def test_every_player_takes_a_seed_and_nothing_unknown() -> None:
    for name in ("camper", "random"):
        player(GAME, name, {"seed": "1", "careless": "20"})
        with pytest.raises(UsageError, match="no option 'sed'"):
            player(GAME, name, {"sed": "1"})
