"""The events of background jobs."""

from typing import Literal

from pydantic import BaseModel

from garlic.web.events import Event


class Changed(BaseModel):
    """The id of what must be fetched again."""

    id: int | str


class ChangedEvent(Event):
    """Something changed.

    Of `series`, `series:ID`, `tournaments`, `tournament:ID`, `leagues`, `league:ID`,
    `assignment:ID` or `grade:ID`.
    """

    kind: Literal["changed"]
    data: Changed


class GradeProgress(BaseModel):
    """How many steps of how many were run."""

    done: int
    of: int


class GradeProgressed(Event):
    """Of `grade:ID`: the progress of a grading."""

    kind: Literal["progress"]
    data: GradeProgress


class TournamentProgress(BaseModel):
    """How many games are played and left, and how long they will take."""

    played: int
    left: int
    seconds_left: float | None


class TournamentProgressed(Event):
    """Of `tournament:ID`: the progress of a tournament."""

    kind: Literal["progress"]
    data: TournamentProgress


class CheckedVersion(BaseModel):
    """A version of a bot, and the game for which it is checked or rated."""

    version: int
    game: str


class CheckEvent(Event):
    """Of `bot:ID`: a check began or ended."""

    kind: Literal["checking", "checked"]
    data: CheckedVersion


class RatingEvent(Event):
    """Of `bot:ID`: a rating has new results, or ended."""

    kind: Literal["rating", "rated"]
    data: CheckedVersion
