"""Plays trials with a bot built with sanitizers, to find out where it misuses memory.

Only such faults are looked for: a sanitized bot is slow and needs much memory, so what it says
about time and memory means nothing.
"""

import re
import subprocess
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache, partial
from pathlib import Path

from garlic.core import Limits, Text, Verdict
from garlic.judge.bots import Bot, BotKind
from garlic.judge.build import BuildFault, NotInstalledError, build_parts
from garlic.judge.building.sanitizer import FLAGS, UNIT, Sanitizer, sanitizer_unit
from garlic.judge.building.sources import HEADER_ENDINGS, SOURCE_ENDINGS, source_text
from garlic.judge.checking.aspects import BUSY
from garlic.judge.checking.report import Finding, Result
from garlic.judge.checking.sanitizer import MemoryFault, SourceFile, parse_report
from garlic.judge.checking.trials import Trials
from garlic.judge.game_run import player_for
from garlic.judge.record import Turn

_NAME = "passes the sanitizers"
_UNDEFINED = "relies on undefined behaviour"
_ADVICE = "fix this line first: such a fault often goes unnoticed and then crashes elsewhere"
_SLOWER = 5  # times
_REPORT_SECONDS = 15.0  # to look up the lines of a fault
_MOST_SECONDS = 30.0  # for all trials
_RAN = frozenset({Verdict.OK, Verdict.ILLEGAL_MOVE, Verdict.PROTOCOL, Verdict.RESIGNED})
_NOTE = "looking for memory errors"
_VM_DATA = re.compile(r"^VmData:\s*(\d+) kB$", re.MULTILINE)
_PROBE = b"""#include <stdio.h>
int main(void) {
    char text[4096];
    FILE *file = fopen("/proc/self/status", "r");
    if (file != NULL) fwrite(text, 1, fread(text, 1, sizeof text, file), stdout);
    return 0;
}
"""


def can_be_sanitized(bot: Bot) -> bool:
    """Whether *bot* is a source in C or C++, which we build."""
    return bot.kind in {BotKind.COURSE, BotKind.COMPILED, BotKind.FOLDER}


def memory_findings(usual: Trials, *, asked: bool) -> list[Finding]:
    """What sanitizers find in the trials *usual* if they are played again with them.

    If it was not *asked* for, it says nothing where it cannot say anything.
    """
    try:
        sanitizer = find_sanitizer()
    except NotInstalledError as missing:
        return [Finding(_NAME, Result.NOT_JUDGED, missing.text)] if asked else []
    run = _SanitizedRun(usual, sanitizer)
    run.play()
    return run.findings(asked=asked)


@cache
def find_sanitizer() -> Sanitizer:
    """The sanitizers of this machine; raise `NotInstalledError` if there are none that work."""
    parts = {"probe.c": _PROBE, UNIT: sanitizer_unit()}
    built = build_parts("gcc", FLAGS, ("probe.c", UNIT), parts)
    if isinstance(built, BuildFault):
        raise NotInstalledError(
            "the compiler's sanitizers (libasan, libubsan) are not installed on this machine"
        )
    try:
        run = subprocess.run(  # noqa: S603 - our own program
            [built.program], capture_output=True, text=True, check=False, timeout=60
        )
    except (OSError, subprocess.TimeoutExpired):
        found = None
    else:
        found = _VM_DATA.search(run.stdout)
    if found is None:
        raise NotInstalledError("the compiler's sanitizers do not work on this machine")
    return Sanitizer(int(found[1]) * 1024)


@dataclass(slots=True)
class _SanitizedRun:
    usual: Trials
    sanitizer: Sanitizer
    faults: list[MemoryFault] = field(default_factory=list)
    trials: Trials = field(init=False)

    def play(self) -> None:
        """Play until the first fault that ends the bot, or until time is up."""
        until = time.monotonic() + _MOST_SECONDS
        sources = bot_sources(self.usual.bot)

        def is_last(turn: Turn) -> bool:
            exhausted = turn.verdict is Verdict.MEMORY  # what follows from that is no news
            found = [] if exhausted else parse_report(turn.stderr, sources)
            known = {(fault.file, fault.line) for fault in self.faults}
            self.faults += [fault for fault in found if (fault.file, fault.line) not in known]
            return any(fault.fatal for fault in found) or time.monotonic() > until

        usual = self.usual
        self.trials = replace(
            usual,
            limits=_wider(usual.limits),
            make_player=partial(player_for, sanitizer=self.sanitizer),
            on_progress=lambda turns, note: usual.on_progress(turns, note or Text(_NOTE)),
            is_last=is_last,
            judged=[],
            given_up=[],
            repeated=0,
        )
        self.trials.play()

    def findings(self, *, asked: bool) -> list[Finding]:
        """What the run shows."""
        serious = [fault for fault in self.faults if fault.serious]
        findings = []
        if serious:
            worst = next((fault for fault in serious if fault.fatal), serious[0])
            findings.append(Finding(_NAME, Result.FAILED, worst.text, _ADVICE, worst.excerpt))
        elif asked and (why := self._why_not_judged()) is not None:
            findings.append(Finding(_NAME, Result.NOT_JUDGED, why))
        elif asked:
            findings.append(Finding(_NAME, Result.PASSED, self._figures()))
        if soft := [fault for fault in self.faults if not fault.serious]:
            findings.append(
                Finding(_UNDEFINED, Result.REMARK, soft[0].text, output=soft[0].excerpt)
            )
        return findings

    def _why_not_judged(self) -> Text | None:
        turns = self.trials.turns
        if any(turn.verdict is Verdict.COMPILE_ERROR for turn in turns):
            return Text("it could not be built with sanitizers")
        if any(turn.number > 0 and turn.verdict in _RAN for turn in turns):
            return None
        if self.trials.given_up:
            return BUSY
        return Text("with sanitizers it did not answer")

    def _figures(self) -> Text:
        turns = sum(turn.number > 0 for turn in self.trials.turns)
        return Text(
            "{turns:turn|turns} in {games:game|games}", turns=turns, games=len(self.trials.judged)
        )


def bot_sources(bot: Bot) -> Mapping[str, SourceFile]:
    """The files of *bot* by the paths under which `judge.build` compiles them."""
    assert bot.path is not None  # noqa: S101  (see `can_be_sanitized`)
    if bot.path.is_dir():
        return {
            str(path.relative_to(bot.path)): _read(path, str(path.relative_to(bot.path)))
            for path in sorted(bot.path.rglob("*"))
            if path.suffix.lower() in SOURCE_ENDINGS | HEADER_ENDINGS and path.is_file()
        }
    own = _read(bot.path, bot.path.name)
    built_as = {BotKind.COURSE: ("code/player.h",), BotKind.COMPILED: ("bot.c", "bot.cpp")}
    return dict.fromkeys((*built_as.get(bot.kind, ()), bot.path.name), own)


def _read(path: Path, name: str) -> SourceFile:
    text = source_text(path)
    lines = [] if isinstance(text, BuildFault) else text.decode(errors="replace").split("\n")
    return SourceFile(name, lines)


def _wider(limits: Limits) -> Limits:
    """Limits for a sanitized bot; the memory is widened in `judge.game_run`."""
    return replace(
        limits,
        init_seconds=_SLOWER * limits.init_seconds + _REPORT_SECONDS,
        turn_seconds=_SLOWER * limits.turn_seconds + _REPORT_SECONDS,
        game_seconds=None,
    )
