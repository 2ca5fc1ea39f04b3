"""How a bot is spoken to: one module a protocol, pure text, no process and no clock.

The judge carries the bytes; a `Dialogue` only says what to send and what an answer means.
`protocols` is the table of them all. How other programs write moves and positions is in
`xiangqi` and `coordinates`, for our engines speak to them too.
"""

from garlic.wire.dialogue import (
    Clock,
    Dialogue,
    Message,
    OneShot,
    ProtocolFault,
    Resignation,
    Seated,
    Sitting,
)
from garlic.wire.protocols.line import LineDialogue
from garlic.wire.protocols.tongji import TongjiDialogue
from garlic.wire.registry import LINE, PROTOCOLS, Early, WireProtocol
from garlic.wire.settings import BotSettings

__all__ = [
    "LINE",
    "PROTOCOLS",
    "BotSettings",
    "Clock",
    "Dialogue",
    "Early",
    "LineDialogue",
    "Message",
    "OneShot",
    "ProtocolFault",
    "Resignation",
    "Seated",
    "Sitting",
    "TongjiDialogue",
    "WireProtocol",
]
