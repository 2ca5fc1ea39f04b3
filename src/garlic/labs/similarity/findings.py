"""Compares a class: by source, and by behaviour where the lab is about a game."""

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from garlic.labs.intake.handed_in import copy_class
from garlic.labs.lab import Lab
from garlic.labs.results import Graded
from garlic.labs.similarity.aids import References, references
from garlic.labs.similarity.behaviour import Behaviour
from garlic.labs.similarity.comparison import Hashes, Similarity, SimilarPair, compare, union
from garlic.labs.similarity.matches import Evidence, Passage, evidence, passages_with
from garlic.labs.similarity.options import SimilarityOptions
from garlic.labs.similarity.probes import observe
from garlic.labs.similarity.sources import SubmittedSource, read_source

Progress = Callable[[int, int], object]
"""Called with how many answers there are, of how many."""


@dataclass(frozen=True)
class Findings:
    """What a comparison found, with the sources as evidence."""

    submissions: tuple[SubmittedSource, ...]
    references: References
    similarity: Similarity
    behaviour: Behaviour | None = None  # None: not asked for

    @cached_property
    def _base(self) -> Hashes:
        return union(self.references.base)

    @cached_property
    def by_name(self) -> dict[str, SubmittedSource]:
        """Submissions and references by name."""
        return {one.name: one for one in (*self.submissions, *self.references.known)}

    @property
    def similar(self) -> tuple[SimilarPair, ...]:
        """All pairs of similar sources, with known ones too, most similar first."""
        pairs = (*self.similarity.known, *self.similarity.pairs)
        return tuple(sorted(pairs, key=lambda pair: -pair.share))

    @cached_property
    def _not_counted(self) -> Hashes:
        """What was handed out, and what most of the class shares."""
        common = self.similarity.common
        return self._base if common is None else np.union1d(self._base, common.marks)

    def evidence(self, pair: SimilarPair) -> Evidence:
        """The lines that the two of *pair* share."""
        common = self.similarity.common
        without = self._base if common and pair in common.links else self._not_counted
        return evidence(self.by_name[pair.first], self.by_name[pair.second], without)

    def common_passages(self) -> list[Passage]:
        """The lines of an example that most of the class shares; none if there are no such."""
        common = self.similarity.common
        if common is None:
            return []
        return passages_with(self.by_name[common.example], common.marks)


def compare_sources(submissions: Sequence[SubmittedSource], against: References) -> Findings:
    """Compare by source alone."""
    similarity = compare(submissions, against.base, against.known)
    return Findings(tuple(submissions), against, similarity)


def compare_graded(lab: Lab, graded: Sequence[Graded], options: SimilarityOptions) -> Findings:
    """Compare the sources of submissions that were graded."""
    with tempfile.TemporaryDirectory(prefix="garlic-similar-") as made:
        known = _references(lab, options, Path(made))
    return compare_sources([one.source for one in graded if one.source is not None], known)


def _references(lab: Lab, options: SimilarityOptions, workspace: Path) -> References:
    return references(lab.accepted, lab.aids, options.base, options.against, workspace)


def find_similar(
    lab: Lab, paths: Sequence[Path], options: SimilarityOptions, progress: Progress
) -> Findings:
    """Compare the submissions at *paths*; raise `UsageError` if a path does not exist."""
    options.check()
    with tempfile.TemporaryDirectory(prefix="garlic-similar-") as made:
        workspace = Path(made)
        submissions = copy_class(paths, lab.accepted, workspace / "class")
        known = _references(lab, options, workspace)
        sources = [read_source(one.name, one.folder, one.files) for one in submissions]
        found = compare_sources(sources, known)
        if options.probes is None:
            return found
        behaviour = observe(lab, submissions, found.similarity, options.probes, progress)
        return Findings(found.submissions, known, found.similarity, behaviour)
