"""`garlic lab`: one lab explained, or the file of one checked."""

from typing import Annotated

import typer

from garlic.cli.app import app
from garlic.cli.parameters import Json, LabName
from garlic.core import say, user_language

lab_app = typer.Typer(no_args_is_help=True, help="Explain one lab, or check the file of one.")
app.add_typer(lab_app, name="lab")

_LONG = 80  # characters


@lab_app.command("show")
def show_lab(lab: LabName, json: Json = False) -> None:
    """Explain a lab: the task, the points, the limits, and how to hand in.

    Example: garlic lab show othello/task1
    """
    from garlic.cli.labs import lab_to_json
    from garlic.cli.output import console, print_json
    from garlic.core.limits import MEGABYTE
    from garlic.labs.library import find_lab
    from garlic.labs.results import shown_points

    found = find_lab(lab)
    if json:
        print_json(lab_to_json(found))
        return
    language, screen, limits = user_language(), console(), found.setting.limits
    screen.print(f"{found.title.render(language)} ({found.name})", style="bold")
    for part in (found.about, found.how):
        if words := part.render(language):
            screen.print(_unwrapped(words, language), soft_wrap=False)
    print()
    print(say("files looked for: {names}", names=", ".join(found.accepted.files)))
    print(
        say(
            "limits: {turn} s a turn, {memory} MB; to get ready {init} s",
            turn=f"{limits.turn_seconds:g}",
            memory=limits.memory_bytes // MEGABYTE,
            init=f"{limits.init_seconds:g}",
        )
        if found.accepted.game
        else say(
            "limits: {turn} s a run, {memory} MB",
            turn=f"{limits.turn_seconds:g}",
            memory=limits.memory_bytes // MEGABYTE,
        )
    )
    print(say("points: {points}", points=shown_points(found.max_points)))
    told: dict[str, int] = {}  # a long sentence is said once, where it is first needed
    for number, test in enumerate(found.tests, 1):
        print()
        worth = shown_points(test.max_points)
        title = say("{where}: {sentence}", where=test.title.render(language), sentence=worth)
        screen.print(f"{number}. {title}", style="bold")
        for text in test.describe(found.setting):
            line = text.render(language)
            first = told.setdefault(line, number) if len(line) > _LONG else number
            if first != number:
                line = say("input and output are those of test {number}", number=first)
            screen.print(f"   {line}", soft_wrap=False)
    print()
    print(say("Try it: garlic grade {lab} YOUR_FILE", lab=lab))


def _unwrapped(words: str, language: str) -> str:
    """*words* as one line: the file was wrapped for its author, and Chinese needs no blanks."""
    return (" " if language == "en" else "").join(line.strip() for line in words.splitlines())


@lab_app.command("check")
def check_lab(
    lab: Annotated[str, typer.Argument(metavar="FILE", help="A lab's TOML file, or a lab's name.")],
) -> None:
    """Test whether a lab's file is right: its fields, its maps, its opponents, its answers.

    Example: garlic lab check my_lab.toml
    """
    from garlic.labs.library import find_lab
    from garlic.labs.results import shown_points

    found = find_lab(lab)
    found.verify()
    print(
        say(
            "{lab}: all is well, {tests} tests, {points} points",
            lab=found.name,
            tests=len(found.tests),
            points=shown_points(found.max_points),
        )
    )
