"""Bots that are refused, and the error message."""

import pytest

from garlic.core import UsageError
from garlic.judge.bots import find_bot


@pytest.mark.parametrize("mode", [0o644, 0o755])
def test_a_zip_file_is_refused_with_a_hint(tmp_path, mode):
    path = tmp_path / "ada.zip"
    path.write_bytes(b"PK")
    path.chmod(mode)
    with pytest.raises(UsageError, match="is a zip file: unpack it"):
        find_bot(str(path))
