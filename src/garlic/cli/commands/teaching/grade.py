"""`garlic grade`: submissions of a lab, graded."""

import sys
from dataclasses import replace
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from garlic.cli.app import app
from garlic.cli.busy import EXIT_NOT_JUDGED, PatienceMinutes
from garlic.cli.parameters import LARGEST, AgainstFolders, BaseFiles, LabName
from garlic.cli.teaching.late_options import (
    AllowedAttempts,
    CountedAttempt,
    DueDate,
    GracePeriod,
    LateMost,
    LateRate,
    SubmittedAt,
)
from garlic.core import Text, say, user_language
from garlic.core.language.text import visible

if TYPE_CHECKING:
    from garlic.cli.teaching.progress import GradingBar
    from garlic.labs.grading import GradingOptions, GradingProgress
    from garlic.labs.intake.handed_in import HandedIn
    from garlic.labs.lab import Lab
    from garlic.labs.report.ranking import Class
    from garlic.labs.results import Graded, TestResult
    from garlic.labs.returns.previous import ChangedGrade
    from garlic.labs.similarity.options import SimilarityOptions


class Audience(StrEnum):
    """Who reads the reports of a run."""

    STAFF = "staff"
    STUDENTS = "students"


_SIGNS = {True: "✓", False: "✗", None: "?"}


@app.command()
def grade(
    lab: LabName,
    submissions: Annotated[
        list[Path],
        typer.Argument(
            metavar="SUBMISSION...",
            help="Files, folders or zip files; or a class, as a course system exports it.",
        ),
    ],
    roster: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The students as CSV: number, name, group, mail."),
    ] = None,
    layout: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="one, moodle, canvas, gradescope, github, entries or groups;"
            " recognised by default.",
        ),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only show what was recognised; grade nothing.")
    ] = False,
    jobs: Annotated[
        int | None, typer.Option(min=1, max=LARGEST, help="How many runs at the same time.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="The folder for all results; an interrupted run continues from it."
        ),
    ] = None,
    json: Annotated[Path | None, typer.Option(help="Write the results as JSON.")] = None,
    csv: Annotated[Path | None, typer.Option(help="Write the class as a table.")] = None,
    moodle: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write Moodle's grading worksheet.")
    ] = None,
    moodle_feedback: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write a zip file with a page for each, for Moodle."),
    ] = None,
    canvas: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write Canvas's gradebook.")
    ] = None,
    html: Annotated[
        Path | None,
        typer.Option(
            help="Write a page; for several submissions one for the class and one for each."
        ),
    ] = None,
    junit: Annotated[Path | None, typer.Option(help="Write JUnit XML.")] = None,
    gradescope: Annotated[
        Path | None,
        typer.Option(
            help="Write Gradescope's results.json; for a class, a zip file with all of them."
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(min=0, max=LARGEST, help="The random seed; by default the lab's own."),
    ] = None,
    opponent: Annotated[
        str | None, typer.Option(metavar="BOT", help="Play all matches against this bot instead.")
    ] = None,
    base: BaseFiles = None,
    against: AgainstFolders = None,
    audience: Annotated[
        Audience,
        typer.Option("--for", help="Who reads the reports; students see no hidden checks."),
    ] = Audience.STAFF,
    due: DueDate = None,
    late: LateRate = None,
    grace: GracePeriod = None,
    late_most: LateMost = None,
    submitted: SubmittedAt = None,
    attempts: AllowedAttempts = None,
    counts: CountedAttempt = None,
    only_changed: Annotated[
        bool,
        typer.Option("--only-changed", help="After a change of the lab: run only what it affects."),
    ] = False,
    cluster: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Play the games on a Dask cluster: tcp://HOST:PORT."),
    ] = None,
    patience: PatienceMinutes = 10.0,
    weak_isolation: Annotated[
        bool,
        typer.Option("--weak-isolation", help="Judge even where programs cannot be confined."),
    ] = False,
) -> None:
    """Grade submissions of a lab and report what happened and why.

    A submission is a file, a folder or a zip file. A class is taken as Moodle, Canvas, Gradescope
    or GitHub Classroom exports it, or as a folder with a file or folder for each student. What a
    busy machine has delayed or kept from being judged is run again once it is quiet. The exit code
    is 0 if all points are reached, 3 if something could not be judged, and 1 otherwise.

    Example: garlic grade othello/task1 class.zip --roster class.csv --out results --moodle m.csv
    """
    from garlic.cli.teaching.intake import print_intake, show_intake
    from garlic.cli.teaching.progress import GradingBar
    from garlic.labs.grading import GradingOptions
    from garlic.labs.intake.handed_in import look_at
    from garlic.labs.intake.layouts import parse_layout
    from garlic.labs.intake.roster import read_roster
    from garlic.labs.library import find_lab
    from garlic.labs.policy.counting import lateness_by
    from garlic.labs.policy.lateness import PolicyOptions, parse_time
    from garlic.labs.report.writing import Targets, check_targets, write_reports
    from garlic.labs.returns.previous import changes_since
    from garlic.labs.returns.writing import Returns, check_returns, write_returns
    from garlic.labs.similarity.options import SimilarityOptions

    loaded_lab = find_lab(lab)
    policy = PolicyOptions(due, late, grace, late_most, attempts, counts)
    loaded_lab = replace(loaded_lab, policy=policy.applied(loaded_lab.policy))
    given = None if submitted is None else parse_time(submitted, "--submitted")
    compared = SimilarityOptions(tuple(base or ()), tuple(against or ()))
    compared.check()
    students = None if roster is None else read_roster(roster)
    handed_in = look_at(
        submissions,
        loaded_lab.accepted,
        students,
        parse_layout(layout) if layout else None,
        loaded_lab.policy,
    )
    lateness = lateness_by(loaded_lab.policy, given)
    if dry_run:
        show_intake(handed_in, json, lateness)
        return
    # A table of students has more rows and columns than one of submissions.
    table_of_students, archive = (csv, gradescope) if handed_in.is_class else (None, None)
    returns = Returns(moodle, canvas, moodle_feedback, table_of_students, archive)
    targets = Targets(
        out,
        json,
        None if table_of_students else csv,
        junit,
        None if archive else gradescope,
        html,
    )
    check_targets(targets, len(handed_in.entries))
    check_returns(returns)
    quiet = Path("-") in (json, csv, junit, gradescope, html, moodle, canvas)
    if handed_in.is_class and not quiet:
        print_intake(handed_in, lateness)
    with GradingBar(patience, cluster) as bar:
        options = GradingOptions(
            jobs, out, seed, opponent, weak_isolation, bar.patience, cluster, only_changed
        )
        results = _graded(loaded_lab, handed_in, options, bar)
        bar.finish()
        now = datetime.now(UTC)
        table = _ranked_for(audience, loaded_lab, results, compared, given, now)
        table = replace(table, missing=tuple(handed_in.missing))
        write_reports(targets, table, user_language(), now)
        notes = write_returns(returns, table, handed_in, user_language(), now)
    shown = [row.graded for row in table.ranked]
    changed = changes_since(out, shown) if audience is Audience.STAFF else []
    if not quiet:
        _print_results(table, handed_in, targets.page)
        _print_after(changed, notes)
    _exit_with(shown)


def _graded(
    lab: "Lab", handed_in: "HandedIn", options: "GradingOptions", bar: "GradingBar"
) -> "list[Graded]":
    """The results; after Ctrl-C says what is done and how to continue."""
    from garlic.labs.grading import grade_class

    try:
        return grade_class(lab, handed_in, options, bar.update)
    except KeyboardInterrupt:
        bar.stop()
        print(_stopped(options.out, bar.last), file=sys.stderr)
        raise


def _ranked_for(
    audience: Audience,
    lab: "Lab",
    results: "list[Graded]",
    compared: "SimilarityOptions",
    given: datetime | None,
    now: datetime,
) -> "Class":
    """The class as *audience* sees it: the attempts that count, less what lateness costs."""
    from garlic.labs.policy.counting import counting_results
    from garlic.labs.report.ranking import ranked
    from garlic.labs.report.students import student_class

    table = ranked(lab, counting_results(lab.policy, results, given), compared)
    return student_class(table, now) if audience is Audience.STUDENTS else table


def _exit_with(results: "list[Graded]") -> None:
    """Exit with a code unless all points are reached."""
    if any(graded.not_judged for graded in results):
        raise typer.Exit(EXIT_NOT_JUDGED)
    if not all(graded.full for graded in results):
        raise typer.Exit(1)


def _print_results(table: "Class", handed_in: "HandedIn", page: Path | None) -> None:
    if len(table.ranked) == 1 and not handed_in.is_class:
        _print_submission(table.ranked[0].graded)
        _print_withheld(table.lab.withheld_points)
        if not table.ranked[0].graded.entry:
            _print_what_it_is(handed_in)
    else:
        _print_class(table, page)
        _print_missing(handed_in)


def _print_what_it_is(handed_in: "HandedIn") -> None:
    """How a folder or zip file was understood in which there is nothing to grade."""
    from garlic.cli.teaching.intake import print_layouts

    if any(path.is_dir() or path.suffix.lower() == ".zip" for path, _ in handed_in.layouts):
        print_layouts(handed_in)


def _stopped(out: Path | None, last: "GradingProgress | None") -> str:
    """What to say after Ctrl-C."""
    done, of = (last.graded, last.submissions) if last else (0, 0)
    if out is None:
        return say(
            "stopped: {done} of {of:submission|submissions} graded; nothing is kept without --out"
            " DIR",
            done=done,
            of=of,
        )
    return say(
        "stopped: {done} of {of:submission|submissions} graded and kept in {folder}; run the same"
        " command again to continue",
        done=done,
        of=of,
        folder=str(out),
    )


def _print_missing(handed_in: "HandedIn") -> None:
    if missing := handed_in.missing:
        print(
            say(
                "Nothing was handed in by {count:student|students}: {names}",
                count=len(missing),
                names=_listed([student.title for student in missing]),
            )
        )
    if unknown := handed_in.unknown:
        print(
            say(
                "Not on the roster, {count:submission|submissions}: {names}",
                count=len(unknown),
                names=_listed([entry.name for entry in unknown]),
            )
        )


def _listed(names: list[str], most: int = 10) -> str:
    shown = [visible(name) for name in names[:most]]
    return say(", ").join(shown) + (" …" if len(names) > most else "")


def _print_changed(changed: "list[ChangedGrade]") -> None:
    """The grades that the last run into the same folder saw differently."""
    from garlic.cli.output import print_table
    from garlic.labs.results import shown_points

    if not changed:
        return
    print()
    print(say("Changed grades: {count}", count=len(changed)))
    rows = [(one.name, shown_points(one.before), shown_points(one.now)) for one in changed]
    print_table(["submission", "before", "now"], rows)


def _print_after(changed: "list[ChangedGrade]", notes: list[Text]) -> None:
    """What changed since the last run, and what the files for course systems lack."""
    _print_changed(changed)
    for note in notes:
        print(note.render(user_language()))


def _print_submission(graded: "Graded") -> None:
    from garlic.cli.output import console, print_program_output

    _print_not_judged([graded])
    if graded.fault is not None and not any(test.remarks for test in graded.tests):
        console().print(graded.fault.render(user_language()), style="red")
        print_program_output(graded.unshown_log, last=6)
    for test in graded.tests:
        _print_test(test)
    console().print(_total_sentence(graded), style="bold")
    if graded.late_text is not None:
        console().print(graded.late_text.render(user_language()), style="yellow")
    _print_delayed([graded])


def _print_withheld(points: float) -> None:
    """The points of checks that students do not see, if the lab tells about them."""
    from garlic.labs.results import shown_points

    if points:
        print(
            say(
                "Checks that are not shown here: {points:more point|more points}.",
                points=shown_points(points),
            )
        )


def _total_sentence(graded: "Graded") -> str:
    from garlic.labs.results import shown_points

    sentence = "{name}: {points} of {max:point|points}"
    if graded.not_judged:
        sentence = "{name}: unfinished, {points} of {max:point|points} so far, {open} not judged"
    return say(
        sentence,
        name=graded.name,
        points=shown_points(graded.points),
        max=shown_points(graded.max_points),
        open=shown_points(graded.open_points),
    )


def _print_delayed(results: "list[Graded]") -> None:
    from garlic.cli.playing.report import print_delayed

    if games := sum(graded.delayed for graded in results):
        print_delayed(games)


def _print_test(test: "TestResult") -> None:
    from garlic.cli.output import console, print_program_output
    from garlic.labs.results import shown_points

    language = user_language()
    sign = _SIGNS[test.full if test.judged else None]
    colour = "yellow" if not test.judged or (test.points and not test.full) else "red"
    line = say("{where}: {sentence}", where=test.title.render(language), sentence=test.summary)
    console().print(
        f"{sign} {shown_points(test.points):>4} / {shown_points(test.max_points):<4} {line}",
        style="green" if test.full else colour,
    )
    for remark in test.remarks[:3]:
        if (what := remark.what.render(language)) != test.summary.render(language):
            print(f"    {what}")
        if remark.advice is not None:
            print(f"    → {remark.advice.render(language)}")
        print_program_output(remark.output, last=6)


def _print_nothing_to_grade(refused: "list[Graded]") -> None:
    """Why there is nothing to grade in some submissions."""
    if not refused:
        return
    print()
    print(say("Nothing to grade"))
    for one in refused:
        why = one.fault.render(user_language()) if one.fault else "-"
        print("  " + visible(say("{where}: {sentence}", where=one.name, sentence=why)))
    print()


def _print_not_judged(graded: "list[Graded]") -> None:
    missing = [(submission, test) for submission in graded for test in submission.not_judged]
    if not missing:
        return
    print(say("Not everything could be judged; nobody loses points for it:"))
    for submission, test in missing[:10]:
        summary = test.summary.render(user_language())
        print(f"  {visible(submission.name)}: {test.title.render(user_language())}: {summary}")
    if len(missing) > 10:
        print(say("  and {count} more", count=len(missing) - 10))
    print(say("Run the same command again on a less busy machine to judge the rest."))
    print()


def _print_class(table: "Class", page: Path | None) -> None:
    from garlic.cli.output import print_table
    from garlic.labs.report.ranking import remarks
    from garlic.labs.results import shown_total

    results = [entry.graded for entry in table.ranked]
    _print_not_judged(results)
    rows = []
    for entry in table.ranked:
        graded = entry.graded
        notes = [remark.render(user_language()) for remark in remarks(graded, brief=True)]
        signs = "".join(_SIGNS[test.full if test.judged else None] for test in graded.tests)
        place = "-" if entry.place is None else str(entry.place)
        points = shown_total(graded, user_language())
        rows.append((place, graded.name, points, signs, say(", ").join(notes) or "-"))
    print_table(["place", "submission", "score", "tests", "remarks"], rows)
    _print_nothing_to_grade(table.nothing_to_grade)
    if table.undated is not None:
        print(table.undated.render(user_language()))
    if table.not_judged:
        print(
            say(
                "The table is provisional:"
                " {count:submission is unfinished and has|submissions are unfinished and have}"
                " no place.",
                count=len(table.not_judged),
            )
        )
    _print_delayed(results)
    print(
        say(
            "Details of each submission: {where}",
            where=str(page) if page else Text("add --out FOLDER"),
        )
    )
    if table.common is not None:
        from garlic.cli.teaching.similar import print_common

        print()
        print_common(table.common, len(results))
    if similar := table.similar:
        print()
        print(say("Sources that look alike, for a person to look at:"))
        for pair in similar[:10]:
            names = visible(f"{pair.first} - {pair.second}")
            print(f"  {names}: {pair.in_common(user_language())}")
