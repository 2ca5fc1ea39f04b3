"""What is run again on a busy machine, when, and how often."""

from concurrent.futures import Future

import pytest

from garlic.judge import quiet
from garlic.judge.patience import (
    MOST_REPLAYS,
    Patience,
    RemotePatience,
    Replays,
    Throttle,
    run_patiently,
)
from garlic.judge.record import Certainty
from support.busy import FakeQuiet

FINAL, DELAYED, NOT_JUDGED = Certainty.FINAL, Certainty.DELAYED, Certainty.NOT_JUDGED


class Machine:
    """Gives each key its results in turn; the last one again and again."""

    def __init__(self, **results: list[Certainty]) -> None:
        self.results = {key: list(values) for key, values in results.items()}
        self.ran: list[str] = []

    def submit(self, key: str) -> Future[Certainty]:
        self.ran.append(key)
        values = self.results[key]
        future: Future[Certainty] = Future()
        future.set_result(values.pop(0) if len(values) > 1 else values[0])
        return future

    def run(
        self, patience: Patience, jobs: int = 1, known: dict[str, Certainty] | None = None
    ) -> list[tuple[str, Certainty]]:
        return list(run_patiently(self.results, self.submit, Certainty, jobs, patience, known))


def test_what_is_final_is_run_once(quiet_answers: FakeQuiet) -> None:
    machine = Machine(a=[FINAL], b=[FINAL])
    assert machine.run(Patience(60)) == [("a", FINAL), ("b", FINAL)]
    assert quiet_answers == []


def test_a_delayed_result_comes_first_and_is_replaced_when_the_machine_is_quiet(
    quiet_answers: FakeQuiet,
) -> None:
    quiet_answers.answers = [True]
    machine = Machine(a=[DELAYED, FINAL], b=[FINAL])
    assert machine.run(Patience(60)) == [("a", DELAYED), ("b", FINAL), ("a", FINAL)]
    assert machine.ran == ["a", "b", "a"]


def test_a_delayed_result_stands_if_the_machine_is_never_quiet(quiet_answers: FakeQuiet) -> None:
    machine = Machine(a=[DELAYED, FINAL])
    assert machine.run(Patience(60)) == [("a", DELAYED)]
    assert quiet_answers == [60]


def test_nothing_is_run_again_without_patience(quiet_answers: FakeQuiet) -> None:
    machine = Machine(a=[NOT_JUDGED, FINAL])
    assert machine.run(Patience()) == [("a", NOT_JUDGED)]
    assert quiet_answers == []


def test_replays_are_bounded(quiet_answers: FakeQuiet) -> None:
    quiet_answers.answers = [True] * 9
    machine = Machine(a=[DELAYED])
    assert machine.run(Patience(60)) == [("a", DELAYED)]
    assert machine.ran == ["a"] * (1 + MOST_REPLAYS)


def test_a_replay_that_is_worse_does_not_count(quiet_answers: FakeQuiet) -> None:
    quiet_answers.answers = [True] * 9
    machine = Machine(a=[DELAYED, NOT_JUDGED, DELAYED])
    assert machine.run(Patience(60)) == [("a", DELAYED)]


def test_after_several_that_could_not_be_judged_it_waits_before_the_rest(
    quiet_answers: FakeQuiet,
) -> None:
    quiet_answers.answers = [True] * 9
    machine = Machine(**{f"n{number}": [NOT_JUDGED, FINAL] for number in range(6)})
    got = machine.run(Patience(60))
    assert machine.ran[:5] == ["n0", "n1", "n2", "n3", "n4"]
    assert len(quiet_answers) == 2  # after four, and before the replays
    assert {key for key, certainty in got if certainty is FINAL} == set(machine.results)


def test_it_waits_once_before_the_replays(quiet_answers: FakeQuiet) -> None:
    quiet_answers.answers = [True] * 9
    Machine(**{f"n{number}": [NOT_JUDGED, FINAL] for number in range(4)}).run(Patience(60))
    assert len(quiet_answers) == 1


def test_known_delayed_results_wait_for_a_quiet_machine(quiet_answers: FakeQuiet) -> None:
    machine = Machine(a=[FINAL], b=[FINAL], c=[FINAL])
    known = {"a": DELAYED, "b": NOT_JUDGED}
    assert machine.run(Patience(60), known=known) == [("b", FINAL), ("c", FINAL)]
    quiet_answers.answers = [True]
    assert Machine(a=[FINAL]).run(Patience(60), known={"a": DELAYED}) == [("a", FINAL)]


def test_whoever_waits_is_told_how_long_and_for_how_much() -> None:
    told = []
    Machine(a=[DELAYED], b=[DELAYED]).run(Patience(60, lambda *about: told.append(about)))
    assert told == [(60, 2)]


def test_patience_is_used_up_by_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    moments = iter([0.0, 50.0, 50.0, 50.0])
    monkeypatch.setattr("garlic.judge.patience.time.monotonic", lambda: next(moments))
    asked = FakeQuiet(True, True)
    monkeypatch.setattr(quiet, "wait_until_quiet", asked)
    patience = Patience(60)
    assert patience.wait(1)
    assert patience.wait(1)
    assert asked == [60, 10]


def test_the_busier_the_machine_the_fewer_run_side_by_side() -> None:
    throttle = Throttle(8)
    throttle.add(DELAYED)
    assert throttle.jobs == 4
    for _ in range(5):
        throttle.add(NOT_JUDGED)
    assert throttle.jobs == 1
    throttle.add(FINAL)
    assert throttle.jobs == 2
    for _ in range(20):
        throttle.add(FINAL)
    assert throttle.jobs == 8


def test_an_error_is_raised() -> None:
    future: Future[Certainty] = Future()
    future.set_exception(ValueError("boom"))
    with pytest.raises(ValueError, match="boom"):
        list(run_patiently(["a"], lambda _: future, lambda _: FINAL, 1, Patience()))


def test_what_other_machines_play_is_run_again_at_once(quiet_answers: FakeQuiet) -> None:
    machine = Machine(a=[NOT_JUDGED, FINAL])
    assert machine.run(RemotePatience()) == [("a", NOT_JUDGED), ("a", FINAL)]
    assert quiet_answers == []


def test_each_result_has_its_own_replays(quiet_answers: FakeQuiet) -> None:
    quiet_answers.answers = [True] * 9
    replays = Replays(Patience(60), known={"c": FINAL})
    assert [replays.add("a", DELAYED), replays.add("a", NOT_JUDGED)] == [True, False]
    again = [replays.again(keys) for keys in ("ac", "abc", "abc", "abc")]
    assert again == [["a"], ["a", "b"], ["b"], []]
    assert replays.add("b", FINAL)
    assert [replays.certainty(key) for key in "abc"] == [DELAYED, FINAL, FINAL]
