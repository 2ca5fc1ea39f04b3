"""A lab: the submissions it accepts, its tests and their points, read from a TOML file.

`docs/teach/lab-format.md` describes the format.
"""

import hashlib
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import compress
from pathlib import Path

import garlic
from garlic.core import GarlicError, InvalidFileError, Limits, UsageError
from garlic.core.language.bilingual import Bilingual
from garlic.core.limits import MEGABYTE
from garlic.core.reading.fields import Fields, read_toml
from garlic.core.reading.files import why
from garlic.games import GAMES
from garlic.labs.candidates import SubmissionFormat
from garlic.labs.checks import CHECKS, Check, Setting
from garlic.labs.checks.base import read_limits
from garlic.labs.forms import parse_forms
from garlic.labs.policy.lateness import LatePolicy, read_policy
from garlic.labs.policy.visibility import HiddenPoints, Visibility
from garlic.labs.results import total
from garlic.labs.similarity.aids import AllowedAids
from garlic.wire import PROTOCOLS

SCHEMA = "garlic-lab/1"
MOST_TESTS = 500

_BOT_FILES = (
    "player.h",
    "player.hpp",
    "*.h",
    "*.hpp",
    "*.cpp",
    "*.cc",
    "*.c",
    "*.py",
    "*.java",
    "*.js",
)
_PROGRAM_FILES = ("main.*", "*.cpp", "*.cc", "*.cxx", "*.c", "*.py", "*.java", "*.js")
_PROGRAM_LIMITS = Limits(init_seconds=5, turn_seconds=10, memory_bytes=256 * MEGABYTE)


@dataclass(frozen=True, slots=True)
class Lab:
    """A graded task."""

    name: str
    title: Bilingual
    about: Bilingual
    accepted: SubmissionFormat
    how: Bilingual  # how to submit
    setting: Setting
    tests: tuple[Check, ...]
    digest: str  # of the file and the version of this package
    visibility: tuple[Visibility, ...]  # of each test
    policy: LatePolicy
    hidden_points: HiddenPoints  # what students are told of tests that they do not see
    withheld_points: float = 0.0  # in what students see: of the tests that were left out
    aids: AllowedAids = field(default_factory=AllowedAids)

    @property
    def max_points(self) -> float:
        """The sum of the points of its tests."""
        return total(test.max_points for test in self.tests)

    @property
    def breaks_ties(self) -> bool:
        """Whether equal points are ranked by thinking time."""
        return any(getattr(test, "tie_break", False) for test in self.tests)

    def shown(self, now: datetime) -> tuple[bool, ...]:
        """Whether students see each of its tests at the time *now*."""
        return tuple(kind.is_shown(self.policy, now) for kind in self.visibility)

    def for_students(self, now: datetime) -> "Lab":
        """The lab without the tests that students do not see at the time *now*."""
        shown = self.shown(now)
        if all(shown):
            return self
        withheld = 0.0
        if self.hidden_points is HiddenPoints.TOTAL:
            withheld = self.max_points - total(t.max_points for t in compress(self.tests, shown))
        return replace(
            self,
            tests=tuple(compress(self.tests, shown)),
            visibility=tuple(compress(self.visibility, shown)),
            withheld_points=total([withheld]),
        )

    def verify(self) -> None:
        """Raise `GarlicError` if a test refers to something that does not exist."""
        for number, test in enumerate(self.tests, 1):
            try:
                test.verify(self.setting)
            except GarlicError as fault:
                raise UsageError(
                    "{lab}, tests[{number}]: {fault}", lab=self.name, number=number, fault=fault
                ) from fault


def read_lab(content: bytes, name: str, home: Path) -> Lab:
    """The lab that the TOML *content* describes; files are looked for below *home*.

    Raises `InvalidFileError` that names the wrong field.
    """
    fields = read_toml(content, home)
    schema = fields.take("schema", str)
    if schema != SCHEMA:
        raise fields.fault("schema", "expected {schema!r}, got {got!r}", schema=SCHEMA, got=schema)
    title, about = fields.words("title"), fields.words("about", Bilingual("", ""))
    accepted, how = _submission_format(fields.inner("hand_in"))
    limits = read_limits(fields, accepted.game.limits if accepted.game else _PROGRAM_LIMITS)
    setting = Setting(accepted.game, limits, home, fields.whole("seed", 0, 1 << 62, 1))
    rows = fields.many("tests", [])
    if not 1 <= len(rows) <= MOST_TESTS:
        raise fields.fault(
            "tests", "expected 1 to {most} tests, got {got}", most=MOST_TESTS, got=len(rows)
        )
    tests, visibility = [], []
    for row in rows:
        test = CHECKS[row.one_of("check", CHECKS)](row, setting)
        visibility.append(
            Visibility(row.one_of("visibility", list(Visibility), Visibility.VISIBLE))
        )
        row.finish()
        tests.append(test)
    if set(visibility) == {Visibility.HIDDEN}:
        raise fields.fault("tests", "expected a check that students can see, got only hidden ones")
    policy = read_policy(fields)
    hidden_points = fields.one_of("hidden_points", list(HiddenPoints), HiddenPoints.NOTHING)
    aids = AllowedAids.read(fields)
    fields.finish()
    digest = hashlib.sha256(garlic.__version__.encode() + b" " + content).hexdigest()
    return Lab(
        name,
        title,
        about,
        accepted,
        how,
        setting,
        tuple(tests),
        digest,
        tuple(visibility),
        policy,
        HiddenPoints(hidden_points),
        aids=aids,
    )


def _submission_format(fields: Fields) -> tuple[SubmissionFormat, Bilingual]:
    kind = fields.one_of("kind", ("bot", "program"))
    game = None
    protocol, interactive = "line", False
    forms = parse_forms(fields) if kind == "program" else ()
    if kind == "bot":
        game = GAMES[fields.one_of("game", GAMES)]
        protocol = fields.one_of("protocol", _student_protocols(), "line")
        interactive = fields.take("interactive", bool, False)
        played = PROTOCOLS["console"].games
        if interactive and game.name not in played:
            games = ", ".join(played)
            raise fields.fault("interactive", "interactive programs play only {games}", games=games)
    files = fields.texts("files", _BOT_FILES if kind == "bot" else _PROGRAM_FILES)
    if not files:
        raise fields.fault("files", "expected at least one name like 'player.h' or '*.py'")
    how = fields.words("how", Bilingual("", ""))
    fields.finish()
    return SubmissionFormat(kind, files, protocol, game, forms, interactive), how


def _student_protocols() -> list[str]:
    """The protocols that a submission can speak: it is no engine, and is one program alone."""
    return [
        protocol.word
        for protocol in PROTOCOLS.values()
        if not protocol.is_engine and not protocol.file_settings
    ]


def read_lab_file(path: Path, name: str | None = None) -> Lab:
    """The lab in the file *path*; raise `UsageError` that names the file and the field."""
    try:
        return read_lab(path.read_bytes(), name or path.stem, path.parent)
    except OSError as fault:
        raise UsageError("cannot read {path}: {why}", path=str(path), why=why(fault)) from fault
    except InvalidFileError as fault:
        raise UsageError("{path}: {fault}", path=str(path), fault=fault) from fault
