"""Whether a program expects a person at a terminal, or speaks the line protocol.

Its behaviour decides, not its source: a program for a person shows a menu, a board or a prompt
before anybody types; one that speaks the line protocol says nothing until it is spoken to, and
then ``ready``.
"""

from garlic import sandbox
from garlic.core import Game, Limits, Seat, Text
from garlic.core.verdict import NEVER_A_LOSS
from garlic.judge.players.process import Launch
from garlic.judge.players.terminal import at_terminal
from garlic.sandbox import Ahead
from garlic.sandbox.process import Confined
from garlic.wire.dialogue import ProtocolFault, SeatSetup
from garlic.wire.protocols.line import LineDialogue

_ATTEMPTS = 3  # if the machine is too busy
_MOST_SHOWN = 1 << 16  # bytes of remarks before its first word
_REMARK = "#"


def is_interactive(launch: Launch, game: Game, limits: Limits) -> bool | Text:
    """Whether the program of *launch* is for a person; else why that could not be found out.

    It is started at a terminal, where the beginning of the line protocol is typed. A program that
    stays silent for the time that *limits* allow for the start, or ends, is not interactive: what
    is wrong with it is told in the terms of the line protocol.
    """
    dialogue = LineDialogue(SeatSetup(game, Seat.A, limits, game.start()))
    found: bool | Text = False
    for _ in range(_ATTEMPTS):
        with sandbox.start(launch.command, at_terminal(launch.confinement)) as process:
            found = _observed(process, dialogue, limits.init_seconds)
        if isinstance(found, bool):
            break
    return found


def _observed(process: Confined, dialogue: LineDialogue, seconds: float) -> bool | Text:
    typed, shown = dialogue.start_message().content, b""
    while len(shown) <= _MOST_SHOWN:
        turn = process.turn(typed, seconds, reply=sandbox.SOME, ahead=Ahead.KEEP)
        shown += turn.reply or b""
        if turn.reply and (found := _judged(shown, dialogue)) is not None:
            return found
        if turn.fault is not None:
            return turn.fault.text if turn.verdict in NEVER_A_LOSS else False
        typed, seconds = b"", max(seconds - turn.wall_seconds, 0.0)
    return False


def _judged(shown: bytes, dialogue: LineDialogue) -> bool | None:
    """What the output *shown* so far says of a program; None if it says nothing yet."""
    *lines, last = shown.decode(errors="replace").split("\n")
    said = [line for line in lines if line.strip() and not line.startswith(_REMARK)]
    try:
        if any(map(dialogue.parse_start_reply, said)):
            return False
    except ProtocolFault:
        return True
    unfinished = last.strip()
    may_go_on = unfinished.startswith(_REMARK) or "ready".startswith(unfinished)
    return None if may_go_on else True
