"""The way to run a candidate on the cases of a test: found once, on the smallest case.

A program may read standard input or a file named by its argument (the standard form), or files
where one of the lab's forms says. Its sources only give a hint, so the smallest case is run in each
way, the likeliest first, until one earns points; all cases are then run in that way.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath
from threading import Lock

from garlic.core import Limits, Verdict
from garlic.judge.bots import BotKind
from garlic.judge.build_tree import TreeProgram
from garlic.judge.building.sources import SOURCE_ENDINGS
from garlic.judge.players.process import Launch
from garlic.labs.candidates import Candidate
from garlic.labs.checkers import Case
from garlic.labs.copies import CaseInput, run_in_copy
from garlic.labs.forms import argument_lists, names_folder, reads_arguments
from garlic.labs.programs import ready_program, run_once
from garlic.labs.steps import Outcome, is_judged

_Way = tuple[str, ...] | None
"""Arguments for a run in a copy of the folder; None: the standard form, in the sandbox."""

Share = Callable[[Case, Outcome], float]
"""The share of a case's points that an outcome earns."""


class ProgramRuns:
    """Runs the program of *candidate* on *cases*; thread-safe."""

    def __init__(
        self, candidate: Candidate, cases: Sequence[Case], limits: Limits, share: Share
    ) -> None:
        self._candidate = candidate
        self._cases = sorted(cases, key=lambda case: case.size)
        self._limits = limits
        self._share = share
        self._lock = Lock()
        self._found: tuple[_Way] | None = None
        self._tried: Outcome | None = None  # of the smallest case, from finding the way
        self._launches: dict[Path, Launch] = {}

    def run(self, case: Case, cpus: frozenset[int]) -> Outcome:
        """The outcome for *case*, in the way that fits the program."""
        with self._lock:
            if self._found is None:
                found = self._find(cpus)
                if isinstance(found, dict):
                    return found
                self._found = found
            if case is self._cases[0] and self._tried is not None:
                tried, self._tried = self._tried, None
                return tried
        return self._run(case, self._found[0], cpus)

    def _find(self, cpus: frozenset[int]) -> tuple[_Way] | Outcome:
        """The way, or an outcome that was not judged if the right one could not be tried."""
        ways = self._ways()
        if len(ways) == 1:
            return (ways[0],)
        smallest = self._cases[0]
        unknown: Outcome | None = None
        first: Outcome | None = None
        for way in ways:
            outcome = self._run(smallest, way, cpus)
            if not is_judged(outcome):
                unknown = outcome
                continue
            first = first or outcome
            # One that names no folder of the forms has no reason to open files.
            strays = way is ways[0] is None and outcome["verdict"] == Verdict.FORBIDDEN.value
            if strays or self._share(smallest, outcome) > 0:
                self._tried = outcome
                return (way,)
        if unknown is not None:
            return unknown
        self._tried = first
        return (ways[0],)

    def _ways(self) -> list[_Way]:
        candidate = self._candidate
        assert candidate.bot is not None  # noqa: S101  (it is built)
        if not candidate.forms or candidate.bot.kind not in (BotKind.PROGRAM, BotKind.PYTHON):
            return [None]
        endings = SOURCE_ENDINGS | {".py"}
        sources = [path for path in candidate.submission.files if path.suffix.lower() in endings]
        texts = [path.read_bytes().decode("utf-8", "replace") for path in sources]
        used = any(map(reads_arguments, texts))
        in_copy: list[_Way] = [*argument_lists(candidate.forms, reads_arguments=used)]
        if any(names_folder(text, candidate.forms) for text in texts):
            # Without arguments a copy offers all that the standard form does.
            return [*in_copy, None] if used else in_copy
        return [None, *in_copy]

    def _run(self, case: Case, way: _Way, cpus: frozenset[int]) -> Outcome:
        """The outcome of all programs: of one that answers alone, or of all together."""
        programs = self._programs()
        if len(programs) == 1:
            return self._run_program(programs[0], case, way, cpus)
        best: Outcome = {}
        most = -1.0
        joined: Outcome | None = None
        for program in programs:
            outcome = self._run_program(program, case, way, cpus)
            if not is_judged(outcome):
                return outcome
            choices = [outcome]
            if joined is not None and outcome["verdict"] == Verdict.OK.value:
                together = f"{joined['output'].rstrip()}\n{outcome['output']}"
                choices.append({**outcome, "output": together})
            for choice in choices:
                share = self._share(case, choice)
                if share > most:
                    best, most = choice, share
            if most >= 1:
                break
            joined = choices[-1]
        return best

    def _programs(self) -> tuple[TreeProgram, ...]:
        candidate = self._candidate
        if candidate.programs:
            return candidate.programs
        assert candidate.entry is not None  # noqa: S101  (it is built)
        folder = candidate.entry.parent.relative_to(candidate.submission.folder)
        return (TreeProgram(candidate.entry.stem, candidate.entry, PurePosixPath(folder)),)

    def _run_program(
        self, program: TreeProgram, case: Case, way: _Way, cpus: frozenset[int]
    ) -> Outcome:
        candidate = self._candidate
        if way is not None:
            others = (other for other in self._cases if other.content != case.content)
            filler = next(others, case).content
            return run_in_copy(
                candidate.submission.folder,
                program,
                candidate.forms,
                way,
                CaseInput(case.file_name, case.content, filler),
                self._limits,
                cpus,
            )
        ready = self._ready(program)
        return run_once(ready, self._limits, case.file_name, case.content, cpus)

    def _ready(self, program: TreeProgram) -> Launch:
        """How to start *program*, the same for all cases."""
        if program.program not in self._launches:
            candidate = self._candidate
            assert candidate.bot is not None  # noqa: S101  (it is built)
            bot = candidate.bot
            if candidate.programs:
                bot = replace(bot, path=program.program)
            self._launches[program.program] = ready_program(bot, self._limits)
        return self._launches[program.program]
