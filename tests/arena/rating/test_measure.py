"""Measuring a ladder: which games are chosen, what the journal keeps, and what comes out."""

from concurrent.futures import Executor, Future
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from garlic.arena.rating.design import PossiblePair, most_information, most_useful
from garlic.arena.rating.ladder import Ladder, Rung
from garlic.arena.rating.measure import Measurement, MeasuringRun, main
from garlic.arena.rating.pairs import GamePair, PairJournal, PlayedPair
from garlic.arena.statistics.posterior import log_chances_on
from garlic.arena.statistics.scale import RatingScale
from garlic.games import GAMES

OTHELLO = GAMES["othello"]
ANCHORS = tuple(f"baseline:othello/lab?depth={depth}" for depth in (1, 2, 3, 4, 5))
TRUE = {"random:othello": 0.0, "engine:othello?level=1": 500.0, "engine:othello?level=2": 900.0}
TRUE |= {bot: 180.0 * place for place, bot in enumerate(ANCHORS, 1)}


@pytest.fixture
def journal(tmp_path: Path) -> PairJournal:
    return PairJournal(tmp_path / "games.jsonl")


def measurement(journal: PairJournal, guess: dict[str, float] | None = None) -> Measurement:
    levels = ("engine:othello?level=1", "engine:othello?level=2")
    return Measurement(OTHELLO, ("random:othello", *ANCHORS), levels, journal, guess or {})


@dataclass
class SimulatedPairs(Executor):
    """Pairs of players whose ratings are known, instead of games."""

    scale: RatingScale = field(default_factory=lambda: RatingScale(0.05, 30.0))

    def submit(self, _play: object, /, *args: Any, **_: object) -> Future[Any]:
        (pair,) = args
        one, other = pair.bots
        name = f"{sorted(pair.bots)} {pair.number}"
        chance = np.random.default_rng(list(name.encode()))
        scores = [self._score(TRUE[one] - TRUE[other] + seat, chance) for seat in (30.0, -30.0)]
        future: Future[PlayedPair] = Future()
        future.set_result(PlayedPair(pair, (scores[0], scores[1]), 0.1))
        return future

    def _score(self, ahead: float, chance: np.random.Generator) -> float:
        win, draw, _ = np.exp(log_chances_on(self.scale, np.array([ahead])))[:, 0]
        luck = chance.random()
        return 1.0 if luck < win else 0.5 if luck < win + draw else 0.0


@pytest.mark.slow
def test_a_measurement_finds_the_true_ratings(journal: PairJournal) -> None:
    measured = measurement(journal)
    MeasuringRun(SimulatedPairs(), until=60, until_levels=60, minutes=None).play(measured)
    ladder = measured.ladder()
    assert {rung.bot for rung in ladder.rungs} == set(TRUE)
    for rung in ladder.rungs:
        assert (rung.high - rung.low) / 2 <= 60
        assert rung.rating == pytest.approx(TRUE[rung.bot], abs=110)
    assert measured.next_anchor_pairs(60) == []


def test_the_same_journal_gives_the_same_ladder(journal: PairJournal, tmp_path: Path) -> None:
    MeasuringRun(SimulatedPairs(), until=150, until_levels=150, minutes=None).play(
        measurement(journal)
    )
    again = PairJournal(tmp_path / "games.jsonl")
    assert measurement(again).ladder() == measurement(journal).ladder()


def test_no_time_no_games(journal: PairJournal) -> None:
    MeasuringRun(SimulatedPairs(), until=60, until_levels=60, minutes=0).play(measurement(journal))
    assert journal.results("othello", TRUE) == []


def test_a_player_far_away_after_few_games_is_met_again(journal: PairJournal) -> None:
    """Six losses place random moves far below; what they are worth has yet to be found out."""
    for number in range(3):
        pair = GamePair("othello", ("random:othello", ANCHORS[0]), number)
        journal.note(PlayedPair(pair, (0.0, 0.0), 0.1))
    for one, other in pairwise(ANCHORS):
        for number in range(20):
            journal.note(PlayedPair(GamePair("othello", (one, other), number), (1.0, 0.0), 0.1))
    chosen = measurement(journal).next_anchor_pairs(60)
    assert any("random:othello" in pair.bots for pair in chosen)


def test_pairs_of_games_are_chosen_once(journal: PairJournal) -> None:
    chosen = measurement(journal).next_anchor_pairs(60)
    assert len({(frozenset(pair.bots), pair.number) for pair in chosen}) == len(chosen)
    journal.note(PlayedPair(chosen[0], (1.0, 0.0), 0.1))
    one, other = chosen[0].bots
    # In the other order, too: the seats are swapped in every pair.
    assert journal.next_pair("othello", other, one).number == chosen[0].number + 1


def test_the_quick_pair_is_played_if_both_tell_the_same() -> None:
    candidates = [PossiblePair(0, 1, 4.0), PossiblePair(0, 2, 1.0)]
    chosen = most_useful(np.zeros(3), np.eye(3), 0.0, [1, 2], candidates, pairs=1, seconds=60)
    assert chosen == [candidates[1]]


def test_equals_tell_more_than_unequals() -> None:
    candidates = [PossiblePair(0, 1, 1.0), PossiblePair(0, 2, 1.0)]
    strengths = np.array([0.0, 6.0, 0.5])
    known = 0.01 * np.eye(3)
    chosen = most_useful(strengths, known, 0.0, [1, 2], candidates, pairs=3, seconds=60)
    assert chosen == [candidates[1]] * 3


def test_a_player_who_won_everything_meets_a_stronger_one_next() -> None:
    """However cheap games against the weakest are, and however uncertain its rating is."""
    won = most_information(40, 40)
    assert won < most_information(39.5, 40) == most_information(0, 4) == 0.25
    candidates = [PossiblePair(0, 1, 0.05, won), PossiblePair(2, 1, 0.5)]
    strengths, uncertain = np.array([0.0, 9.0, 5.0]), np.diag([0.01, 256.0, 0.01])
    chosen = most_useful(strengths, uncertain, 0.0, [1], candidates, pairs=1, seconds=60)
    assert chosen == [candidates[1]]


def test_before_its_games_a_player_meets_its_equals_by_guess() -> None:
    candidates = [PossiblePair(0, 1, 0.1), PossiblePair(2, 1, 0.3)]
    strengths, uncertain = np.array([0.0, 9.0, 8.0]), np.diag([0.01, 256.0, 0.01])
    chosen = most_useful(strengths, uncertain, 0.0, [1], candidates, pairs=1, seconds=60)
    assert chosen == [candidates[1]]


def test_a_batch_ends_with_its_time() -> None:
    candidates = [PossiblePair(0, 1, 3.0)]
    chosen = most_useful(np.zeros(2), np.eye(2), 0.0, [1], candidates, pairs=9, seconds=5)
    assert len(chosen) == 2
    assert most_useful(np.zeros(2), np.eye(2), 0.0, [], candidates, pairs=9, seconds=5) == []


def test_a_player_without_games_is_not_expected_to_be_quick(journal: PairJournal) -> None:
    journal.note(PlayedPair(GamePair("othello", ("random:othello", ANCHORS[0]), 0), (1, 0), 0.05))
    seconds = journal.seconds("othello", ["random:othello", *ANCHORS])
    assert seconds("random:othello", ANCHORS[0]) == 0.05
    assert seconds("random:othello", ANCHORS[4]) == seconds(ANCHORS[3], ANCHORS[4]) == 1.0


def test_real_pairs_are_played_and_kept(journal: PairJournal, tmp_path: Path) -> None:
    played = PlayedPair.of(GamePair("othello", ("random:othello", ANCHORS[0]), 0))
    journal.note(played)
    assert PlayedPair.parse(played.dumps()) == played
    results = PairJournal(tmp_path / "games.jsonl").results("othello", TRUE)
    assert [(each.first, each.second) for each in results] == [
        ("random:othello", ANCHORS[0]),
        (ANCHORS[0], "random:othello"),
    ]


def test_the_command_writes_the_ladder_of_a_journal(
    journal: PairJournal,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    rungs = tuple(Rung(bot, TRUE[bot], 0, 0, 1) for bot in ("random:othello", *ANCHORS))
    stored = Ladder("othello", RatingScale(), rungs)
    monkeypatch.setattr("garlic.arena.rating.measure.ladder_of", lambda _: stored)
    place = tmp_path / "ladder.toml"
    monkeypatch.setattr("garlic.arena.rating.measure.ladder_file", lambda _: place)
    MeasuringRun(SimulatedPairs(), until=150, until_levels=150, minutes=None).play(
        measurement(journal)
    )
    main(["othello", "--no-games", "--journal", str(tmp_path / "games.jsonl")])
    assert 'bot = "engine:othello?level=2"' in place.read_text()
    assert "| `engine:othello?level=2` |" in capsys.readouterr().out


def stored_ladder(monkeypatch: pytest.MonkeyPatch, place: Path, *, new: str) -> Ladder:
    """A ladder that was measured, but for the anchor *new*, whose rating is a guess."""
    rungs = tuple(
        Rung(bot, TRUE[bot] + (0 if bot == new else 7), 0, 0, 0 if bot == new else 200)
        for bot in ("random:othello", *ANCHORS)
    )
    ladder = Ladder("othello", RatingScale(0.05, 30.0), rungs, measured="2026-01-01", version="0.1")
    place.write_text(ladder.dumps())
    monkeypatch.setattr("garlic.arena.rating.measure.ladder_of", lambda _: ladder)
    monkeypatch.setattr("garlic.arena.rating.measure.ladder_file", lambda _: place)
    return ladder


def test_anchors_keep_their_ratings_and_a_new_one_joins_them(
    journal: PairJournal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ladder = stored_ladder(monkeypatch, tmp_path / "ladder.toml", new=ANCHORS[2])
    measured = Measurement.of(OTHELLO, journal, last_level=2)
    MeasuringRun(SimulatedPairs(), until=1, until_levels=100, minutes=None).play(measured)
    now = {anchor.bot: anchor for anchor in measured.ladder().anchors}
    assert all(now[anchor.bot] == anchor for anchor in ladder.anchors if anchor.games)
    assert now[ANCHORS[2]].games > 0
    assert now[ANCHORS[2]].rating == pytest.approx(TRUE[ANCHORS[2]], abs=150)
    assert len(measured.ladder().levels) == 2
    assert measured.ladder().scale == ladder.scale


def test_a_level_with_few_games_is_not_listed(
    journal: PairJournal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored_ladder(monkeypatch, tmp_path / "ladder.toml", new="")
    measured = Measurement.of(OTHELLO, journal, last_level=2)
    known, vague = measured.levels
    journal.note(PlayedPair(GamePair("othello", (vague, ANCHORS[4]), 0), (1.0, 1.0), 0.1))
    for number in range(20):
        pair = GamePair("othello", (known, ANCHORS[2]), number)
        journal.note(PlayedPair(pair, (1.0, 0.0), 0.1))
    assert [level.bot for level in measured.ladder().levels] == [known]


def test_a_new_scale_measures_every_anchor(
    journal: PairJournal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored_ladder(monkeypatch, tmp_path / "ladder.toml", new=ANCHORS[2])
    measured = Measurement.of(OTHELLO, journal, last_level=2, new_scale=True)
    assert measured.anchors == ("random:othello", *ANCHORS)
    assert measured.next_anchor_pairs(60)


def test_a_journal_without_games_of_the_game_leaves_its_ladder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    place = tmp_path / "ladder.toml"
    ladder = stored_ladder(monkeypatch, place, new="")
    main(["othello", "--no-games", "--journal", str(tmp_path / "games.jsonl")])
    assert place.read_text() == ladder.dumps()
    assert "othello: no games" in capsys.readouterr().err


def test_a_line_that_was_cut_off_is_played_again(journal: PairJournal, tmp_path: Path) -> None:
    pairs = [GamePair("othello", ("random:othello", ANCHORS[0]), number) for number in range(3)]
    for pair in pairs[:2]:
        journal.note(PlayedPair(pair, (0.0, 1.0), 0.1))
    path = tmp_path / "games.jsonl"
    path.write_bytes(path.read_bytes()[:-9])  # killed while it was written
    again = PairJournal(path)
    assert again.next_pair("othello", *pairs[0].bots) == pairs[1]
    again.note(PlayedPair(pairs[1], (1.0, 1.0), 0.1))
    assert len(PairJournal(path).results("othello", TRUE)) == 4


@pytest.mark.parametrize("line", ["no games", "[1, 2]", "{}", "7", '["othello", null, 1, 2, 3, 4]'])
def test_a_file_that_is_no_journal_is_refused(
    line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "notes.txt"
    path.write_text(f"{line}\n")
    with pytest.raises(SystemExit) as ended:
        main(["--no-games", "--journal", str(path)])
    assert ended.value.code == 2
    assert "line 1: expected a pair of played games in" in capsys.readouterr().err
    assert path.read_text() == f"{line}\n"


def test_an_unknown_game_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["chess"])
    assert ended.value.code == 2
    assert "got chess" in capsys.readouterr().err
