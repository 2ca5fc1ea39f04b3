"""What the page is sent of labs and of the results of their tests."""

from pydantic import BaseModel

from garlic.core.language.bilingual import Bilingual
from garlic.core.limits import MEGABYTE
from garlic.labs.lab import Lab
from garlic.web.sentences import SentenceModel, encode_sentence

LARGEST_SUBMISSION = 8 * MEGABYTE


class BilingualText(BaseModel):
    """A text from a lab file in both languages."""

    en: str
    zh: str


class LabSummary(BaseModel):
    """A lab in the list."""

    name: str
    title: BilingualText
    game: str | None
    tests: int
    max_points: float


class LabTest(BaseModel):
    """One test of a lab."""

    title: BilingualText
    points: float
    about: list[SentenceModel]


class LabLimits(BaseModel):
    """The limits of a submission."""

    turn_seconds: float
    init_seconds: float
    game_seconds: float | None
    memory_bytes: int
    file_bytes: int = LARGEST_SUBMISSION  # of the file that is handed in


class LabDetails(LabSummary):
    """A lab: the task, the points, the limits, and how to submit."""

    about: BilingualText
    how: BilingualText
    kind: str  # "bot" or "program"
    protocol: str
    files: list[str]
    limits: LabLimits
    test_list: list[LabTest]


class TestResultModel(BaseModel):
    """The result of one test."""

    title: BilingualText
    points: float | None  # null: not judged, which is not a loss
    max_points: float
    summary: SentenceModel


def bilingual(text: Bilingual) -> BilingualText:
    """A text of a lab or an assignment."""
    return BilingualText(en=text.en, zh=text.zh)


def lab_summary(lab: Lab) -> LabSummary:
    """A lab in the list."""
    return LabSummary(
        name=lab.name,
        title=bilingual(lab.title),
        game=None if lab.accepted.game is None else lab.accepted.game.name,
        tests=len(lab.tests),
        max_points=lab.max_points,
    )


def lab_details(lab: Lab) -> LabDetails:
    """All about a lab."""
    limits = lab.setting.limits
    return LabDetails(
        **dict(lab_summary(lab)),
        about=bilingual(lab.about),
        how=bilingual(lab.how),
        kind=lab.accepted.kind,
        protocol=lab.accepted.protocol,
        files=list(lab.accepted.files),
        limits=LabLimits(
            turn_seconds=limits.turn_seconds,
            init_seconds=limits.init_seconds,
            game_seconds=limits.game_seconds,
            memory_bytes=limits.memory_bytes,
        ),
        test_list=[
            LabTest(
                title=bilingual(test.title),
                points=test.max_points,
                about=[encode_sentence(text) for text in test.describe(lab.setting)],
            )
            for test in lab.tests
        ],
    )
