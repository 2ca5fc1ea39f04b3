"""`garlic labs`: the list of labs."""

from datetime import UTC, datetime

from garlic.cli.app import app
from garlic.cli.parameters import Json
from garlic.core import user_language


@app.command()
def labs(json: Json = False) -> None:
    """List the labs that can be graded.

    Example: garlic labs
    """
    from garlic.cli.output import print_json, print_table
    from garlic.cli.teaching.description import lab_to_json
    from garlic.labs.library import find_lab, lab_names
    from garlic.labs.results import shown_points

    now = datetime.now(UTC)
    all_labs = [find_lab(name).for_students(now) for name in lab_names()]
    if json:
        print_json([lab_to_json(lab) for lab in all_labs])
        return
    print_table(
        ["lab", "title", "tests", "full points"],
        [
            (
                name,
                lab.title.render(user_language()),
                str(len(lab.tests)),
                shown_points(lab.max_points),
            )
            for name, lab in zip(lab_names(), all_labs, strict=True)
        ],
    )
