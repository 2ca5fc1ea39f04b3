"""Likeness of sources: renaming hides nothing, chance is no likeness."""

from pathlib import Path

from garlic.labs.similarity import FEWEST, alike, fingerprints, tokens, winnowed

HOME = Path(__file__).parent.parent / "submissions"


def marks(name):
    return fingerprints([HOME / name])


def test_names_numbers_and_comments_do_not_count():
    one = "int sum = 3; /* add */ for (int i = 0; i < 9; ++i) sum += i; // done"
    two = "int total=42;\nfor(int k=1;k<7;++k)\n    total+=k;"
    assert tokens(one) == tokens(two)
    assert tokens("x = 'a'  # note") == tokens('y = "bb"')


def test_a_copy_with_other_names_is_found(tmp_path):
    text = (HOME / "trek/good.cpp").read_text()
    renamed = text.replace("rations", "food").replace("ground", "land").replace("states", "all")
    (tmp_path / "copy.cpp").write_text("// my own work\n" + renamed)
    pairs = alike([("ann", marks("trek/good.cpp")), ("bob", fingerprints([tmp_path / "copy.cpp"]))])
    assert [(pair.one, pair.other) for pair in pairs] == [("ann", "bob")]
    assert pairs[0].share > 0.95


def test_different_programs_are_not_alike():
    names = ["trek/good.cpp", "tiaojia/good.cpp", "othello/good.h", "highway/good.py"]
    assert alike([(name, marks(name)) for name in names]) == []


def test_what_most_of_a_class_shares_is_the_hand_outs():
    common = set(range(100))
    people = [
        (f"s{n}", frozenset(common | set(range(1000 * n, 1000 * n + 40)))) for n in range(1, 11)
    ]
    assert alike(people) == []
    copied = (*people[:-1], ("copy", people[0][1]))
    assert [(pair.one, pair.other) for pair in alike(copied)] == [("s1", "copy")]


def test_little_in_common_says_nothing():
    few = frozenset(range(FEWEST - 1))
    assert alike([("a", few), ("b", few)]) == []
    assert winnowed(["x"] * 3) == set()
