"""Finds, stores and checks bots: built-in ones, uploads, and files on this machine.

A bot is named by one string, as everywhere; ``stored:7`` is the version with id 7 in the database.
Files and commands of this machine can be named only if no other machine can reach the server.
"""

import os
import re
import shutil
import stat
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from threading import Lock
from typing import Any, Literal

from sqlalchemy import Connection

from garlic.core import Game, GarlicError, Seat, Text, UsageError
from garlic.core.reading.scan import whole_number
from garlic.courses.assistance import Assistance, check_assistance
from garlic.engines import player
from garlic.engines.built_in import check_built_in
from garlic.games import GAMES
from garlic.judge.bots import LARGEST_BOT, Bot, BotKind, NameParts, find_bot
from garlic.judge.build import keep_file
from garlic.judge.check import Finding, Result, check_bot
from garlic.judge.patience import Patience
from garlic.people.persons import LOCAL_PERSON, Person
from garlic.people.rules import Action, may
from garlic.people.things import version_thing
from garlic.sandbox import SandboxError
from garlic.store import Database
from garlic.store.bots import BotVersion, freeze, keep_bot, load_bot, readable_name
from garlic.store.owners import NOBODY, Owner
from garlic.store.roster import bot_of_version, keep_check, restore_bot
from garlic.web import clock
from garlic.web.events import Hub
from garlic.web.jobs.events import CheckedVersion, CheckEvent
from garlic.web.jobs.shares import Shares, Urgency
from garlic.web.jobs.uploads import BotFile
from garlic.web.jobs.workers import BackgroundJob, Send, StoppedError, WorkerPool
from garlic.web.sentences import encode_sentence
from garlic.wire import PROTOCOLS
from garlic.wire.registry import WireProtocol
from garlic.wire.settings import parse_settings

STORED = "stored:"
_ENGINE = "engine:"
_PATIENCE_SECONDS = 30.0  # of a check, for a machine that is too busy
_BUILT_IN = re.compile(r"(engine|random|baseline):([^/?]+)(?:/([^?]+))?(?:\?(.*))?")
_RESERVED = re.compile(r"(engine|random|baseline|stored):|human$")
_OPTIONS = ("level", "seed")  # clients must not choose threads or table sizes


@dataclass(frozen=True, slots=True)
class ResolvedBot:
    """A bot, and the name to show for it."""

    name: str
    bot: Bot
    version: int | None = None  # its id, if it is stored


def resolve_bot(
    database: Database, game: Game, name: str, *, local: bool, person: Person = LOCAL_PERSON
) -> ResolvedBot:
    """The bot called *name*, ready to play *game*; raise `GarlicError`.

    Files and commands of this machine are accepted only with *local*, stored bots only if *person*
    may use them.
    """
    if name.startswith(STORED):
        number = name.removeprefix(STORED)
        return database.read(partial(_stored, number=number, person=person))
    if (built_in := _BUILT_IN.fullmatch(name)) is not None:
        _check_built_in(game, built_in)
        if name.startswith(_ENGINE):
            database.read(lambda c: check_assistance(c, person, Assistance.ENGINES, clock.now()))
        return ResolvedBot(name, find_bot(name))
    if name == "human":
        raise UsageError("a human cannot take part here: play in the browser or the terminal")
    if not local:
        raise LocalOnlyError
    _check_file(name)
    return ResolvedBot(readable_name(_short(name)), find_bot(name))


class LocalOnlyError(GarlicError):
    """A file of this machine was named, but other machines can reach the server."""

    def __init__(self) -> None:
        super().__init__(
            "files of this machine can be named only where the server is reached from here alone;"
            " upload the bot instead"
        )


def _stored(connection: Connection, number: str, person: Person) -> ResolvedBot:
    version_id = whole_number(number, 1, (1 << 31) - 1)
    known = None if version_id is None else bot_of_version(connection, version_id)
    thing = None if version_id is None else version_thing(connection, version_id)
    if version_id is None or known is None or thing is None:
        raise UsageError("no bot is stored as {name!r}", name=f"{STORED}{number}")
    bot = load_bot(connection, version_id)
    # Built-in bots that have played are stored, too, and are everybody's.
    if bot.kind is not BotKind.BUILT_IN and not may(person, Action.USE, thing):
        raise UsageError("no bot is stored as {name!r}", name=f"{STORED}{number}")
    if bot.kind is BotKind.BUILT_IN and bot.name.startswith(_ENGINE):
        check_assistance(connection, person, Assistance.ENGINES, clock.now())
    return ResolvedBot(known[1], bot, version_id)


def _check_built_in(game: Game, parts: re.Match[str]) -> None:
    """Raise `UsageError` unless it is a player of *game*, with options that it has."""
    kind, _, name, query = parts.groups()
    check_built_in(game, parts[0])
    player_name = name if kind == "baseline" else kind
    options = parse_settings(parts[0], query or "")
    if unknown := sorted(set(options) - set(_OPTIONS)):
        raise UsageError(
            "{name} has no option {key!r}; there are: {known}",
            name=player_name,
            key=unknown[0],
            known=", ".join(_OPTIONS),
        )
    player(game, player_name, options, Seat.A)


def _check_file(name: str) -> None:
    """Raise `UsageError` if *name* names a file that is not a regular one or not the user's."""
    program = NameParts.of(name).program
    if program.startswith("cmd:") or ("/" not in program and _is_installed(program)):
        return
    try:
        status = Path(program).stat()
    except (OSError, ValueError) as fault:
        why = getattr(fault, "strerror", None) or str(fault)
        raise UsageError("cannot read the bot {name!r}: {why}", name=name, why=Text(why)) from fault
    if not stat.S_ISREG(status.st_mode) or status.st_size > LARGEST_BOT:
        raise UsageError("{name!r} is no file that could be a bot", name=name)
    if status.st_uid != os.getuid():
        raise UsageError("{name!r} belongs to somebody else", name=name)


def _is_installed(program: str) -> bool:
    """Is it a program on the PATH, and not a file in the current folder?"""
    try:
        return not Path(program).exists() and shutil.which(program) is not None
    except (OSError, ValueError):  # not a valid file name
        return False


def _short(name: str) -> str:
    """The name to show for the bot: its file's name, without its folder."""
    program = NameParts.of(name).program
    return name if program.startswith("cmd:") else Path(program).name or name


def store_bot(database: Database, resolved: ResolvedBot, owner: Owner = NOBODY) -> int:
    """Store the bot, if it is not, and return the id of its version; raise `GarlicError`."""
    if resolved.version is not None:
        return resolved.version
    frozen, content = freeze(resolved.bot)
    if resolved.bot.kind is BotKind.BUILT_IN:
        owner = NOBODY
    return database.write(lambda c: keep_bot(c, resolved.name, frozen, content, owner)).id


def checked_name(name: str) -> str:
    """*name* as tables can show it; raise `UsageError` if it looks like a built-in bot's."""
    shown = readable_name(name)
    if _RESERVED.match(shown):
        raise UsageError("{name!r} would be taken for a bot of ours: choose another", name=shown)
    return shown


def store_upload(
    database: Database, name: str, file: BotFile, protocol: str, owner: Owner = NOBODY
) -> BotVersion:
    """Store the uploaded *file* as the newest version of the bot *name*; raise `GarlicError`."""
    shown = checked_name(name)
    path = keep_file(file.name, file.content)
    prefix = "" if protocol == "line" else f"{protocol}:"
    # Named by its plain file name: the user's own text is only shown, never parsed as a bot name.
    bot = replace(find_bot(f"{prefix}{path}"), name=f"{prefix}{file.name}")

    def work(connection: Connection) -> BotVersion:
        restore_bot(connection, shown, owner)
        return keep_bot(connection, shown, bot, file.content, owner)

    return database.write(work)


def upload_protocols() -> list[WireProtocol]:
    """The protocols for uploaded bots: those that need no second file."""
    return [protocol for protocol in PROTOCOLS.values() if not protocol.file_settings]


def likely_games(kind: str, protocol: str) -> list[str]:
    """The games that a bot of this kind and protocol could play."""
    if kind == BotKind.COURSE.value:
        return [game.name for game in GAMES.values() if game.course is not None]
    known = PROTOCOLS.get(protocol)
    return list(known.games if known and known.games else GAMES)


# Checks ---------------------------------------------------------------------------------------


def check_in_worker(send: Send, bot: Bot, game: str) -> dict[str, Any]:
    """In a worker: the findings of `garlic check` as JSON for the page."""
    try:
        # A message may stop it.
        patience = Patience(_PATIENCE_SECONDS)
        report = check_bot(
            bot, GAMES[game], patience=patience, on_progress=lambda turns, _: send(turns)
        )
    except StoppedError:
        raise
    except GarlicError as fault:
        return _problem(fault)
    return {
        "result": report.result.value,
        "findings": [_finding(finding) for finding in report.findings],
        "problem": None,
    }


def _problem(fault: GarlicError) -> dict[str, Any]:
    """The report about a bot that could not be tried: *fault* is its own, or this machine's."""
    result = Result.NOT_JUDGED if isinstance(fault, SandboxError) else Result.FAILED
    return {"result": result.value, "findings": [], "problem": encode_sentence(fault).model_dump()}


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "name": encode_sentence(finding.name).model_dump(),
        "result": finding.result.value,
        "passed": finding.passed,
        "detail": None if finding.detail is None else encode_sentence(finding.detail).model_dump(),
        "advice": None if finding.advice is None else encode_sentence(finding.advice).model_dump(),
        "output": finding.output,
    }


class Checks:
    """The checks of bots that run now; their start and end are published as events."""

    def __init__(self, database: Database, hub: Hub, workers: WorkerPool, shares: Shares) -> None:
        self._database, self._hub, self._workers = database, hub, workers
        self._shares = shares
        self._running: dict[tuple[int, str], BackgroundJob] = {}
        self._lock = Lock()

    def running(self) -> dict[int, list[str]]:
        """For each version id, the games for which a check is running.

        Call this before reading the stored checks: one that ends in between is then among those.
        """
        games: dict[int, list[str]] = {}
        with self._lock:
            for version, game in sorted(self._running):
                games.setdefault(version, []).append(game)
        return games

    def begin(self, version_id: int, game: Game, owner: Owner = NOBODY) -> None:
        """Check a stored version for *game*, unless that is running; raise `GarlicError`."""
        bot = self._database.read(lambda c: load_bot(c, version_id))
        share = self._shares.of(owner, Urgency.INTERACTIVE)
        key = (version_id, game.name)
        with self._lock:
            if key in self._running:
                return
            self._running[key] = self._workers.submit(
                check_in_worker,
                bot,
                game.name,
                share=share,
                on_done=self._on_done(version_id, game.name),
            )
        self._publish(version_id, game.name, "checking")

    def _on_done(self, version_id: int, game: str) -> Callable[[Future[Any]], None]:
        def on_done(future: Future[Any]) -> None:
            try:
                report = future.result()
            except (CancelledError, StoppedError):
                report = None
            except GarlicError as fault:
                report = _problem(fault)
            try:
                if report is not None:
                    passed = report["result"] == Result.PASSED.value
                    self._database.write(
                        lambda c: keep_check(c, version_id, game, passed, report), patient=True
                    )
            finally:
                with self._lock:
                    self._running.pop((version_id, game), None)
                self._publish(version_id, game, "checked")

        return on_done

    def _publish(self, version_id: int, game: str, kind: Literal["checking", "checked"]) -> None:
        known = self._database.read(lambda c: bot_of_version(c, version_id))
        if known is not None:
            data = CheckedVersion(version=version_id, game=game)
            self._hub.publish(CheckEvent(topic=f"bot:{known[0]}", kind=kind, data=data))
