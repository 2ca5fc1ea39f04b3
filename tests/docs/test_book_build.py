"""`make docs`, as a reader of CONTRIBUTING types it."""

import subprocess

import pytest
from book import ROOT


@pytest.mark.slow
def test_the_book_is_made_without_a_complaint():
    subprocess.run(["touch", "docs/index.md"], cwd=ROOT, check=True)
    made = subprocess.run(["make", "docs"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stdout + made.stderr
    for page in ("index.html", "zh/index.html", "reference/commands.html"):
        assert (ROOT / "build" / "book" / page).is_file()
        assert (ROOT / "src" / "garlic" / "web" / "book" / page).is_file()
