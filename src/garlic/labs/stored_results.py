"""The result of a submission as JSON values and back, without the records of its games.

A server keeps it: which of its tests somebody sees, how late it is and which attempt counts are
then decided anew whenever somebody looks.
"""

from typing import Any

from garlic.core import Text
from garlic.core.language.bilingual import Bilingual
from garlic.core.language.stored import text_from_json, text_to_json
from garlic.labs.lab import Lab
from garlic.labs.results import Graded, Remark, TestResult


def result_to_json(lab: Lab, graded: Graded) -> dict[str, Any]:
    """The result of grading by *lab*, the inverse of `result_from_json`."""
    return {
        "lab": lab.digest,
        "name": graded.name,
        "digest": graded.digest,
        "entry": graded.entry,
        "fault": _stored(graded.fault),
        "compiles": graded.compiles,
        "delayed": graded.delayed,
        "tests": [_test_to_json(test) for test in graded.tests],
    }


def result_from_json(value: dict[str, Any]) -> Graded:
    """The result; who handed it in and when is not part of it."""
    return Graded(
        name=value["name"],
        digest=value["digest"],
        entry=value["entry"],
        tests=tuple(_test_from_json(test) for test in value["tests"]),
        fault=_read(value["fault"]),
        compiles=value["compiles"],
    )


def is_of(lab: Lab, value: dict[str, Any]) -> bool:
    """Was it graded by this version of *lab*?"""
    return bool(value["lab"] == lab.digest and len(value["tests"]) == len(lab.tests))


def _test_to_json(test: TestResult) -> dict[str, Any]:
    return {
        "title": {"en": test.title.en, "zh": test.title.zh},
        "max_points": test.max_points,
        "points": test.points,
        "summary": text_to_json(test.summary),
        "ran": text_to_json(test.ran),
        "seconds_a_move": test.seconds_a_move,
        "verdicts": list(test.verdicts),
        "remarks": [
            {
                "what": text_to_json(remark.what),
                "advice": _stored(remark.advice),
                "output": remark.output,
            }
            for remark in test.remarks
        ],
    }


def _test_from_json(value: dict[str, Any]) -> TestResult:
    return TestResult(
        title=Bilingual(value["title"]["en"], value["title"]["zh"]),
        max_points=value["max_points"],
        points=value["points"],
        summary=text_from_json(value["summary"], "summary"),
        ran=text_from_json(value["ran"], "ran"),
        remarks=tuple(
            Remark(
                text_from_json(remark["what"], "what"), _read(remark["advice"]), remark["output"]
            )
            for remark in value["remarks"]
        ),
        seconds_a_move=value["seconds_a_move"],
        verdicts=tuple(value["verdicts"]),
    )


def _stored(text: Text | None) -> dict[str, Any] | None:
    return None if text is None else text_to_json(text)


def _read(value: Any) -> Text | None:
    return None if value is None else text_from_json(value, "text")
