import pytest

from garlic.core import InputError, Recorded, Recording, Stream


def test_the_stream_is_splitmix64() -> None:
    # SplitMix64's first words for seed 1234567, as its reference prints them.
    stream = Stream(1234567)
    assert [stream.word() for _ in range(3)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]


def test_numbers_lie_below_the_count_and_all_occur() -> None:
    stream = Stream(1)
    drawn = [stream.below(6) for _ in range(600)]
    assert set(drawn) == set(range(6))
    assert all(60 < drawn.count(number) < 140 for number in range(6))


def test_one_possibility_draws_nothing() -> None:
    stream = Stream(5)
    assert stream.below(1) == 0
    assert stream.state == 5


def test_a_recording_can_be_replayed() -> None:
    recording = Recording(Stream(3))
    first = [recording.below(count) for count in (4, 1, 9, 2)]
    assert len(recording.choices) == 3
    again = Recorded(number for number, _ in recording.choices)
    assert [again.below(count) for count in (4, 1, 9, 2)] == first


def test_a_recording_that_does_not_fit_is_refused() -> None:
    with pytest.raises(InputError, match=r"expected random choice 1 to lie in 0\.\.2, got 3"):
        Recorded([3]).below(3)
    with pytest.raises(InputError, match="expected one more random choice after the 0 given"):
        Recorded([]).below(2)
