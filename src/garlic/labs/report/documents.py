"""Results for other programs: JSON, CSV, JUnit XML, Gradescope."""

import csv
import io
import json
from collections.abc import Iterable, Sequence
from typing import Any
from xml.etree import ElementTree as ET

import garlic
from garlic.core import Text
from garlic.core.render.spreadsheet import spreadsheet_cell
from garlic.labs.lab import Lab
from garlic.labs.policy.visibility import Visibility
from garlic.labs.report.ranking import Class, is_timed_out, remarks
from garlic.labs.results import Graded, GradedGame, GradeState, TestResult, shown_points, total

SCHEMA = "garlic-grades/1"

_GRADESCOPE_VISIBILITY = {
    Visibility.VISIBLE: "visible",
    Visibility.AFTER_DUE: "after_due_date",
    Visibility.HIDDEN: "hidden",
}


def to_json(graded: Class, language: str) -> dict[str, Any]:
    """The whole class as JSON values; values that differ from run to run are under ``cost``."""
    return {
        "schema": SCHEMA,
        "lab": graded.lab.name,
        "title": graded.lab.title.render(language),
        "garlic": garlic.__version__,
        "seed": graded.lab.setting.seed,
        "max_points": graded.lab.max_points,
        "withheld_points": graded.lab.withheld_points,
        "state": _class_state(graded),
        "submissions": [
            {
                "name": row.graded.name,
                "place": row.place,
                "file": row.graded.entry,
                "digest": row.graded.digest,
                "points": row.graded.points,
                "max_points": row.graded.max_points,
                "state": row.graded.state.value,
                "open_points": row.graded.open_points,
                "delayed": row.graded.delayed,
                "not_judged": len(row.graded.not_judged),
                "compiles": row.graded.compiles,
                "late": is_timed_out(row.graded),  # in a test; `lateness` is about the due date
                "earned": row.graded.earned,
                "lateness": _lateness(row.graded, language),
                "attempt": row.graded.sender.attempt,
                "attempts": row.graded.sender.attempts,
                "graded_attempts": [
                    {
                        "attempt": one.number,
                        "points": one.points,
                        "earned": one.earned,
                        "open_points": one.open_points,
                    }
                    for one in row.graded.attempts
                ],
                "fault": row.graded.fault and row.graded.fault.render(language),
                "tests": [_test(test, language) for test in row.graded.tests],
                "cost": {"seconds_a_move": row.graded.seconds_a_move},
            }
            for row in graded.ranked
        ],
        "alike": [
            {"one": pair.first, "other": pair.second, "share": round(pair.share, 3)}
            for pair in graded.similar
        ],
    }


def _lateness(graded: Graded, language: str) -> dict[str, Any] | None:
    lateness = graded.lateness
    if lateness is None:
        return None
    return {
        "late": lateness.is_late,
        "known": lateness.known,
        "units": lateness.units,
        "unit": lateness.unit.value,
        "percent_off": lateness.percent,
        "text": graded.late_text and graded.late_text.render(language),
    }


def _class_state(graded: Class) -> str:
    """The least certain state of all submissions."""
    states = {row.graded.state for row in graded.ranked}
    return max(states, key=list(GradeState).index, default=GradeState.FINAL).value


def _test(test: TestResult, language: str) -> dict[str, Any]:
    return {
        "title": test.title.render(language),
        "points": test.points,
        "max_points": test.max_points,
        "judged": test.judged,
        "delayed": test.delayed,
        "ran": test.ran.render(language),
        "summary": test.summary.render(language),
        "verdicts": list(test.verdicts),
        "remarks": [
            {
                "what": remark.what.render(language),
                "advice": remark.advice and remark.advice.render(language),
                "output": remark.output,
            }
            for remark in test.remarks
        ],
        "games": [_game(game) for game in test.games],
    }


def _game(played: GradedGame) -> dict[str, Any]:
    record, outcome = played.record, played.record.outcome
    return {
        "seat": played.game.seats[played.seat.index],
        "against": played.opponent,
        "seed": record.seed,
        "map": record.map,
        "winner": outcome.winner and played.game.seats[outcome.winner.index],
        "reason": outcome.reason,
        "delayed": record.is_delayed,
        "scores": outcome.scores and list(outcome.scores),
        "moves": [turn.move for turn in record.turns if turn.number > 0],
    }


def to_csv(graded: Class, language: str) -> str:
    """The class as CSV, with a byte order mark so that spreadsheets detect UTF-8.

    The score of an unfinished submission is left empty: it is not a grade.
    """
    lab = graded.lab
    titles = [test.title.render(language) for test in lab.tests]
    named = [
        Text(name).render(language)
        for name in ("place", "submission", "score", "of", "state", "remarks")
    ]
    timed = [Text("seconds a move").render(language)] if lab.breaks_ties else []
    rows: list[Sequence[object]] = [[*named, *timed, *titles]]
    for row in graded.ranked:
        submission = row.graded
        seconds = submission.seconds_a_move
        texts = [remark.render(language) for remark in remarks(submission)]
        rows.append(
            [
                "" if row.place is None else row.place,
                submission.name,
                "" if submission.not_judged else shown_points(submission.points),
                shown_points(submission.max_points),
                Text(submission.state.value).render(language),
                Text(", ").render(language).join(texts),
                *([f"{seconds:.3f}" if seconds is not None else ""] if lab.breaks_ties else []),
                *(shown_points(test.points) if test.judged else "" for test in submission.tests),
            ]
        )
    return csv_text(rows)


def csv_text(rows: Iterable[Sequence[object]]) -> str:
    """*rows* as CSV with a byte order mark; no cell is a formula, as names are not trusted."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    for row in rows:
        writer.writerow([spreadsheet_cell(cell) if isinstance(cell, str) else cell for cell in row])
    return "\ufeff" + file.getvalue()


def to_junit(lab: Lab, graded: Sequence[Graded], language: str) -> str:
    """JUnit XML: one suite per submission, one case per test; not judged is an error."""
    root = ET.Element("testsuites", name=lab.name)
    for submission in graded:
        failed = [test for test in submission.tests if test.judged and not test.full]
        suite = ET.SubElement(
            root,
            "testsuite",
            name=_xml(submission.name),
            tests=str(len(submission.tests)),
            failures=str(len(failed)),
            errors=str(len(submission.not_judged)),
            skipped="0",
        )
        for number, test in enumerate(submission.tests, 1):
            title = f"{number}. {test.title.render(language)}"
            case = ET.SubElement(
                suite, "testcase", classname=_xml(f"{lab.name}.{submission.name}"), name=_xml(title)
            )
            summary = _xml(test.summary.render(language))
            if not test.judged:
                ET.SubElement(case, "error", message=summary, type="not judged")
            elif not test.full:
                points = f"{shown_points(test.points)} / {shown_points(test.max_points)}"
                kind = test.verdicts[0] if test.verdicts else "points"
                failure = ET.SubElement(
                    case, "failure", message=f"{points}: {summary}", type=_xml(kind)
                )
                failure.text = _xml(plain_report(test, language))
    ET.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, "unicode") + "\n"


def _xml(text: str) -> str:
    """*text* without characters that XML does not allow."""
    return "".join(
        letter
        if letter in "\t\n\r" or " " <= letter <= "\ud7ff" or "\ue000" <= letter <= "\ufffd"
        else "\ufffd"
        if letter < "\U00010000"
        else letter
        for letter in text
    )


def plain_report(test: TestResult, language: str) -> str:
    """A test as plain text: what was run, the result, what to do."""
    lines = [test.ran.render(language), test.summary.render(language)]
    for remark in test.remarks:
        if (what := remark.what.render(language)) != lines[1]:
            lines.append(f"* {what}")
        if remark.advice is not None:
            lines.append(f"  -> {remark.advice.render(language)}")
        lines += [f"  | {line}" for line in remark.output.splitlines()[-8:]]
    if test.case is not None:
        case = test.case
        name = Text("The smallest failing case: {name}", name=case.name)
        lines.append(name.render(language))
        if case.differs:
            lines += list(case.differs)
        else:
            for title, content in (("expected", case.expected), ("printed", case.got)):
                lines.append(f"{Text(title).render(language)}:")
                lines += [f"  {line}" for line in content.splitlines()[:12]]
    return "\n".join(lines)


def to_gradescope(lab: Lab, graded: Graded, language: str) -> dict[str, Any]:
    """Gradescope's results.json. A test that was not judged has neither score nor status.

    Gradescope hides tests from students by their visibility. What is not about one test is for
    students, too, and names only the tests that they see from the beginning.
    """
    missing = graded.not_judged
    output = lab.title.render(language)
    if missing:
        titles = ", ".join(
            test.title.render(language)
            for test, kind in zip(graded.tests, lab.visibility, strict=True)
            if not test.judged and kind is Visibility.VISIBLE
        )
        sentence = Text(
            "Unfinished: not judged, through no fault of yours, and to be graded again: {titles}",
            titles=titles or Text("some tests"),
        )
        output = sentence.render(language)
    elif graded.fault is not None:
        output = graded.fault.render(language)
    if graded.lateness is not None and (late := graded.lateness.reduction()) is not None:
        output += f"\n{late.render(language)}"
    return {
        "score": graded.points,
        "output": output,
        "output_format": "text",
        "test_output_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": [
            {
                "number": str(number),
                "name": test.title.render(language),
                "name_format": "text",
                **(_gradescope_score(test) if test.judged else {}),
                "output": plain_report(test, language),
                "output_format": "text",
                "visibility": _GRADESCOPE_VISIBILITY[lab.visibility[number - 1]],
            }
            for number, test in enumerate(graded.tests, 1)
        ],
        "extra_data": {
            "lab": lab.name,
            "max_score": total(test.max_points for test in graded.tests),
            "state": graded.state.value,
            "delayed": graded.delayed,
            "not_judged": len(missing),
            "digest": graded.digest,
            "seed": lab.setting.seed,
        },
    }


def _gradescope_score(test: TestResult) -> dict[str, Any]:
    return {
        "score": test.points,
        "max_score": test.max_points,
        "status": "passed" if test.full else "failed",
    }


def dumped(value: Any) -> str:
    """*value* as indented JSON."""
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"
