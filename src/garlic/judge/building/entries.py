"""Makes the entries of the cache: builds, and files of bots.

Each is made aside and renamed, so that what is in the cache is whole, whoever is killed meanwhile.
"""

import hashlib
import os
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from garlic.core.byte_locks import NoLocksError, lock_byte
from garlic.core.scratch import scratch_folder
from garlic.judge.building.cache import (
    BOTS,
    BUILDS,
    cache_folder,
    hold,
    lock_number,
    opened_locks,
    writing,
)
from garlic.judge.building.trust import is_public
from garlic.judge.building.upkeep import OUTSIDE, UNFINISHED, trim_after


def build_home(*inputs: object) -> Path:
    """The folder for what is built from *inputs*, whose `repr` says everything about them.

    It exists only once the build is finished, and then stays while this process uses it. Raises
    `CannotBuildError` if the cache cannot be used.
    """
    key = hashlib.sha256(repr(inputs).encode()).hexdigest()[:32]
    home = cache_folder(BUILDS) / key
    with writing(home):
        hold(home)
    return home


@dataclass(frozen=True, slots=True)
class BuildFolders:
    """Where a build takes place: what is kept is put into *finished*."""

    work: Path
    finished: Path

    def keep(self, home: Path) -> None:
        """Move *finished* to *home* in the cache, unless the same is there. Raises `OSError`."""
        try:
            self.finished.rename(home)
        except OSError:
            if not home.exists():
                raise
        trim_after(home)


@contextmanager
def building(home: Path) -> Iterator[BuildFolders]:
    """Folders to build *home* in, removed in the end; another build of the same is waited for.

    Raises `CannotBuildError` if they cannot be written to.
    """
    with (
        writing(home.parent),
        opened_locks(home.parent.parent) as locks,
        _temporary(home.parent, UNFINISHED) as finished,
        _temporary(*public_place(home.parent)) as work,
    ):
        with suppress(NoLocksError):  # then it may be built twice, and one of the two is kept
            lock_byte(locks, lock_number(f"building {home.name}"), wait=True)
        yield BuildFolders(work, finished)


def public_place(usual: Path) -> tuple[Path, str]:
    """Where a compiler can work that runs as another user, and how its folder's name starts."""
    temporary = Path(tempfile.gettempdir())
    if os.geteuid() == 0 and not is_public(usual) and is_public(temporary):
        return temporary, OUTSIDE
    return usual, UNFINISHED


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """A folder in which compilers work, and whose files they can read; removed in the end.

    Raises `CannotBuildError` if there is no place for it.
    """
    builds = cache_folder(BUILDS)
    with ExitStack() as stack:
        with writing(builds):
            folder = stack.enter_context(_temporary(*public_place(builds)))
        yield folder


@contextmanager
def _temporary(place: Path, start: str) -> Iterator[Path]:
    """A new scratch folder in *place* that compilers can read: they may run as another user."""
    with scratch_folder(start, place) as folder:
        folder.chmod(0o755)
        yield folder


def keep_file(name: str, content: bytes) -> Path:
    """A file called *name* with *content* in the cache, written if it is missing or differs.

    Raises `CannotBuildError` if it cannot be written.
    """
    home = cache_folder(BOTS) / hashlib.sha256(content).hexdigest()[:32]
    path = home / name
    with writing(path):
        hold(home)
        if path.is_file() and path.read_bytes() == content:
            return path
        home.mkdir(mode=0o755, exist_ok=True)
        # Written aside and renamed: others may make the same file at the same time.
        descriptor, unfinished = tempfile.mkstemp(dir=home)
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(content)
            Path(unfinished).chmod(0o755)  # needed for programs only, harmless for others
            Path(unfinished).replace(path)
        finally:
            Path(unfinished).unlink(missing_ok=True)
    trim_after(home)
    return path
