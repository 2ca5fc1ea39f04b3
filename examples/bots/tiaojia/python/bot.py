"""Tiaojia in Python, as a class with a memory. Turn many stones, and shun moves played before.

`Bot` is made when the game starts; `start` and `end` may be left out.
"""


class Bot:
    """Looks one move ahead, and remembers what it has played."""

    def start(self, position, seat):
        """Called once before the first turn, with its own, longer time limit."""
        self.seat = seat  # "black" or "white"
        self.played = []

    def play(self, position):
        """The move after which we have the most stones; of equals the one played least often."""

        def value(move):
            turned = position.play(move).stones(position.mover)
            return turned, self.safety(position, move), -self.played.count(str(move))

        best = max(position.legal_moves(), key=value)
        self.played.append(str(best))
        return best

    def safety(self, position, move):
        """Minus the enemies beside the target: a stone among them is soon closed in."""
        row, column = move.target
        enemy = "X" if position.mover.index == 0 else "O"
        return -sum(
            position.at(row + down, column + right) == enemy
            for down in (-1, 0, 1)
            for right in (-1, 0, 1)
        )

    def end(self, result):
        """The game is over; *result* is "win", "loss" or "draw"."""
