from pathlib import Path

import pytest

from support.records import patient, record_of, some_moves


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    path.write_text(patient(record_of("othello", some_moves("othello", 10))).dumps())
    return path
