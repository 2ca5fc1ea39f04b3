"""Which version of the package this is, and of which commit."""

import subprocess
from importlib.resources import files
from pathlib import Path

from garlic import __version__

_SECONDS = 5


def version() -> str:
    """The version, and in brackets the commit if it is known: ``0.1.0 (1a2b3c4d5)``."""
    package = Path(__file__).parents[1]
    commit = checked_out(package.parents[1]) or built_from()
    return f"{__version__} ({commit})" if commit else __version__


def checked_out(root: Path) -> str:
    """The commit of the checkout at *root*, with ``-dirty`` if files differ; else nothing."""
    if not (root / ".git").exists():
        return ""
    command = ["git", "-C", str(root), "describe", "--always", "--dirty", "--abbrev=9"]
    try:
        said = subprocess.run(  # noqa: S603  (git, on our own checkout)
            [*command, "--exclude=*"], capture_output=True, text=True, check=True, timeout=_SECONDS
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return said.stdout.strip()


def built_from() -> str:
    """The commit that a wheel was built from; nothing if it is unknown."""
    try:
        return files("garlic").joinpath("_commit").read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return ""
