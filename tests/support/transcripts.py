"""Transcripts of the protocol between the judge and an example bot, for the end of a game.

`docs/bots/protocol.md` shows one for each game. To update them, run this file:
``python -m support.transcripts`` in `tests/`.
"""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from garlic.core import Seat, Stream
from garlic.games import GAMES
from garlic.wire import Clock, LineDialogue, Message, SeatSetup

ROOT = Path(__file__).parents[2]
# Late positions: whole games would be too long.
STARTS = {
    "othello": "3113/1001/1001/3113 OOO./oOo./OoOo/Oo.. r 0",
    "stars": "oo#./...O/#... d0=2,3@2,3 d1=2,1@2,1 red=1,0:40:0 blue=0,3:60:0 round=9",
    "gomoku": "freestyle .o.../.xo../.ox../...../..... b 0",
    "xiangqi": "3k5/9/9/9/9/9/9/9/R8/1R3K3 w - - 117 80",
    "tiaojia": "......./..XO.../.O...O./...X.X./....... O 117",
}


class _RecordedBot:
    """A bot that runs without a judge; every line of the dialogue is recorded."""

    def __init__(self, game: str) -> None:
        bot = ROOT / "examples" / "bots" / game / "python" / "bot.py"
        self.lines: list[str] = []
        self.process = subprocess.Popen(
            [sys.executable, "-m", "garlic.bot", bot],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def send(self, message: Message) -> str:
        """Send *message*; return the answer, empty if none is expected."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.lines += [f"judge> {line}" for line in message.lines]
        self.process.stdin.write(message.content.decode())
        self.process.stdin.flush()
        if not message.wants_answer:
            return ""
        answer = self.process.stdout.readline().rstrip("\n")
        self.lines.append(f"bot>   {answer}")
        return answer

    def close(self) -> None:
        """Wait for the bot to exit."""
        self.process.communicate(timeout=60)


def transcript(game: str) -> str:
    """The dialogue of the bot in the first seat, whose opponent plays the first legal move."""
    facts = GAMES[game]
    position: Any = facts.parse(STARTS[game])
    dialogue = LineDialogue(SeatSetup(facts, Seat.A, facts.limits, position))
    bot = _RecordedBot(game)
    bot.send(dialogue.start_message())
    played: list[tuple[Seat, str | None]] = []
    chance = Stream(1)
    while (outcome := position.outcome()) is None:
        moves: dict[Seat, str] = {}
        for seat in _movers(facts.simultaneous, position):
            if seat is Seat.A:
                moves[seat] = bot.send(
                    dialogue.turn_message(position, played, Clock(facts.limits.turn_seconds))
                )
                played = []
            else:
                legal = position.moves_for(seat) if facts.simultaneous else position.legal_moves()
                moves[seat] = str(legal[0])
        parsed = {seat: facts.move.parse(text) for seat, text in moves.items()}
        position = (
            position.play(parsed, chance)
            if facts.simultaneous
            else position.play(next(iter(parsed.values())))
        )
        played += moves.items()
    bot.send(dialogue.end_message(outcome, played))
    bot.close()
    return "\n".join(bot.lines) + "\n"


def _movers(simultaneous: bool, position: Any) -> Iterator[Seat]:
    if simultaneous:
        yield from (seat for seat in Seat if position.moves_for(seat))
    else:
        yield position.mover


if __name__ == "__main__":
    for name in GAMES:
        print(f"### {GAMES[name].title}\n\n```\n{transcript(name)}```\n")
