"""What a hosting service and a new owner find at the root of the repository."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
GITHUB = ROOT / ".github"
THIRD_PARTY = (ROOT / "THIRD_PARTY.md").read_text("utf-8")
PACKAGE = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def test_the_workflow_is_valid_and_runs_what_ci_runs() -> None:
    workflow = GITHUB / "workflows" / "ci.yml"
    check = Path(sys.executable).with_name("check-jsonschema")
    schema = ["--builtin-schema", "vendor.github-workflows"]
    done = subprocess.run([check, *schema, workflow], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "run: .ci/run" in workflow.read_text("utf-8")


@pytest.mark.parametrize(
    "page", [*GITHUB.glob("*.md"), ROOT / "SECURITY.md"], ids=lambda path: path.name
)
def test_files_that_are_named_exist(page: Path) -> None:
    named = re.findall(r"`((?:tests|docs)/[\w./]+)`|\]\(([\w./]+)\)", page.read_text("utf-8"))
    paths = [first or second for first, second in named]
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_every_dependency_has_its_licence() -> None:
    extras = (line for lines in PACKAGE["optional-dependencies"].values() for line in lines)
    for line in (*PACKAGE["dependencies"], *extras):
        name = Requirement(line).name.replace("_", "-")
        row = re.search(rf"^\| {re.escape(name)} \| ([^|]+) \|", THIRD_PARTY, re.MULTILINE)
        assert row is not None, f"run `make third-party`: {line}"
        assert row[1].strip() not in {"", "see its files"}


def test_the_parts_of_the_pages_have_their_licences() -> None:
    assert {"svelte (npm)", "uplot (npm)", "nanobind"} <= {
        line.split("|")[1].strip() for line in THIRD_PARTY.splitlines() if line.startswith("| ")
    }
