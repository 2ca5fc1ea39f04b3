"""What comes of a build."""

from dataclasses import dataclass
from pathlib import Path

from garlic.core import Text, UsageError, Verdict


@dataclass(frozen=True, slots=True)
class Built:
    """A program that can be run."""

    program: Path


@dataclass(frozen=True, slots=True)
class BuildFault:
    """Why a build failed: a verdict, a sentence, and the compiler's output."""

    verdict: Verdict
    text: Text
    log: str = ""


class NotInstalledError(UsageError):
    """This machine lacks a compiler or a library: what needs it cannot be judged here."""
