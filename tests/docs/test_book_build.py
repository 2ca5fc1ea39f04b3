"""`make docs` as described in CONTRIBUTING."""

import subprocess

import pytest
from book import ROOT


@pytest.mark.slow
def test_make_docs() -> None:
    subprocess.run(["touch", "docs/index.md"], cwd=ROOT, check=True)
    made = subprocess.run(["make", "docs"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stdout + made.stderr
    for page in ("index.html", "zh/index.html", "reference/commands.html"):
        assert (ROOT / "build" / "book" / page).is_file()
        assert (ROOT / "src" / "garlic" / "web" / "book" / page).is_file()
