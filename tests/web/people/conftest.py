from collections.abc import Iterator

import pytest

from support.classes import Classroom, classroom, people_of_all_roles


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Classroom]:
    """A course server, shared by the tests of a file; hashing passwords is slow."""
    folder = tmp_path_factory.mktemp("class")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GARLIC_CACHE", str(folder / "cache"))
        with classroom(str(folder / "class.db")) as found:
            people_of_all_roles(found)
            yield found
