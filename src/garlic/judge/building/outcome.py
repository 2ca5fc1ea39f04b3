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
    stopped: bool = False  # at a limit of the compiler: to try another way would take as long


class CannotBuildError(UsageError):
    """This machine cannot build: what needs it cannot be judged here, and nobody is at fault."""


class NotInstalledError(CannotBuildError):
    """This machine lacks a compiler or a library."""
