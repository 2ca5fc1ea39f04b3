"""The journal of a run: what is in it survives a kill, and only one run writes it."""

from pathlib import Path

import pytest

from garlic.core import Text, UsageError
from garlic.judge.record import Certainty
from garlic.labs.journal import Journal
from garlic.labs.steps import Outcome, not_judged

FINAL: Outcome = {"verdict": "ok", "output": "蒜\n"}
DELAYED: Outcome = {"record": "{}", "delayed": True}
BUSY = not_judged(Text("the machine was too busy"))


def test_an_outcome_is_in_the_file_as_soon_as_it_is_added(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        journal.add("one", FINAL)
        assert (tmp_path / "journal.jsonl").read_bytes().count(b"\n") == 1
        assert journal.outcomes["one"] == FINAL


def test_the_last_outcome_of_a_step_counts(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        for outcome in (BUSY, DELAYED, FINAL):
            journal.add("one", outcome)
        journal.add("two", DELAYED)
        assert [journal.certainty(key) for key in ("one", "two")] == [
            Certainty.FINAL,
            Certainty.DELAYED,
        ]
    with Journal(tmp_path) as again:
        assert dict(again.outcomes) == {"one": FINAL, "two": DELAYED}


@pytest.mark.parametrize("rest", [b'{"step": "tw', b'{"step": "two"}\n', b"\xff\xfe\n", b"[]\n"])
def test_a_line_that_was_not_written_to_its_end_is_dropped(tmp_path: Path, rest: bytes) -> None:
    with Journal(tmp_path) as journal:
        journal.add("one", FINAL)
    with (tmp_path / "journal.jsonl").open("ab") as file:
        file.write(rest)
    with Journal(tmp_path) as journal:
        assert dict(journal.outcomes) == {"one": FINAL}
        journal.add("two", DELAYED)
        assert journal.outcomes["two"] == DELAYED
    with Journal(tmp_path) as again:
        assert dict(again.outcomes) == {"one": FINAL, "two": DELAYED}


def test_two_runs_do_not_write_the_same_journal(tmp_path: Path) -> None:
    with Journal(tmp_path), pytest.raises(UsageError, match="another run is grading into"):
        Journal(tmp_path)
    Journal(tmp_path).close()


def test_only_a_final_outcome_is_taken_over_from_another_version_of_the_lab(
    tmp_path: Path,
) -> None:
    with Journal(tmp_path) as journal:
        journal.add("final", FINAL, "same facts")
        journal.add("delayed", DELAYED, "other facts")
        journal.add("busy", BUSY, "more facts")
        for key, facts in (("a", "same facts"), ("b", "other facts"), ("c", "more facts")):
            journal.take_over(key, facts)
        journal.take_over("delayed", "same facts")
        assert sorted(journal.outcomes) == ["a", "busy", "delayed", "final"]
        assert (journal.outcomes["a"], journal.outcomes["delayed"]) == (FINAL, DELAYED)
