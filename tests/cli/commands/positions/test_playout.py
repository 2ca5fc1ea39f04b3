from cli.results import Garlic


def test_playout_is_repeatable_and_ends(garlic: Garlic) -> None:
    first = garlic("playout", "tiaojia", "--seed", "7")
    assert first == garlic("playout", "tiaojia", "--seed", "7")
    assert first != garlic("playout", "tiaojia", "--seed", "8")
    assert "winner: " in first[1]
