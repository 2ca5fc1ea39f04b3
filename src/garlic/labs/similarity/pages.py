"""The report for people: an overview, and for each pair a page with the lines side by side.

Pages are static: no script, nothing loaded. Names and sources are escaped by `element`.
"""

from collections.abc import Sequence
from pathlib import Path

from garlic.core.reading.files import make_folder, write_whole
from garlic.core.render.html import Child, Html, element, page, table
from garlic.labs.similarity.behaviour import AgreeingPair
from garlic.labs.similarity.behaviour_page import behaviour_page, behaviour_section
from garlic.labs.similarity.comparison import (
    GRAM,
    SimilarGroup,
    SimilarPair,
    strongest_links,
)
from garlic.labs.similarity.findings import Findings
from garlic.labs.similarity.matches import Evidence, Match, Passage
from garlic.labs.similarity.naming import Heading

_COMMON = "common.html"
_SMALL_GROUP = 6  # members; in a larger one only its strongest links have pages
_MOST_PAGES = 400
_MOST_LINES = 60  # of one match
_LONGEST_LINE = 200  # characters
_MOST_NAMES = 24


def write_pages(folder: Path, findings: Findings, heading: Heading) -> Path:
    """Write all pages into *folder*; return the one to open. Raises `UsageError`."""
    make_folder(folder / "pairs")
    shown = shown_pairs(findings)
    links: dict[SimilarPair, str] = {}
    for number, pair in enumerate(shown, 1):
        links[pair] = f"pairs/{number:03}.html"
        write_whole(folder / links[pair], _PairPage(findings, pair, heading).render())
    agreeing: dict[AgreeingPair, str] = {}
    behaviour = findings.behaviour
    if behaviour is not None:
        for number, agreed in enumerate(behaviour.pairs[:_MOST_PAGES], 1):
            agreeing[agreed] = f"pairs/behaviour-{number:03}.html"
            content = behaviour_page(behaviour, agreed, heading)
            write_whole(folder / agreeing[agreed], content)
    if findings.similarity.common is not None:
        write_whole(folder / _COMMON, _CommonPage(findings, heading).render())
    index = folder / "index.html"
    write_whole(index, _Overview(findings, heading, links, agreeing).render())
    return index


def shown_pairs(findings: Findings) -> list[SimilarPair]:
    """The pairs with pages of their own: in a large group, those that connect its members."""
    pairs = [*findings.similarity.known]
    if findings.similarity.common is not None:
        pairs += findings.similarity.common.links
    for group in findings.similarity.groups:
        pairs += group.pairs if len(group.members) <= _SMALL_GROUP else strongest_links(group)
    return sorted(pairs, key=lambda pair: -pair.share)[:_MOST_PAGES]


class _Overview:
    def __init__(
        self,
        findings: Findings,
        heading: Heading,
        links: dict[SimilarPair, str],
        agreeing: dict[AgreeingPair, str],
    ) -> None:
        self.findings, self.heading = findings, heading
        self.links, self.agreeing = links, agreeing
        self.say, self.name = heading.say, heading.naming.submission

    def render(self) -> bytes:
        similarity = self.findings.similarity
        title = self.say("Similar submissions: {lab}", lab=self.heading.title)
        body: list[Child] = [
            element("h1", title),
            element("p", self._headline(), class_="soft"),
            element("div", element("p", self._caution()), class_="note", role="note"),
            self._common(),
            element("h2", self.say("Similar sources")),
            self._groups(),
            self._table(similarity.known, self.say("Similar to known sources")),
            self._behaviour(),
            self._names(
                self.say(
                    "Structure not judged: too little of their own, compared word for word only"
                ),
                similarity.too_short,
            ),
            self._names(
                self.say("Compared in part: too large"),
                [one.name for one in self.findings.submissions if one.is_cut],
            ),
            self._method(),
        ]
        text = page(title, body, language=self.heading.language, style=_STYLE)
        return text.encode(errors="replace")

    def _headline(self) -> str:
        similarity = self.findings.similarity
        return self.say(
            "{count:submission|submissions} compared: {pairs:similar pair|similar pairs} in"
            " {groups:group|groups}, {known} similar to known sources",
            count=len(self.findings.submissions),
            pairs=len(similarity.pairs),
            groups=len(similarity.groups),
            known=len(similarity.known),
        )

    def _caution(self) -> str:
        return self.say(
            "This is evidence for a person to judge, not a verdict. Read the lines, and listen to"
            " the students, before you decide."
        )

    def _common(self) -> Child:
        common = self.findings.similarity.common
        if common is None:
            return None
        names = self.say(", ").join(map(self.name, common.members))
        links = [pair for pair in common.links if pair in self.links]
        return [
            element("h2", self.say("What most of the class shares")),
            element(
                "p",
                common.sentence(len(self.findings.submissions)).render(self.heading.language),
            ),
            element("p", element("a", self.say("These lines"), href=_COMMON)),
            element(
                "p",
                self.say(
                    "If you handed them out, give them with --base FILE and"
                    " compare again; if not, most of the class has copied. They are not counted"
                    " in what follows."
                ),
            ),
            element("p", names),
            element(
                "details",
                element("summary", self.say("Side by side, the most similar of them")),
                self._rows(links),
            ),
        ]

    def _groups(self) -> Child:
        groups = self.findings.similarity.groups
        if not groups:
            return element("p", self.say("None."))
        return [self._group(number, group) for number, group in enumerate(groups, 1)]

    def _group(self, number: int, group: SimilarGroup) -> Child:
        members = len(group.members)
        title = self.say(
            "Group {number}: {count:submission|submissions}", number=number, count=members
        )
        shown = [pair for pair in group.pairs if pair in self.links]
        left_out = len(group.pairs) - len(shown)
        notes: list[Child] = []
        if left_out:
            sentence = self.say(
                "{count:more pair of this group is|more pairs of this group are} in similar.json.",
                count=left_out,
            )
            notes.append(element("p", sentence, class_="soft"))
        names = self.say(", ").join(map(self.name, group.members))
        return element(
            "section", element("h3", title), element("p", names), self._rows(shown), notes
        )

    def _table(self, pairs: Sequence[SimilarPair], title: str) -> Child:
        return [element("h2", title), self._rows(pairs)] if pairs else None

    def _rows(self, pairs: Sequence[SimilarPair]) -> Child:
        headings = ("submission", "submission", "in common", "evidence")
        rows: list[Sequence[Child]] = []
        for pair in pairs:
            link = self.links.get(pair)
            where = element("a", self.say("side by side"), href=link) if link else "-"
            common = pair.in_common(self.heading.language)
            rows.append((self.name(pair.first), self.name(pair.second), common, where))
        return element("div", table([self.say(name) for name in headings], rows), class_="scroll")

    def _behaviour(self) -> Child:
        if self.findings.behaviour is None:
            return None
        return behaviour_section(self.findings.behaviour, self.heading, self.agreeing)

    def _names(self, title: str, names: Sequence[str]) -> Child:
        if not names:
            return None
        return [element("h2", title), element("p", self.say(", ").join(map(self.name, names)))]

    def _method(self) -> Child:
        used = self.findings.references
        base = self.say(", ").join(one.name for one in used.base) or "-"
        return [
            element("h2", self.say("How this was compared")),
            element(
                "p",
                self.say(
                    "Sources are compared as runs of {gram} tokens, without names, literals, types,"
                    " comments and layout. What was handed out does not count, and what many solved"
                    " alike counts little. The share is that of the smaller source.",
                    gram=GRAM,
                ),
            ),
            element("p", self.say("Handed out and not counted: {names}", names=base)),
            element("p", self.say("Known sources compared with: {count}", count=len(used.known))),
        ]


class _CommonPage:
    """The lines that most of the class shares, as one of them has them."""

    def __init__(self, findings: Findings, heading: Heading) -> None:
        self.findings, self.heading = findings, heading

    def render(self) -> bytes:
        findings, heading = self.findings, self.heading
        common = findings.similarity.common
        assert common is not None  # noqa: S101  (the page is only written then)
        title = heading.say("What most of the class shares")
        source = _ShownSource(findings, common.example, heading)
        sentence = common.sentence(len(findings.submissions))
        body: list[Child] = [
            element("p", element("a", heading.say("all pairs"), href="index.html")),
            element("h1", title),
            element("p", sentence.render(heading.language), class_="soft"),
            [element("section", source.passage(one)) for one in findings.common_passages()],
        ]
        text = page(title, body, language=heading.language, style=_STYLE)
        return text.encode(errors="replace")


class _ShownSource:
    """The lines of a submission as a report may show them."""

    def __init__(self, findings: Findings, name: str, heading: Heading) -> None:
        self.name, self.heading = name, heading
        self.lines = {
            file.name: heading.naming.text(name, file.name, file.text).split("\n")
            for file in findings.by_name[name].files
        }

    def passage(self, passage: Passage) -> Child:
        """Lines with their numbers, and where they are."""
        naming = self.heading.naming
        where = self.heading.say(
            "{name}, {file}, lines {first} to {last}",
            name=naming.submission(self.name),
            file=naming.file(self.name, passage.file),
            first=passage.first_line,
            last=passage.last_line,
        )
        every = self.lines[passage.file]
        wanted = range(passage.first_line, passage.last_line + 1)
        rows: list[Child] = []
        before = sum(len(line) + 1 for line in every[: passage.first_line - 1])
        for line in wanted[:_MOST_LINES]:
            start = passage.start - before if line == passage.first_line else 0
            rows.append(_line(line, every[line - 1], start))
        if len(wanted) > _MOST_LINES:
            rest = self.heading.say(
                "… {count:more line|more lines}", count=len(wanted) - _MOST_LINES
            )
            rows.append(element("span", rest, class_="soft"))
        return [element("p", where, class_="soft"), element("pre", rows)]


class _PairPage:
    def __init__(self, findings: Findings, pair: SimilarPair, heading: Heading) -> None:
        self.pair, self.heading = pair, heading
        self.evidence: Evidence = findings.evidence(pair)
        self.say = heading.say
        self.names = tuple(map(heading.naming.submission, (pair.first, pair.second)))
        self.sources = tuple(
            _ShownSource(findings, name, heading) for name in (pair.first, pair.second)
        )

    def render(self) -> bytes:
        title = f"{self.names[0]} – {self.names[1]}"
        body: list[Child] = [
            element("p", element("a", self.say("all pairs"), href="../index.html")),
            element("h1", title),
            element("p", self._headline(), class_="soft"),
            self._renamings(),
            [self._match(number, match) for number, match in enumerate(self.evidence.matches, 1)],
        ]
        text = page(title, body, language=self.heading.language, style=_STYLE)
        return text.encode(errors="replace")

    def _headline(self) -> str:
        matches = self.evidence.matches
        return self.say(
            "{share} in common, {count:matching passage|matching passages} over"
            " {lines:line|lines}, the longest of {longest} tokens",
            share=self.pair.in_common(self.heading.language),
            count=len(matches),
            lines=self.evidence.lines,
            longest=max((match.tokens for match in matches), default=0),
        )

    def _renamings(self) -> Child:
        evidence = self.evidence
        if not evidence.names:
            return None
        sentence = self.say(
            "Names in these passages that are the same, or always replaced by the same other name:"
            " {consistent} of {all}.",
            consistent=evidence.consistent,
            all=evidence.names,
        )
        rows = [
            (element("code", one.first), element("code", one.second), str(one.times))
            for one in evidence.renamings[:_MOST_NAMES]
        ]
        headings = (*self.names, self.say("times"))
        return element(
            "details",
            element("summary", sentence),
            element("div", table(headings, rows), class_="scroll"),
        )

    def _match(self, number: int, match: Match) -> Child:
        title = self.say("Passage {number}: {tokens} tokens", number=number, tokens=match.tokens)
        sides = [
            element("div", source.passage(passage), class_="side")
            for source, passage in zip(self.sources, (match.first, match.second), strict=True)
        ]
        return element("section", element("h2", title), element("div", sides, class_="both"))


def _line(number: int, text: str, start: int) -> Html:
    """A line with its number; of an endless one the part where the match begins."""
    if len(text) > _LONGEST_LINE:
        low = start if start > _LONGEST_LINE // 2 else 0
        cut = text[low : low + _LONGEST_LINE]
        text = ("…" if low else "") + cut + ("…" if low + _LONGEST_LINE < len(text) else "")
    return element("span", element("i", f"{number:>4} "), f"{text}\n", class_="line")


_STYLE = """
main { max-width: 100rem; }
.both { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; }
.side { min-width: 0; }
.line { display: block; padding-left: 5ch; text-indent: -5ch; }
.line i { color: var(--soft); font-style: normal; user-select: none; }
.scroll td:nth-child(n+3) { white-space: nowrap; }
section h3 { margin-bottom: .2rem; } details { margin: .8rem 0; } code { font-size: .9em; }
@media (max-width: 50rem) { .both { grid-template-columns: 1fr; } }
@media print { .both { font-size: 8pt; } section { break-inside: auto; } }
"""
