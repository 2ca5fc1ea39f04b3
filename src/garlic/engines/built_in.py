"""Who of ours can be named as a bot: a row a kind, and what `garlic bots` says about it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from garlic.core import Game


@dataclass(frozen=True, slots=True)
class BuiltInKind:
    """A word before the colon in a bot's name, and what may stand behind it."""

    word: str  # "random" in "random:othello"
    about: str  # one line, in English; its translation is in the catalogue
    targets: Callable[[Game], Sequence[str]]  # what exists for a game: ("othello",)

    def names(self, game: Game) -> tuple[str, ...]:
        """The bots of this kind that play *game*, as they are typed."""
        return tuple(f"{self.word}:{target}" for target in self.targets(game))


BUILT_IN: tuple[BuiltInKind, ...] = (
    BuiltInKind("random", "any legal move, all equally likely", lambda game: (game.name,)),
)
