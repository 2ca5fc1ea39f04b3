"""The recipes from beginning to end: the real wheel, in a new environment, in an empty folder.

Files are where Gradescope and GitHub put them; the steps of the workflow are read from its file.
"""

import json
import shutil
import subprocess
import zipfile
from pathlib import Path
from typing import Any

import pytest
import yaml

from garlic.cli import run
from labs.policy.hidden_lab import PROGRAM_LAB, leaks, write_lab
from support.wheel import built_wheel, clean_environment

pytestmark = pytest.mark.slow

SUBMISSIONS = Path(__file__).parents[2] / "submissions"
METADATA = {  # as Gradescope writes it, without what nobody reads here
    "id": 123456,
    "created_at": "2026-11-21T14:22:32.365935-08:00",
    "assignment": {"due_date": "2026-11-20T23:59:00.000000-08:00", "total_points": "100.0"},
    "users": [{"id": 1, "email": "ada@example.org", "name": "Ada"}],
    "previous_submissions": [],
}


def bash(*words: str | Path, cwd: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = clean_environment() | variables
    return subprocess.run(
        ["bash", *words], cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )


class TestGradescope:
    @pytest.mark.parametrize(
        ("lab", "submitted", "name"),
        [
            ("trek", "trek/good.cpp", "main.cpp"),
            ("othello/task1", "othello/middling.h", "player.h"),
        ],
    )
    def test_setup_and_grading(self, lab: str, submitted: str, name: str, tmp_path: Path) -> None:
        archive = tmp_path / "autograder.zip"
        assert run(["lab", "gradescope", lab, str(archive), "--wheel", str(built_wheel())]) == 0
        root = tmp_path / "autograder"
        (root / "submission").mkdir(parents=True)
        with zipfile.ZipFile(archive) as file:
            file.extractall(root / "source")
        variables = {"AUTOGRADER_ROOT": str(root), "HOME": str(tmp_path)}
        done = bash("source/setup.sh", cwd=root, **variables)
        assert done.returncode == 0, done.stdout + done.stderr
        shutil.copy(SUBMISSIONS / submitted, root / "submission" / name)
        (root / "submission_metadata.json").write_text(json.dumps(METADATA))
        shutil.copy(root / "source" / "run_autograder", root)

        done = bash("run_autograder", cwd=root, **variables)
        assert done.returncode == 0, done.stdout + done.stderr
        results = json.loads((root / "results" / "results.json").read_text())
        judged = [test for test in results["tests"] if test.get("status") == "passed"]
        assert judged, results
        assert results["score"] >= sum(test["score"] for test in judged) > 0


class TestGithub:
    def test_the_steps_of_the_workflow(self, tmp_path: Path) -> None:
        lab = write_lab(tmp_path / "lab", PROGRAM_LAB)
        repository = tmp_path / "work"
        command = ["lab", "github", str(lab), str(repository), "--wheel", str(built_wheel())]
        assert run(command) == 0
        shutil.rmtree(lab.parent)
        (repository / "main.py").write_text(
            "import sys\nprint(2 * int(open(sys.argv[1]).read().split()[0]))\n"
        )
        self.commit(repository)
        temporary = tmp_path / "temp"
        temporary.mkdir()
        summary = tmp_path / "summary.md"
        variables = {
            "CI": "true",
            "GITHUB_ACTIONS": "true",
            "GITHUB_WORKSPACE": str(repository),
            "RUNNER_TEMP": str(temporary),
            "GITHUB_STEP_SUMMARY": str(summary),
            "HOME": str(tmp_path),
        }
        output = ""
        for step in self.steps(repository):
            script = temporary / "step.sh"
            script.write_text(step["run"])
            done = bash("-e", script, cwd=repository, **variables)
            assert done.returncode == 0, done.stdout + done.stderr
            output += done.stdout
        assert "::notice title=Autograding complete::Points 30/30" in output
        assert "| in the open | 20 / 20 |" in summary.read_text()
        report = temporary / "report"
        assert {path.name for path in report.iterdir()} == {"report.json", "report.html"}
        assert not leaks(output + (report / "report.html").read_text())
        status = subprocess.run(
            ["git", "status", "--short"], cwd=repository, capture_output=True, check=True
        )
        assert status.stdout == b""  # grading leaves the student's files alone

    def steps(self, repository: Path) -> list[dict[str, Any]]:
        workflow = yaml.safe_load((repository / ".github/workflows/classroom.yml").read_text())
        (job,) = workflow["jobs"].values()
        return [step for step in job["steps"] if "run" in step]

    def commit(self, repository: Path) -> None:
        who = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org")
        for words in (("init",), ("add", "."), (*who, "commit", "-m", "my solution")):
            subprocess.run(
                ["git", "-c", "init.defaultBranch=main", *words],
                cwd=repository,
                check=True,
                capture_output=True,
            )
