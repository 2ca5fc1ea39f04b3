"""A workflow for GitHub Classroom, or any repository with GitHub Actions.

Students can read everything in their repository, so the lab that goes along has only the checks
that they may see. The grades that count are made by staff with `garlic grade` and the whole lab.
"""

import shlex

from garlic.labs.recipes.lab_files import PortableLab
from garlic.labs.recipes.package import PackageSource
from garlic.labs.recipes.scripts import RecipeOptions, filled, grading_blanks

HOME = ".github/garlic"  # the folder of our files; grading skips what begins with a dot
WORKFLOW = ".github/workflows/classroom.yml"
SCRIPTS = (f"{HOME}/install", f"{HOME}/grade")


def workflow_files(
    lab: PortableLab, package: PackageSource, options: RecipeOptions
) -> dict[str, bytes]:
    """The files of the repository, by their paths."""
    here = '"$here"'
    name = shlex.quote(lab.name) if lab.is_bundled else f"{here}/lab/{shlex.quote(lab.name)}"
    install, grade = SCRIPTS
    files = {
        WORKFLOW: filled("classroom.yml", python=package.pythons[0]),
        install: filled("install", requirement=package.requirement(here)),
        grade: filled("grade", lab=name, **grading_blanks(options)),
        **{f"{HOME}/lab/{path}": content for path, content in lab.files.items()},
    }
    return files | ({f"{HOME}/{package.wheel[0]}": package.wheel[1]} if package.wheel else {})
