"""Similarity of sources: no disguise hides a copy, coincidence is not reported."""

from pathlib import Path

import pytest

from garlic.labs.similarity.comparison import ENOUGH, GRAM, Similarity, compare, fingerprints
from garlic.labs.similarity.sources import SubmittedSource, source_of
from support.synthetic import (
    KINDS,
    TEMPLATE,
    disguised,
    planted_class,
    short_solution,
    solution,
)

HOME = Path(__file__).parents[2] / "submissions"
BASE = [source_of("template", {"player.h": TEMPLATE.encode()})]


def sources(texts: dict[str, str]) -> list[SubmittedSource]:
    return [source_of(name, {"player.h": text.encode()}) for name, text in texts.items()]


def pairs(found: Similarity) -> set[frozenset[str]]:
    return {frozenset({pair.first, pair.second}) for pair in found.pairs}


@pytest.mark.parametrize("seed", [1, 2])
def test_a_class_of_120_with_12_copies_of_6_kinds(seed: int) -> None:
    texts, planted = planted_class(120, seed)
    assert len(texts) == 120
    assert len(planted) == 12
    assert pairs(compare(sources(texts), BASE)) == planted


@pytest.mark.parametrize("kind", KINDS)
def test_a_disguise_in_a_class_of_two(kind: str) -> None:
    original = solution(4)
    texts = {"ann": original.text, "bob": disguised(original, kind, 7)}
    assert pairs(compare(sources(texts), BASE)) == {frozenset({"ann", "bob"})}


def test_a_ring_of_most_of_a_class_is_one_group() -> None:
    original = solution(1)
    texts = {
        f"r{number:02}": disguised(original, KINDS[number % 6], number) for number in range(24)
    }
    texts |= {f"s{number:02}": solution(100 + number).text for number in range(10)}
    found = compare(sources(texts), BASE)
    assert found.common is not None
    assert found.common.members == tuple(name for name in texts if name.startswith("r"))
    assert found.common.share > 0.75
    assert len(found.common.links) == 23
    assert len(found.pairs) < 3  # that share even more


def skeleton_class(count: int) -> dict[str, str]:
    """Programs around the same code, of which nobody says that it was handed out."""
    handed_out = solution(3).text
    return {f"s{number:02}": handed_out + short_solution(500 + number) for number in range(count)}


def test_what_everybody_has_is_reported_once_and_hides_no_copy() -> None:
    texts = skeleton_class(30)
    handed_out, original = solution(3).text, solution(77)
    texts["ann"] = handed_out + original.text
    texts["bob"] = handed_out + disguised(original, "mixed", 5)
    found = compare(sources(texts), BASE)
    assert found.common is not None
    assert set(found.common.members) >= {name for name in texts if name.startswith("s")}
    assert pairs(found) == {frozenset({"ann", "bob"})}


def test_what_was_handed_out_does_not_count() -> None:
    handed_out = solution(3).text
    texts = {f"s{number}": handed_out + solution(200 + number).text for number in range(9)}
    base = [source_of("template", {"player.h": handed_out.encode()})]
    assert compare(sources(texts), base).pairs == ()


def test_who_hands_in_only_the_template_is_not_judged() -> None:
    found = compare(sources({"ann": TEMPLATE, "bob": TEMPLATE, "eve": ""}), BASE)
    assert found.pairs == ()
    assert found.too_short == ("ann", "bob", "eve")


def test_known_sources_are_compared_with_submissions_only() -> None:
    texts = {f"s{number}": solution(300 + number).text for number in range(9)}
    copied = disguised(solution(999), "mixed", 1)
    old = [source_of(name, {"a.c": solution(999).text.encode()}) for name in ("2025/x", "2025/y")]
    found = compare(sources({**texts, "eve": copied}), BASE, old)
    assert found.pairs == ()
    assert {(pair.first, pair.second) for pair in found.known} == {
        ("eve", "2025/x"),
        ("eve", "2025/y"),
    }


def test_different_programs_are_not_similar() -> None:
    same_rules = "xiangqi-mate"  # its board is that of xiangqi-match
    files = (path for path in HOME.rglob("good.*") if path.is_file())
    paths = sorted(path for path in files if path.parent.name != same_rules)
    assert len(paths) > 5
    programs = [source_of(str(path), {path.name: path.read_bytes()}) for path in paths]
    assert compare(programs).pairs == ()


def test_independent_short_functions_are_not_similar() -> None:
    """The seed is none of those that the limits were chosen with."""
    texts = {f"s{number}": short_solution(11_000 + number) for number in range(120)}
    found = compare(sources(texts))
    assert found.pairs == ()
    assert len(found.too_short) > 60


def test_a_short_function_that_was_copied_word_for_word_is_found() -> None:
    texts = {f"s{number}": short_solution(12_000 + number) for number in range(12)}
    texts["eve"] = "// mine\n" + texts["s3"].replace("\n", "\n\n").replace("  ", "\t")
    (pair,) = compare(sources(texts)).pairs
    assert {pair.first, pair.second} == {"s3", "eve"}
    assert pair.in_common("en") == "100 % word for word"
    assert pair.in_common("zh") == "100 %，逐字相同"


def test_few_common_fingerprints_prove_nothing() -> None:
    short = "int a = b + c * d; if (a > b) return f(a, b, c);" * 2
    (source,) = sources({"ann": short})
    assert 0 < len(fingerprints(source)) < ENOUGH
    assert compare(sources({"ann": short, "bob": short})).pairs == ()


def test_a_run_does_not_cross_files() -> None:
    half = "x = a + b * c; y[i] = f(x);"
    apart = source_of("ann", {"a.c": half.encode(), "b.c": half.encode()})
    assert len(apart) >= GRAM
    assert len(fingerprints(apart)) == len(fingerprints(source_of("bob", {"a.c": half.encode()})))
