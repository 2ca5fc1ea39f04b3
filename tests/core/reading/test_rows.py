"""The checks that boards written as rows share."""

import pytest

from garlic.core import InvalidPositionError
from garlic.core.reading.rows import check_cells, check_size


def test_valid_rows_pass() -> None:
    check_size(["ab", "ba"], 2, 3)
    check_cells("got {got!r}", ["ab", "ba"], known="ab")


@pytest.mark.parametrize("rows", [["ab"], ["ab"] * 4, ["a", "a"], ["abab", "abab"]])
def test_a_size_out_of_range_is_refused(rows: list[str]) -> None:
    with pytest.raises(InvalidPositionError, match="expected 2 to 3 rows and columns, got"):
        check_size(rows, 2, 3)


@pytest.mark.parametrize(
    ("rows", "options", "message"),
    [
        (["ab", "bax"], {}, "column 4: expected a row of 2 cells, got 'bax'"),
        (["ab", "ax"], {}, "column 5: got 'x'"),
        (["ab", "ax"], {"column": 11}, "column 15: got 'x'"),
        (["ab", "ba"], {"width": 3}, "column 1: expected a row of 3 cells, got 'ab'"),
    ],
)
def test_errors_name_the_column(rows: list[str], options: dict[str, int], message: str) -> None:
    with pytest.raises(InvalidPositionError) as fault:
        check_cells("got {got!r}", rows, known="ab", **options)
    assert str(fault.value) == message
