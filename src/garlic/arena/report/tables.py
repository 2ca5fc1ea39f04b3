"""The sections with tables: standings, who beat whom, time, faults, openings."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from garlic.arena.report.text import ReportText, megabytes, points, signed, total
from garlic.arena.snapshot import PlayedGame, Standing, TournamentSnapshot
from garlic.arena.statistics.ratings import rate
from garlic.arena.statistics.results import GameResult
from garlic.core import Seat, Verdict
from garlic.core.duration import duration_text
from garlic.core.render.html import Child, Html, element, joined
from garlic.judge.faults import ADVICE

WIDEST = 40  # bots in a cross table; a wider one is unreadable: use the CSV export


def table(
    words: ReportText, caption: str, headings: Sequence[str], rows: Iterable[Sequence[Child]]
) -> Html:
    """A table whose first cells are row headings; it scrolls if it is too wide."""
    head = element("tr", (element("th", words.say(name), scope="col") for name in headings))
    body = (
        element("tr", element("th", row[0], scope="row"), (element("td", cell) for cell in row[1:]))
        for row in rows
    )
    return _scrolling(
        element("caption", words.say(caption)), element("thead", head), element("tbody", list(body))
    )


def _scrolling(*content: Child, class_: str | None = None) -> Html:
    return element("div", element("table", *content, class_=class_), class_="wide")


def standings(tournament: TournamentSnapshot, words: ReportText) -> Html:
    """The final table, with every bot's interval drawn on a common scale."""
    ends = [
        end for line in tournament.standings for end in (line.low, line.high) if end is not None
    ]
    span = (min(ends), max(ends)) if ends else (0.0, 1.0)
    has_scores = any(line.scored or line.conceded for line in tournament.standings)
    headings = ["bot", "points", "Elo", "95 % interval", "won", "drawn", "lost"]
    headings += ["score"] if has_scores else []
    rows: list[list[Child]] = []
    for line in tournament.standings:
        name = joined(element("span", f"{line.rank}.", class_="rank"), " ", line.name)
        if line.set_aside:
            name = joined(name, " ", element("small", words.say("set aside")))
        row: list[Child] = [
            name,
            element("strong", points(line.points)),
            "-" if line.elo is None else signed(line.elo),
            _interval(line, span),
            *map(str, (line.won, line.drawn, line.lost)),
        ]
        rows.append(row + ([f"{line.scored} : {line.conceded}"] if has_scores else []))
    return table(words, "Standings", headings, rows)


def _interval(line: Standing, span: tuple[float, float]) -> Child:
    if line.elo is None or line.low is None or line.high is None:
        return "-"
    low, high = span
    width = max(high - low, 1)

    def x(elo: float) -> float:
        return 2 + 116 * (elo - low) / width

    return joined(
        element(
            "svg",
            element("line", x1=x(line.low), x2=x(line.high), y1=7, y2=7, class_="reach"),
            element("circle", cx=x(line.elo), cy=7, r=3.5, class_="at"),
            viewBox="0 0 120 14",
            class_="interval",
            aria_hidden="true",
        ),
        element("small", f"{signed(line.low)} … {signed(line.high)}"),
    )


def tint(share: float) -> str:
    """The style of a cell: green above a half, red below; stronger the further from it."""
    colour = "good" if share >= 0.5 else "bad"
    return f"background:rgb(var(--{colour}) / {0.9 * abs(share - 0.5):.2f})"


def counted(tournament: TournamentSnapshot) -> list[PlayedGame]:
    """The games that count."""
    return [game for game in tournament.games if game.counts]


def cross_table(tournament: TournamentSnapshot, words: ReportText) -> Html:
    """Points of each row against each column, coloured by their share."""
    names = [line.name for line in tournament.standings][:WIDEST]
    score: dict[tuple[str, str], float] = defaultdict(float)
    games: Counter[tuple[str, str]] = Counter()
    for game in counted(tournament):
        for own, other, got in (
            (*game.seats, game.score),
            (*game.seats[::-1], 1 - game.score),
        ):
            score[own, other] += got
            games[own, other] += 1
    head = element(
        "tr",
        element("th", words.say("bot"), scope="col"),
        (
            element("th", str(number), title=name, scope="col")
            for number, name in enumerate(names, 1)
        ),
    )
    rows = []
    for number, name in enumerate(names, 1):
        cells = []
        for other in names:
            met = games[name, other]
            if not met:
                cells.append(
                    element("td", "\N{MIDDLE DOT}" if name == other else "", class_="none")
                )
                continue
            got = score[name, other]
            text = f"{points(got)}\N{EN DASH}{points(met - got)}"
            cells.append(element("td", text, style=tint(got / met), title=f"{name} - {other}"))
        heading = joined(element("span", f"{number}.", class_="rank"), " ", name)
        rows.append(element("tr", element("th", heading, scope="row", title=name), cells))
    note = None
    if len(tournament.standings) > WIDEST:
        note = element(
            "p", words.say("Only the best {count} are shown.", count=WIDEST), class_="note"
        )
    caption = element("caption", words.say("Points of each row against each column"))
    return joined(
        _scrolling(caption, element("thead", head), element("tbody", rows), class_="cross"), note
    )


def superiority(tournament: TournamentSnapshot, words: ReportText) -> Html | None:
    """Probability that each row is stronger than each column; None for too many bots."""
    results = [GameResult(*game.seats, game.score, game.pair) for game in counted(tournament)]
    ratings = rate(results)
    names = [rating.name for rating in ratings]
    if not 2 <= len(names) <= 16:
        return None
    chances = ratings.superiorities()
    head = element(
        "tr",
        element("th", words.say("bot"), scope="col"),
        (element("th", str(number), scope="col") for number in range(1, len(names) + 1)),
    )
    rows = []
    for row, name in enumerate(names):
        cells = [
            element("td", "\N{MIDDLE DOT}", class_="none")
            if row == column
            else element(
                "td",
                f"{100 * chances[row, column]:.0f} %",
                style=tint(chances[row, column]),
            )
            for column in range(len(names))
        ]
        heading = joined(element("span", f"{row + 1}.", class_="rank"), " ", name)
        rows.append(element("tr", element("th", heading, scope="row"), cells))
    caption = element(
        "caption", words.say("Probability that each row is stronger than each column")
    )
    return _scrolling(caption, element("thead", head), element("tbody", rows), class_="cross")


def time_use(tournament: TournamentSnapshot, words: ReportText) -> Html:
    """What every bot used: time per move (average and slowest), processor time, memory."""
    moves: Counter[str] = Counter()
    wall: dict[str, float] = defaultdict(float)
    cpu: dict[str, float] = defaultdict(float)
    slowest: dict[str, float] = defaultdict(float)
    memory: dict[str, int] = defaultdict(int)
    for game in tournament.games:
        for name, used in zip(game.seats, game.facts, strict=True):
            moves[name] += used.moves
            wall[name] += used.seconds
            cpu[name] += used.cpu_seconds
            slowest[name] = max(slowest[name], used.slowest_seconds)
            memory[name] = max(memory[name], used.memory_bytes)
    most = max((wall[name] / moves[name] for name in moves if moves[name]), default=0)
    rows: list[list[Child]] = []
    for line in tournament.standings:
        name = line.name
        if not moves[name]:
            continue
        average = wall[name] / moves[name]
        bar = element("span", class_="bar", style=f"--part:{100 * average / (most or 1):.0f}%")
        rows.append(
            [
                name,
                joined(bar, duration_text(average)),
                duration_text(slowest[name]),
                duration_text(cpu[name] / moves[name]),
                duration_text(wall[name]),
                megabytes(memory[name]),
            ]
        )
    headings = ["bot", "a move", "slowest move", "processor, a move", "all moves", "memory used"]
    return table(words, "Time and memory", headings, rows)


def faults(tournament: TournamentSnapshot, words: ReportText) -> Html:
    """The faults of each bot, how often, and advice."""
    rows: list[list[Child]] = []
    for line in sorted(tournament.standings, key=lambda line: -total(line.faults)):
        for name, count in sorted(line.faults.items(), key=lambda item: (-item[1], item[0])):
            advice = ADVICE.get(Verdict(name), "")
            rows.append([line.name, words.say(name), str(count), words.say(advice)])
    if not rows:
        return element("p", words.say("No bot did anything wrong."))
    return table(words, "Faults", ["bot", "fault", "how often", "what to do"], rows)


def openings(tournament: TournamentSnapshot, words: ReportText, seats: tuple[str, str]) -> Html:
    """The results of the first seat from each opening, which show whether it is fair."""
    winners: dict[str, Counter[Seat | None]] = defaultdict(Counter)
    for game in counted(tournament):
        winners[game.opening][game.winner] += 1
    rows: list[list[Child]] = []
    for name, results in sorted(winners.items(), key=lambda item: (-item[1].total(), item[0])):
        share = (results[Seat.A] + results[None] / 2) / results.total()
        bar = element("span", class_="bar", style=f"--part:{100 * share:.0f}%")
        counts = (results.total(), results[Seat.A], results[None], results[Seat.B])
        rows.append([name, *map(str, counts), joined(bar, f"{100 * share:.0f} %")])
    first = words.say("{side} won", side=words.say(seats[0]))
    second = words.say("{side} won", side=words.say(seats[1]))
    share_of = words.say("points of {side}", side=words.say(seats[0]))
    return table(words, "Openings", ["opening", "games", first, "drawn", second, share_of], rows)
