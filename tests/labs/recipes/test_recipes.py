"""The recipes for Gradescope and GitHub: what is in them, and that their scripts run."""

import json
import os
import shutil
import stat
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest
import yaml

from garlic.cli import run
from garlic.core import UsageError
from garlic.labs.lab import read_lab_file
from garlic.labs.recipes.lab_files import portable_lab, toml_text
from garlic.labs.recipes.package import package_source
from labs.policy.hidden_lab import PROGRAM_LAB, SECRET, leaks, write_lab

WHEEL_NAME = (
    f"garlic_arena-1.0-cp3{sys.version_info.minor}-cp3{sys.version_info.minor}-linux_x86_64.whl"
)
DUE = "due = 2026-11-20T23:59:00+08:00\nlate = '10 %/day'\n"
GOOD = "import sys\nprint(2 * int(open(sys.argv[1]).read().split()[0]))\n"


@pytest.fixture
def wheel(tmp_path: Path) -> Path:
    """A file that has the name of a wheel; installing it is the test of the package."""
    path = tmp_path / WHEEL_NAME
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("garlic/__init__.py", "")
    return path


@pytest.fixture
def lab(tmp_path: Path) -> Path:
    return write_lab(tmp_path / "lab", DUE + PROGRAM_LAB)


def install_ourselves(folder: Path) -> None:
    """An environment as `setup.sh` makes it, with the package that is being tested."""
    (folder / "bin").mkdir(parents=True)
    for name in ("garlic", "python"):
        script = folder / "bin" / name
        script.write_text(f'#!/bin/sh\nexec "{Path(sys.executable).with_name(name)}" "$@"\n')
        script.chmod(0o755)


def bash(script: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    kept = ("PATH", "HOME", "GARLIC_PATIENCE")
    environment = {name: os.environ[name] for name in kept if name in os.environ} | variables
    return subprocess.run(
        ["bash", script], env=environment, cwd="/", capture_output=True, text=True, check=False
    )


class TestGradescope:
    @pytest.fixture
    def root(self, lab: Path, wheel: Path, tmp_path: Path) -> Path:
        """The folder /autograder as Gradescope prepares it."""
        archive = tmp_path / "autograder.zip"
        assert run(["lab", "gradescope", str(lab), str(archive), "--wheel", str(wheel)]) == 0
        root = tmp_path / "autograder"
        (root / "submission").mkdir(parents=True)
        (root / "results").mkdir()
        with zipfile.ZipFile(archive) as file:
            file.extractall(root / "source")
            modes = {entry.filename: entry.external_attr >> 16 for entry in file.infolist()}
        assert modes["setup.sh"] & modes["run_autograder"] & stat.S_IXUSR
        lab.unlink()  # nothing may depend on the teacher's machine
        shutil.copy(root / "source" / "run_autograder", root)
        install_ourselves(root / "garlic")
        return root

    def graded(self, root: Path, source: str, submitted: str | None = None) -> dict[str, Any]:
        (root / "submission" / "main.py").write_text(source)
        if submitted is not None:
            metadata = {"created_at": submitted, "assignment": {"due_date": None}, "users": []}
            (root / "submission_metadata.json").write_text(json.dumps(metadata))
        done = bash(root / "run_autograder", AUTOGRADER_ROOT=str(root))
        assert done.returncode == 0, done.stdout + done.stderr
        found: dict[str, Any] = json.loads((root / "results" / "results.json").read_text())
        return found

    def test_a_submission_is_graded_where_gradescope_puts_it(self, root: Path) -> None:
        results = self.graded(root, GOOD, "2026-11-21T14:22:32.365935+08:00")
        assert [test["visibility"] for test in results["tests"]][:3] == ["visible"] * 2 + ["hidden"]
        shown = [test for test in results["tests"] if test["visibility"] == "visible"]
        assert [test["status"] for test in shown] == ["passed", "passed"]
        earned = sum(test.get("score", 0) for test in results["tests"])
        assert results["score"] == pytest.approx(0.9 * earned, abs=0.01)
        assert "10 % off: 1 day late" in results["output"]
        assert not leaks(json.dumps([results["output"], shown]))

    def test_a_wrong_submission_is_a_result_and_no_failure(self, root: Path) -> None:
        results = self.graded(root, "print(1\n")
        assert results["score"] == 0

    @pytest.mark.slow
    def test_a_broken_lab_is_a_failure_without_results(self, root: Path) -> None:
        (root / "source" / "lab" / "lab.toml").write_text("schema = 3\n")
        (root / "submission" / "main.py").write_text(GOOD)
        done = bash(root / "run_autograder", AUTOGRADER_ROOT=str(root))
        assert done.returncode == 2
        assert not (root / "results" / "results.json").exists()

    def test_setup_installs_the_wheel_that_came_along(self, root: Path, tmp_path: Path) -> None:
        """With a Python that only notes what it is asked to do, as this may not load packages."""
        shutil.rmtree(root / "garlic")
        log = tmp_path / "log"
        fake = tmp_path / "fake-python"
        fake.write_text(
            f'#!/bin/sh\necho "$0 $*" >> {log}\n'
            'if [ "$2" = venv ]; then mkdir -p "$3/bin"; cp "$0" "$3/bin/python"; '
            'cp "$0" "$3/bin/garlic"; fi\n'
        )
        fake.chmod(0o755)
        script = root / "source" / "setup.sh"
        done = bash(script, AUTOGRADER_ROOT=str(root), AUTOGRADER_PYTHON=str(fake))
        assert done.returncode == 0, done.stderr
        venv, pip, version = log.read_text().splitlines()
        assert venv.endswith(f"-m venv {root}/garlic")
        assert pip.endswith(f"-m pip install --quiet {root}/source/{WHEEL_NAME}")
        assert version.endswith("garlic --version")

    def test_paths_are_gradescopes_unless_the_environment_says_otherwise(self, root: Path) -> None:
        for name in ("setup.sh", "run_autograder"):
            text = (root / "source" / name).read_text()
            assert 'root="${AUTOGRADER_ROOT:-/autograder}"' in text
            assert "@" not in text.replace('"${submitted[@]}"', "")


class TestGithub:
    @pytest.fixture
    def repository(self, lab: Path, wheel: Path, tmp_path: Path) -> Path:
        folder = tmp_path / "template"
        assert run(["lab", "github", str(lab), str(folder), "--wheel", str(wheel)]) == 0
        shutil.rmtree(lab.parent)
        return folder

    def test_students_cannot_read_a_hidden_check(self, repository: Path) -> None:
        files = [path for path in repository.rglob("*") if path.is_file()]
        assert not any(leaks(path.read_bytes()) for path in files)
        assert not any(SECRET in path.name or path.name == "driver.c" for path in files)
        lab = read_lab_file(repository / ".github/garlic/lab/lab.toml")
        assert [str(test.title) for test in lab.tests] == ["compiles", "in the open"]
        assert str(lab.policy.penalty) == "10 %/day"

    def test_the_workflow_has_the_names_that_classroom_looks_for(self, repository: Path) -> None:
        text = (repository / ".github/workflows/classroom.yml").read_text()
        workflow = yaml.safe_load(text)
        assert workflow["name"] == "Autograding Tests"
        (job,) = workflow["jobs"].items()
        assert job[0] == "run-autograding-tests"
        scripts = [step["run"].split()[-1] for step in job[1]["steps"] if "run" in step]
        assert scripts == [".github/garlic/install", ".github/garlic/grade"]
        for script in scripts:
            assert (repository / script).stat().st_mode & stat.S_IXUSR

    @pytest.mark.parametrize(("source", "points"), [(GOOD, 30), ("print(0)\n", 10)])
    def test_a_push_is_graded(
        self, repository: Path, tmp_path: Path, source: str, points: int
    ) -> None:
        (repository / "main.py").write_text(source)
        install_ourselves(tmp_path / "runner" / "garlic")
        done = bash(
            repository / ".github/garlic/grade",
            GITHUB_WORKSPACE=str(repository),
            RUNNER_TEMP=str(tmp_path / "runner"),
            GITHUB_STEP_SUMMARY=str(tmp_path / "summary"),
        )
        assert done.returncode == (0 if points == 30 else 1), done.stderr
        notices = [line for line in done.stdout.splitlines() if line.startswith("::notice")]
        assert notices[0] == f"::notice title=Autograding complete::Points {points}/30"
        report = json.loads(notices[1].removeprefix("::notice title=Autograding report::"))
        assert report == {"totalPoints": points, "maxPoints": 30}
        assert "| in the open |" in (tmp_path / "summary").read_text()
        assert (tmp_path / "runner" / "report" / "report.html").exists()

    def test_the_package_is_installed_from_the_wheel(self, repository: Path) -> None:
        text = (repository / ".github/garlic/install").read_text()
        assert f'pip install --quiet "$here"/{WHEEL_NAME}\n' in text
        assert (repository / ".github/garlic" / WHEEL_NAME).exists()


def test_a_package_comes_from_a_wheel_or_from_git(wheel: Path) -> None:
    assert package_source(wheel, None).pythons == (f"3.{sys.version_info.minor}",)
    source = package_source(None, "https://example.org/me/garlic.git@v1")
    requirement = source.requirement('"$root"/source')
    assert requirement == "'garlic-arena @ git+https://example.org/me/garlic.git@v1'"


@pytest.mark.parametrize(
    ("name", "url", "message"),
    [
        (None, None, "expected either --wheel FILE"),
        (WHEEL_NAME, "https://example.org/x.git", "expected either --wheel FILE"),
        ("numpy-1.0-cp311-cp311-linux_x86_64.whl", None, "expected a wheel of this package"),
        (f"no/{WHEEL_NAME}", None, "cannot read"),
        (None, "garlic-arena", "expected a git URL"),
        (None, "https://x.org/'; rm -rf /", "expected a git URL"),
    ],
)
def test_another_source_is_refused(
    wheel: Path, name: str | None, url: str | None, message: str
) -> None:
    with pytest.raises(UsageError, match=message):
        package_source(wheel.parent / name if name else None, url)


def test_a_bundled_lab_needs_no_files() -> None:
    assert portable_lab("trek", for_students=True).files == {}


def test_files_that_a_lab_names_go_along(lab: Path) -> None:
    portable = portable_lab(str(lab), for_students=False)
    assert set(portable.files) == {"lab.toml", "driver.c"}
    assert portable.files["lab.toml"] == lab.read_bytes()


def test_toml_is_written_as_it_is_read(lab: Path) -> None:
    odd = 'q = "quote \\" back \\\\ tab \\t \\u007f 加倍"\n"odd key" = [1, 2.5, true, {a = 1}]\n'
    for text in (odd, lab.read_text()):
        values = tomllib.loads(text)
        assert tomllib.loads(toml_text(values)) == values
