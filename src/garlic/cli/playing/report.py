"""What is printed about games: every turn while they run, the results at the end.

Files with records and logs are written in `records`.
"""

import time
from dataclasses import replace
from pathlib import Path

from garlic.cli.output import console, print_json, print_program_output, print_table, seat_name
from garlic.cli.playing.board import draw
from garlic.core import Diagram, Game, Mark, Position, Seat, say, user_language
from garlic.core.language.text import visible
from garlic.judge.faults import advice, fault_text, output_excerpt
from garlic.judge.patience import delayed_sentence, ending
from garlic.judge.record import Certainty, Record, Turn

_FRAME_SECONDS = 0.15
_FAULTS_SHOWN = 8


class GameScreen:
    """Draws every position with the turns that led to it and their times.

    With *animate* each drawing replaces the last one, slowly enough to follow.
    """

    def __init__(self, game: Game, *, animate: bool = False) -> None:
        self._game = game
        self._animate = animate
        self._before: Position | None = None
        self._turn_seconds: dict[str, list[float]] = {}

    def show(self, position: Position, turns: tuple[Turn, ...]) -> None:
        """Draw *position*, to which *turns* led."""
        screen = console()
        if self._animate:
            time.sleep(_FRAME_SECONDS)
            screen.clear()
        before = self._before or position
        self.remember(position, turns)
        for turn in turns:
            if turn.number > 0:
                times = self._turn_seconds[turn.seat]
                print(
                    say(
                        "{number}. {who}: {move} ({seconds:.2f} s, average {average:.2f} s)",
                        number=turn.number,
                        who=say(turn.seat),
                        move=describe_move(self._game, before, turn.move),
                        seconds=times[-1],
                        average=sum(times) / len(times),
                    )
                )
            if turn.verdict.is_fault:
                print(fault_line(turn))
        screen.print(draw(_with_last(self._game.diagram(position), turns)))

    def remember(self, position: Position, turns: tuple[Turn, ...]) -> None:
        """Remember *position* and the times of *turns* without drawing."""
        self._before = position
        for turn in turns:
            if turn.number > 0:
                self._turn_seconds.setdefault(turn.seat, []).append(turn.cost.wall_seconds)


def describe_move(game: Game, before: Position, move: str | None) -> str:
    """*move* as written and, if different, as spoken: ``h2e2 炮二平五``."""
    return visible(" ".join((move or "-", *game.spoken(before, [move] if move else []))))


def _with_last(diagram: Diagram, turns: tuple[Turn, ...]) -> Diagram:
    """The diagram with the last moves marked, if moves are places of the board."""
    played = {turn.move for turn in turns}
    last = {
        (row, column): Mark.LAST
        for row, cells in enumerate(diagram.rows)
        for column, cell in enumerate(cells)
        if cell.piece and cell.name in played
    }
    return replace(diagram, marks={**diagram.marks, **last})


def fault_line(turn: Turn) -> str:
    """A fault in one line: who, turn, verdict, detail, advice."""
    return say(
        "{who}, turn {number}: {fault}; {advice}",
        who=say(turn.seat),
        number=turn.number,
        fault=fault_text(turn.verdict, turn.detail),
        advice=say(advice(turn.verdict, turn.detail)),
    )


def print_results(game: Game, records: list[Record], *, json: bool) -> None:
    """Print the result of each game, the commonest faults, and the totals of each bot."""
    if json:
        print_json([record.to_json() for record in records])
        return
    faults: dict[str, list[Turn]] = {}
    rows = []
    several_maps = len({record.map for record in records}) > 1
    for number, record in enumerate(records, 1):
        outcome = record.outcome
        scores = " : ".join(map(str, outcome.scores)) if outcome.scores else "-"
        winner = record.bots[outcome.winner.index].name if outcome.winner else "-"
        rows.append(
            (
                str(number),
                *([Path(record.map or "-").name] if several_maps else []),
                *(bot.name for bot in record.bots),
                winner,
                seat_name(game.seats, outcome.winner),
                scores,
                reason_of(record),
            )
        )
        for turn in record.turns:
            if turn.verdict.is_fault:
                who = record.bots[game.seats.index(turn.seat)].name
                faults.setdefault(_fault_without_number(who, turn), []).append(turn)
    maps = ["map"] if several_maps else []
    print_table(["game no.", *maps, *game.seats, "winner", "side", "score", "reason"], rows)
    commonest = sorted(faults.items(), key=lambda item: -len(item[1]))
    for line, turns in commonest[:_FAULTS_SHOWN]:
        print(f"{len(turns)} x {visible(line)}")
        print_program_output(output_excerpt(turns[0]))
    if len(records) > 1:
        _print_totals(records)
    if not all(record.is_judged for record in records):
        print(
            say("Games that were not judged do not count: play them again on a less busy machine.")
        )
    if delayed := sum(record.certainty is Certainty.DELAYED for record in records):
        print_delayed(delayed)


def reason_of(record: Record) -> str:
    """How a game ended, and whether it was delayed."""
    return ending(record.outcome.reason, delayed=record.is_delayed).render(user_language())


def print_delayed(games: int) -> None:
    """Print that so many *games* were delayed, and what that means."""
    print(delayed_sentence(games).render(user_language()))


def _fault_without_number(who: str, turn: Turn) -> str:
    return say(
        "{who}: {fault}; {advice}",
        who=who,
        fault=fault_text(turn.verdict, turn.detail),
        advice=say(advice(turn.verdict, turn.detail)),
    )


def _print_totals(records: list[Record]) -> None:
    names = dict.fromkeys(bot.name for record in records for bot in record.bots)
    judged = [record for record in records if record.is_judged]
    rows = []
    for name in names:
        results = [
            (record.outcome.winner, seat)
            for record in judged
            for seat in Seat
            if record.bots[seat.index].name == name
        ]
        won = sum(winner is seat for winner, seat in results)
        drawn = sum(winner is None for winner, seat in results)
        share = f"{100 * (won + drawn / 2) / len(results):.1f} %" if results else "-"
        rows.append((name, str(won), str(drawn), str(len(results) - won - drawn), share))
    print_table(["bot", "won", "drawn", "lost", "rate"], rows)
