from garlic.cli.tournaments.standings import duration


def test_durations() -> None:
    assert [duration(seconds) for seconds in (0, 89, 600, 9000)] == [
        "0 s",
        "89 s",
        "10 min",
        "2.5 h",
    ]
