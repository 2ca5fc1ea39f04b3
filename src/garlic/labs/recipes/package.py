"""How this package is installed on another machine: from a wheel that goes along, or from git."""

import re
import shlex
from dataclasses import dataclass
from pathlib import Path

from garlic.core import UsageError
from garlic.core.reading.files import read_limited

_LARGEST_WHEEL = 256 << 20
_WHEEL = re.compile(r"garlic_arena-[\w.+!]+-cp3(\d+)-\w+-[\w.]+\.whl", re.ASCII)
_GIT = re.compile(r"(?:git\+)?((?:https|ssh|file)://[\w.@:/~+%-]+)", re.ASCII)
_PYTHONS = ("3.13", "3.12", "3.11")  # that the package supports, newest first


@dataclass(frozen=True, slots=True)
class PackageSource:
    """What pip installs, and the versions of Python that can run it."""

    pythons: tuple[str, ...]
    wheel: tuple[str, bytes] | None = None  # name and content of a file that goes along
    url: str = ""  # of a git repository, if there is no wheel

    def requirement(self, folder: str) -> str:
        """The argument of pip, quoted for a shell; the wheel is in *folder*, shell text."""
        if self.wheel is not None:
            return f"{folder}/{shlex.quote(self.wheel[0])}"
        return shlex.quote(f"garlic-arena @ {self.url}")

    @property
    def is_built_there(self) -> bool:
        """Whether the package is compiled on the other machine."""
        return self.wheel is None


def package_source(wheel: Path | None, url: str | None) -> PackageSource:
    """The source that a user names: exactly one of a *wheel* and a git *url*; `UsageError`."""
    if (wheel is None) == (url is None):
        raise UsageError(
            "expected either --wheel FILE (`make wheel` builds one) or --from URL of a git"
            " repository: no package index has this package"
        )
    if wheel is not None:
        found = _WHEEL.fullmatch(wheel.name)
        if found is None:
            raise UsageError(
                "--wheel: expected a wheel of this package like"
                " 'garlic_arena-1.0-cp311-cp311-linux_x86_64.whl', got {got!r}",
                got=wheel.name,
            )
        content = read_limited(wheel, _LARGEST_WHEEL)
        if not content.startswith(b"PK"):
            raise UsageError("--wheel: {path} is no wheel", path=str(wheel))
        return PackageSource((f"3.{found[1]}",), (wheel.name, content))
    address = _GIT.fullmatch(url or "")
    if address is None:
        raise UsageError(
            "--from: expected a git URL like 'https://host/owner/garlic.git@v1.0', got {got!r}",
            got=url,
        )
    return PackageSource(_PYTHONS, url=f"git+{address[1]}")
