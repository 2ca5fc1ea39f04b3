"""Behaviour: agreement beyond chance is reported, a common idea is not."""

import random
from pathlib import Path

import pytest

from garlic.core import Limits, Outcome, Seat
from garlic.judge.record import Record, RecordedBot
from garlic.labs.intake.handed_in import copy_class
from garlic.labs.library import find_lab
from garlic.labs.similarity.behaviour import AnswerRow, Behaviour, Probe, agreement, raised, tail
from garlic.labs.similarity.comparison import Similarity
from garlic.labs.similarity.probes import ProbeOptions, observe

BOT = RecordedBot("random", "built-in", "-")
GAME = Record(
    "othello",
    "-",
    1,
    Limits(1, 1, 1 << 28),
    "default",
    (BOT, BOT),
    (),
    (),
    (),
    Outcome(Seat.A, "-"),
)
PROBES = [Probe(GAME, number + 2, 10) for number in range(40)]


def independent(seed: int, skill: float = 0.4) -> AnswerRow:
    """Someone who sees the obvious move with a chance of *skill*, and else plays what it likes."""
    chance = random.Random(seed)
    return tuple(
        "obvious" if chance.random() < skill else f"m{chance.randrange(9)}" for _ in PROBES
    )


def judged(answers: dict[str, AnswerRow], ours: frozenset[str] = frozenset()) -> Behaviour:
    authors = {name: number for number, name in enumerate(answers)}
    return agreement(PROBES, answers, authors, ours, frozenset())


def with_slips(row: AnswerRow, seed: int, slips: int) -> AnswerRow:
    chance = random.Random(seed)
    where = set(chance.sample(range(len(row)), slips))
    return tuple("slip" if at in where else move for at, move in enumerate(row))


CLASS = {f"s{number:02}": independent(number) for number in range(30)}


def test_independent_bots_are_not_reported() -> None:
    found = judged(CLASS)
    assert (found.pairs, found.alike, dict(found.not_judged)) == ((), (), {})


def test_strong_bots_that_all_see_the_best_move_are_not_reported() -> None:
    assert judged({f"s{n}": independent(n, skill=0.9) for n in range(30)}).pairs == ()


def test_a_rewritten_copy_is_reported_with_its_positions() -> None:
    found = judged({**CLASS, "eve": with_slips(CLASS["s07"], 1, 3)})
    (pair,) = found.pairs
    assert {pair.first, pair.second} == {"s07", "eve"}
    assert (pair.asked, pair.agreed) == (40, 37)
    assert pair.probability < 1e-6
    rarest, commonest = pair.positions[0], pair.positions[-1]
    assert found.others(pair, rarest)[0] < found.others(pair, commonest)[0]
    assert len(pair.positions) == 37


def test_a_copy_of_one_of_ours_is_reported() -> None:
    found = judged({**CLASS, "baseline:x": CLASS["s03"]}, frozenset({"baseline:x"}))
    assert [(pair.first, pair.second) for pair in found.pairs] == [("s03", "baseline:x")]


def test_an_idea_that_several_had_is_no_evidence_against_a_pair() -> None:
    greedy = independent(99)
    found = judged({**CLASS, "ann": greedy, "bob": greedy, "eve": greedy})
    assert found.pairs == ()
    assert found.alike == (("ann", "bob", "eve"),)


def test_a_ring_with_similar_sources_is_reported() -> None:
    answers = {**CLASS, "ann": CLASS["s00"], "bob": CLASS["s00"]}
    authors = {name: number for number, name in enumerate(answers)}
    authors |= {"ann": authors["s00"], "bob": authors["s00"]}
    found = agreement(PROBES, answers, authors, frozenset(), frozenset())
    assert {frozenset({pair.first, pair.second}) for pair in found.pairs} == {
        frozenset({"s00", "ann"}),
        frozenset({"s00", "bob"}),
        frozenset({"ann", "bob"}),
    }


def test_too_few_bots_or_answers_are_not_judged() -> None:
    row = independent(1)
    assert judged({"ann": row, "bob": row}).pairs == ()
    short = (*row[:10], *[None] * 30)
    found = judged({**CLASS, "ann": short, "bob": short})
    assert found.pairs == ()
    assert set(found.not_judged) == {"ann", "bob"}


def test_the_tail_of_unequal_chances() -> None:
    assert tail([0.5] * 4, 3) == pytest.approx(5 / 16)
    assert tail([0.1, 1.0], 1) == pytest.approx(1)
    assert tail([0.2, 0.3], 2) == pytest.approx(0.06)
    assert sum(raised([0.1, 0.4, 0.7], 0.8)) == pytest.approx(2.4)
    assert raised([0.9, 0.9], 0.5) == [0.9, 0.9]


FIRST_MOVE = """def play(position):
    return {choice}(position.legal_moves(), key=str)
"""


def test_bots_are_asked_in_the_sandbox(tmp_path: Path) -> None:
    for name, choice in (("ann", "min"), ("bob", "min"), ("eve", "max"), ("bad", "(")):
        (tmp_path / f"{name}.py").write_text(FIRST_MOVE.format(choice=choice))
    lab = find_lab("othello/task1")
    submissions = copy_class(sorted(tmp_path.glob("*.py")), lab.accepted, tmp_path / "work")
    options = ProbeOptions(positions=2, weak=True)
    found = observe(lab, submissions, Similarity(), options, lambda *_: None)
    assert found.answers["ann"] == found.answers["bob"] != found.answers["eve"]
    assert None not in found.answers["ann"]
    assert "baseline:othello/task2" in found.answers
    assert set(found.not_judged) == {"ann", "bob", "eve", "bad"}  # two positions prove nothing
    trek = observe(find_lab("trek"), submissions, Similarity(), options, lambda *_: None)
    assert trek.why is not None
