"""Protocols between judge and bot: pure text, no process and no clock.

A `Dialogue` gives the messages to send and parses the replies; the judge transports the bytes
(`garlic.judge.players`). `protocols` has one module per protocol, `registry` the table of them.
`coordinates` and `xiangqi` hold how other programs write moves and positions, `history` finds
the moves behind an opening; our engine servers (`garlic.engines.servers`) use these too. Start
with `dialogue`, then `protocols.line`.
"""

from garlic.wire.dialogue import (
    Clock,
    Dialogue,
    Message,
    OneShot,
    ProtocolFault,
    Resignation,
    SeatSetup,
    TerminalDialogue,
)
from garlic.wire.protocols.line import LINE, LineDialogue
from garlic.wire.registry import PROTOCOLS, EarlyOutput, WireProtocol
from garlic.wire.settings import BotSettings

__all__ = [
    "LINE",
    "PROTOCOLS",
    "BotSettings",
    "Clock",
    "Dialogue",
    "EarlyOutput",
    "LineDialogue",
    "Message",
    "OneShot",
    "ProtocolFault",
    "Resignation",
    "SeatSetup",
    "TerminalDialogue",
    "WireProtocol",
]
