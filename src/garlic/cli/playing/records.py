"""Files with the record of a game, and the readable log beside each."""

from pathlib import Path

from garlic.cli.output import errors_in, read_bytes, write_text
from garlic.cli.playing.report import fault_line, reason_of
from garlic.core import UsageError, Verdict, say
from garlic.core.language.text import visible
from garlic.judge.record import Record


def read_record(path: Path) -> Record:
    """The record in a file; raise `UsageError` that names the file and the place."""
    with errors_in(path):
        return Record.parse(read_bytes(path))


def check_record_file(path: Path | None) -> None:
    """Raise `UsageError` if no record can be written to *path*; call it before the games."""
    if path is not None and (str(path) == "-" or path.is_dir()):
        raise UsageError("expected a file for --record, got {path!r}", path=str(path))


def write_record(path: Path, record: Record, index: int | None) -> Path:
    """Write the record and a readable log beside it; return the path of the record.

    With *index* the file name gets a number, starting at 1.
    """
    if index is not None:
        path = path.with_name(f"{path.stem}-{index + 1}{path.suffix}")
    path.parent.mkdir(parents=True, exist_ok=True)
    write_text(path, record.dumps())
    write_text(path.with_suffix(".log"), game_log(record))
    return path


def game_log(record: Record) -> str:
    """The game as readable text, one line per turn."""
    lines = [
        visible(f"{record.game}: {record.bots[0].name} - {record.bots[1].name}"),
        f"{say('start position')}: {record.start}",
        f"{say('seed')}: {record.seed}",
    ]
    for turn in record.turns:
        cost = turn.cost
        lines.append(
            f"{turn.number:4} {turn.seat:6} {visible(turn.move or '-'):10}"
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
    lines.append(say("reason: {reason}", reason=reason_of(record)))
    if outcome.scores:
        lines.append(say("score: {score}", score=" : ".join(map(str, outcome.scores))))
    return "\n".join(lines) + "\n"
