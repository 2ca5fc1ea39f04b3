"""`garlic lab gradescope` and `garlic lab github`: a lab for the machines of others."""

from pathlib import Path
from typing import Annotated

import typer

from garlic.cli.parameters import LabName
from garlic.core import UsageError, say, user_language

Wheel = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="The wheel of this package; `make wheel` builds one."),
]
GitUrl = Annotated[
    str | None,
    typer.Option("--from", metavar="URL", help="Install from this git repository instead."),
]
WeakIsolation = Annotated[
    bool,
    typer.Option("--weak-isolation", help="Judge even where programs cannot be confined."),
]


def make_autograder(
    lab: LabName,
    out: Annotated[Path, typer.Argument(metavar="OUT.zip", help="The zip file to write.")],
    wheel: Wheel = None,
    url: GitUrl = None,
    weak_isolation: WeakIsolation = False,
) -> None:
    """Make an autograder for Gradescope: a zip file to upload there.

    It grades with the whole lab; Gradescope hides the hidden checks from students.

    Example: garlic lab gradescope my_lab.toml autograder.zip --wheel dist/garlic_arena-*.whl
    """
    from garlic.core.reading.files import write_whole
    from garlic.labs.recipes.gradescope import autograder_zip
    from garlic.labs.recipes.lab_files import portable_lab
    from garlic.labs.recipes.package import package_source
    from garlic.labs.recipes.scripts import RecipeOptions

    package = package_source(wheel, url)
    portable = portable_lab(lab, for_students=False)
    options = RecipeOptions(user_language(), weak_isolation)
    write_whole(out, autograder_zip(portable, package, options))
    print(say("{path}: upload it to Gradescope as the autograder", path=str(out)))


def make_workflow(
    lab: LabName,
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The template repository.")],
    wheel: Wheel = None,
    url: GitUrl = None,
    weak_isolation: WeakIsolation = False,
) -> None:
    """Make a workflow for GitHub Classroom, or any repository with GitHub Actions.

    Students can read it, so it has only the checks that they may see.

    Example: garlic lab github my_lab.toml template --wheel dist/garlic_arena-*.whl
    """
    from garlic.core.reading.files import why, write_whole
    from garlic.labs.recipes.github import SCRIPTS, WORKFLOW, workflow_files
    from garlic.labs.recipes.lab_files import portable_lab
    from garlic.labs.recipes.package import package_source
    from garlic.labs.recipes.scripts import RecipeOptions

    package = package_source(wheel, url)
    portable = portable_lab(lab, for_students=True)
    options = RecipeOptions(user_language(), weak_isolation)
    for name, content in workflow_files(portable, package, options).items():
        path = folder / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, content)
            if name in SCRIPTS:
                path.chmod(0o755)
        except OSError as fault:
            raise UsageError(
                "cannot write {path}: {why}", path=str(path), why=why(fault)
            ) from fault
    print(say("{path}: commit the folder .github to the template", path=str(folder / WORKFLOW)))
