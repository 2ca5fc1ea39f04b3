"""The library for bots in Python. Write a file with one of these, and `garlic` can run it:

``play(position)``
    gets the position (see `garlic.games`) and returns a move, or its text::

        import random

        def play(position):
            return random.choice(position.legal_moves())

``place(state)`` for Othello, ``walk(state)`` for Stars
    the courses' form: *state* has the fields of the C struct (``state.mat``,
    ``state.row_cnt``, ``state.your_score`` ...), and you return ``(row, column)``. In Stars a
    bot sees itself as "your"; in Othello its own discs are ``O`` and a pass is ``(-1, -1)``.

``class Bot``
    the same with memory of your own: ``play(self, position)``, and, if you like,
    ``start(self, position, seat)`` and ``end(self, result)``.

A function ``init(position)``, or ``init(state)`` beside ``place`` and ``walk``, is called once
before the first turn and has its own, longer time limit. Print as much as you like: it is kept
with the turn and never disturbs the game.

Try it: ``garlic match othello my_bot.py random:othello``.

`__main__` loads such a file and runs it, `line` is the bot's side of the line protocol (engines
use it too), `state` the courses' struct. The judge's side is `garlic.wire.protocols.line`.
"""

from garlic.bot.state import State

__all__ = ["State"]
