"""Shows what was understood of a class before it is graded."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from garlic.core import say, user_language
from garlic.core.language.text import visible

if TYPE_CHECKING:
    from garlic.labs.intake.handed_in import HandedIn
    from garlic.labs.policy.lateness import Lateness
    from garlic.labs.submissions import Sender

    LatenessOf = Callable[[Sender], Lateness]

_NAMES = {
    "moodle": "Moodle",
    "canvas": "Canvas",
    "gradescope": "Gradescope",
    "github": "GitHub Classroom",
    "entries": "one entry each",
    "groups": "folders of groups",
}


def show_intake(handed_in: "HandedIn", json: Path | None, lateness: "LatenessOf") -> None:
    """Print what was understood, or write it as JSON; *lateness* says how late a sender was."""
    from garlic.cli.output import write_text
    from garlic.labs.report.documents import dumped

    if json is not None:
        write_text(json, dumped(intake_to_json(handed_in, lateness)))
    if json != Path("-"):
        print_intake(handed_in, lateness)


def print_intake(handed_in: "HandedIn", lateness: "LatenessOf") -> None:
    """Print a row for every submission, and what is odd."""
    from garlic.cli.output import print_table

    print_layouts(handed_in)
    rows = []
    for entry in handed_in.entries:
        numbers, names, group = _shown(entry.sender)
        late = _late(entry.sender, lateness(entry.sender))
        known = "" if handed_in.roster is None or entry.sender.is_known else say("unknown")
        label = " ".join(entry.sender.label.split())
        rows.append((names or entry.name, numbers, group, str(entry.files), late, known, label))
    rows += [
        (one.name, one.number, one.group or "-", "0", "-", say("missing"), "-")
        for one in handed_in.missing
    ]
    print_table(["student", "student number", "group", "files", "deadline", "roster", "file"], rows)
    print(
        say(
            "{entries:submission|submissions}, {missing:student|students} without one, {unknown}"
            " not on the roster",
            entries=len(handed_in.entries),
            missing=len(handed_in.missing),
            unknown=len(handed_in.unknown),
        )
        if handed_in.roster
        else say("{entries:submission|submissions}", entries=len(handed_in.entries))
    )
    for remark in handed_in.remarks:
        print(say("note: {remark}", remark=remark.render(user_language())))
    print()


def print_layouts(handed_in: "HandedIn") -> None:
    """Print as what every path was understood, where that can be wrong."""
    for path, layout in handed_in.layouts:
        if layout.value in _NAMES:
            print(
                say(
                    "{path}: read as a class ({layout}); if that is wrong, use --layout",
                    path=visible(str(path)),
                    layout=say(_NAMES[layout.value]),
                )
            )
        elif len(handed_in.layouts) == 1:
            print(
                say(
                    "{path}: read as one submission; if it is a class, use --layout",
                    path=visible(str(path)),
                )
            )


def _shown(sender: "Sender") -> tuple[str, str, str]:
    students = sender.students
    numbers = say(", ").join(one.number for one in students if one.number)
    names = say(", ").join(one.name for one in students if one.name)
    groups = say(", ").join(dict.fromkeys(one.group for one in students if one.group))
    return numbers or "-", names, groups or "-"


def _late(sender: "Sender", lateness: "Lateness") -> str:
    """How late it is by the due date; without one, whether the course system says so."""
    sentence = lateness.sentence()
    if lateness.units and sentence is not None:
        return sentence.render(user_language())
    if sender.late:
        return say("missed")
    return "-" if lateness.known else say("unknown")


def _time(sender: "Sender") -> str | None:
    """When it was handed in, in UTC; None if the course system does not say."""
    if sender.handed_in is None or not sender.timed:
        return None
    return f"{sender.handed_in:%Y-%m-%dT%H:%M:%SZ}"


def intake_to_json(handed_in: "HandedIn", lateness: "LatenessOf") -> dict[str, Any]:
    """What was understood, as JSON values."""
    return {
        "layouts": [{"path": str(path), "layout": one.value} for path, one in handed_in.layouts],
        "submissions": [
            {
                "name": entry.name,
                "label": entry.sender.label,
                "students": [
                    {"number": one.number, "name": one.name, "group": one.group, "mail": one.mail}
                    for one in entry.sender.students
                ],
                "files": entry.files,
                "late": entry.sender.late or lateness(entry.sender).is_late,
                "time": _time(entry.sender),
                "known": entry.sender.is_known,
                "attempt": entry.sender.attempt,
                "attempts": entry.sender.attempts,
            }
            for entry in handed_in.entries
        ],
        "missing": [{"number": one.number, "name": one.name} for one in handed_in.missing],
        "remarks": [remark.render(user_language()) for remark in handed_in.remarks],
    }
