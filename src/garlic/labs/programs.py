"""Runs a program once in the sandbox, from an input to everything it prints."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from garlic import sandbox
from garlic.core import Limits, Text, Verdict
from garlic.core.limits import MEGABYTE
from garlic.core.verdict import NEVER_A_LOSS
from garlic.judge.bots import Bot
from garlic.judge.build import BuildFault
from garlic.judge.game_run import launch
from garlic.judge.players.process import Launch
from garlic.labs.steps import Outcome, not_judged, program_outcome

_REPLY_BYTES = 8 * MEGABYTE
_SHOWN = 2000
_ATTEMPTS = 3  # if the machine is too busy


def ready_program(bot: Bot, limits: Limits) -> Launch:
    """How to start *bot*, which was built before."""
    ready = launch(bot, limits.memory_bytes)
    assert not isinstance(ready, BuildFault)  # noqa: S101  (it was built before)
    return ready


def run_once(
    ready: Launch,
    limits: Limits,
    file_name: str,
    content: bytes,
    cpus: frozenset[int],
    stdin: bytes | None = None,
) -> Outcome:
    """The outcome of running a program on an input: its output, or its fault.

    The input is the file *file_name* in its working directory, which is its only argument, and is
    also sent on standard input, unless *stdin* is given. If the machine is too busy it is run
    again, three times at most.
    """
    turn: sandbox.SandboxTurn | None = None
    rings: tuple[int, ...] = ()
    with _folder_with(file_name, content) as directory:
        confinement = replace(
            ready.confinement,
            directory=directory,
            readable=(*ready.confinement.readable, directory),
            reply_bytes=_REPLY_BYTES,
            cpus=cpus,
        )
        for _ in range(_ATTEMPTS):
            with sandbox.start((*ready.command, file_name), confinement) as process:
                rings = process.rings.numbers
                given = content if stdin is None else stdin
                turn = process.turn(given, limits.turn_seconds, reply=sandbox.ALL)
            if turn.verdict not in NEVER_A_LOSS:
                break
    assert turn is not None  # noqa: S101  (there is at least one attempt)
    if turn.verdict in NEVER_A_LOSS and turn.fault is not None:
        return not_judged(turn.fault.text)
    return _outcome(turn, rings)


@contextmanager
def _folder_with(file_name: str, content: bytes) -> Iterator[Path]:
    """A new folder with one file, removed in the end."""
    folder = Path(tempfile.mkdtemp(prefix="garlic-lab-"))
    file = folder / file_name
    try:
        folder.chmod(0o755)  # the program runs as another user, if that is possible
        file.write_bytes(content)
        yield folder
    finally:
        try:
            file.unlink()
            folder.rmdir()
        except OSError:  # a program without ring 1 may have written here
            shutil.rmtree(folder, ignore_errors=True)


def _outcome(turn: sandbox.SandboxTurn, rings: tuple[int, ...]) -> Outcome:
    return program_outcome(
        turn,
        turn.verdict,
        None if turn.fault is None else turn.fault.text,
        output=(turn.reply or b"").decode(errors="replace"),
        stderr=turn.stderr.decode(errors="replace"),
        rings=rings,
    )


def nothing_printed(outcome: Outcome) -> bool:
    """Whether a program ended normally without any output."""
    return outcome["verdict"] == Verdict.OK.value and not outcome["output"].strip()


def shown(text: str, most: int = _SHOWN) -> str:
    """*text*, or its beginning and the number of characters left out."""
    if len(text) <= most:
        return text
    rest = Text("… and {count:more character|more characters}", count=len(text) - most)
    return f"{text[:most]}\n{rest}"
