"""How a bot is spoken to: one module a protocol, pure text, no process and no clock.

The judge carries the bytes; a `Dialogue` only says what to send and what an answer means.
"""

from garlic.wire.dialogue import Dialogue, Message, ProtocolFault, Sitting
from garlic.wire.line import LineDialogue
from garlic.wire.tongji import TongjiDialogue

__all__ = ["Dialogue", "LineDialogue", "Message", "ProtocolFault", "Sitting", "TongjiDialogue"]
