"""The findings for other programs: JSON."""

from typing import Any

from garlic.labs.similarity.behaviour import Behaviour
from garlic.labs.similarity.comparison import SimilarPair
from garlic.labs.similarity.findings import Findings
from garlic.labs.similarity.naming import Naming

SCHEMA = "garlic-similar/1"


def findings_to_json(findings: Findings, lab: str, naming: Naming, language: str) -> dict[str, Any]:
    """All pairs and groups; the lines are in the pages."""
    name, similarity = naming.submission, findings.similarity
    return {
        "schema": SCHEMA,
        "lab": lab,
        "submissions": len(findings.submissions),
        "groups": [
            {
                "members": [name(one) for one in group.members],
                "pairs": [pair_to_json(pair, naming) for pair in group.pairs],
            }
            for group in similarity.groups
        ],
        "common": None
        if similarity.common is None
        else {
            "members": [name(one) for one in similarity.common.members],
            "share": round(similarity.common.share, 3),
            "pairs": [pair_to_json(pair, naming) for pair in similarity.common.links],
        },
        "known": [pair_to_json(pair, naming) for pair in similarity.known],
        "too_short": [name(one) for one in similarity.too_short],
        "cut": [name(one.name) for one in findings.submissions if one.is_cut],
        "base": [one.name for one in findings.references.base],
        "behaviour": None
        if findings.behaviour is None
        else _behaviour(findings.behaviour, naming, language),
    }


def pair_to_json(pair: SimilarPair, naming: Naming) -> dict[str, Any]:
    """A pair of similar sources."""
    return {
        "first": naming.submission(pair.first),
        "second": naming.submission(pair.second),
        "share": round(pair.share, 3),
        "fingerprints": pair.fingerprints,
        "literal": pair.is_literal,
    }


def _behaviour(behaviour: Behaviour, naming: Naming, language: str) -> dict[str, Any]:
    name = naming.submission
    return {
        "positions": len(behaviour.probes),
        "pairs": [
            {
                "first": name(pair.first),
                "second": name(pair.second),
                "asked": pair.asked,
                "agreed": pair.agreed,
                "expected": round(pair.expected, 2),
                "probability": pair.probability,
                "moves": [
                    {
                        "start": behaviour.probes[at].record.start,
                        "seed": behaviour.probes[at].record.seed,
                        "turn": behaviour.probes[at].number,
                        "move": behaviour.answers[pair.first][at],
                    }
                    for at in pair.positions
                ],
            }
            for pair in behaviour.pairs
        ],
        "alike": [[name(one) for one in names] for names in behaviour.alike],
        "not_judged": {
            name(one): why.render(language) for one, why in sorted(behaviour.not_judged.items())
        },
        "why_not": behaviour.why and behaviour.why.render(language),
    }
