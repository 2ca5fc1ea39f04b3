"""How far off shallow searches of standard Othello are, ours and another program's.

    python -m bench othello_errors 120 --truths truths.jsonl
    python -m bench othello_errors 120 --truths truths.jsonl --against ntest

The positions are those of own games from balanced openings. "True" is a search of 20 plies at 36
empty cells, one to the end with cuts at 1.5 standard deviations at 28, and the exact value at 18.
With --truths they are kept there, and an interrupted run continues. Errors are root mean squares in
discs, with the standard error of each, and the mean in brackets: above 0 is too hopeful.

Another program speaks NBoard, and is one of opponents.toml. Its values are those that it shows on
its way to a search of 6 plies.
"""

import argparse
import json
import re
import statistics
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path

from bench.engines.gauntlet.opponents import opponents_folder, read_opponents
from bench.engines.othello import own_positions, points_at
from garlic.core import GarlicError, Sheet, UsageError
from garlic.engines import Engine
from garlic.games.othello import GAME, Move, Position
from garlic.games.othello.notation.ggf import write

# Empty cells, and the depth of the search that is taken for the truth.
TRUTHS = ((36, 20), (28, 29), (18, 120))
DEPTHS = (1, 2, 6)
_SHOWN = re.compile(r"search (\S+) +([-+]?[0-9.]+) +\S+ +([0-9]+)")


class NBoardProgram:
    """A program that speaks NBoard, asked for the values of its shallow searches."""

    def __init__(self, command: Sequence[str]) -> None:
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self._pings = 0
        self._say("nboard 2", f"set depth {max(DEPTHS)}")

    def values(self, position: Position) -> dict[int, float]:
        """The value of the best move for the side to move, by depth."""
        found = {}
        for line in self._say(f"set game {write(Sheet(position)).decode().strip()}", "hint 1"):
            if shown := _SHOWN.match(line):
                found[int(shown[3])] = float(shown[2])  # the last one of a depth counts
        return found

    def close(self) -> None:
        """End it."""
        self._process.kill()
        with self._process:  # which closes its pipes and waits for it
            pass

    def _say(self, *commands: str) -> list[str]:
        """What it prints until it has done them."""
        self._pings += 1
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        stdin.write("".join(f"{command}\n" for command in (*commands, f"ping {self._pings}")))
        stdin.flush()
        lines: list[str] = []
        for line in stdout:
            if line.split() == ["pong", str(self._pings)]:
                return lines
            lines.append(line)
        raise UsageError("the program has ended: {lines}", lines="".join(lines[-3:]).strip())


def known(empties: int, count: int, file: Path | None) -> Iterator[tuple[Position, float]]:
    """*count* positions with their true values for the side to move; *file* keeps them."""
    stored: dict[str, float] = {}
    if file is not None and file.exists():
        lines = map(json.loads, file.read_text(encoding="utf-8").splitlines())
        stored = {one["position"]: one["truth"] for one in lines if one["empties"] == empties}
    left = islice(stored.items(), count)
    for text, truth in left:
        yield Position.parse(text), truth
    engine, depth = Engine(GAME), dict(TRUTHS)[empties]
    for position in islice(own_positions(empties, count), len(stored), None):
        truth = points_at(engine, position, depth)
        if file is not None:
            with file.open("a", encoding="utf-8") as out:
                line = {"empties": empties, "position": str(position), "truth": truth}
                out.write(json.dumps(line) + "\n")
        yield position, truth


def described(gaps: Mapping[int, Sequence[float]]) -> str:
    """The errors by depth."""
    parts = []
    for depth, own in sorted(gaps.items()):
        squares = [gap * gap for gap in own]
        error = statistics.fmean(squares) ** 0.5
        spread = statistics.stdev(squares) / len(own) ** 0.5 / (2 * error) if len(own) > 1 else 0.0
        parts.append(f"depth {depth}: {error:.2f} ± {spread:.2f} ({statistics.fmean(own):+.1f})")
    return ", ".join(parts)


def main(arguments: list[str]) -> int:
    """Print a line for each number of empty cells and each side."""
    parser = argparse.ArgumentParser(
        prog="python -m bench othello_errors",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("positions", type=int, nargs="?", default=40, help="of each (default 40)")
    parser.add_argument("--truths", type=Path, help="where true values are kept")
    parser.add_argument("--against", help="a program of opponents.toml that speaks NBoard")
    options = parser.parse_args(arguments)
    program = None
    try:
        if options.against is not None:
            program = NBoardProgram(_command(options.against))
        for empties, _ in TRUTHS:
            _show(empties, list(known(empties, options.positions, options.truths)), program)
    except GarlicError as fault:
        print(f"othello_errors: error: {fault.render()}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("interrupted: with --truths the same command continues", file=sys.stderr)
    finally:
        if program is not None:
            program.close()
    return 0


def _command(name: str) -> list[str]:
    opponent = read_opponents().get(name)
    if opponent is None or opponent.protocol != "nboard":
        raise UsageError("{name} is no program that speaks nboard", name=name)
    return [str(opponents_folder() / opponent.program)]


def _show(
    empties: int, positions: Sequence[tuple[Position, float]], program: NBoardProgram | None
) -> None:
    engine: Engine[Move] = Engine(GAME)
    ours: dict[int, list[float]] = {depth: [] for depth in DEPTHS}
    theirs: dict[int, list[float]] = {depth: [] for depth in DEPTHS}
    for position, truth in positions:
        for depth in DEPTHS:
            ours[depth].append(points_at(engine, position, depth) - truth)
        if program is not None:
            found = program.values(position)
            for depth in DEPTHS:
                theirs[depth].append(found[depth] - truth)
    print(f"{empties} empty cells, {len(positions)} positions: {described(ours)}", flush=True)
    if program is not None:
        print(f"  the other program: {described(theirs)}", flush=True)
