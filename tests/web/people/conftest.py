from collections.abc import Iterator

import pytest

from support.classes import Classroom, classroom, people_of_all_roles
from support.databases import postgres_server

__all__ = ["postgres_server"]


@pytest.fixture(
    scope="module", params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)]
)
def room(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Classroom]:
    """A course server, shared by the tests of a file; hashing passwords is slow."""
    folder = tmp_path_factory.mktemp("class")
    database = str(folder / "class.db")
    if request.param == "postgresql":
        database = request.getfixturevalue("postgres_server").new_database()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GARLIC_CACHE", str(folder / "cache"))
        with classroom(database) as found:
            people_of_all_roles(found)
            yield found
