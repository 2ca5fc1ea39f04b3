"""The course server's files agree with the package, and linters find nothing in them."""

import platform
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

from garlic.cli import run

PROJECT = Path(__file__).parents[2]
DOCKERFILE = (PROJECT / "Dockerfile").read_text()
COMPOSE = yaml.safe_load((PROJECT / "compose.yaml").read_text())
PACKAGE = tomllib.loads((PROJECT / "pyproject.toml").read_text())["project"]


def tool(name: str) -> Path:
    return Path(sys.executable).with_name(name)


@pytest.mark.skipif(platform.machine() != "x86_64", reason="hadolint comes for x86_64 only")
def test_the_dockerfile_is_clean():
    found = subprocess.run(
        [tool("hadolint"), PROJECT / "Dockerfile"], capture_output=True, text=True, check=False
    )
    assert (found.stdout, found.returncode) == ("", 0)


def test_the_compose_file_is_one():
    words = ("--builtin-schema", "vendor.compose-spec", PROJECT / "compose.yaml")
    found = subprocess.run(
        [tool("check-jsonschema"), *words], capture_output=True, text=True, check=False
    )
    assert found.returncode == 0, found.stdout


def test_the_image_runs_a_python_that_we_support():
    (version,) = set(re.findall(r"FROM python:(\d+\.\d+)", DOCKERFILE))
    assert f"Programming Language :: Python :: {version}" in PACKAGE["classifiers"]


def test_the_image_installs_this_package_with_extras_that_exist():
    name, extras = re.search(r'pip install .*"([\w-]+)\[([\w,]+)\]"', DOCKERFILE).groups()
    assert name == PACKAGE["name"]
    assert set(extras.split(",")) <= PACKAGE["optional-dependencies"].keys()


def test_the_image_starts_a_command_that_exists(capsys):
    words = yaml.safe_load(re.search(r"^CMD (.*)$", DOCKERFILE, re.MULTILINE)[1])
    assert words[0] in PACKAGE["scripts"]
    options = [word for word in words[2:] if word.startswith("--")]
    assert run([words[1], "--help"]) == 0
    told = capsys.readouterr().out
    assert all(option in told for option in options)
    port = words[words.index("--port") + 1]
    assert f"EXPOSE {port}" in DOCKERFILE
    assert COMPOSE["services"]["arena"]["ports"] == [f"{port}:{port}"]


def test_the_database_is_named_as_we_read_it():
    address = COMPOSE["services"]["arena"]["environment"]["GARLIC_DATABASE"]
    database = COMPOSE["services"]["database"]["environment"]
    user, name = database["POSTGRES_USER"], database["POSTGRES_DB"]
    assert address == f"postgresql+psycopg://{user}:${{POSTGRES_PASSWORD}}@database/{name}"
