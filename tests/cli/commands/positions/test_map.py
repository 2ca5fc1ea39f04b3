from cli.results import Garlic


def test_map_check_takes_a_bare_word_for_a_map_name(garlic: Garlic) -> None:
    out = garlic("map", "check", "no-such-map")[1]
    assert out == "no-such-map: no bundled map is called 'no-such-map'; see `garlic map list`\n"
