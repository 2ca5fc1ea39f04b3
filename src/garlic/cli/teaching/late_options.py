"""The options of a late policy: due date, what late submissions lose, which attempt counts."""

from typing import Annotated

import typer

from garlic.cli.parameters import LARGEST

DueDate = Annotated[
    str | None,
    typer.Option(
        metavar="TIME", help="The due date with a time zone, e.g. '2026-11-20 23:59 +08:00'."
    ),
]
LateRate = Annotated[
    str | None,
    typer.Option(metavar="RATE", help="The deduction for late submissions, e.g. '10 %/day'."),
]
GracePeriod = Annotated[
    str | None, typer.Option(metavar="TIME", help="The grace period, e.g. '15 min'.")
]
LateMost = Annotated[
    str | None,
    typer.Option(metavar="SHARE", help="The maximum deduction for lateness, e.g. '50 %'."),
]
SubmittedAt = Annotated[
    str | None,
    typer.Option(metavar="TIME", help="The time of submission, where it is not known otherwise."),
]
AllowedAttempts = Annotated[
    int | None,
    typer.Option(metavar="N", min=1, max=LARGEST, help="How many attempts of a student can count."),
]
CountedAttempt = Annotated[
    str | None,
    typer.Option(metavar="WHICH", help="Which attempt of a student counts: last or best."),
]
