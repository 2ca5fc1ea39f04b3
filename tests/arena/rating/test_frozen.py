"""Anchors never change: each still gives the same answers as when it was rated.

If one differs, the player was changed, and every rating measured against it is wrong: undo the
change, or keep the old player beside the new one. The file is not to be written again; a new anchor
gets a new line.
"""

import hashlib
import json
from collections.abc import Iterator
from itertools import count, islice

import pytest

from garlic.arena.rating.ladder import ladder_of
from garlic.core import Game, Position, Seat, Stream
from garlic.core.game import is_simultaneous, moves_of, turn_position
from garlic.engines import Limit
from garlic.engines.built_in import built_in_player
from garlic.games import GAMES
from support import DATA

# By the number of answers: the first few of each anchor, and all of them.
FROZEN = json.loads((DATA / "ladder" / "answers.json").read_text())
ANCHORS = [
    pytest.param(game, anchor.bot, id=anchor.bot)
    for game in GAMES.values()
    for anchor in ladder_of(game).anchors
]


def positions(game: Game) -> Iterator[Position]:
    """Positions of random games, without end."""
    for seed in count():
        position: Position = game.setup()
        chance = Stream(seed)
        while position.outcome() is None:
            yield position
            if is_simultaneous(position):
                options = {seat: position.moves_for(seat) for seat in Seat}
                moves = {
                    seat: listed[chance.below(len(listed))]
                    for seat, listed in options.items()
                    if listed
                }
                position = position.play(moves, chance)
            else:
                turn = turn_position(position)
                listed = turn.legal_moves()
                position = turn.play(listed[chance.below(len(listed))])


def digest_of_answers(game: Game, bot: str, number: int) -> str:
    player = built_in_player(game, bot, seed=1)
    asked = (
        position
        for position in positions(game)
        if not game.simultaneous or moves_of(position, Seat.A)
    )
    answers = [str(player.choose(position, Limit())) for position in islice(asked, number)]
    return hashlib.sha256("\n".join(answers).encode()).hexdigest()


@pytest.mark.parametrize(("game", "bot"), ANCHORS)
@pytest.mark.parametrize("number", [20, pytest.param(200, marks=pytest.mark.slow)])
def test_an_anchor_answers_as_ever(game: Game, bot: str, number: int) -> None:
    assert digest_of_answers(game, bot, number) == FROZEN[str(number)][bot]


@pytest.mark.parametrize("number", ["20", "200"])
def test_nothing_frozen_is_left_out(number: str) -> None:
    assert {anchor.values[1] for anchor in ANCHORS} == set(FROZEN[number])
