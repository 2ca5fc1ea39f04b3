"""A match: two bots, a start, a seed and limits go in; a record comes out."""

import hashlib
import json
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import garlic
from garlic.core import Game, Limits, Outcome, Seat, UsageError
from garlic.core.limits import MEGABYTE
from garlic.games import GAMES
from garlic.judge.adjudication import AS_THE_RULES_SAY, Adjudication
from garlic.judge.bots import Bot, BotKind
from garlic.judge.build import BuildFault, build_course_bot, build_java, build_program
from garlic.judge.faults import fault_rules
from garlic.judge.players.one_shot import OneShotPlayer
from garlic.judge.players.process import CoursePlayer, Launch, ProcessPlayer, TalkingPlayer
from garlic.judge.players.terminal import ConsolePlayer
from garlic.judge.record import (
    Record,
    RecordedBot,
    Turn,
    adjudication_to_json,
    limits_to_json,
)
from garlic.judge.referee import Answer, Overloaded, Player, Referee, Refereed, Watcher
from garlic.judge.replay import RecordedPlayer
from garlic.sandbox import Ahead, Confinement, Profile, Snapshots
from garlic.wire import LINE, PROTOCOLS, BotSettings, Early, OneShot, Seated, Sitting
from garlic.wire.dialogue import Played

MOST_OVERLOADS = 3
NOT_JUDGED = Outcome(None, "not judged: the machine was too busy")  # nobody's loss: play it again

_AHEAD = {Early.DROPPED: Ahead.DROP, Early.HEARD: Ahead.KEEP}

HumanPlayer = Callable[[Sitting], Player]


@dataclass(frozen=True, slots=True)
class GameRun:
    """Everything that determines a game: plain values, to be sent anywhere and hashed."""

    game: str
    bots: tuple[Bot, Bot]
    start: str  # the first position, as the game writes it
    seed: int = 0
    limits: Limits | None = None  # by default the game's
    timeouts: str = "default"
    lenient: bool = False  # about lines that nobody asked for
    map: str | None = None
    adjudication: Adjudication = AS_THE_RULES_SAY

    @property
    def key(self) -> str:
        """A hash of all that determines the game: equal keys, equal games."""
        facts = (
            self.game,
            self.start,
            [bot.digest() for bot in self.bots],
            self.seed,
            limits_to_json(self.limits or GAMES[self.game].limits),
            self.timeouts,
            self.lenient,
            adjudication_to_json(self.adjudication),
        )
        return hashlib.sha256(json.dumps(facts).encode()).hexdigest()


def play(
    match: GameRun,
    *,
    watch: Watcher | None = None,
    human: HumanPlayer | None = None,
    cpus: frozenset[int] = frozenset(),
    past: Sequence[Turn] = (),
) -> Record:
    """Referee *match*; run it again where the machine was too busy, three times at most.

    Where the turns *past* are given everybody answers as in them first, and only then is asked.
    Raises `UsageError` if a bot cannot play this game at all, and `SandboxError` where the
    machine does not let us run one.
    """
    game = GAMES[match.game]
    start = game.parse(match.start)
    limits = match.limits or game.limits
    faults = fault_rules(game, match.timeouts)
    with_people = any(bot.kind is BotKind.HUMAN for bot in match.bots)
    overloads: list[Turn] = []
    rings: tuple[str, ...] = ()
    refereed: Refereed | None = None
    while refereed is None and len(overloads) <= MOST_OVERLOADS:
        with ExitStack() as stack:
            players = {
                seat: stack.enter_context(
                    closing(_player(match, Sitting(game, seat, limits, start), past, human, cpus))
                )
                for seat in Seat
            }
            referee = Referee(
                game,
                players,
                limits,
                match.seed,
                faults=faults,
                adjudication=match.adjudication,
                watch=watch,
            )
            try:
                refereed = referee.run(start)
            except Overloaded as busy:
                overloads.append(busy.turn)
                if with_people:  # nobody types a game twice
                    past = tuple(referee.turns)
            rings = rings_of(player.live for player in players.values() if player.live)
    if refereed is None:
        refereed = Refereed((), (), NOT_JUDGED)
    return Record(
        game=match.game,
        map=match.map,
        start=match.start,
        seed=match.seed,
        limits=limits,
        timeouts=match.timeouts,
        bots=(facts_of(match.bots[0]), facts_of(match.bots[1])),
        isolation=rings,
        turns=refereed.turns,
        choices=refereed.choices,
        outcome=refereed.outcome,
        overloads=tuple(overloads),
        adjudication=match.adjudication,
    )


def _player(
    match: GameRun,
    sitting: Sitting,
    past: Sequence[Turn],
    human: HumanPlayer | None,
    cpus: frozenset[int],
) -> RecordedPlayer:
    """Whoever sits there; first they answer as in *past*."""
    own = [turn for turn in past if turn.seat == sitting.game.seats[sitting.seat.index]]
    return RecordedPlayer(own, lambda: player_for(match, sitting, human, cpus))


def rings_of(players: Iterable[Player]) -> tuple[str, ...]:
    """The rings that held for every process at the table."""
    found = [set(player.rings) for player in players if isinstance(player, ProcessPlayer)]
    return tuple(sorted(set.intersection(*found))) if found else ()


def facts_of(bot: Bot) -> RecordedBot:
    """What a record says of *bot*."""
    return RecordedBot(bot.name, bot.kind.value, bot.digest(), _foreign_profile(bot))


def _foreign_profile(bot: Bot) -> str | None:
    """What the sandbox allows to a foreign engine, for the record; None for any other bot.

    Whose name asks for files is taken for one, whatever it speaks.
    """
    if bot.files:
        return f"{Profile.FOREIGN.value} with files"
    return Profile.FOREIGN.value if PROTOCOLS.get(bot.protocol, LINE).is_engine else None


class _BrokenPlayer:
    """A bot that could not be built: it says why, and never moves."""

    def __init__(self, fault: BuildFault) -> None:
        self._answer = Answer(fault.verdict, detail=fault.text, stderr=fault.log)

    def start(self) -> Answer:
        """What is wrong with it."""
        return self._answer

    def ask(self, position: Any, played: Played, seconds: float) -> Answer:
        """The same again."""
        del position, played, seconds
        return self._answer

    def end(self, outcome: Outcome, played: Played) -> None:
        """Nobody is there to hear it."""

    def close(self) -> None:
        """Nothing was opened."""


def player_for(
    match: GameRun,
    sitting: Sitting,
    human: HumanPlayer | None = None,
    cpus: frozenset[int] = frozenset(),
) -> Player:
    """Whoever sits there in *match*; raise `UsageError` if the bot does not play this game."""
    game, bot = sitting.game, match.bots[sitting.seat.index]
    if bot.kind is BotKind.HUMAN:
        if human is None:
            raise UsageError("a human can only play in a terminal: use `garlic play`")
        return human(sitting)
    launch = _launch(match.seed, bot, sitting, cpus)
    if isinstance(launch, BuildFault):
        return _BrokenPlayer(launch)
    if bot.kind is BotKind.COURSE:
        assert game.course is not None  # noqa: S101  (_launch saw to it)
        return CoursePlayer(launch, sitting, game.course)
    protocol = PROTOCOLS.get(bot.protocol, LINE)
    protocol.check(game)
    # What is set for a player of ours is for itself, not for how it is spoken to.
    wire = {} if bot.kind is BotKind.BUILT_IN else bot.settings
    talk = protocol.talk(sitting, BotSettings(wire, match.lenient))
    if isinstance(talk, OneShot):
        return OneShotPlayer(launch, sitting, talk)
    if isinstance(talk, Seated):
        return ConsolePlayer(launch, sitting, talk)
    return TalkingPlayer(launch, sitting, talk, _AHEAD[protocol.early])


def _launch(seed: int, bot: Bot, sitting: Sitting, cpus: frozenset[int]) -> Launch | BuildFault:
    """How to start *bot* for this match; a `BuildFault` where it cannot be built."""
    if bot.kind is BotKind.BUILT_IN:
        # The match's seed is the bot's: the same match is the same game.
        options = [f"--seed={2 * seed + sitting.seat.index}"]
        if sitting.limits.nodes is not None:
            options.append(f"--nodes={sitting.limits.nodes}")
        confinement = Confinement(
            sitting.limits.memory_bytes, Profile.ENGINE, readable=_package(), cpus=cpus
        )
        return Launch((*bot.command, *options), confinement)
    return launch(bot, sitting.limits.memory_bytes, sitting.game, cpus)


def launch(
    bot: Bot, memory_bytes: int, game: Game | None = None, cpus: frozenset[int] = frozenset()
) -> Launch | BuildFault:
    """How to start *bot*, a program of somebody's; a `BuildFault` where it cannot be built.

    *game* is needed for a bot in the courses' form only. Raises `UsageError` if it has none.
    """
    foreign = _foreign_profile(bot) is not None
    files = tuple(place.resolve() for place in bot.files)

    def confined(profile: Profile, *readable: Path, unseen: tuple[Path, ...] = ()) -> Confinement:
        usual = Confinement(
            memory_bytes, profile, readable=(*readable, *files), unseen=unseen, cpus=cpus
        )
        if not foreign:
            return usual
        wider = Profile.FOREIGN if profile in _NARROW else profile
        return replace(usual, profile=wider, reply_bytes=_THOUGHTS_BYTES)

    if bot.kind is BotKind.PROGRAM and bot.path is None:
        return Launch(bot.command, confined(_profile(bot.command[0]), *_existing(bot.command)))
    assert bot.path is not None  # noqa: S101  (all others are files)
    path = bot.path.resolve()
    if bot.kind is BotKind.PROGRAM:
        return Launch((path,), confined(Profile.C))
    if bot.kind is BotKind.PYTHON and bot.protocol != "line":
        return Launch((sys.executable, path), confined(Profile.PYTHON, path))
    if bot.kind is BotKind.PYTHON:
        command = (sys.executable, "-m", "garlic.bot", path)
        return Launch(command, confined(Profile.PYTHON, path, *_package()))
    if bot.kind is BotKind.SCRIPT:
        # Node asks every folder above a script whether it is a package; it is none.
        packages = tuple(folder / "package.json" for folder in path.parents)
        profile = _profile(bot.command[0])
        return Launch((*bot.command, path), confined(profile, path, unseen=packages))
    return _built_launch(game, bot, path, confined)


def _built_launch(
    game: Game | None, bot: Bot, path: Path, confined: Callable[..., Confinement]
) -> Launch | BuildFault:
    if bot.kind is BotKind.COURSE:
        if game is None or game.course is None:
            raise UsageError(
                "{name}: {game} has no C form; write a program with main that speaks the line"
                " protocol",
                name=bot.name,
                game=game.name if game else "-",
            )
        built = build_course_bot(path, game.course)
        if isinstance(built, BuildFault):
            return built
        return Launch((built.program,), confined(Profile.C), _snapshots(built.program))
    built = build_java(path) if bot.kind is BotKind.JAVA else build_program(path)
    if isinstance(built, BuildFault):
        return built
    if bot.kind is BotKind.JAVA:
        flags = ("-Xshare:auto", "-XX:+UseSerialGC", "-XX:-UsePerfData")
        command = ("java", *flags, "-cp", built.program, path.stem)
        return Launch(command, confined(Profile.JAVA, built.program))
    return Launch((built.program,), confined(Profile.C))


_NARROW = {Profile.C, Profile.PYTHON}  # one thread; the others have many anyhow
_THOUGHTS_BYTES = 4 * MEGABYTE  # what an engine may tell of its thoughts before it moves


@cache
def _snapshots(program: Path) -> Snapshots:
    """Where a built host makes its snapshots; what is built never changes, so once is enough."""
    return Snapshots.of(program)


def _package() -> tuple[Path, ...]:
    """Where a Python bot finds `garlic`; in a checkout also the folder that is searched for it."""
    return tuple(
        place
        for home in map(Path, garlic.__path__)
        for place in (home, *([] if home.parent.name == "site-packages" else [home.parent]))
    )


def _profile(program: str) -> Profile:
    name = Path(program).name
    for start, profile in (
        ("python", Profile.PYTHON),
        ("node", Profile.NODE),
        ("java", Profile.JAVA),
    ):
        if name.startswith(start):
            return profile
    return Profile.C


def _existing(command: tuple[str, ...]) -> tuple[Path, ...]:
    """The files and folders that a command line names: it may read them."""
    return tuple(Path(word).resolve() for word in command[1:] if Path(word).exists())
