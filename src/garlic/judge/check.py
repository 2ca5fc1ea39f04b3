"""Checks a bot: does it build, start, and keep to the protocol, the rules and its limits?

The bot plays the first turns of several games, on both seats, against a random player, with the
usual referee. The turns are summed up in a list of findings.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from statistics import median
from typing import Any

from garlic.core import Game, InputError, Limits, Outcome, Seat, Stream, Text, UsageError, Verdict
from garlic.core.limits import MEGABYTE
from garlic.core.playout import random_game
from garlic.judge.bots import Bot, BotKind
from garlic.judge.faults import ADVICE, output_excerpt
from garlic.judge.game_run import GameRun, player_for
from garlic.judge.record import Turn
from garlic.judge.referee import Answer, Overloaded, Player, Referee
from garlic.wire import LINE, PROTOCOLS, SeatSetup
from garlic.wire.dialogue import Played

_MOST_TURNS = 40  # of the bot, in one game
_MOST_SECONDS = 20.0  # no further game is started after this, once both seats were tried
_LARGEST_MAP = 250  # cells; larger ones take long and show nothing new
_TIGHT = 0.8  # of a limit: passed, but with a remark
_OVERLOADS = 3

# The aspects in order, and the verdicts that fail them.
_ASPECTS: tuple[tuple[str, frozenset[Verdict]], ...] = (
    ("builds", frozenset({Verdict.COMPILE_ERROR})),
    ("starts on both seats", frozenset()),  # any other fault before the first turn
    (
        "keeps to the protocol",
        frozenset({Verdict.PROTOCOL, Verdict.CLOSED_OUTPUT, Verdict.OUTPUT}),
    ),
    ("moves by the rules", frozenset({Verdict.ILLEGAL_MOVE})),
    ("does not crash", frozenset({Verdict.CRASH, Verdict.FORBIDDEN})),
    ("answers in time", frozenset({Verdict.TOO_LATE})),
    ("keeps within its memory", frozenset({Verdict.MEMORY})),
)


@dataclass(frozen=True, slots=True)
class Finding:
    """One aspect: passed, failed, or (None) for information only."""

    name: str  # English, its translation is in the catalogue
    passed: bool | None
    detail: Text | None = None
    advice: str | None = None  # English, likewise
    output: str = ""  # an excerpt of the bot's standard error or the compiler's output
    position: str | None = None  # of the first fault


@dataclass(frozen=True, slots=True)
class Trial:
    """The first turns of one game: its start, the bot's seat and the bot's turns."""

    start: str
    seat: Seat
    turns: tuple[Turn, ...]
    positions: Mapping[int, str] = field(default_factory=dict)  # before each turn

    @property
    def moves(self) -> list[str | None]:
        """The bot's answers."""
        return [turn.move for turn in self.turns if turn.number > 0]


@dataclass(frozen=True, slots=True)
class CheckReport:
    """All findings, and the trials behind them."""

    findings: tuple[Finding, ...]
    trials: tuple[Trial, ...]
    limits: Limits

    @property
    def passed(self) -> bool:
        """Whether nothing failed."""
        return all(finding.passed is not False for finding in self.findings)


class _Enough(Exception):  # noqa: N818  (not an error: the game need not be finished)
    """The bot has played `_MOST_TURNS` turns in this game."""


class _RandomMover:
    """The opponent: random legal moves, without a process."""

    def __init__(self, game: Game, seat: Seat, seed: int) -> None:
        self._game, self._seat, self._stream = game, seat, Stream(seed)

    def start(self) -> Answer:
        """Always ready."""
        return Answer(Verdict.OK)

    def ask(self, position: Any, played: Played, seconds: float) -> Answer:
        """A random legal move."""
        del played, seconds
        moves: Sequence[Any] = (
            position.moves_for(self._seat) if self._game.simultaneous else position.legal_moves()
        )
        return Answer(Verdict.OK, str(moves[self._stream.below(len(moves))]))

    def end(self, outcome: Outcome, played: Played) -> None:
        """Nothing to do."""

    def close(self) -> None:
        """Nothing was opened."""


@dataclass(slots=True)
class _Checker:
    game: Game
    bot: Bot
    limits: Limits
    seed: int
    rule: str | None = None  # None for all rules of the game
    on_progress: Callable[[int], None] = lambda _: None
    trials: list[Trial] = field(default_factory=list)
    overloads: int = 0

    def run(self) -> CheckReport:
        began = time.monotonic()
        for number, start in enumerate(self._starts()):
            if number > 0 and (self._broken() or time.monotonic() - began > _MOST_SECONDS):
                break
            for seat in Seat:
                self._try(start, seat)
        findings = [self._finding(name, verdicts) for name, verdicts in _ASPECTS]
        if self._broken():  # the other aspects were never tried
            findings = [finding for finding in findings if finding.passed is False][:1]
        else:
            findings.append(self._same_moves())
        if self.overloads:
            findings.append(Finding("the machine was too busy at times", None, self._busy()))
        return CheckReport(tuple(findings), tuple(self.trials), self.limits)

    def _starts(self) -> Iterator[Any]:
        """The usual start, one from the middle of a game, other rules, other maps."""
        usual = self.game.setup(rule=self.rule)
        yield usual
        if not PROTOCOLS.get(self.bot.protocol, LINE).any_start:
            return  # the protocol cannot send a start position
        yield from self._middle(usual)
        for rule in self.game.rules[1:] if self.rule is None else ():
            yield self.game.setup(rule=rule)
        if self.game.maps is not None:
            for size in dict.fromkeys(bundled.size for bundled in self.game.maps.bundled):
                start = self.game.maps.load(size)
                if _cells(size) <= _LARGEST_MAP and str(start) != str(usual):
                    yield start
            yield from self._odd_map()

    def _middle(self, usual: Any) -> Iterator[Any]:
        positions = [position for _, position in islice(random_game(usual, self.seed), 25)]
        unfinished = [position for position in positions if position.outcome() is None]
        if len(unfinished) > 1 and (not self.game.simultaneous or _all_move(unfinished[-1])):
            yield unfinished[-1]

    def _odd_map(self) -> Iterator[Any]:
        assert self.game.maps is not None  # noqa: S101  (checked by the caller)
        try:
            yield self.game.maps.make(9, 12, self.seed)
        except (InputError, UsageError):  # no such map in this game
            return

    def _try(self, start: Any, seat: Seat) -> None:
        for _ in range(_OVERLOADS):
            try:
                self.trials.append(self._trial(start, seat))
            except Overloaded:
                self.overloads += 1
            else:
                return

    def _trial(self, start: Any, seat: Seat) -> Trial:
        name = self.game.seats[seat.index]
        game_run = GameRun(self.game.name, (self.bot, self.bot), str(start), self.seed, self.limits)
        player = player_for(game_run, SeatSetup(self.game, seat, self.limits, start))
        opponent = _RandomMover(self.game, seat.other, self.seed)
        players: dict[Seat, Player] = {seat: player, seat.other: opponent}
        own_turns, number = 0, 1
        positions = {number: str(start)}

        def watch(after: Any, turns: tuple[Turn, ...]) -> None:
            nonlocal own_turns, number
            own_turns += sum(turn.seat == name and turn.number > 0 for turn in turns)
            self.on_progress(sum(len(trial.turns) for trial in self.trials) + own_turns)
            if own_turns >= _MOST_TURNS:
                raise _Enough
            if any(turn.number > 0 for turn in turns):
                number += 1
            positions[number] = str(after)

        referee = Referee(self.game, players, self.limits, self.seed, watch=watch)
        try:
            referee.run(start)
        except _Enough:
            pass
        finally:
            player.close()
        turns = tuple(turn for turn in referee.turns if turn.seat == name)
        return Trial(str(start), seat, turns, positions)

    def _broken(self) -> bool:
        """Whether it does not build or never starts, so that further trials are useless."""
        firsts = [trial.turns[0].verdict for trial in self.trials if trial.turns]
        return not firsts or Verdict.OK not in firsts

    def _finding(self, name: str, verdicts: frozenset[Verdict]) -> Finding:
        faults = [
            (turn, trial.positions.get(turn.number))
            for trial in self.trials
            for turn in trial.turns
            if _counts(turn, verdicts)
        ]
        if not faults:
            return Finding(name, True, self._remark(name))
        first, position = faults[0]
        detail = first.detail or Text(first.verdict.value)
        if first.verdict is Verdict.COMPILE_ERROR:  # the same on every seat and in every game
            return Finding(name, False, detail, ADVICE[first.verdict], output_excerpt(first))
        when = "{count} x, first as {seat} in turn {number}: {detail}"
        if first.number == 0:
            when = "{count} x, first as {seat} before the first turn: {detail}"
        return Finding(
            name,
            False,
            Text(
                when,
                count=len(faults),
                seat=Text(first.seat),
                number=first.number,
                detail=detail,
            ),
            ADVICE[first.verdict],
            output_excerpt(first),
            position,
        )

    def _remark(self, name: str) -> Text | None:
        """The figures of an aspect that passed."""
        starts = [turn for turn in self._all_turns() if turn.number == 0]
        turns = [turn for turn in self._all_turns() if turn.number > 0]
        if name == "starts on both seats" and starts:
            worst = max(turn.cost.wall_seconds for turn in starts)
            return _of_limit(worst, self.limits.init_seconds, "slowest {used} of {limit} allowed")
        if name == "moves by the rules" and turns:
            return Text("{turns} turns in {games} games", turns=len(turns), games=len(self.trials))
        if name == "answers in time" and turns:
            times = [turn.cost.wall_seconds for turn in turns]
            return _of_limit(
                max(times),
                self.limits.turn_seconds,
                "median {median}, slowest {used} of {limit} allowed",
                median=_seconds(median(times)),
            )
        if name == "keeps within its memory" and turns:
            peak = max(turn.cost.memory_bytes for turn in (*starts, *turns))
            return Text(
                "at most {used:.1f} MB of {limit} MB allowed",
                used=peak / MEGABYTE,
                limit=self.limits.memory_bytes // MEGABYTE,
            )
        return None

    def _same_moves(self) -> Finding:
        """Whether the first game is the same if played again; for information only."""
        first = self.trials[0]
        again = first.moves
        try:
            again = self._trial(self.game.parse(first.start), first.seat).moves
        except Overloaded:
            self.overloads += 1
        if again == first.moves:
            return Finding("plays the same game twice", True)
        return Finding(
            "plays the same game twice",
            None,
            Text("it chose differently: by chance, or by the clock"),
            "seed your random numbers with a constant while you look for a fault",
        )

    def _busy(self) -> Text:
        return Text("games broken off and begun again: {count}", count=self.overloads)

    def _all_turns(self) -> list[Turn]:
        return [turn for trial in self.trials for turn in trial.turns]


def check_bot(
    bot: Bot,
    game: Game,
    *,
    limits: Limits | None = None,
    seed: int = 0,
    rule: str | None = None,
    on_progress: Callable[[int], None] = lambda _: None,
) -> CheckReport:
    """Check *bot* in *game* with *rule*, by default with all rules of the game.

    *on_progress* is called with the number of turns played so far. Raises `UsageError` if the
    bot cannot play this game or the game has no such rule, and `SandboxError` if the machine
    cannot run it.
    """
    if bot.kind is BotKind.HUMAN:
        raise UsageError("a human cannot be checked")
    return _Checker(game, bot, limits or game.limits, seed, rule, on_progress).run()


def _counts(turn: Turn, verdicts: frozenset[Verdict]) -> bool:
    if turn.verdict is Verdict.OK:
        return False
    if turn.number == 0 and turn.verdict is not Verdict.COMPILE_ERROR:
        return not verdicts  # the aspect "starts on both seats"
    return turn.verdict in verdicts


def _of_limit(used: float, limit: float, sentence: str, **values: Any) -> Text:
    figures = Text(sentence, used=_seconds(used), limit=_seconds(limit), **values)
    return figures if used <= _TIGHT * limit else Text("{figures}: that is tight", figures=figures)


def _seconds(seconds: float) -> str:
    return f"{seconds * 1000:.3g} ms" if seconds < 1 else f"{seconds:.3g} s"


def _cells(size: str) -> int:
    rows, columns = size.split("x")
    return int(rows) * int(columns)


def _all_move(position: Any) -> bool:
    return all(position.moves_for(seat) for seat in Seat)
