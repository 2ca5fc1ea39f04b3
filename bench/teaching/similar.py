"""Similarity: the time to compare the sources of a large class, on one processor."""

import sys
import time
from pathlib import Path

from garlic.labs.similarity.comparison import compare
from garlic.labs.similarity.sources import source_of

Row = tuple[str, str, str]


def rows() -> list[Row]:
    """All measurements; processor time."""
    sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))
    from support.synthetic import planted_class  # noqa: PLC0415  (tests are no package)

    texts, planted = planted_class(300)
    began = time.process_time()
    sources = [source_of(name, {"player.h": text.encode()}) for name, text in texts.items()]
    found = compare(sources)
    spent = time.process_time() - began
    assert {frozenset({pair.first, pair.second}) for pair in found.pairs} >= planted
    return [("300 sources", f"{spent:.1f} s", "< 20 s")]
