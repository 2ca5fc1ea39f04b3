"""Errors survive pickling, which sends them between processes."""

import pickle

import pytest

from garlic.core import IllegalMoveError, InvalidFileError, UsageError


@pytest.mark.parametrize(
    "error",
    [
        UsageError("there is no game called {name!r}; there are {known}", name="{x}", known="y"),
        InvalidFileError("expected UTF-8 text, got byte 0x{byte:02x}", line=3, column=4, byte=200),
        IllegalMoveError("a1", "start", because="hit one standing pin"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_an_unpickled_error_is_the_same(
    error: UsageError | InvalidFileError | IllegalMoveError,
) -> None:
    again = pickle.loads(pickle.dumps(error))  # noqa: S301
    assert type(again) is type(error)
    for language in ("en", "zh"):
        assert again.render(language) == error.render(language)
    assert (again.__dict__.keys(), again.args) == (error.__dict__.keys(), error.args)
