"""Similarity of sources: renaming hides nothing, coincidence is not reported."""

from pathlib import Path

from garlic.labs.similarity import FEWEST, fingerprints, similar_pairs, tokens, winnowed

HOME = Path(__file__).parent.parent / "submissions"


def marks(name: str) -> frozenset[int]:
    return fingerprints([HOME / name])


def test_names_numbers_and_comments_do_not_count() -> None:
    source = "int sum = 3; /* add */ for (int i = 0; i < 9; ++i) sum += i; // done"
    renamed = "int total=42;\nfor(int k=1;k<7;++k)\n    total+=k;"
    assert tokens(source) == tokens(renamed)
    assert tokens("x = 'a'  # note") == tokens('y = "bb"')
    assert tokens('print("a", 1);') == ["n", "(", '"', ",", "0", ")", ";"]


def test_a_copy_with_other_names_is_found(tmp_path: Path) -> None:
    text = (HOME / "trek/good.cpp").read_text()
    renamed = text.replace("rations", "food").replace("ground", "land").replace("states", "all")
    (tmp_path / "copy.cpp").write_text("// my own work\n" + renamed)
    pairs = similar_pairs(
        [("ann", marks("trek/good.cpp")), ("bob", fingerprints([tmp_path / "copy.cpp"]))]
    )
    assert [(pair.first, pair.second) for pair in pairs] == [("ann", "bob")]
    assert pairs[0].share > 0.95


def test_different_programs_are_not_similar() -> None:
    names = ["trek/good.cpp", "tiaojia/good.cpp", "othello/good.h", "highway/good.py"]
    assert similar_pairs([(name, marks(name)) for name in names]) == []


def test_what_most_of_a_class_shares_is_left_out() -> None:
    common = set(range(100))
    people = [
        (f"s{n}", frozenset(common | set(range(1000 * n, 1000 * n + 40)))) for n in range(1, 11)
    ]
    assert similar_pairs(people) == []
    copied = (*people[:-1], ("copy", people[0][1]))
    assert [(pair.first, pair.second) for pair in similar_pairs(copied)] == [("s1", "copy")]


def test_few_common_fingerprints_are_ignored() -> None:
    few = frozenset(range(FEWEST - 1))
    assert similar_pairs([("a", few), ("b", few)]) == []
    assert winnowed(["x"] * 3) == set()
