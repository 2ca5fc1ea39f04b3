"""What is said about matches: live, after the game, and in files."""

import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from garlic.cli.board import draw
from garlic.cli.output import (
    console,
    print_json,
    print_table,
    print_written,
    seat_name,
    write_text,
)
from garlic.core import Diagram, Game, Mark, Seat, UsageError, Verdict, say
from garlic.core.language.text import visible
from garlic.judge.faults import ADVICE, output_excerpt
from garlic.judge.record import Record, Turn

_FRAME_SECONDS = 0.15
_FAULTS_SHOWN = 8


class GameScreen:
    """Draws every position with what led to it: who moved where, and how long it took.

    With *animate* each drawing takes the place of the last one, at a pace that can be followed.
    """

    def __init__(self, game: Game, *, animate: bool = False) -> None:
        self._game = game
        self._animate = animate
        self._before: Any = None
        self._spent: dict[str, list[float]] = {}

    def show(self, position: Any, turns: tuple[Turn, ...]) -> None:
        """Draw *position*, to which *turns* led."""
        screen = console()
        if self._animate:
            time.sleep(_FRAME_SECONDS)
            screen.clear()
        before = self._before
        self.note(position, turns)
        for turn in turns:
            if turn.number > 0:
                times = self._spent[turn.seat]
                print(
                    say(
                        "{number}. {who}: {move} ({seconds:.2f} s, average {average:.2f} s)",
                        number=turn.number,
                        who=say(turn.seat),
                        move=move_said(self._game, before, turn.move),
                        seconds=times[-1],
                        average=sum(times) / len(times),
                    )
                )
            if turn.verdict.is_fault:
                print(fault_line(turn))
        screen.print(draw(_with_last(self._game.diagram(position), turns)))

    def note(self, position: Any, turns: tuple[Turn, ...]) -> None:
        """Take *position* for drawn."""
        self._before = position
        for turn in turns:
            if turn.number > 0:
                self._spent.setdefault(turn.seat, []).append(turn.cost.wall_seconds)


def move_said(game: Game, before: Any, move: str | None) -> str:
    """*move* as it is written and, where that differs, as players say it: ``h2e2 炮二平五``."""
    return " ".join((move or "-", *game.spoken(before, [move] if move else [])))


def _with_last(diagram: Diagram, turns: tuple[Turn, ...]) -> Diagram:
    """The diagram with what was just played marked, where a move is a place of the board."""
    played = {turn.move for turn in turns}
    last = {
        (row, column): Mark.LAST
        for row, cells in enumerate(diagram.rows)
        for column, cell in enumerate(cells)
        if cell.piece and cell.name in played
    }
    return replace(diagram, marks={**diagram.marks, **last})


def fault_line(turn: Turn) -> str:
    """A fault in one line: who, when, what, and what to do about it."""
    return say(
        "{who}, turn {number}: {verdict}: {detail}; {advice}",
        who=say(turn.seat),
        number=turn.number,
        verdict=say(turn.verdict.value),
        detail=turn.detail or "-",
        advice=say(ADVICE[turn.verdict]),
    )


def print_matches(game: Game, records: list[Record], *, json: bool) -> None:
    """The results of one or more games, and of each bot over all of them."""
    if json:
        print_json([record.to_json() for record in records])
        return
    faults: dict[str, list[Turn]] = {}
    rows = []
    for number, record in enumerate(records, 1):
        outcome = record.outcome
        scores = " : ".join(map(str, outcome.scores)) if outcome.scores else "-"
        winner = record.bots[outcome.winner.index].name if outcome.winner else "-"
        rows.append(
            (
                str(number),
                *(bot.name for bot in record.bots),
                winner,
                seat_name(game.seats, outcome.winner),
                scores,
                say(outcome.reason),
            )
        )
        for turn in record.turns:
            if turn.verdict.is_fault:
                who = record.bots[game.seats.index(turn.seat)].name
                faults.setdefault(f"{who}: {_fault_without_number(turn)}", []).append(turn)
    print_table(["game no.", *game.seats, "winner", "side", "score", "reason"], rows)
    commonest = sorted(faults.items(), key=lambda item: -len(item[1]))
    for line, turns in commonest[:_FAULTS_SHOWN]:
        print(f"{len(turns)} x {visible(line)}")
        print_written(output_excerpt(turns[0]))
    if len(records) > 1:
        _print_totals(records)
    if not all(record.is_judged for record in records):
        print(say("What was not judged counts for nobody: play it again on a quieter machine."))


def _fault_without_number(turn: Turn) -> str:
    return say(
        "{verdict}: {detail}; {advice}",
        verdict=say(turn.verdict.value),
        detail=turn.detail or "-",
        advice=say(ADVICE[turn.verdict]),
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


def check_record_file(path: Path | None) -> None:
    """Raise `UsageError` where *path* takes no record: before the games, not after them."""
    if path is not None and (str(path) == "-" or path.is_dir()):
        raise UsageError("expected a file for --record, got {path!r}", path=str(path))


def write_record(path: Path, record: Record, place: int | None) -> Path:
    """Write the record, and beside it a log that people can read; the file that it is in."""
    if place is not None:
        path = path.with_name(f"{path.stem}-{place + 1}{path.suffix}")
    path.parent.mkdir(parents=True, exist_ok=True)
    write_text(path, record.dumps())
    write_text(path.with_suffix(".log"), game_log(record))
    return path


def game_log(record: Record) -> str:
    """The game for people: a line a turn."""
    lines = [
        visible(f"{record.game}: {record.bots[0].name} - {record.bots[1].name}"),
        f"{say('start position')}: {record.start}",
        f"{say('seed')}: {record.seed}",
    ]
    for turn in record.turns:
        cost = turn.cost
        lines.append(
            f"{turn.number:4} {turn.seat:6} {turn.move or '-':10}"
            f" {cost.wall_seconds * 1e3:9.2f} ms {cost.cpu_seconds * 1e3:9.2f} ms cpu"
            f" {cost.memory_bytes / 1e6:8.1f} MB"
        )
        if turn.verdict is not Verdict.OK:
            lines.append(f"     {fault_line(turn)}")
        for name, output in (("stdout", turn.stdout), ("stderr", turn.stderr)):
            lines += [f"     {name}: {line}" for line in visible(output).splitlines()]
    outcome = record.outcome
    winner = outcome.winner and record.bots[outcome.winner.index].name
    lines.append(say("winner: {name}", name=winner or "-"))
    lines.append(say("reason: {reason}", reason=say(outcome.reason)))
    if outcome.scores:
        lines.append(say("score: {score}", score=" : ".join(map(str, outcome.scores))))
    return "\n".join(lines) + "\n"
