import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from garlic.sandbox import Confinement, host_sources, rings, start
from garlic.sandbox.process import Confined
from sandbox.harness import HERE, MEGABYTE, Arsenal, build_arsenal, compile_c


@pytest.fixture
def ring_1() -> None:
    """Skips tests that need Landlock and seccomp if they are missing."""
    if not rings()[1].holds:
        pytest.skip(f"no ring 1: {rings()[1].why}")


@pytest.fixture(scope="session")
def arsenal() -> Iterator[Arsenal]:
    os.environ["GARLIC_SECRET"] = "not for bots"  # noqa: S105 - `leaked_environment.c` looks for it
    with build_arsenal() as built:
        yield built


@pytest.fixture(scope="session")
def workshop() -> Iterator[Path]:
    """A directory that every user can read, unlike pytest's own."""
    folder = Path(tempfile.mkdtemp(prefix="garlic-workshop-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture(scope="session", autouse=True)
def scratch(workshop: Path) -> Iterator[Path]:
    """Our own folder for private directories, since other judges may be running."""
    folder = workshop / "scratch"
    folder.mkdir()
    folder.chmod(0o1777)
    before, tempfile.tempdir = tempfile.tempdir, str(folder)
    yield folder
    tempfile.tempdir = before


@pytest.fixture(scope="session")
def puppet(workshop: Path) -> Path:
    program = workshop / "puppet"
    compile_c(HERE / "bots" / "puppet.c", program)
    return program


@pytest.fixture
def bot(puppet: Path) -> Iterator[Confined]:
    """The puppet, confined as usual."""
    with start([puppet], Confinement(64 * MEGABYTE)) as process:
        yield process


@pytest.fixture(scope="session")
def scribble(workshop: Path) -> Path:
    """The host program of the tests."""
    sources = host_sources()
    program = workshop / "scribble"
    compile_c(sources / "scribble.c", program, sources / "host.c", "-static", "-no-pie")
    return program
