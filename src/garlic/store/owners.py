"""Whose something stored is. Who may see it or change it is decided in `garlic.people`."""

from dataclasses import dataclass
from typing import Any

from garlic.store.schema import LOCAL


@dataclass(frozen=True, slots=True)
class Owner:
    """A person and one of their courses, by id; by default those of a server without accounts."""

    person: int = LOCAL
    course: int = LOCAL

    def columns(self) -> dict[str, Any]:
        """The values of the columns that every owned table has."""
        return {"owner_id": self.person, "course_id": self.course}


NOBODY = Owner()
"""The owner of what everybody may use, such as built-in bots, and of all on a local server."""
