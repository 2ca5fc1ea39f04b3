"""`garlic lab`: one lab explained or checked, its submissions compared, a class made up for it."""

import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from garlic.cli.app import app
from garlic.cli.parameters import LARGEST, AgainstFolders, BaseFiles, Json, LabName
from garlic.cli.teaching.recipes import make_autograder, make_workflow
from garlic.core import say, user_language

lab_app = typer.Typer(
    no_args_is_help=True, help="Explain a lab, check its file, compare submissions, try it out."
)
app.add_typer(lab_app, name="lab")
lab_app.command("gradescope")(make_autograder)
lab_app.command("github")(make_workflow)

_LONG = 80  # columns of a terminal: a Chinese character takes two


@lab_app.command("show")
def show_lab(lab: LabName, json: Json = False) -> None:
    """Explain a lab as students see it: the task, the points, the limits, and how to hand in.

    Example: garlic lab show othello/task1
    """
    from rich.cells import cell_len

    from garlic.cli.output import console, print_json
    from garlic.cli.teaching.description import lab_to_json, policy_lines
    from garlic.core.limits import MEGABYTE
    from garlic.labs.library import find_lab
    from garlic.labs.results import shown_points

    loaded_lab = find_lab(lab).for_students(datetime.now(UTC))
    if json:
        print_json(lab_to_json(loaded_lab))
        return
    language, screen, limits = user_language(), console(), loaded_lab.setting.limits
    screen.print(f"{loaded_lab.title.render(language)} ({loaded_lab.name})", style="bold")
    for part in (loaded_lab.about, loaded_lab.how):
        if paragraph := part.render(language):
            screen.print(_unwrapped(paragraph, language), soft_wrap=False)
    print()
    print(say("files looked for: {names}", names=", ".join(loaded_lab.accepted.files)))
    print(
        say(
            "limits: {turn} s a turn, {memory} MB; to get ready {init} s",
            turn=f"{limits.turn_seconds:g}",
            memory=limits.memory_bytes // MEGABYTE,
            init=f"{limits.init_seconds:g}",
        )
        if loaded_lab.accepted.game
        else say(
            "limits: {turn} s a run, {memory} MB",
            turn=f"{limits.turn_seconds:g}",
            memory=limits.memory_bytes // MEGABYTE,
        )
    )
    print(say("points: {points}", points=shown_points(loaded_lab.max_points)))
    if loaded_lab.withheld_points:
        withheld = shown_points(loaded_lab.withheld_points)
        print(
            say("Checks that are not shown here: {points:more point|more points}.", points=withheld)
        )
    for line in policy_lines(loaded_lab):
        print(line)
    first_test: dict[str, int] = {}  # long texts are printed once, at the first test with them
    for number, test in enumerate(loaded_lab.tests, 1):
        print()
        points = shown_points(test.max_points)
        title = say("{where}: {sentence}", where=test.title.render(language), sentence=points)
        screen.print(f"{number}. {title}", style="bold")
        for text in test.describe(loaded_lab.setting):
            line = text.render(language)
            first = first_test.setdefault(line, number) if cell_len(line) > _LONG else number
            if first != number:
                line = say("input and output are those of test {number}", number=first)
            screen.print(f"   {line}", soft_wrap=False)
    print()
    print(say("Try it: garlic grade {lab} YOUR_FILE", lab=lab))


def _unwrapped(text: str, language: str) -> str:
    """*text* as one line; the lines of Chinese text are joined without blanks."""
    return (" " if language == "en" else "").join(line.strip() for line in text.splitlines())


@lab_app.command("check")
def check_lab(
    lab: Annotated[str, typer.Argument(metavar="FILE", help="A lab's TOML file, or a lab's name.")],
) -> None:
    """Check the file of a lab: its fields, maps, opponents and answers.

    Example: garlic lab check my_lab.toml
    """
    from garlic.labs.library import find_lab
    from garlic.labs.results import shown_points

    loaded_lab = find_lab(lab)
    loaded_lab.verify()
    print(
        say(
            "{lab}: all is well, {tests:test|tests}, {points:point|points}",
            lab=loaded_lab.name,
            tests=len(loaded_lab.tests),
            points=shown_points(loaded_lab.max_points),
        )
    )
    unseen = sum(kind != "visible" for kind in loaded_lab.visibility)
    if unseen:
        print(say("checks that students do not see, or only after the due date: {n}", n=unseen))


@lab_app.command("make-class")
def make_class(
    out: Annotated[Path, typer.Argument(metavar="OUT.zip", help="The zip file to write.")],
    layout: Annotated[
        str,
        typer.Option(help="The layout: moodle, canvas, gradescope, entries or groups."),
    ] = "moodle",
    students: Annotated[int, typer.Option(min=1, max=2000, help="How many students.")] = 30,
    roster: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Also write the list of students.")
    ] = None,
    lab: Annotated[
        str, typer.Option(metavar="LAB", help="The lab: any lab about matches, or trek.")
    ] = "othello/task1",
    programs: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Use the programs of this folder as submissions."),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, max=LARGEST, help="The random seed.")] = 1,
) -> None:
    """Make a fictitious class to try out `garlic grade`: good, bad, late and missing programs.

    Example: garlic lab make-class class.zip --lab trek --students 120 --roster class.csv
    """
    from garlic.cli.output import write_text
    from garlic.labs.authoring import classes
    from garlic.labs.library import find_lab

    people = classes.make_students(students, seed)
    source = (
        classes.lab_programs(find_lab(lab), seed)
        if programs is None
        else classes.given_programs(classes.programs_in(programs))
    )
    works = classes.make_class(people, source, seed)
    classes.write_class(out, works, layout)
    if roster is not None:
        write_text(roster, classes.roster_csv(people))
    missing = sum(work.fate is classes.Fate.MISSING for work in works)
    late = sum(work.fate is classes.Fate.LATE for work in works)
    print(
        say(
            "{path}: {count:student|students}, {missing} of them handed in nothing, {late} late",
            path=str(out),
            count=len(works),
            missing=missing,
            late=late,
        )
    )


@lab_app.command("similar")
def similar(
    lab: LabName,
    submissions: Annotated[
        list[Path],
        typer.Argument(
            metavar="CLASS...", help="A folder with a class, or files, folders and zip files."
        ),
    ],
    base: BaseFiles = None,
    against: AgainstFolders = None,
    minutes: Annotated[
        float,
        typer.Option(
            min=0, max=1e6, help="The most time for asking the bots; 0: compare sources only."
        ),
    ] = 10.0,
    positions: Annotated[
        int, typer.Option(min=20, max=1000, help="How many positions the bots are asked about.")
    ] = 40,
    jobs: Annotated[
        int | None,
        typer.Option(min=1, max=LARGEST, help="How many bots are asked at the same time."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="The folder for pages with the lines side by side."),
    ] = None,
    hide_names: Annotated[
        bool,
        typer.Option("--hide-names", help="Show numbers instead of names; blank out comments."),
    ] = False,
    json: Json = False,
) -> None:
    """Find submissions with similar sources, and bots that play the same moves.

    What the lab hands out is not counted. The bots of a class are asked for their moves in the
    same positions; those that agree far beyond chance are listed. It is evidence for a person to
    judge. The exit code is always 0.

    Example: garlic lab similar othello/task1 class --against last_year --out similar
    """
    from garlic.cli.output import print_json
    from garlic.cli.progress import progress
    from garlic.cli.teaching.similar import print_findings
    from garlic.core.reading.files import make_folder
    from garlic.labs.library import find_lab
    from garlic.labs.similarity.documents import findings_to_json
    from garlic.labs.similarity.findings import find_similar
    from garlic.labs.similarity.options import SimilarityOptions
    from garlic.labs.similarity.probes import ProbeOptions
    from garlic.labs.similarity.writing import naming_of, write_findings

    loaded_lab = find_lab(lab)
    if out is not None:
        make_folder(out)
    asking = minutes > 0 and loaded_lab.accepted.game is not None
    probes = ProbeOptions(positions, 60 * minutes, jobs) if asking else None
    options = SimilarityOptions(tuple(base or ()), tuple(against or ()), probes)
    try:
        with progress("comparing") as bar:
            findings = find_similar(loaded_lab, submissions, options, bar)
    except KeyboardInterrupt:
        print(
            say(
                "stopped: nothing is reported or kept; --minutes limits the time for asking bots,"
                " and 0 compares the sources only"
            ),
            file=sys.stderr,
        )
        raise
    language = user_language()
    naming = naming_of(findings, language, hidden=hide_names)
    page = out and write_findings(out, findings, loaded_lab, naming, language)
    if json:
        print_json(findings_to_json(findings, loaded_lab.name, naming, language))
        return
    print_findings(findings, naming)
    if page is not None:
        print(say("The lines side by side: {where}", where=str(page)))
