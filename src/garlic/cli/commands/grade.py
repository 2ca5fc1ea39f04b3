"""`garlic grade`: submissions of a lab, graded."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from garlic.cli.app import app
from garlic.cli.busy import EXIT_NOT_JUDGED, PatienceMinutes
from garlic.cli.parameters import LARGEST, AgainstFolders, BaseFiles, LabName
from garlic.core import Text, say, user_language
from garlic.core.language.text import visible

if TYPE_CHECKING:
    from garlic.labs.grading import GradingProgress
    from garlic.labs.report.ranking import Class
    from garlic.labs.results import Graded, TestResult

_SIGNS = {True: "✓", False: "✗", None: "?"}


@app.command()
def grade(
    lab: LabName,
    submissions: Annotated[
        list[Path],
        typer.Argument(metavar="SUBMISSION...", help="Files, folders or zip files."),
    ],
    jobs: Annotated[
        int | None, typer.Option(min=1, max=LARGEST, help="How much is run side by side.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="Keep everything here; a run that was stopped continues from it."
        ),
    ] = None,
    json: Annotated[Path | None, typer.Option(help="Write the results as JSON.")] = None,
    csv: Annotated[Path | None, typer.Option(help="Write the class as a table.")] = None,
    html: Annotated[
        Path | None,
        typer.Option(help="Write a page; for several submissions the class's, and one for each."),
    ] = None,
    junit: Annotated[Path | None, typer.Option(help="Write JUnit XML.")] = None,
    gradescope: Annotated[
        Path | None, typer.Option(help="Write Gradescope's results.json, for one submission.")
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(min=0, max=LARGEST, help="Decides chance; by default the lab's own seed."),
    ] = None,
    opponent: Annotated[
        str | None, typer.Option(metavar="BOT", help="Play all matches against this bot instead.")
    ] = None,
    base: BaseFiles = None,
    against: AgainstFolders = None,
    patience: PatienceMinutes = 10.0,
    weak_isolation: Annotated[
        bool,
        typer.Option("--weak-isolation", help="Judge even where programs cannot be confined."),
    ] = False,
) -> None:
    """Grade submissions of a lab and report what happened and why.

    A submission is a file, a folder or a zip file; name many at once to grade a class. What a busy
    machine has delayed or kept from being judged is run again once it is quiet. The exit code is 0
    if all points are reached, 3 if something could not be judged, and 1 otherwise.

    Example: garlic grade othello/task1 player.h --html report.html
    """
    from garlic.cli.busy import patience_of
    from garlic.cli.progress import progress
    from garlic.labs.grading import GradingOptions
    from garlic.labs.grading import grade as grade_all
    from garlic.labs.library import find_lab
    from garlic.labs.report.ranking import ranked
    from garlic.labs.report.writing import Targets, check_targets, write_reports
    from garlic.labs.similarity.findings import SimilarityOptions

    loaded_lab = find_lab(lab)
    compared = SimilarityOptions(tuple(base or ()), tuple(against or ()))
    compared.check()
    targets = Targets(out, json, csv, junit, gradescope, html)
    check_targets(targets, len(submissions))
    with progress("grading") as bar:
        waiting = patience_of(patience, bar.note)
        options = GradingOptions(jobs, out, seed, opponent, weak_isolation, waiting)

        def update(so_far: "GradingProgress") -> None:
            bar(so_far.done, so_far.of, note=_note(so_far))

        try:
            results = grade_all(loaded_lab, submissions, options, update)
        except KeyboardInterrupt:
            bar.stop()
            print(_stopped(out), file=sys.stderr)
            raise
    table = ranked(loaded_lab, results, compared)
    write_reports(targets, table, user_language())
    if Path("-") not in (json, csv, junit, gradescope, html):
        if len(results) == 1:
            _print_submission(results[0])
        else:
            _print_class(table, targets.page)
    if any(graded.not_judged for graded in results):
        raise typer.Exit(EXIT_NOT_JUDGED)
    if not all(graded.full for graded in results):
        raise typer.Exit(1)


def _note(progress: "GradingProgress") -> str:
    """What to say beside the bar."""
    if progress.building:
        return say("compiling")
    notes = []
    if progress.not_judged:
        notes.append(say("not judged: {count}", count=progress.not_judged))
    if progress.delayed:
        notes.append(say("games delayed: {count}", count=progress.delayed))
    return say(", ").join(notes)


def _stopped(out: Path | None) -> str:
    """What to say after Ctrl-C."""
    if out is None:
        return say("stopped; nothing is kept without --out DIR")
    return say(
        "stopped; everything up to here is kept in {folder}: run the same command again to go on",
        folder=str(out),
    )


def _print_submission(graded: "Graded") -> None:
    from garlic.cli.output import console

    _print_not_judged([graded])
    for test in graded.tests:
        _print_test(test)
    console().print(_total_sentence(graded), style="bold")
    _print_delayed([graded])


def _total_sentence(graded: "Graded") -> str:
    from garlic.labs.results import shown_points

    sentence = "{name}: {points} of {max} points"
    if graded.not_judged:
        sentence = "{name}: unfinished, {points} of {max} points so far, {open} not judged"
    return say(
        sentence,
        name=graded.name,
        points=shown_points(graded.points),
        max=shown_points(graded.max_points),
        open=shown_points(graded.open_points),
    )


def _print_delayed(results: "list[Graded]") -> None:
    from garlic.cli.report import print_delayed

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


def _print_not_judged(graded: "list[Graded]") -> None:
    missing = [(submission, test) for submission in graded for test in submission.not_judged]
    if not missing:
        return
    print(say("Not everything could be judged; nobody loses by it:"))
    for submission, test in missing[:10]:
        summary = test.summary.render(user_language())
        print(f"  {visible(submission.name)}: {test.title.render(user_language())}: {summary}")
    if len(missing) > 10:
        print(say("  and {count} more", count=len(missing) - 10))
    print(say("Run the same command again, when the machine has less to do, to judge the rest."))
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
        notes = [remark.render(user_language()) for remark in remarks(graded)]
        signs = "".join(_SIGNS[test.full if test.judged else None] for test in graded.tests)
        place = "-" if entry.place is None else str(entry.place)
        points = shown_total(graded, user_language())
        rows.append((place, graded.name, points, signs, say(", ").join(notes) or "-"))
    print_table(["place", "submission", "score", "tests", "remarks"], rows)
    if table.not_judged:
        print(
            say(
                "The table is provisional: {count} submissions are unfinished and have no place.",
                count=len(table.not_judged),
            )
        )
    _print_delayed(results)
    print(
        say("Why, for each of them: {where}", where=str(page) if page else Text("add --out FOLDER"))
    )
    if similar := table.findings.similar:
        print()
        print(say("Sources that look alike, for a person to look at:"))
        for pair in similar[:10]:
            names = visible(f"{pair.first} - {pair.second}")
            print(f"  {names}: {100 * pair.share:.0f} %")
