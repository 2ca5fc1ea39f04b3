"""Bots as the page knows them: ours, those that people brought, and files on this machine.

One string names a bot here as everywhere, and ``stored:7`` is the version 7 of the database.
Files and commands of this machine can be named only where nobody else can reach the server.
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
from typing import Any

from sqlalchemy import Connection

from garlic.core import Game, GarlicError, Seat, Text, UsageError
from garlic.core.reading.scan import whole_number
from garlic.engines import player
from garlic.engines.built_in import check_built_in
from garlic.games import GAMES
from garlic.judge.bots import LARGEST_BOT, Bot, BotKind, NameParts, find_bot
from garlic.judge.build import keep_file
from garlic.judge.check import Finding, check_bot
from garlic.store import Database
from garlic.store.bots import BotVersion, freeze, keep_bot, load_bot, readable_name
from garlic.store.roster import bot_of_version, keep_check, restore_bot
from garlic.web.events import Hub
from garlic.web.jobs.uploads import BotFile
from garlic.web.jobs.workers import BackgroundJob, StoppedError, Tell, WorkerPool
from garlic.web.sentences import wording
from garlic.wire import PROTOCOLS
from garlic.wire.registry import WireProtocol

STORED = "stored:"
_OURS = re.compile(r"(engine|random|baseline):([^/?]+)(?:/([^?]+))?(?:\?(.*))?")
_TAKEN = re.compile(r"(engine|random|baseline|stored):|human$")
_OPTIONS = ("level", "seed")  # threads and tables are the machine's, not a guest's


@dataclass(frozen=True, slots=True)
class Named:
    """A bot that was asked for, and what tables call it."""

    name: str
    bot: Bot


def find(database: Database, game: Game, wish: str, *, local: bool) -> Named:
    """The bot that *wish* names, ready to play *game*; raise `GarlicError`.

    Only with *local* may it be a file or a command of this machine.
    """
    if wish.startswith(STORED):
        return database.read(partial(_stored, wish=wish.removeprefix(STORED)))
    if (ours := _OURS.fullmatch(wish)) is not None:
        _check_ours(game, ours)
        return Named(wish, find_bot(wish))
    if wish == "human":
        raise UsageError("a human cannot take part here: play in the browser or the terminal")
    if not local:
        raise NotHereError
    _check_file(wish)
    return Named(readable_name(_short(wish)), find_bot(wish))


class NotHereError(GarlicError):
    """Somebody elsewhere names a file of this machine."""

    def __init__(self) -> None:
        super().__init__(
            "files of this machine can be named only where the server is reached from here alone;"
            " upload the bot instead"
        )


def _stored(connection: Connection, wish: str) -> Named:
    number = whole_number(wish, 1, (1 << 31) - 1)
    known = None if number is None else bot_of_version(connection, number)
    if number is None or known is None:
        raise UsageError("no bot is stored as {wish!r}", wish=f"{STORED}{wish}")
    return Named(known[1], load_bot(connection, number))


def _check_ours(game: Game, found: re.Match[str]) -> None:
    """Raise `UsageError` unless it is a player of *game*, with options that it has."""
    kind, _, name, query = found.groups()
    check_built_in(game, found[0])
    wished = name if kind == "baseline" else kind
    options = {
        key: value for key, _, value in (pair.partition("=") for pair in (query or "").split("&"))
    }
    options.pop("", None)
    if odd := sorted(set(options) - set(_OPTIONS)):
        raise UsageError(
            "{name} has no option {key!r}; there are: {known}",
            name=wished,
            key=odd[0],
            known=", ".join(_OPTIONS),
        )
    player(game, wished, options, Seat.A)


def _check_file(wish: str) -> None:
    """Raise `UsageError` unless the file in *wish*, if there is one, is plain and the user's."""
    program = NameParts.of(wish).program
    if program.startswith("cmd:") or ("/" not in program and _is_installed(program)):
        return
    try:
        facts = Path(program).stat()
    except (OSError, ValueError) as fault:
        why = getattr(fault, "strerror", None) or str(fault)
        raise UsageError("cannot read the bot {name!r}: {why}", name=wish, why=Text(why)) from fault
    if not stat.S_ISREG(facts.st_mode) or facts.st_size > LARGEST_BOT:
        raise UsageError("{name!r} is no file that could be a bot", name=wish)
    if facts.st_uid != os.getuid():
        raise UsageError("{name!r} belongs to somebody else", name=wish)


def _is_installed(program: str) -> bool:
    """Is it no file here, but a program that can be called by its name?"""
    try:
        return not Path(program).exists() and shutil.which(program) is not None
    except (OSError, ValueError):  # no name that a file could have
        return False


def _short(wish: str) -> str:
    """What a table calls the bot: its file's name, without its folder."""
    program = NameParts.of(wish).program
    return wish if program.startswith("cmd:") else Path(program).name or wish


def keep(database: Database, named: Named, content: bytes | None = None) -> BotVersion:
    """Store the bot; the version that it is. Raises `GarlicError`."""
    frozen, found = freeze(named.bot)
    return database.write(lambda c: keep_bot(c, named.name, frozen, content or found))


def checked_name(name: str) -> str:
    """*name* as tables can show it; raise `UsageError` if it would pass for another bot's."""
    shown = readable_name(name)
    if _TAKEN.match(shown):
        raise UsageError("{name!r} would be taken for a bot of ours: choose another", name=shown)
    return shown


def take_in(database: Database, name: str, file: BotFile, protocol: str) -> BotVersion:
    """Store the uploaded *file* as the newest version of the bot *name*; raise `GarlicError`."""
    shown = checked_name(name)
    path = keep_file(file.name, file.content)
    prefix = "" if protocol == "line" else f"{protocol}:"
    # Called by its plain file name: what people wrote is only ever shown, never read as a bot's.
    bot = replace(find_bot(f"{prefix}{path}"), name=f"{prefix}{file.name}")

    def work(connection: Connection) -> BotVersion:
        restore_bot(connection, shown)
        return keep_bot(connection, shown, bot, file.content)

    return database.write(work)


def upload_protocols() -> list[WireProtocol]:
    """How an uploaded file may be spoken to: whatever needs no other file."""
    return [protocol for protocol in PROTOCOLS.values() if not protocol.file_settings]


def likely_games(kind: str, protocol: str) -> list[str]:
    """The games whose form a bot of this kind can have at all."""
    if kind == BotKind.COURSE.value:
        return [game.name for game in GAMES.values() if game.course is not None]
    known = PROTOCOLS.get(protocol)
    return list(known.games if known and known.games else GAMES)


# Trying bots out ------------------------------------------------------------------------------


def try_out(tell: Tell, bot: Bot, game: str) -> dict[str, Any]:
    """In a worker: what `garlic check` finds, as the page shows it."""
    try:
        report = check_bot(bot, GAMES[game], on_progress=tell)  # by which it can be stopped
    except StoppedError:
        raise
    except GarlicError as fault:
        return {"passed": False, "findings": [], "problem": wording(fault)}
    return {
        "passed": report.passed,
        "findings": [_finding(finding) for finding in report.findings],
        "problem": None,
    }


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "name": wording(finding.name),
        "passed": finding.passed,
        "detail": None if finding.detail is None else wording(finding.detail),
        "advice": None if finding.advice is None else wording(finding.advice),
        "output": finding.output,
    }


class Checks:
    """Bots that are being tried out, and who is told when that is over."""

    def __init__(self, database: Database, hub: Hub, workshop: WorkerPool) -> None:
        self._database, self._hub, self._workshop = database, hub, workshop
        self._running: dict[tuple[int, str], BackgroundJob] = {}
        self._lock = Lock()

    def running(self) -> dict[int, list[str]]:
        """By version, the games at which it is being tried out now.

        To be asked before the checks that are kept: what ends meanwhile is then among those.
        """
        found: dict[int, list[str]] = {}
        with self._lock:
            for version, game in sorted(self._running):
                found.setdefault(version, []).append(game)
        return found

    def begin(self, version_id: int, game: Game) -> None:
        """Try a stored version out at *game*, unless that is going on; raise `GarlicError`."""
        bot = self._database.read(lambda c: load_bot(c, version_id))
        key = (version_id, game.name)
        with self._lock:
            if key in self._running:
                return
            self._running[key] = self._workshop.submit(
                try_out, bot, game.name, done=self._done(version_id, game.name)
            )
        self._tell(version_id, game.name, "checking")

    def _done(self, version_id: int, game: str) -> Callable[[Future[Any]], None]:
        def done(future: Future[Any]) -> None:
            try:
                report = future.result()
            except (CancelledError, StoppedError):
                report = None
            except GarlicError as fault:
                report = {"passed": False, "findings": [], "problem": wording(fault)}
            try:
                if report is not None:
                    self._database.write(
                        lambda c: keep_check(c, version_id, game, report["passed"], report)
                    )
            finally:
                with self._lock:
                    self._running.pop((version_id, game), None)
                self._tell(version_id, game, "checked")

        return done

    def _tell(self, version_id: int, game: str, kind: str) -> None:
        known = self._database.read(lambda c: bot_of_version(c, version_id))
        if known is not None:
            self._hub.publish(f"bot:{known[0]}", kind, {"version": version_id, "game": game})
