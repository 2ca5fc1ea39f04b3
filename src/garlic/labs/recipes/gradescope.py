"""An autograder for Gradescope: a zip file with `setup.sh`, `run_autograder` and what they need.

Gradescope unpacks it into /autograder/source, runs `setup.sh` once, and `run_autograder` for every
submission, which it puts into /autograder/submission; the results are expected in
/autograder/results/results.json.
"""

import io
import shlex
import zipfile

from garlic.labs.recipes.lab_files import PortableLab
from garlic.labs.recipes.package import PackageSource
from garlic.labs.recipes.scripts import RecipeOptions, filled, grading_blanks, pythons_needed

_EXECUTABLE, _PLAIN = 0o100755, 0o100644
_LONG_AGO = (1980, 1, 1, 0, 0, 0)  # equal inputs give equal files
_LAB = "lab"  # the folder of the lab's files


def autograder_files(
    lab: PortableLab, package: PackageSource, options: RecipeOptions
) -> dict[str, bytes]:
    """The files of the zip file, by their names."""
    source = '"$root"/source'
    name = shlex.quote(lab.name) if lab.is_bundled else f"{source}/{_LAB}/{shlex.quote(lab.name)}"
    files = {
        "setup.sh": filled(
            "setup.sh", requirement=package.requirement(source), **pythons_needed(package)
        ),
        "run_autograder": filled("run_autograder", lab=name, **grading_blanks(options)),
        **{f"{_LAB}/{path}": content for path, content in lab.files.items()},
    }
    return files | (dict([package.wheel]) if package.wheel else {})


def autograder_zip(lab: PortableLab, package: PackageSource, options: RecipeOptions) -> bytes:
    """The zip file."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in autograder_files(lab, package, options).items():
            entry = zipfile.ZipInfo(name, _LONG_AGO)
            entry.compress_type = zipfile.ZIP_DEFLATED
            mode = _EXECUTABLE if name in ("setup.sh", "run_autograder") else _PLAIN
            entry.external_attr = mode << 16
            archive.writestr(entry, content)
    return file.getvalue()
