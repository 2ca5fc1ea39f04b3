"""One refereed game: a `GameRun` (bots, start, seed, limits) goes in, a `Record` comes out."""

import hashlib
import json
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from garlic.core import Game, Limits, Outcome, Position, Seat, UsageError
from garlic.core.limits import MEGABYTE
from garlic.games import GAMES
from garlic.judge.adjudication import NO_ADJUDICATION, Adjudication
from garlic.judge.bots import Bot, BotKind
from garlic.judge.build import (
    BuildFault,
    build_course_bot,
    build_folder,
    build_java,
    build_program,
)
from garlic.judge.building.cache import hold_if_cached
from garlic.judge.building.sanitizer import Sanitizer
from garlic.judge.faults import fault_rules
from garlic.judge.library import with_bot_library, with_game
from garlic.judge.players.one_shot import OneShotPlayer
from garlic.judge.players.process import CoursePlayer, Launch, ProcessPlayer, TalkingPlayer
from garlic.judge.players.terminal import TerminalPlayer
from garlic.judge.record import (
    NOT_JUDGED,
    Record,
    RecordedBot,
    Turn,
    adjudication_to_json,
    limits_to_json,
)
from garlic.judge.referee import Answer, Overloaded, Player, Referee, Refereed, Watcher
from garlic.judge.replay import RecordedPlayer
from garlic.sandbox import Ahead, Confinement, Profile, Snapshots
from garlic.wire import (
    LINE,
    PROTOCOLS,
    BotSettings,
    EarlyOutput,
    OneShot,
    SeatSetup,
    TerminalDialogue,
)
from garlic.wire.dialogue import Played

MOST_OVERLOADS = 3

_AHEAD = {
    EarlyOutput.FORBIDDEN: Ahead.FAULT,
    EarlyOutput.DROPPED: Ahead.DROP,
    EarlyOutput.JUDGED: Ahead.KEEP,
}

HumanPlayer = Callable[[SeatSetup], Player]


@dataclass(frozen=True, slots=True)
class GameRun:
    """Everything that determines a game, as plain values that can be pickled and hashed."""

    game: str
    bots: tuple[Bot, Bot]
    start: str  # the first position, in the game's notation
    seed: int = 0
    limits: Limits | None = None  # by default the game's
    timeouts: str = "default"
    lenient: bool = False  # skip unrequested lines of a bot
    map: str | None = None
    adjudication: Adjudication = NO_ADJUDICATION

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
    game_run: GameRun,
    *,
    watch: Watcher | None = None,
    human: HumanPlayer | None = None,
    cpus: frozenset[int] = frozenset(),
    past: Sequence[Turn] = (),
) -> Record:
    """Referee *game_run*; retry if the machine was too busy, three times at most.

    A game with people goes on from where it was, so it is retried three times at a turn. The turns
    *past* are replayed first, before the players are asked. Raises `UsageError` if a bot cannot
    play this game, and `SandboxError` if the machine cannot run one.
    """
    game = GAMES[game_run.game]
    start = game.parse(game_run.start)
    limits = game_run.limits or game.limits
    faults = fault_rules(game, game_run.timeouts)
    people = {seat for seat in Seat if game_run.bots[seat.index].kind is BotKind.HUMAN}
    overloads: list[Turn] = []
    attempts = 0
    rings: tuple[str, ...] = ()
    refereed: Refereed | None = None
    while refereed is None and attempts <= MOST_OVERLOADS:
        attempts += 1
        with ExitStack() as stack:
            players = {
                seat: stack.enter_context(
                    closing(
                        _player(game_run, SeatSetup(game, seat, limits, start), past, human, cpus)
                    )
                )
                for seat in Seat
            }
            referee = Referee(
                game,
                players,
                limits,
                game_run.seed,
                faults=faults,
                adjudication=game_run.adjudication,
                people=people,
                watch=watch,
            )
            try:
                refereed = referee.run(start)
            except Overloaded as busy:
                overloads.append(busy.turn)
                if people and len(referee.turns) > len(past):
                    past, attempts = tuple(referee.turns), 1
            rings = _rings_of(players.values())
    if refereed is None:
        refereed = Refereed((), (), NOT_JUDGED)
    return Record(
        game=game_run.game,
        map=game_run.map,
        start=game_run.start,
        seed=game_run.seed,
        limits=limits,
        timeouts=game_run.timeouts,
        bots=(_facts_of(game_run.bots[0]), _facts_of(game_run.bots[1])),
        isolation=rings,
        turns=refereed.turns,
        choices=refereed.choices,
        outcome=refereed.outcome,
        overloads=tuple(overloads),
        adjudication=game_run.adjudication,
    )


def _player(
    game_run: GameRun,
    setup: SeatSetup,
    past: Sequence[Turn],
    human: HumanPlayer | None,
    cpus: frozenset[int],
) -> Player:
    """The player of a seat, which first repeats its turns in *past*, if it has any."""
    own = [turn for turn in past if turn.seat == setup.game.seats[setup.seat.index]]
    if not own:
        return player_for(game_run, setup, human, cpus)
    return RecordedPlayer(own, lambda: player_for(game_run, setup, human, cpus))


def _rings_of(players: Iterable[Player]) -> tuple[str, ...]:
    """The sandbox rings that held for every process that was started."""
    asked = [
        player.live or player if isinstance(player, RecordedPlayer) else player
        for player in players
    ]
    rings = [
        set(player.rings)
        for player in asked
        if isinstance(player, ProcessPlayer) and player.rings is not None
    ]
    return tuple(sorted(set.intersection(*rings))) if rings else ()


def _facts_of(bot: Bot) -> RecordedBot:
    """*bot* as it is written to a record."""
    return RecordedBot(bot.name, bot.kind.value, bot.digest(), _foreign_profile(bot))


def _foreign_profile(bot: Bot) -> str | None:
    """The sandbox profile of a foreign engine, for the record; None for any other bot.

    A bot whose name lists files is treated as one, whatever its protocol.
    """
    if bot.files:
        return f"{Profile.FOREIGN.value} with files"
    return Profile.FOREIGN.value if PROTOCOLS.get(bot.protocol, LINE).is_engine else None


class _BrokenPlayer:
    """A bot that could not be built: it answers with the fault, and never moves."""

    def __init__(self, fault: BuildFault) -> None:
        self._answer = Answer(fault.verdict, detail=fault.text, stderr=fault.log)

    def start(self) -> Answer:
        """The fault."""
        return self._answer

    def ask(self, position: Position, played: Played, seconds: float) -> Answer:
        """The fault again."""
        del position, played, seconds
        return self._answer

    def end(self, outcome: Outcome, played: Played) -> None:
        """Nothing to do: there is no process."""

    def close(self) -> None:
        """Nothing was opened."""


def player_for(
    game_run: GameRun,
    setup: SeatSetup,
    human: HumanPlayer | None = None,
    cpus: frozenset[int] = frozenset(),
    sanitizer: Sanitizer | None = None,
) -> Player:
    """The player for a seat of *game_run*; raise `UsageError` if it cannot play this game.

    With *sanitizer* a bot in C or C++ is built with it.
    """
    game, bot = setup.game, game_run.bots[setup.seat.index]
    if bot.kind is BotKind.HUMAN:
        if human is None:
            raise UsageError("a human can only play in a terminal: use `garlic play`")
        return human(setup)
    launch = _launch(game_run.seed, bot, setup, cpus, sanitizer)
    if isinstance(launch, BuildFault):
        return _BrokenPlayer(launch)
    if bot.kind is BotKind.COURSE:
        assert game.course is not None  # noqa: S101  (checked by _launch)
        return CoursePlayer(launch, setup, game.course)
    protocol = PROTOCOLS.get(bot.protocol, LINE)
    protocol.check(game)
    # The settings of a built-in bot are options of its engine, not of the protocol.
    settings = {} if bot.kind is BotKind.BUILT_IN else bot.settings
    dialogue = protocol.dialogue(setup, BotSettings(settings, game_run.lenient))
    if isinstance(dialogue, OneShot):
        return OneShotPlayer(launch, setup, dialogue)
    if isinstance(dialogue, TerminalDialogue):
        return TerminalPlayer(launch, setup, dialogue)
    ahead = _AHEAD[protocol.early]
    if game_run.lenient and ahead is Ahead.FAULT:
        ahead = Ahead.DROP
    is_engine = protocol.is_engine
    return TalkingPlayer(launch, setup, dialogue, ahead, is_engine=is_engine)


def _launch(
    seed: int, bot: Bot, setup: SeatSetup, cpus: frozenset[int], sanitizer: Sanitizer | None
) -> Launch | BuildFault:
    """How to start *bot* in this game; a `BuildFault` if it cannot be built."""
    if bot.kind is BotKind.BUILT_IN:
        # Seeded from the game run, so that the same run gives the same game; what its name sets
        # has precedence.
        usual = {"seed": 2 * seed + setup.seat.index, "nodes": setup.limits.nodes}
        options = [
            f"--{key}={value}"
            for key, value in usual.items()
            if value is not None and key not in bot.settings
        ]
        confinement = Confinement(setup.limits.memory_bytes, Profile.ENGINE, cpus=cpus)
        return Launch((*bot.command, *options), with_game(confinement, setup.game))
    return launch(bot, setup.limits.memory_bytes, setup.game, cpus, sanitizer)


def launch(
    bot: Bot,
    memory_bytes: int,
    game: Game | None = None,
    cpus: frozenset[int] = frozenset(),
    sanitizer: Sanitizer | None = None,
) -> Launch | BuildFault:
    """How to start *bot*, any but a built-in one; a `BuildFault` if it cannot be built.

    *game* is needed for a bot in the courses' form, and raises `UsageError` if it has no such form;
    a Python bot can import its rules.
    """
    foreign = _foreign_profile(bot) is not None
    files = tuple(path.resolve() for path in bot.files)

    def confined(profile: Profile, *readable: Path, unseen: tuple[Path, ...] = ()) -> Confinement:
        if sanitizer and profile is Profile.C:
            return _sanitized(memory_bytes, sanitizer, cpus, own_channel=bot.kind is BotKind.COURSE)
        usual = Confinement(
            memory_bytes, profile, readable=(*readable, *files), unseen=unseen, cpus=cpus
        )
        if not foreign:
            return usual
        wider = Profile.FOREIGN if profile in _NARROW else profile
        return replace(usual, profile=wider, reply_bytes=_SEARCH_OUTPUT_BYTES)

    if bot.kind is BotKind.PROGRAM and bot.path is None:
        return Launch(bot.command, confined(_profile(bot.command[0]), *_existing(bot.command)))
    assert bot.path is not None  # noqa: S101  (all other kinds are files)
    hold_if_cached(bot.path)
    path = bot.path.resolve()
    if bot.kind is BotKind.PROGRAM:
        return Launch((path,), confined(Profile.C))
    if bot.kind is BotKind.PYTHON and bot.protocol != "line":
        return Launch((sys.executable, path), confined(Profile.PYTHON, path))
    if bot.kind is BotKind.PYTHON:
        command = (sys.executable, "-m", "garlic.bot", path)
        return Launch(command, with_bot_library(confined(Profile.PYTHON, path), game))
    if bot.kind is BotKind.SCRIPT:
        # Node looks for package.json in every folder above a script; there is none.
        packages = tuple(folder / "package.json" for folder in path.parents)
        profile = _profile(bot.command[0])
        return Launch((*bot.command, path), confined(profile, path, unseen=packages))
    return _built_launch(game, bot, path, confined, sanitized=sanitizer is not None)


def _sanitized(
    memory_bytes: int, sanitizer: Sanitizer, cpus: frozenset[int], *, own_channel: bool
) -> Confinement:
    """The sandbox of a bot with sanitizers, which need memory of their own."""
    return Confinement(
        memory_bytes * 3 + _SANITIZER_BYTES,
        Profile.SANITIZED,
        reserved_bytes=sanitizer.reserved_bytes,
        stack_bytes=2 * memory_bytes,
        own_channel=own_channel,
        cpus=cpus,
    )


def _built_launch(
    game: Game | None,
    bot: Bot,
    path: Path,
    confined: Callable[..., Confinement],
    *,
    sanitized: bool,
) -> Launch | BuildFault:
    if bot.kind is BotKind.COURSE:
        if game is None or game.course is None:
            raise UsageError(
                "{name}: {game} has no C form; write a program with main that speaks the line"
                " protocol",
                name=bot.name,
                game=game.name if game else "-",
            )
        built = build_course_bot(path, game.course, sanitized=sanitized)
        if isinstance(built, BuildFault):
            return built
        snapshots = None if sanitized else _snapshots(built.program)
        return Launch((built.program,), confined(Profile.C), snapshots)
    if bot.kind is BotKind.JAVA:
        built = build_java(path)
    elif bot.kind is BotKind.FOLDER or PROTOCOLS.get(bot.protocol, LINE).takes_folders:
        built = build_folder(path, sanitized=sanitized)
    else:
        built = build_program(path, sanitized=sanitized)
    if isinstance(built, BuildFault):
        return built
    if bot.kind is BotKind.JAVA:
        flags = ("-Xshare:auto", "-XX:+UseSerialGC", "-XX:-UsePerfData")
        command = ("java", *flags, "-cp", built.program, path.stem)
        return Launch(command, confined(Profile.JAVA, built.program))
    return Launch((built.program,), confined(Profile.C))


_NARROW = {Profile.C, Profile.PYTHON}  # one thread; the other profiles allow many
_SEARCH_OUTPUT_BYTES = 4 * MEGABYTE  # of an engine's output before its move
_SANITIZER_BYTES = 256 * MEGABYTE  # of memory, besides three times the bot's


@cache
def _snapshots(program: Path) -> Snapshots:
    """The snapshots of a built host; cached, since a built program never changes."""
    return Snapshots.of(program)


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
    """The files and folders named in a command line, which it may read."""
    return tuple(Path(word).resolve() for word in command[1:] if Path(word).exists())
