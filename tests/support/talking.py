"""A protocol server of ours in this process, driven line by line as by another program."""

import queue
import time
from io import BytesIO
from typing import Any, TypeVar

from garlic.engines.servers import server_kind
from garlic.engines.servers.frame import Send, Server, ServerOptions
from garlic.games import GAMES

PATIENCE = 20.0  # seconds to wait for a line, enough on a busy machine


S = TypeVar("S", bound=Server)


class _Heard(Send):
    """Puts the lines that a server sends into a queue."""

    def __init__(self, heard: "queue.Queue[str]") -> None:
        super().__init__(BytesIO())
        self._heard = heard

    def __call__(self, *lines: str) -> None:
        for line in lines:
            self._heard.put(line)


class Counterpart:
    """The client of a server: `tell` sends lines, `hear` receives its answers."""

    def __init__(self, game: str, protocol: str, **options: Any) -> None:
        self.heard: queue.Queue[str] = queue.Queue()
        facts = GAMES[game]
        kind = server_kind(facts, protocol)
        settings = ServerOptions(**{"hash_mb": 4, **options})
        self.server: Server = kind.make(facts, settings, _Heard(self.heard))

    def server_as(self, kind: type[S]) -> S:
        """The server, which is of this class."""
        assert isinstance(self.server, kind)
        return self.server

    def tell(self, *lines: str) -> bool:
        """Say *lines*; False where the last one ended the talk."""
        return [self.server.handle(line) for line in lines][-1]

    def hear(self) -> str:
        """The next line that the server sends."""
        return self.heard.get(timeout=PATIENCE)

    def hear_until(self, start: str) -> list[str]:
        """All lines up to one that begins with *start*, that one included."""
        lines = [self.hear()]
        while not lines[-1].startswith(start):
            lines.append(self.hear())
        return lines

    def silent_for(self, seconds: float) -> bool:
        """Does it send nothing for *seconds*?"""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if not self.heard.empty():
                return False
            time.sleep(0.005)
        return True

    def close(self) -> None:
        """Stop the server."""
        self.server.close()
