"""A fresh environment with garlic in it, to install further packages into without a network."""

import os
import shutil
import subprocess
import sys
from importlib.metadata import distribution
from pathlib import Path

import garlic


class FreshEnvironment:
    """A virtual environment in *folder* with garlic, and nothing of it shared with ours.

    Garlic is copied, as a wheel would install it; what it depends on is used from our environment.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        venv = folder / "venv"
        make = [sys.executable, "-m", "venv", "--without-pip", str(venv)]
        subprocess.run(make, check=True)  # noqa: S603  (our own command)
        self.python = venv / "bin" / "python"
        (packages,) = venv.glob("lib/python*/site-packages")
        self.packages = packages
        for home in reversed(garlic.__path__):  # a checkout: what was built, then the sources
            ignored = shutil.ignore_patterns("__pycache__", "book")
            shutil.copytree(home, packages / "garlic", ignore=ignored, dirs_exist_ok=True)
        ours = distribution("garlic-arena").locate_file("")
        shutil.copytree(
            next(Path(str(ours)).glob("garlic_arena-*.dist-info")),
            packages / "garlic_arena-0.dist-info",
        )
        (packages / "dependencies.pth").write_text(f"{ours}\n")
        for name, module in (("garlic", "garlic"), ("pip", "pip")):
            script = venv / "bin" / name
            script.write_text(f'#!/bin/sh\nexec "{self.python}" -m {module} "$@"\n')
            script.chmod(0o755)

    @property
    def variables(self) -> dict[str, str]:
        """The variables of a shell in which it is active, and pip uses no network."""
        return {
            "PATH": f"{self.python.parent}{os.pathsep}{os.environ.get('PATH', '')}",
            "GARLIC_CACHE": str(self.folder / "cache"),
            "PIP_DISABLE_PIP_VERSION_CHECK": "1",
            "PIP_NO_BUILD_ISOLATION": "0",  # sic: this is how pip reads "no isolation"
            "PIP_NO_DEPS": "1",
            "PIP_NO_INDEX": "1",
            "PYTHONPATH": "",
            "VIRTUAL_ENV": str(self.python.parent.parent),
        }

    def install(self, package: Path, *options: str) -> None:
        """Install *package* from its source."""
        self.run("pip", "install", "--quiet", *options, str(package))

    def run(self, *command: str, check: bool = True) -> "subprocess.CompletedProcess[str]":
        """Run *command* in the folder of the environment."""
        return subprocess.run(  # noqa: S603  (the commands of our own pages and tests)
            command,
            cwd=self.folder,
            env={
                **os.environ,
                **self.variables,
                "GARLIC_DATABASE": str(self.folder / "garlic.db"),
                "GARLIC_LANG": "en",
                "NO_COLOR": "1",
            },
            capture_output=True,
            text=True,
            check=check,
            timeout=600,
        )
