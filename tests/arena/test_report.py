"""The report: complete, escaped, self-contained, in both languages."""

import re
from dataclasses import replace
from html.parser import HTMLParser
from typing import NoReturn

import pytest

from garlic.arena.report import games as games_section
from garlic.arena.report import html
from garlic.arena.report.curve import spread, tick_step
from garlic.arena.report.text import points, signed
from garlic.arena.snapshot import TournamentSnapshot, TournamentState, Unplayed
from garlic.core import UsageError
from garlic.core.render.html import Html, element, joined
from garlic.games import GAMES
from support.sample_tournaments import tournament_of

HOSTILE = "<script>alert('&\"')</script>"
NAMES = ["alpha", HOSTILE, "小蒜"]
_VOID = {"meta", "br", "col"}


@pytest.fixture(scope="module")
def cup() -> TournamentSnapshot:
    return tournament_of("othello", NAMES, slips=4)


class Checker(HTMLParser):
    """Checks that every element is closed; collects tags, attributes and text."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []

    def handle_starttag(self, name: str, attributes: list[tuple[str, str | None]]) -> None:
        self.seen.append((name, dict(attributes)))
        if name not in _VOID:
            self.open.append(name)

    def handle_startendtag(self, name: str, attributes: list[tuple[str, str | None]]) -> None:
        self.seen.append((name, dict(attributes)))

    def handle_endtag(self, name: str) -> None:
        assert self.open.pop() == name

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def checked(page: str) -> Checker:
    checker = Checker()
    checker.feed(page)
    checker.close()
    assert not checker.open
    return checker


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_report(game: str) -> None:
    page = checked(html(tournament_of(game, ["alpha", "beta"], rounds=1), "en"))
    assert sum(name == "details" for name, _ in page.seen) == 2
    boards = [attrs for name, attrs in page.seen if attrs.get("class") == "board"]
    assert len(boards) == 2


def test_all_sections_are_there(cup: TournamentSnapshot) -> None:
    page = checked(html(cup, "en"))
    sections = [attrs["id"] for name, attrs in page.seen if name == "section"]
    assert sections == [
        *("standings", "cross", "superiority", "curve", "time", "faults", "openings", "games")
    ]
    targets = [attrs["href"] for name, attrs in page.seen if name == "a"]
    assert targets == [f"#{section}" for section in sections]


def test_names_are_text_and_never_markup(cup: TournamentSnapshot) -> None:
    page = html(replace(cup, name=HOSTILE), "en")
    assert "<script" not in page
    assert HOSTILE in "".join(checked(page).text)


def test_nothing_is_loaded_from_the_network(cup: TournamentSnapshot) -> None:
    page = html(cup, "en")
    assert not re.search(r"https?:|url\((?!#)|@import|<link|<img|<script|<iframe", page)


def test_every_game_can_be_opened(cup: TournamentSnapshot) -> None:
    text = "".join(checked(html(cup, "en")).text)
    for played in cup.games:
        moves = [turn.move for turn in cup.record(played.key).turns if turn.move]
        assert f"1. {moves[0]} {moves[1]}" in text


def test_many_games_have_no_boards(
    cup: TournamentSnapshot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games_section, "MOST_BOARDS", 5)
    page = html(cup, "en")
    assert 'class="board"' not in page
    assert "Boards are left out" in page
    assert page.count("<details>") == len(cup.games)


def test_chinese(cup: TournamentSnapshot) -> None:
    page = html(cup, "zh")
    assert '<html lang="zh-CN">' in page
    text = "".join(checked(page.partition("</head>")[2].removesuffix("</html>\n")).text)
    for word in ("排名", "胜负表", "循环赛", "不合协议", "红方胜"):
        assert word in text
    for word in ("Standings", "won", "opening", "games", "finished"):
        assert word not in text


def test_every_heading_is_chinese(cup: TournamentSnapshot) -> None:
    page = html(cup, "zh")
    headings = re.findall(r"<h2>([^<]+)</h2>", page)
    headings += re.findall(r'<th scope="col">([^<]+)</th>', page)
    assert len(headings) > 30
    assert not [text for text in headings if re.search("[a-z]", text.replace("Elo", ""))]


def test_faults_come_with_advice(cup: TournamentSnapshot) -> None:
    assert "answer with one line that holds just the move" in html(cup, "en")
    clean = tournament_of("tiaojia", ["a", "b"], rounds=1)
    assert "No bot did anything wrong." in html(clean, "en")


def test_numbers_of_the_cross_table(cup: TournamentSnapshot) -> None:
    page = html(cup, "en")
    first, second = cup.standings[0].name, cup.standings[1].name
    got = sum(
        game.score if game.seats[0] == first else 1 - game.score
        for game in cup.games
        if set(game.seats) == {first, second}
    )
    assert f">{points(got)}–{points(4 - got)}</td>" in page


def test_a_tournament_that_has_not_begun() -> None:
    empty = tournament_of("othello", ["a", "b"], rounds=0)
    page = html(replace(empty, state=TournamentState.WAITING, scheduled=4), "en")
    assert "0 of 4 games" in page
    checked(page)


def test_games_that_could_not_be_judged_are_counted(cup: TournamentSnapshot) -> None:
    lost = Unplayed(9, ("alpha", "beta"), "not judged: the machine was too busy")
    assert "Games that could not be judged: 1" in html(replace(cup, unplayed=(lost,)), "en")


def test_a_lost_record_does_not_stop_the_report(cup: TournamentSnapshot) -> None:
    def lost(key: str) -> NoReturn:
        raise UsageError("no game with the key {key!r} is stored", key=key)

    page = checked(html(replace(cup, record=lost), "en"))
    assert any("is stored" in text for text in page.text)


def test_progress_is_reported(cup: TournamentSnapshot) -> None:
    calls = []
    html(cup, "en", lambda done, of: calls.append((done, of)))
    assert calls[-1] == (len(cup.games), len(cup.games))


def test_markup() -> None:
    assert element("a", "<&>", href='"x"', class_="y") == (
        '<a href="&quot;x&quot;" class="y">&lt;&amp;&gt;</a>'
    )
    assert joined("<", Html("<b/>"), None, ["<", Html("<i/>")]) == "&lt;<b/>&lt;<i/>"
    assert (
        element("line", x1=1.0, x2=2.345, hidden=True, id=None) == '<line x1="1" x2="2.35" hidden/>'
    )


def test_formats_of_numbers() -> None:
    assert [points(value) for value in (0, 0.5, 3, 7.5, -0.25)] == ["0", "½", "3", "7½", "-0.25"]
    assert [signed(value) for value in (-3.4, 0.2, 12.5)] == ["−3", "0", "+12"]


def test_ticks_and_labels() -> None:
    assert tick_step(600, 6) == 100
    assert tick_step(1, 6) == pytest.approx(0.2)
    assert spread([1, 2, 50], 10, 0, 100) == [1, 11, 50]
    assert spread([95, 96, 97], 10, 0, 100) == [80, 90, 100]
    assert spread([], 10, 0, 100) == []
