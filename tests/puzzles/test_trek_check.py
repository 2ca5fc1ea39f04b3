"""Judging answers: every fault is recognised, and the mistake behind it named."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from garlic.core import InvalidFileError
from garlic.core.language.text import catalogue
from garlic.puzzles.trek import Terrain
from garlic.puzzles.trek.checking import AnswerFault, AnswerFinding, Cause, TrekAnswer, check
from support.effort import proportionate

# The straight path takes 4 days, but the rations last for 3: the supply below is needed.
DETOUR = Terrain.parse("2 5 3 3 0 0 0 4 1 1 2 1 1")
OPEN = Terrain.parse("3 4 9 3 0 0 0 0 1 0 0 0 0 0 4")
HOPELESS = Terrain.parse("1 5 2 3 0 0 0 4")


def finding_or_fault(terrain: Terrain, text: str) -> AnswerFinding | InvalidFileError:
    try:
        return judged(terrain, text)
    except InvalidFileError as fault:
        return fault


def judged(terrain: Terrain, text: str) -> AnswerFinding:
    return check(terrain, TrekAnswer.parse(text))


@pytest.mark.parametrize(
    ("terrain", "text", "fault", "cause", "step"),
    [
        (DETOUR, "6\nRRDURR", None, None, None),
        (DETOUR, "6 R R D U R R", None, None, None),
        (DETOUR, "6 0 0 0 1 0 2 1 2 0 2 0 3 0 4", None, None, None),
        (HOPELESS, "-1", None, None, None),
        (OPEN, "5 RRRDD", None, None, None),
        (OPEN, "5 DDRRR", None, None, None),
        (DETOUR, "4 RRRR", AnswerFault.STARVES, Cause.IGNORES_RATIONS, 3),
        (HOPELESS, "4 RRRR", AnswerFault.STARVES, Cause.IGNORES_RATIONS, 2),
        (DETOUR, "6 RLRRRR", AnswerFault.STARVES, None, 3),  # right length, but starves
        (DETOUR, "-1", AnswerFault.GIVES_UP, Cause.CLOSED_WITHOUT_RATIONS, None),
        (OPEN, "-1", AnswerFault.GIVES_UP, None, None),
        (OPEN, "7 RLRRRDD", AnswerFault.NOT_OPTIMAL, None, None),
        (OPEN, "4 RRRD", AnswerFault.ONE_STEP_SHORT, Cause.NO_STEP_TO_GOAL, None),
        (OPEN, "5 RRRD", AnswerFault.ONE_STEP_SHORT, Cause.NO_STEP_TO_GOAL, None),
        (OPEN, "2 RR", AnswerFault.ENDS_ELSEWHERE, None, None),
        (OPEN, "5 RDDRR", AnswerFault.MOUNTAIN, None, 2),
        (OPEN, "5 URRDD", AnswerFault.LEAVES_MAP, None, 1),
        (OPEN, "5 RRRRD", AnswerFault.LEAVES_MAP, None, 4),
        (OPEN, "7 RRRDDUD", AnswerFault.GOES_ON, None, 5),
        (OPEN, "4 RRRDD", AnswerFault.WRONG_COUNT, None, None),
        (OPEN, "5", AnswerFault.NO_PATH, None, None),
    ],
)
def test_faults_are_recognised(
    terrain: Terrain, text: str, fault: AnswerFault | None, cause: Cause | None, step: int | None
) -> None:
    finding = judged(terrain, text)
    assert (finding.fault, finding.cause, finding.step) == (fault, cause, step)
    assert finding.right == (fault is None)
    assert (finding.hint is None) == (cause is None)
    for sentence in (finding.text, finding.hint):
        assert sentence is None or sentence.template in catalogue("zh")


def test_a_longer_way_found_by_closing_cells_is_recognised() -> None:
    # The shortest way enters the cell above the supply twice.
    terrain = Terrain.parse("3 5 3\n3 0 0 0 4\n0 0 2 1 0\n1 0 0 2 0\n")
    closed = terrain.solve_closing_cells()
    assert (terrain.solve().days, closed.days) == (6, 8)
    finding = judged(terrain, str(closed))
    assert finding.fault is AnswerFault.NOT_OPTIMAL
    assert finding.cause is Cause.CLOSED_WITHOUT_RATIONS


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "number of days"),
        ("x", "number of days or -1, got 'x'"),
        ("-2", "got '-2'"),
        ("+5 RRRRR", "got '\\+5'"),
        ("5 RRXRR", "got 'X' at step 3"),
        ("5 rrrdd", "got 'r' at step 1"),
        ("-1 RR", "-1 alone"),
        ("2 0 0 0 1 0", "pairs of row and column, got '0'"),
        ("2 0 0 0 x", "got 'x'"),
        ("2 0 0 0 2", "got 0 2 as place 2"),
        ("٣ RRR", "number of days"),
    ],
)
def test_malformed_answers_are_refused(text: str, sentence: str) -> None:
    with pytest.raises(InvalidFileError, match=sentence):
        TrekAnswer.parse(text)


@pytest.mark.parametrize("piece", ["DU", "0 0 0 1 ", "9", " ", "é"])
def test_ten_megabytes_are_answered(piece: str) -> None:
    text = piece * (10_000_000 // len(piece))
    for answer in (text, f"5 {text}"):
        with proportionate():
            finding = finding_or_fault(OPEN, answer)
        if isinstance(finding, AnswerFinding):
            assert not finding.right
        else:
            assert len(str(finding)) < 500


@settings(deadline=None, max_examples=300)
@given(st.one_of(st.text(), st.text("UDLR", max_size=9).map(lambda path: f"{len(path)} {path}")))
def test_any_text_gets_a_finding_or_our_error(text: str) -> None:
    finding = finding_or_fault(DETOUR, text)
    if isinstance(finding, InvalidFileError):
        assert len(finding.render("zh")) < 500
        return
    assert finding.text.render("zh")
    if finding.right:
        assert finding.days == 6


def test_findings_do_not_change_the_map() -> None:
    before = OPEN.cells.copy()
    judged(OPEN, "5 RRRDD")
    assert np.array_equal(before, OPEN.cells)
