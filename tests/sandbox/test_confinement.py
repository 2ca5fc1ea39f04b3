"""The paths that a confined program may see."""

from garlic.core.limits import MEGABYTE
from garlic.sandbox import Confinement, Profile


def test_an_interpreter_behind_several_links_may_look_beside_each_of_them(tmp_path):
    """As on Debian: `.venv/bin/python` to `python3` to `/usr/bin/python3` to `python3.11`."""
    system, venv = tmp_path / "usr/bin", tmp_path / "venv/bin"
    system.mkdir(parents=True)
    venv.mkdir(parents=True)
    (system / "python3.11").touch()
    (system / "python3").symlink_to("python3.11")
    (venv / "python3").symlink_to(system / "python3")
    (venv / "python").symlink_to("python3")
    unseen = Confinement(MEGABYTE, Profile.PYTHON).unseen_paths(venv / "python")
    for place in (venv / "python", venv / "python3", system / "python3", system / "python3.11"):
        assert f"{place}._pth" in unseen
