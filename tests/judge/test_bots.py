"""Which bot a name means, and the error for a name that means none."""

import pytest

from garlic.core import UsageError
from garlic.judge.bots import BotKind, find_bot


@pytest.mark.parametrize("mode", [0o644, 0o755])
def test_a_zip_file_is_refused_with_a_hint(tmp_path, mode):
    path = tmp_path / "ada.zip"
    path.write_bytes(b"PK")
    path.chmod(mode)
    with pytest.raises(UsageError, match="is a zip file: unpack it"):
        find_bot(str(path))


def test_a_course_folder_stands_for_the_students_bot(tmp_path):
    (tmp_path / "code").mkdir()
    (tmp_path / "code" / "player.h").write_text("/* mine */")
    bot = find_bot(str(tmp_path))
    assert bot.kind is BotKind.COURSE
    assert bot.path == tmp_path / "code" / "player.h"


def test_any_other_folder_is_no_bot(tmp_path):
    with pytest.raises(UsageError, match="a folder; name the file in it"):
        find_bot(str(tmp_path))
