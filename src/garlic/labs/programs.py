"""Runs a program once in the sandbox, from an input to everything it prints."""

import tempfile
from dataclasses import replace
from pathlib import Path

from garlic import sandbox
from garlic.core import Limits, Text, Verdict
from garlic.core.limits import MEGABYTE
from garlic.core.verdict import NEVER_A_LOSS
from garlic.judge.bots import Bot
from garlic.judge.build import BuildFault
from garlic.judge.game_run import launch
from garlic.labs.steps import Outcome, not_judged, program_outcome

_REPLY_BYTES = 8 * MEGABYTE
_SHOWN = 2000
_ATTEMPTS = 3  # if the machine is too busy


def run_once(
    bot: Bot,
    limits: Limits,
    file_name: str,
    content: bytes,
    cpus: frozenset[int],
    stdin: bytes | None = None,
) -> Outcome:
    """The outcome of running *bot* on an input: its output, or its fault.

    The input is the file *file_name* in its working directory, which is its only argument, and is
    also sent on standard input, unless *stdin* is given. If the machine is too busy it is run
    again, three times at most.
    """
    ready = launch(bot, limits.memory_bytes, cpus=cpus)
    assert not isinstance(ready, BuildFault)  # noqa: S101  (it was built before)
    turn: sandbox.SandboxTurn | None = None
    rings: tuple[int, ...] = ()
    with tempfile.TemporaryDirectory(prefix="garlic-lab-") as folder:
        directory = Path(folder)
        directory.chmod(0o755)  # the program runs as another user, if that is possible
        (directory / file_name).write_bytes(content)
        confinement = replace(
            ready.confinement,
            directory=directory,
            readable=(*ready.confinement.readable, directory),
            reply_bytes=_REPLY_BYTES,
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
