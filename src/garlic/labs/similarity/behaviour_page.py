"""Behaviour in the report: which bots agree beyond chance, and the positions where they do."""

from collections.abc import Mapping

from garlic.core.render.board_picture import BOARD_STYLE, board_picture
from garlic.core.render.html import Child, element, page, table
from garlic.games import GAMES
from garlic.judge.replay import positions
from garlic.labs.similarity.behaviour import AgreeingPair, Behaviour
from garlic.labs.similarity.naming import Heading

_MOST_BOARDS = 12


def behaviour_section(
    behaviour: Behaviour, heading: Heading, links: Mapping[AgreeingPair, str]
) -> Child:
    """The part of the overview about behaviour."""
    say, name = heading.say, heading.naming.submission
    parts: list[Child] = [element("h2", say("The same moves in the same positions"))]
    if behaviour.why is not None:
        why = behaviour.why.render(heading.language)
        return [*parts, element("p", say("Not judged: {why}", why=why))]
    headings = ("submission", "submission", "agreement", "by chance", "probability", "evidence")
    rows: list[list[Child]] = [
        [
            name(pair.first),
            name(pair.second),
            f"{pair.agreed} / {pair.asked}",
            f"{pair.expected:.1f}",
            shown_probability(pair.probability),
            element("a", say("positions"), href=links[pair]) if pair in links else "-",
        ]
        for pair in behaviour.pairs
    ]
    rows_table = table([say(text) for text in headings], rows)
    parts.append(
        element("div", rows_table, class_="scroll") if rows else element("p", say("None."))
    )
    parts.append(element("p", _meaning(heading), class_="soft"))
    if behaviour.alike:
        text = say(
            "These answer alike although their sources differ. That is usually a simple idea that"
            " several had, for instance to flip as many discs as possible:"
        )
        listed = [element("li", say(", ").join(map(name, names))) for names in behaviour.alike]
        parts += [element("p", text), element("ul", listed)]
    if behaviour.not_judged:
        listed = [
            element("li", f"{name(one)}: {why.render(heading.language)}")
            for one, why in sorted(behaviour.not_judged.items())
        ]
        parts += [element("h3", say("Not judged: could not be asked")), element("ul", listed)]
    return parts


def _meaning(heading: Heading) -> str:
    return heading.say(
        "By chance: how often two independent bots would agree there, by the answers of the whole"
        " class, and if they were as alike as the most alike others. The probability is that any"
        " pair of this class agrees so often by chance."
    )


def shown_probability(probability: float) -> str:
    """A probability as it is shown: small ones as a power of ten."""
    return f"{probability:.3f}" if probability >= 0.001 else f"{probability:.0e}"


def behaviour_page(behaviour: Behaviour, pair: AgreeingPair, heading: Heading) -> bytes:
    """The positions on which two bots agree, the rarest answers first."""
    say, name = heading.say, heading.naming.submission
    title = f"{name(pair.first)} – {name(pair.second)}"
    summary = say(
        "The same move in {agreed} of {asked} positions; by chance {expected} are expected."
        " Probability: {probability}",
        agreed=pair.agreed,
        asked=pair.asked,
        expected=f"{pair.expected:.1f}",
        probability=shown_probability(pair.probability),
    )
    rows: list[list[Child]] = []
    boards: list[Child] = []
    for number, at in enumerate(pair.positions, 1):
        probe = behaviour.probes[at]
        move = behaviour.answers[pair.first][at] or "-"
        same, others = behaviour.others(pair, at)
        rows.append([str(number), move, f"{same} / {others}", str(probe.choices)])
        if number <= _MOST_BOARDS:
            game = GAMES[probe.record.game]
            label = say("position {number}: both play {move}", number=number, move=move)
            position = positions(probe.record)[probe.number - 1].position
            drawing = board_picture(game.diagram(position), game.seats, label)
            boards.append(element("figure", drawing, element("figcaption", label)))
    headings = ("position no.", "both play", "others who do", "legal moves")
    body: list[Child] = [
        element("p", element("a", say("all pairs"), href="../index.html")),
        element("h1", title),
        element("p", summary),
        element("p", _meaning(heading), class_="soft"),
        element("div", boards, class_="boards"),
        element("div", table([say(text) for text in headings], rows), class_="scroll"),
    ]
    text = page(title, body, language=heading.language, style=BOARD_STYLE + _STYLE)
    return text.encode(errors="replace")


_STYLE = """
main { max-width: 80rem; }
.boards { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: 1rem;
  margin: 1rem 0; }
figure { margin: 0; } figure svg { width: 100%; height: auto; } figcaption { font-size: .85rem; }
"""
