"""Behaviour: agreement beyond chance is reported, a common idea is not."""

import random
import re
from dataclasses import replace
from pathlib import Path

import pytest

from garlic.core import Limits, Outcome, Seat
from garlic.judge.record import Record, RecordedBot
from garlic.labs.intake.handed_in import copy_class
from garlic.labs.library import find_lab
from garlic.labs.similarity.aids import Aid
from garlic.labs.similarity.behaviour import AnswerRow, Behaviour, Probe, agreement, raised, tail
from garlic.labs.similarity.comparison import Similarity
from garlic.labs.similarity.findings import find_similar
from garlic.labs.similarity.options import SimilarityOptions
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


def test_reasons_are_given_where_the_time_is_over(tmp_path: Path) -> None:
    (tmp_path / "ann.py").write_text(FIRST_MOVE.format(choice="min"))
    lab = find_lab("othello/task1")
    aids = replace(lab.aids, allowed=frozenset({Aid.TEMPLATES}))
    submissions = copy_class([tmp_path / "ann.py"], lab.accepted, tmp_path / "work")
    options = ProbeOptions(positions=2, seconds=0, weak=True)
    found = observe(replace(lab, aids=aids), submissions, Similarity(), options, lambda *_: None)
    told = str(found.not_judged["ann"])
    assert re.fullmatch(
        r"only [01] answers? could be judged: the time was over after 1 of 2 positions; at least 16"
        r" are needed, which takes about \d+ minutes? here \(--minutes\)",
        told,
    )
    # The lab does not allow our examples, so they are asked, too.
    assert "example/othello/python" in found.answers
    assert found.answers["ann"][1] is None


def flat(number: int, *, rewritten: bool = False) -> str:
    """A bot with weights of its own; rewritten, it plays alike and looks different."""
    values = [(number * 37 + 11 * cell * cell + 5 * cell * number) % 101 for cell in range(64)]
    if not rewritten:
        return f"WEIGHTS = {values}\n" + _WEIGHING
    table = {f"{chr(97 + at % 8)}{at // 8 + 1}": value for at, value in enumerate(values)}
    return f"TABLE = {table}\n" + _REWRITTEN


_WEIGHING = """
def worth(move):
    cell = str(move)
    return WEIGHTS[(int(cell[1:]) - 1) % 8 * 8 + (ord(cell[0]) - 97) % 8]


def play(position):
    return max(position.legal_moves(), key=lambda move: (worth(move), str(move)))
"""
_REWRITTEN = """
def play(position):
    best = None
    for candidate in sorted(map(str, position.legal_moves())):
        place = "abcdefgh"[(ord(candidate[0]) - 97) % 8] + str((int(candidate[1:]) - 1) % 8 + 1)
        if best is None or TABLE[place] >= best[0]:
            best = TABLE[place], candidate
    return best[1]
"""


@pytest.mark.slow
def test_a_rewritten_copy_in_a_class_of_real_bots_is_found(tmp_path: Path) -> None:
    for number in range(9):
        (tmp_path / f"s{number}.py").write_text(flat(number))
    (tmp_path / "eve.py").write_text(flat(4, rewritten=True))
    lab = find_lab("othello/task1")
    options = ProbeOptions(positions=24, weak=True)
    found = find_similar(
        lab, sorted(tmp_path.glob("*.py")), SimilarityOptions(probes=options), lambda *_: None
    )
    assert found.similarity.pairs == ()
    assert found.behaviour is not None
    assert {frozenset({pair.first, pair.second}) for pair in found.behaviour.pairs} == {
        frozenset({"eve", "s4"})
    }
    assert dict(found.behaviour.not_judged) == {}


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
