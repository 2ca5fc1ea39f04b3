"""What is said about the players that come with the arena."""

from garlic.core.text import catalogue
from garlic.engines.built_in import BUILT_IN
from garlic.games import GAMES


def test_every_player_of_a_course_is_told_apart_in_both_languages():
    kind = next(kind for kind in BUILT_IN if kind.word == "baseline")
    for game in GAMES.values():
        told = [kind.about_one(name) for name in kind.names(game)]
        assert kind.about not in told
        assert len(set(told)) == len(told)
        assert all(about in catalogue("zh") for about in told)
