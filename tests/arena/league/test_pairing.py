"""Who plays next in a league."""

from garlic.arena.league.pairing import Meetings, PlayingField
from garlic.arena.statistics.joint import JointRatings, KnownRating, unknown_rating
from garlic.arena.statistics.scale import RatingScale

SCALE = RatingScale(0.0, 0.0, 500.0)
PLACED = {bot: 100.0 * bot for bot in range(1, 10)}
ANCHOR = 50


def field(meetings: Meetings | None = None, **new: KnownRating) -> PlayingField:
    """Nine placed bots, an anchor at 500, and *new* ones: bot20, bot21, ..."""
    ratings = JointRatings.of_nobody(SCALE).with_bot(ANCHOR, KnownRating(500.0, 0.0))
    for bot, rating in PLACED.items():
        ratings = ratings.with_bot(bot, KnownRating(rating, 30.0))
    for name, known in new.items():
        ratings = ratings.with_bot(int(name.removeprefix("bot")), known)
    rated = [bot for bot in ratings.places if bot != ANCHOR]
    return PlayingField(ratings, rated, frozenset([ANCHOR]), meetings or Meetings())


def test_the_least_certain_comes_first_against_somebody_close() -> None:
    board = field(bot20=KnownRating(810.0, 150.0), bot21=KnownRating(120.0, 90.0))
    (pair,) = board.next_pairs(1, [], board.rated)
    assert pair == (20, 8)


def test_pairs_on_the_boards_count_as_if_they_were_over() -> None:
    board = field(bot20=KnownRating(810.0, 150.0), bot21=KnownRating(120.0, 140.0))
    pairs = board.next_pairs(2, [(20, 8)] * 4, board.rated)
    assert pairs[0][0] == 21


def test_several_new_bots_are_placed_side_by_side() -> None:
    board = field(bot20=unknown_rating(SCALE), bot21=unknown_rating(SCALE))
    seekers = {one for one, _ in board.next_pairs(4, [], board.rated)}
    assert seekers == {20, 21}


def test_bots_rather_play_each_other_than_a_milestone() -> None:
    board = field(bot20=KnownRating(500.0, 120.0))
    assert board.next_pairs(1, [], board.rated) == [(20, 5)]


def test_an_opponent_that_always_wins_tells_nothing_more() -> None:
    meetings = Meetings()
    meetings.add(20, 8, 0.0, 12)
    board = field(meetings, bot20=KnownRating(810.0, 150.0))
    ((one, other),) = board.next_pairs(1, [], board.rated)
    assert one == 20
    assert other != 8


def test_only_for_those_who_may_play_now() -> None:
    board = field(bot20=unknown_rating(SCALE))
    assert {one for one, _ in board.next_pairs(3, [], [3])} == {3}
    assert board.next_pairs(3, [], []) == []


def test_nobody_plays_alone() -> None:
    alone = JointRatings.of_nobody(SCALE).with_bot(1, unknown_rating(SCALE))
    assert PlayingField(alone, [1], frozenset(), Meetings()).next_pairs(1, [], [1]) == []


def test_meetings_are_counted_from_either_side() -> None:
    meetings = Meetings()
    meetings.add(2, 1, 1.0)
    meetings.add(1, 2, 1.0)
    assert meetings.games(1, 2) == meetings.games(2, 1) == 2
