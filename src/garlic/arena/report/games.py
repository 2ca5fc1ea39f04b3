"""The list of games; each opens to its moves and, unless there are many, its final position."""

from collections.abc import Callable, Iterator
from itertools import groupby

from garlic.arena.report.text import ReportText, total
from garlic.arena.snapshot import PlayedGame, TournamentSnapshot
from garlic.core import Game, GarlicError, Seat, Verdict
from garlic.core.render.board_picture import board_picture
from garlic.core.render.html import Child, Html, element, joined
from garlic.judge.patience import ending
from garlic.judge.record import Record, Turn
from garlic.judge.replay import replayed

MOST_BOARDS = 100  # pictures make the file large, and each one needs a replay of its game

Progress = Callable[[int, int | None], None]


def games(
    tournament: TournamentSnapshot, game: Game, words: ReportText, progress: Progress
) -> Html:
    """One line per game; it opens to the moves and the final position."""
    count = len(tournament.games)
    parts = []
    for number, played in enumerate(tournament.games, 1):
        parts.append(_game(tournament, game, played, words, with_board=count <= MOST_BOARDS))
        progress(number, count)
    note = None
    if count > MOST_BOARDS:
        note = element(
            "p", words.say("Boards are left out: there are too many games."), class_="note"
        )
    return joined(note, element("div", parts, class_="games"))


def _game(
    tournament: TournamentSnapshot,
    game: Game,
    played: PlayedGame,
    words: ReportText,
    *,
    with_board: bool,
) -> Html:
    names: list[Child] = [
        element("b", name, class_="won") if played.winner is seat else name
        for seat, name in zip(Seat, played.seats, strict=True)
    ]
    score = f"{played.scores[0]} : {played.scores[1]}" if played.scores else result(played)
    reason = ending(played.reason, delayed=played.delayed)
    faulty = sum(total(facts.faults) for facts in played.facts)
    summary = element(
        "summary",
        element("span", f"{played.number}.", class_="rank"),
        element("span", names[0], " \N{EN DASH} ", names[1], class_="who"),
        element("span", score, class_="result"),
        element("span", reason.render(words.language), class_="faint"),
        element("span", words.say("faults: {count}", count=faulty), class_="fault")
        if faulty
        else None,
    )
    try:
        record = tournament.record(played.key)
    except GarlicError as fault:  # a lost record must not stop the report
        return element("details", summary, element("p", fault.render(words.language)))
    facts = element(
        "p",
        words.say("opening: {opening}", opening=played.opening),
        " · ",
        words.say("turns: {count}", count=played.turns),
        class_="faint",
    )
    shown = _end(game, record, words) if with_board else None
    moves = element("p", " ".join(move_list(game, record)), class_="moves")
    return element(
        "details", summary, element("div", shown, element("div", facts, moves), class_="opened")
    )


def result(played: PlayedGame) -> str:
    """``1 : 0``, ``½ : ½`` or ``0 : 1``."""
    return {None: "½ : ½", Seat.A: "1 : 0", Seat.B: "0 : 1"}[played.winner]


def _end(game: Game, record: Record, words: ReportText) -> Html | None:
    steps, _ = replayed(record)
    if not steps:
        return None
    diagram = game.diagram(steps[-1].position)
    return board_picture(diagram, game.seats, words.say("the final position"))


def move_list(game: Game, record: Record) -> Iterator[str]:
    """The moves, numbered, both sides of a round together."""
    turns = [turn for turn in record.turns if turn.number > 0]
    if game.simultaneous:
        for number, together in groupby(turns, key=lambda turn: turn.number):
            yield f"{number}. {'/'.join(map(_format_move, together))}"
        return
    for turn in turns:
        if turn.number % 2:
            yield f"{turn.number // 2 + 1}."
        yield _format_move(turn)


def _format_move(turn: Turn) -> str:
    """The move; in brackets with its verdict if it was a fault."""
    if turn.verdict is Verdict.OK:
        return turn.move or "-"
    return f"[{turn.move or '-'}: {turn.verdict.value}]"
