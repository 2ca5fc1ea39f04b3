"""A server of ours in this process, spoken to line by line as another program would."""

import queue
import time

from garlic.engines.servers import server_kind
from garlic.engines.servers.frame import ServerOptions
from garlic.games import GAMES

PATIENCE = 20.0  # seconds, on the busiest machine


class Counterpart:
    """The other side of a server: `tell` it lines, `hear` what it answers."""

    def __init__(self, game: str, protocol: str, **wishes) -> None:
        self.heard: queue.Queue[str] = queue.Queue()
        facts = GAMES[game]
        kind = server_kind(facts, protocol)
        self.server = kind.make(facts, ServerOptions(**{"hash_mb": 4, **wishes}), self._send)

    def _send(self, *lines: str) -> None:
        for line in lines:
            self.heard.put(line)

    def tell(self, *lines: str) -> bool:
        """Say *lines*; False where the last one ended the talk."""
        return [self.server.handle(line) for line in lines][-1]

    def hear(self) -> str:
        """The next line it says."""
        return self.heard.get(timeout=PATIENCE)

    def hear_until(self, start: str) -> list[str]:
        """All lines up to one that begins with *start*, that one included."""
        lines = [self.hear()]
        while not lines[-1].startswith(start):
            lines.append(self.hear())
        return lines

    def silent_for(self, seconds: float) -> bool:
        """Does it say nothing for so long?"""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if not self.heard.empty():
                return False
            time.sleep(0.005)
        return True

    def close(self) -> None:
        """End it."""
        self.server.close()
