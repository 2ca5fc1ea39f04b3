"""What a repeated position means: perpetual check, perpetual chase, or a draw.

A position (the pieces and the side to move) that occurs for the third time ends the game.
Every move between its first and its third occurrence is judged:

* A side whose every move gave check loses by *perpetual check*. If both did, it is a draw.
* Else a side whose every move chased one and the same piece loses by *perpetual chase*. It
  may have chased with one piece or with several in turn. If both sides did, it is a draw.
* Anything else is a draw: idle moves, blocks, threats of mate, offers, and mixtures such as
  a check and a chase in turn, which the Asian rules allow. Check outranks chase: a side that
  always checks loses even against one that always chases.

A move *chases* an enemy piece if after it some own piece

* attacks that piece, and did not before the move (the piece that moved, or one whose line the
  move opened), and
* could legally take it on the next turn,
* without losing as much: either the taker could not legally be retaken (the piece is
  unprotected), or it is worth less than what it takes, as a horse is that takes a chariot.

There is no chase

* by a king or a pawn: they may attack without limit;
* of a king (that is a check), or of a pawn that has not crossed the river;
* where it is an offer of equal exchange: attacker and attacked are worth the same, and the
  attacked piece could legally take the attacker. Horse and cannon are worth the same.

A piece is the same piece wherever it goes: it is followed through the moves.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from garlic.core import Outcome, Seat
from garlic.games.xiangqi.board import (
    EMPTY,
    crossed_river,
    in_check,
    is_safe,
    moved,
    pieces_of,
    targets,
)

PERPETUAL_CHECK = "perpetual check"
PERPETUAL_CHASE = "perpetual chase"
REPETITION = "repetition"

# Only the order matters: exchanging a horse for a chariot gains, for a cannon it does not.
_VALUES = {"r": 3, "n": 2, "c": 2, "a": 1, "b": 1, "p": 1}


@dataclass(frozen=True, slots=True)
class Ply:
    """One move of a cycle: the board before it, who moved, from where and to where."""

    board: str
    seat: Seat
    source: int
    target: int


def judge(cycle: Iterable[Ply]) -> Outcome:
    """The outcome of *cycle*, the moves between two occurrences of a position."""
    checks_only = dict.fromkeys(Seat, True)
    hunted: dict[Seat, set[int] | None] = dict.fromkeys(Seat)  # pieces chased by every move so far
    for ply in cycle:
        victims = hunted[ply.seat.other]
        if victims is not None and ply.source in victims:
            victims.remove(ply.source)
            victims.add(ply.target)
        after = moved(ply.board, ply.source, ply.target)
        checks_only[ply.seat] &= in_check(after, ply.seat.other)
        prey = chased(ply)
        so_far = hunted[ply.seat]
        hunted[ply.seat] = prey if so_far is None else so_far & prey
    for guilty, reason in (
        ([seat for seat in Seat if checks_only[seat]], PERPETUAL_CHECK),
        ([seat for seat in Seat if hunted[seat]], PERPETUAL_CHASE),
    ):
        if len(guilty) == 1:
            return Outcome(guilty[0].other, reason)
        if guilty:
            break
    return Outcome(None, REPETITION)


def chased(ply: Ply) -> set[int]:
    """The squares of the enemy pieces that this move, which is not a capture, chases."""
    after = moved(ply.board, ply.source, ply.target)
    victims: set[int] = set()
    for attacker in pieces_of(after, ply.seat):
        if after[attacker] in "KkPp":
            continue
        came_from = ply.source if attacker == ply.target else attacker
        attacked_before = targets(ply.board, came_from)
        for victim in targets(after, attacker):
            if after[victim] == EMPTY or victim in attacked_before or victim in victims:
                continue
            if _is_chase(after, ply.seat, attacker, victim):
                victims.add(victim)
    return victims


def _is_chase(board: str, seat: Seat, attacker: int, victim: int) -> bool:
    """Does the new attack of *seat*'s *attacker* on *victim* count as a chase?"""
    kind = board[victim].lower()
    if kind == "k" or (kind == "p" and not crossed_river(victim, seat.other)):
        return False
    if not is_safe(board, seat, attacker, victim):
        return False
    gain = _VALUES[kind] - _VALUES[board[attacker].lower()]
    if gain == 0 and _can_take(board, seat.other, victim, attacker):
        return False
    return gain > 0 or not _is_protected(board, seat, attacker, victim)


def _is_protected(board: str, seat: Seat, taker: int, victim: int) -> bool:
    """Could *taker*, having taken *victim*, legally be retaken?"""
    taken = moved(board, taker, victim)
    enemies = pieces_of(taken, seat.other)
    return any(_can_take(taken, seat.other, enemy, victim) for enemy in enemies)


def _can_take(board: str, seat: Seat, source: int, target: int) -> bool:
    return target in targets(board, source) and is_safe(board, seat, source, target)
