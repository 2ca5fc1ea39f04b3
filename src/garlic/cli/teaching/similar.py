"""Prints which submissions look or play alike."""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from garlic.cli.output import print_table
from garlic.core import say, user_language
from garlic.core.language.text import visible
from garlic.labs.similarity.behaviour_page import shown_probability

if TYPE_CHECKING:
    from garlic.labs.similarity.comparison import CommonCode
    from garlic.labs.similarity.findings import Findings
    from garlic.labs.similarity.naming import Naming

_MOST_ROWS = 20
_MOST_REASONS = 5


def print_findings(findings: "Findings", naming: "Naming") -> None:
    """Print the groups, the pairs and what could not be judged."""
    similarity, name = findings.similarity, naming.submission
    print(
        say(
            "{count:submission|submissions} compared: {pairs:similar pair|similar pairs} in"
            " {groups:group|groups}, {known} similar to known sources",
            count=len(findings.submissions),
            pairs=len(similarity.pairs),
            groups=len(similarity.groups),
            known=len(similarity.known),
        )
    )
    if similarity.common is not None:
        print_common(similarity.common, len(findings.submissions), naming)
    for group in similarity.groups:
        if len(group.members) > 2:
            members = visible(say(", ").join(map(name, group.members)))
            print(say("a group of {count}: {names}", count=len(group.members), names=members))
    rows = [
        (name(pair.first), name(pair.second), pair.in_common(user_language()))
        for pair in findings.similar
    ]
    _print_rows(["submission", "submission", "in common"], rows)
    if similarity.too_short:
        count = len(similarity.too_short)
        print(
            say(
                "too little of their own to judge its structure, compared word for word: {count}",
                count=count,
            )
        )
    _print_behaviour(findings, naming)


def print_common(common: "CommonCode", submissions: int, naming: "Naming | None" = None) -> None:
    """Print who shares what most of the class does, and what to do about it."""
    names = [naming.submission(name) if naming else name for name in common.members]
    print(common.sentence(submissions).render(user_language()))
    print(f"  {visible(say(', ').join(names))}")
    print(
        say(
            "  If you handed it out, give it with --base FILE and compare again; if not, most of"
            " the class has copied."
        )
    )


def _print_rows(headings: list[str], rows: Sequence[tuple[str, ...]]) -> None:
    if rows:
        print_table(headings, rows[:_MOST_ROWS])
    if len(rows) > _MOST_ROWS:
        print(say("  and {count} more", count=len(rows) - _MOST_ROWS))


def _print_behaviour(findings: "Findings", naming: "Naming") -> None:
    behaviour, name = findings.behaviour, naming.submission
    if behaviour is None:
        return
    print()
    if behaviour.why is not None:
        print(say("behaviour not judged: {why}", why=behaviour.why))
        return
    print(
        say(
            "{count:bot|bots} asked about {positions:position|positions}:"
            " {pairs:pair agrees|pairs agree} beyond chance",
            count=len(behaviour.answers),
            positions=len(behaviour.probes),
            pairs=len(behaviour.pairs),
        )
    )
    rows = [
        (
            name(pair.first),
            name(pair.second),
            f"{pair.agreed} / {pair.asked}",
            f"{pair.expected:.1f}",
            shown_probability(pair.probability),
        )
        for pair in behaviour.pairs
    ]
    headings = ["submission", "submission", "agreement", "by chance", "probability"]
    _print_rows(headings, rows)
    for names in behaviour.alike:
        listed = visible(say(", ").join(map(name, names)))
        print(say("play alike, perhaps by the same simple idea: {names}", names=listed))
    if behaviour.not_judged:
        print(say("not judged, could not be asked: {count}", count=len(behaviour.not_judged)))
        reasons = Counter(why.render(user_language()) for why in behaviour.not_judged.values())
        for reason, count in reasons.most_common(_MOST_REASONS):
            print(f"  {count} × {visible(reason)}")
