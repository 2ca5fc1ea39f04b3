"""Dockerfile and compose.yaml agree with the package and pass their linters."""

import platform
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

from garlic.cli import run
from support.present import present

PROJECT = Path(__file__).parents[2]
DOCKERFILE = (PROJECT / "Dockerfile").read_text()
COMPOSE = yaml.safe_load((PROJECT / "compose.yaml").read_text())
PACKAGE = tomllib.loads((PROJECT / "pyproject.toml").read_text())["project"]


def tool(name: str) -> Path:
    return Path(sys.executable).with_name(name)


@pytest.mark.skipif(platform.machine() != "x86_64", reason="hadolint comes for x86_64 only")
def test_dockerfile_passes_hadolint() -> None:
    done = subprocess.run(
        [tool("hadolint"), PROJECT / "Dockerfile"], capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.returncode) == ("", 0)


def test_compose_file_matches_its_schema() -> None:
    words = ("--builtin-schema", "vendor.compose-spec", PROJECT / "compose.yaml")
    done = subprocess.run(
        [tool("check-jsonschema"), *words], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout


def test_the_image_has_a_supported_python() -> None:
    (version,) = set(re.findall(r"FROM python:(\d+\.\d+)", DOCKERFILE))
    assert f"Programming Language :: Python :: {version}" in PACKAGE["classifiers"]


def test_the_image_installs_this_package_with_extras_that_exist() -> None:
    name, extras = present(re.search(r'pip install .*"([\w-]+)\[([\w,]+)\]"', DOCKERFILE)).groups()
    assert name == PACKAGE["name"]
    assert set(extras.split(",")) <= PACKAGE["optional-dependencies"].keys()


def test_the_image_starts_a_command_that_exists(capsys: pytest.CaptureFixture[str]) -> None:
    words = yaml.safe_load(present(re.search(r"^CMD (.*)$", DOCKERFILE, re.MULTILINE))[1])
    assert words[0] in PACKAGE["scripts"]
    options = [word for word in words[2:] if word.startswith("--")]
    assert run([words[1], "--help"]) == 0
    page = capsys.readouterr().out
    assert all(option in page for option in options)
    port = words[words.index("--port") + 1]
    assert f"EXPOSE {port}" in DOCKERFILE
    assert COMPOSE["services"]["arena"]["ports"] == [f"{port}:{port}"]


def test_the_database_address_matches_the_database_service() -> None:
    address = COMPOSE["services"]["arena"]["environment"]["GARLIC_DATABASE"]
    database = COMPOSE["services"]["database"]["environment"]
    user, name = database["POSTGRES_USER"], database["POSTGRES_DB"]
    assert address == f"postgresql+psycopg://{user}:${{POSTGRES_PASSWORD}}@database/{name}"
