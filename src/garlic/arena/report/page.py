"""The page: head, facts, and the sections, most wanted first."""

from datetime import datetime
from importlib.resources import files

from garlic.arena.report import tables
from garlic.arena.report.curve import rating_curve
from garlic.arena.report.games import Progress, games
from garlic.arena.report.text import ReportText
from garlic.arena.snapshot import TournamentSnapshot, TournamentState, scale_sentence
from garlic.core import user_language
from garlic.core.render.board_picture import BOARD_STYLE
from garlic.core.render.html import Html, element, joined
from garlic.games import GAMES
from garlic.judge.patience import delayed_sentence


def html(
    tournament: TournamentSnapshot, language: str | None = None, progress: Progress | None = None
) -> str:
    """The whole report in *language*, ``"en"`` or ``"zh"`` (by default the user's).

    *progress* gets the number of games written so far and of all: each is read from the database.
    """
    words = ReportText(language or user_language())
    game = GAMES[tournament.game]
    sections = [
        ("standings", "Standings", tables.standings(tournament, words)),
        ("cross", "Who beat whom", tables.cross_table(tournament, words)),
        ("superiority", "Who is stronger", tables.superiority(tournament, words)),
        ("curve", "Ratings over time", _curve(tournament, words)),
        ("time", "Time and memory", tables.time_use(tournament, words)),
        ("faults", "Faults", tables.faults(tournament, words)),
        ("openings", "Openings", tables.openings(tournament, words, game.seats)),
        ("games", "Games", games(tournament, game, words, progress or (lambda *_: None))),
    ]
    shown = [(key, title, body) for key, title, body in sections if body is not None]
    style = (files("garlic.arena.report") / "style.css").read_text(encoding="utf-8")
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name_="viewport", content_="width=device-width, initial-scale=1"),
        element("meta", name_="color-scheme", content_="light dark"),
        element("title", tournament.name),
        element("style", Html(style + BOARD_STYLE)),
    )
    body = element(
        "body",
        element("header", element("h1", tournament.name), _facts(tournament, words)),
        element("nav", (element("a", words.say(title), href=f"#{key}") for key, title, _ in shown)),
        element(
            "main",
            (
                element("section", element("h2", words.say(title)), body, id=key)
                for key, title, body in shown
            ),
        ),
        element("footer", scale_sentence(tournament.standings).render(words.language)),
    )
    lang = "zh-CN" if words.language == "zh" else "en"
    return f"<!DOCTYPE html>\n{element('html', head, body, lang=lang)}\n"


def _facts(tournament: TournamentSnapshot, words: ReportText) -> Html:
    """Game, format, counts, date and state in one line."""
    game = GAMES[tournament.game]
    count, of = len(tournament.games), tournament.scheduled
    facts = [
        words.say(game.title),
        words.say(tournament.format),
        words.say("scoring {scoring}", scoring=tournament.scoring),
        words.say("{count} bots", count=len(tournament.entrants)),
        words.say("{count} of {of:game|games}", count=count, of=of),
        words.say("seed {seed}", seed=tournament.seed),
        _date(tournament.created_at),
        words.say(tournament.state.value),
    ]
    notes = []
    if left := len(tournament.unplayed):
        notes.append(words.say("Games that could not be judged: {count}", count=left))
    if tournament.delayed:
        notes.append(delayed_sentence(tournament.delayed).render(words.language))
    if tournament.state is TournamentState.UNFINISHED:
        notes.insert(0, words.say("Unfinished: the table is provisional."))
    return joined(
        element("p", " · ".join(facts), class_="faint"),
        *(element("p", note, class_="note") for note in notes),
    )


def _date(when: datetime) -> str:
    return when.strftime("%Y-%m-%d %H:%M UTC")


def _curve(tournament: TournamentSnapshot, words: ReportText) -> Html | None:
    drawn = rating_curve(tournament, words)
    if drawn is None:
        return None
    note = words.say("Lines are estimates after so many games; bands hold the truth with 95 %.")
    return element("figure", drawn, element("figcaption", note))
