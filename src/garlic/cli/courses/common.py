"""The group `garlic course`, and what its commands share."""

from typing import TYPE_CHECKING, Annotated

import typer

from garlic.cli.app import app
from garlic.cli.tree.completion import course_names

if TYPE_CHECKING:
    from garlic.people.audit import ActingPerson

course_app = typer.Typer(
    no_args_is_help=True, help="Create, copy, export, import and archive courses."
)
app.add_typer(course_app, name="course")

CourseArgument = Annotated[
    str,
    typer.Argument(
        metavar="COURSE", help="As listed by `garlic course list`.", autocompletion=course_names
    ),
]


def terminal_actor() -> "ActingPerson":
    """Whoever types the command, as the audit log names them."""
    from garlic.people.audit import ActingPerson
    from garlic.people.persons import LOCAL_PERSON

    return ActingPerson(LOCAL_PERSON.id, "terminal")
