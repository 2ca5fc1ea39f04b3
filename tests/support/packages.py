"""Installed packages with entry points, made up for a test."""

import sys
from collections.abc import Mapping
from pathlib import Path


def install_package(folder: Path, package: str, groups: Mapping[str, str], **modules: str) -> None:
    """Install *package* in *folder*: its entry points by group, its modules' sources by name.

    The folder is added to `sys.path`, which the caller restores.
    """
    described = folder / f"{package.replace('-', '_')}-1.0.dist-info"
    described.mkdir(parents=True)
    sections = (f"[{group}]\n{entries}\n" for group, entries in groups.items())
    (described / "entry_points.txt").write_text("\n".join(sections))
    for name, source in modules.items():
        (folder / f"{name}.py").write_text(source)
    sys.path.append(str(folder))
