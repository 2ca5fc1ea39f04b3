"""Programs that others wrote, as players: over UCI or the xboard protocol.

Each offers ``choose(position, limit)`` like our own players, so that the same matches can be
played against them. For tests and measurements; they trust what the program says.
"""

import shutil
import subprocess
from collections.abc import Mapping, Sequence
from typing import Any

from garlic.engines import Limit
from garlic.games.xiangqi import Move


class Program:
    """A program spoken to line by line."""

    def __init__(self, command: Sequence[str]) -> None:
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            bufsize=1,
        )

    def tell(self, line: str) -> None:
        """Send *line*."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()

    def hear(self, start: str) -> str:
        """The next line that begins with *start*; raise `RuntimeError` where none comes."""
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if line.startswith(start):
                return line.strip()
        raise RuntimeError(f"{self._process.args!r} ended before it said {start!r}")

    def close(self) -> None:
        """End it."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()


class UciPlayer:
    """A UCI engine that plays Xiangqi with ranks counted from 1.

    *letters* are its names of horse and elephant.
    """

    def __init__(
        self, command: Sequence[str], options: Mapping[str, str], letters: str = "nb"
    ) -> None:
        self._letters = letters
        self._program = Program(command)
        self._program.tell("uci")
        self._program.hear("uciok")
        for name, value in options.items():
            self._program.tell(f"setoption name {name} value {value}")
        self._program.tell("isready")
        self._program.hear("readyok")

    def choose(self, position: Any, limit: Limit) -> Move:
        """The program's move."""
        fen, _, moves = position.line().partition(" moves ")
        board, _, rest = fen.partition(" ")
        fen = f"{_with_letters(board, self._letters)} {rest}"
        told = " ".join(_with_ranks(move, 1) for move in moves.split())
        self._program.tell(f"position fen {fen}{f' moves {told}' if told else ''}")
        if limit.nodes is not None:
            self._program.tell(f"go nodes {limit.nodes}")
        else:
            assert limit.time is not None
            self._program.tell(f"go movetime {round(limit.time * 1000)}")
        return Move.parse(_with_ranks(self._program.hear("bestmove").split()[1], -1))

    def close(self) -> None:
        """End the program."""
        self._program.close()


class XboardPlayer:
    """An xboard engine that plays Xiangqi with ranks counted from 0; it forgets what was before."""

    def __init__(self, command: Sequence[str]) -> None:
        self._program = Program(command)
        for line in ("xboard", "protover 2", "easy", "nopost"):
            self._program.tell(line)
        self._seconds: float | None = None

    def choose(self, position: Any, limit: Limit) -> Move:
        """The program's move."""
        if limit.time != self._seconds:
            self._program.tell(f"st {limit.time:g}")
            self._seconds = limit.time
        board, mover, _, _, quiet, number = str(position).split()
        board = _with_letters(board, "he")
        for line in ("force", f"setboard {board} {mover} {quiet} {number}", "go"):
            self._program.tell(line)
        return Move.parse(self._program.hear("move ").split()[1])

    def close(self) -> None:
        """End the program."""
        self._program.close()


def installed(name: str) -> str | None:
    """Where Debian's game *name* is, if it is there."""
    return shutil.which(name) or shutil.which(f"/usr/games/{name}")


def fairy_stockfish(path: str) -> UciPlayer:
    """Fairy-Stockfish with one thread and our table's size."""
    return UciPlayer([path], {"UCI_Variant": "xiangqi", "Hash": "64", "Threads": "1"})


def sjaak(path: str) -> UciPlayer:
    """Sjaak II."""
    return UciPlayer([path], {"UCI_Variant": "xiangqi", "Ponder": "false"}, letters="he")


def _with_letters(board: str, letters: str) -> str:
    """*board* with other letters for horse and elephant."""
    return board.translate(str.maketrans("nbNB", letters + letters.upper()))


def _with_ranks(move: str, more: int) -> str:
    """*move* with its ranks counted from one more: ``h2e2`` becomes ``h3e3``."""
    files = [place for place, letter in enumerate(move) if letter.isalpha()]
    ends = [*files[1:], len(move)]
    return "".join(
        f"{move[start]}{int(move[start + 1 : end]) + more}"
        for start, end in zip(files, ends, strict=True)
    )
