"""What around this installation keeps bots from being confined, or is in their way, and the remedy.

Mostly Windows: version 1 of its Linux subsystem, its drives, its line endings.
"""

import errno
import os
import platform
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from garlic.core import Text
from garlic.sandbox.landlock import landlock_version
from garlic.sandbox.restrictions import no_landlock

_WINDOWS_DRIVE = re.compile(r"/mnt/[a-z](?:/|$)")


def remarks() -> list[Text]:
    """What to change on this machine, for this installation and the current folder."""
    package = Path(__file__).parents[1]
    return find_remarks(
        platform.release(), landlock_version(), (Path.cwd(), package), package / "__init__.py"
    )


def find_remarks(release: str, landlock: int, folders: Iterable[Path], source: Path) -> list[Text]:
    """The same for a kernel *release*, its *landlock* version, *folders* and a *source* of ours."""
    return list(_remarks(release.lower(), landlock, folders, source))


def _remarks(release: str, landlock: int, folders: Iterable[Path], source: Path) -> Iterator[Text]:
    is_windows = "microsoft" in release
    if is_windows and not re.search("microsoft-standard|wsl2", release):
        yield Text(
            "this is WSL 1, which has no Linux kernel, so bots cannot be confined; in PowerShell:"
            " wsl --set-version DISTRIBUTION 2"
        )
    elif is_windows and landlock < 1:
        yield Text(
            "the kernel of WSL lacks Landlock; in PowerShell: wsl --update, then wsl --shutdown"
        )
    elif landlock < 1:
        yield Text(
            "{missing}; where it is built in but not enabled, add landlock to the list that"
            " /sys/kernel/security/lsm shows and boot with lsm=LIST",
            missing=no_landlock(errno.ENOSYS),
        )
    if is_windows:
        for folder in dict.fromkeys(map(os.fspath, folders)):
            if _WINDOWS_DRIVE.match(folder):
                yield Text(
                    "{folder} is on a Windows drive, which is slow and has no file permissions:"
                    " copy it to your home folder",
                    folder=folder,
                )
    if b"\r\n" in source.read_bytes():
        yield Text(
            "the files of this checkout have Windows line endings, so scripts and tests fail:"
            " clone it again inside Linux, or with git config core.autocrlf input"
        )
