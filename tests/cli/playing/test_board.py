"""How diagrams are drawn in a terminal."""

import pytest

from garlic.cli.playing.board import draw
from garlic.core import Cell, Diagram, Geometry


@pytest.mark.parametrize("geometry", Geometry)
def test_column_labels_stand_above_their_columns_and_never_touch(geometry: Geometry) -> None:
    columns = 103
    diagram = Diagram(
        geometry,
        rows=(tuple(Cell(str(column)) for column in range(columns)),),
        column_labels=tuple(str(column) for column in range(columns)),
        row_labels=("0",),
    )
    header, row, *_ = str(draw(diagram)).splitlines()
    labels = [int(label) for label in header.split()]
    assert {0, 9, 10, 100} <= set(labels)
    assert labels == sorted(set(labels))
    width = 3 if geometry is Geometry.CELLS else 2
    for label in (9, 10, 100):
        assert abs(header.index(f" {label}") + 1 - (len("0  ") + width * label)) <= 1
    assert len(row) >= width * (columns - 1)
