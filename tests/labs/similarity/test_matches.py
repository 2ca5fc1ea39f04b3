"""The evidence for a pair: lines, passages and what became of the names."""

from garlic.labs.similarity.comparison import union
from garlic.labs.similarity.matches import Renaming, evidence
from garlic.labs.similarity.sources import source_of
from support.synthetic import disguised, solution

FIRST = """int sum(int *values, int count) {
    int total = 0;
    for (int i = 0; i < count; ++i) {
        if (values[i] > 0) total += values[i];
    }
    return total;
}
"""
SECOND = """// something before
int unrelated = 3;

int all(int *a, int n)
{
    int s = 0;
    for (int k = 0; k < n; ++k)
        if (a[k] > 0)
            s += a[k];
    return s;
}
"""


def test_lines_and_names() -> None:
    one = source_of("ann", {"one.c": FIRST.encode()})
    other = source_of("bob", {"two.c": SECOND.encode()})
    found = evidence(one, other, union([]))
    (match,) = found.matches
    assert (match.first.file, match.first.first_line, match.first.last_line) == ("one.c", 1, 6)
    assert (match.second.file, match.second.first_line, match.second.last_line) == ("two.c", 4, 10)
    assert Renaming("values", "a", 3) in found.renamings
    assert Renaming("total", "s", 3) in found.renamings
    assert found.names == found.consistent
    assert found.lines == 6


def test_moved_functions_are_found_where_they_went() -> None:
    original = solution(8)
    one = source_of("ann", {"a.c": original.text.encode()})
    other = source_of("bob", {"a.c": disguised(original, "reordered", 3).encode()})
    found = evidence(one, other, union([]))
    order = [match.second.start for match in sorted(found.matches, key=lambda m: m.first.start)]
    assert order != sorted(order)
    assert sum(match.tokens for match in found.matches) > 0.8 * len(one)


def test_the_base_is_no_evidence() -> None:
    one = source_of("ann", {"one.c": FIRST.encode()})
    other = source_of("bob", {"two.c": SECOND.encode()})
    assert evidence(one, other, union([one])).matches == ()
