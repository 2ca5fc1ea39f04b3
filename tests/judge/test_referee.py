"""What the referee decides, with players that answer from a script."""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from garlic.core import (
    IllegalMoveError,
    InvalidFileError,
    Limits,
    Outcome,
    Seat,
    Stream,
    Text,
    Verdict,
)
from garlic.core.game import scores_of
from garlic.games import GAMES
from garlic.judge import game_run
from garlic.judge.bots import find_bot
from garlic.judge.faults import fault_rules
from garlic.judge.record import Cost, Record, RecordedBot
from garlic.judge.referee import Answer, Overloaded, Player, Referee, Refereed
from garlic.judge.replay import RecordedPlayer, RecordEnded, first_difference, replayed
from garlic.wire.dialogue import Played, SeatSetup
from support.present import present

TIAOJIA = GAMES["tiaojia"]


class Script:
    """A player that gives the answers it was made with; texts are moves."""

    def __init__(self, answers: Iterable[str | Answer], start: Answer | None = None) -> None:
        self.answers = iter(answers)
        self.first = start or Answer(Verdict.OK)
        self.requests: list[tuple[str, tuple[tuple[Seat, str | None], ...]]] = []
        self.seconds: list[float] = []
        self.ended: Outcome | None = None

    def start(self) -> Answer:
        return self.first

    def ask(self, position: object, played: Played, seconds: float) -> Answer:
        self.requests.append((str(position), tuple(played)))
        self.seconds.append(seconds)
        answer = next(self.answers)
        return answer if isinstance(answer, Answer) else Answer(Verdict.OK, answer)

    def end(self, outcome: Outcome, played: Played) -> None:
        del played
        self.ended = outcome

    def close(self) -> None:
        pass


class Random:
    """A player of random legal moves."""

    def __init__(self, seed: int) -> None:
        self.stream = Stream(seed)

    def start(self) -> Answer:
        return Answer(Verdict.OK)

    def ask(self, position: Any, played: Played, seconds: float) -> Answer:
        del played, seconds
        moves = position.legal_moves()
        return Answer(Verdict.OK, str(moves[self.stream.below(len(moves))]), cost=Cost(0.001))

    def end(self, outcome: Outcome, played: Played) -> None:
        pass

    def close(self) -> None:
        pass


def refereed(a: Player, b: Player, start: str = "O../.X./... O 0", **limits: Any) -> Refereed:
    given = Limits(**{"init_seconds": 1, "turn_seconds": 2, "memory_bytes": 1 << 28, **limits})
    return Referee(TIAOJIA, {Seat.A: a, Seat.B: b}, given, seed=1).run(TIAOJIA.parse(start))


def test_both_players_get_the_moves_and_the_end() -> None:
    black, white = Script(["0 0 1"]), Script(["1 1 0"])
    result = refereed(black, white, start="O../.X./... O 118")
    assert result.outcome.reason == "equal stones after 120 plies"
    assert white.requests == [(".../OX./... X 119", ((Seat.A, "0 0 1"),))]
    assert black.ended == white.ended == result.outcome


def test_an_illegal_move_loses_with_the_reason() -> None:
    result = refereed(Script(["0 0 0"]), Script([]))
    assert result.outcome == Outcome(Seat.B, "illegal move")
    assert "step to an empty cell" in str(result.turns[-1].detail)


def test_a_text_that_is_no_move_is_a_protocol_fault() -> None:
    result = refereed(Script(["castle"]), Script([]))
    assert result.outcome == Outcome(Seat.B, "protocol")
    assert result.turns[-1].move == "castle"


def test_a_fault_of_the_process_loses_the_game() -> None:
    late = Answer(Verdict.TOO_LATE, detail=Text("too late"))
    assert refereed(Script(["0 0 1"]), Script([late])).outcome == Outcome(Seat.A, "too late")


def test_a_bot_that_cannot_start_loses_without_a_move() -> None:
    result = refereed(Script([]), Script([], start=Answer(Verdict.COMPILE_ERROR)))
    assert result.outcome == Outcome(Seat.A, "compile error")
    assert [turn.number for turn in result.turns] == [0, 0]


def test_a_game_in_which_nobody_moves_any_more_is_ended() -> None:
    """It takes 40 lost turns in a row: a move in between starts the count again."""
    game, late = GAMES["othello"], Answer(Verdict.TOO_LATE)
    faults = fault_rules(game, "skip")

    def outcome(first: list[str | Answer], second: list[str | Answer]) -> Outcome:
        players = {Seat.A: Script(first), Seat.B: Script(second)}
        return Referee(game, players, game.limits, 1, faults=faults).run(game.setup()).outcome

    assert outcome([late] * 20, [late] * 20).reason == "nobody moved any more"
    resigned = outcome([late] * 39, [*[late] * 19, "c5", *[late] * 18, RESIGNED])
    assert resigned == Outcome(Seat.A, "resigned", resigned.scores)


def test_an_overload_is_raised() -> None:
    with pytest.raises(Overloaded):
        refereed(Script([Answer(Verdict.OVERLOAD)]), Script([]))


def test_the_game_clock_shortens_the_turn() -> None:
    moves = [Answer(Verdict.OK, move, cost=Cost(wall_seconds=1.5)) for move in ("0 0 1", "1 0 0")]
    black = Script(moves)
    refereed(black, Script(["1 1 3", "1 2 2"]), "O../.X./... O 116", game_seconds=2.5)
    assert black.seconds == [2, 1.0]


def record_of(result: Refereed, start: str) -> Record:
    bot = RecordedBot("bot", "program", "0" * 64)
    return Record(
        game="tiaojia",
        start=start,
        seed=1,
        limits=TIAOJIA.limits,
        timeouts="default",
        bots=(bot, bot),
        isolation=(),
        turns=result.turns,
        choices=result.choices,
        outcome=result.outcome,
    )


@pytest.fixture
def record() -> Record:
    start = str(TIAOJIA.setup())
    return record_of(refereed(Random(1), Random(2), start), start)


def test_a_record_reads_what_it_writes(record: Record) -> None:
    again = Record.parse(record.dumps().encode())
    assert again.dumps() == record.dumps()
    assert first_difference(again) is None


def test_replay_gives_every_position(record: Record) -> None:
    steps, _ = replayed(record)
    assert str(steps[0].position) == record.start
    assert len(steps) == len(record.turns) - 1  # both starts are one step
    assert steps[-1].position.outcome() == record.outcome


def changed(record: Record, change: Callable[[dict[str, Any]], object]) -> Record:
    document = json.loads(record.dumps())
    change(document)
    return Record.parse(json.dumps(document).encode())


@pytest.mark.parametrize(
    ("change", "difference"),
    [
        (lambda d: d["turns"][9].update(move="0 0 0"), "turn 8: 0 0 0 is recorded as 'ok'"),
        (lambda d: d["turns"].pop(), "the game is not over, but the record ends"),
        (lambda d: d["turns"].append(d["turns"][-1]), "the game is over after turn"),
        (lambda d: d["outcome"].update(reason="magic"), "the outcome is recorded as"),
        (lambda d: d["turns"][5].update(verdict="illegal move"), "turn 4:"),
        (lambda d: d.update(choices=[[1]]), "the random choices are not those of the seed"),
    ],
)
def test_a_changed_record_is_detected(
    record: Record, change: Callable[[dict[str, Any]], object], difference: str
) -> None:
    assert str(first_difference(changed(record, change))).startswith(difference)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda d: d.update(schema="x"), "expected a record of schema 'garlic-record/1', got 'x'"),
        (lambda d: d.update(seed="x"), 'record.seed: expected a whole number, got "x"'),
        (
            lambda d: d["turns"][3].update(verdict="fine"),
            "record.turns[4].verdict: expected",
        ),
        (lambda d: d["bots"].pop(), "record.bots: expected a list of two"),
        (
            lambda d: d["outcome"].update(scores=[1]),
            "record.outcome.scores: expected a list of two",
        ),
        (lambda d: d.update(turns={}), "record.turns: expected a list, got {}"),
        (lambda d: d.update(seed=1 << 64), "record.seed: expected a whole number, got 1844"),
        (
            lambda d: d["turns"][0]["cost"].update(cpu_seconds=1 << 2000),
            "cpu_seconds: expected a number",
        ),
        (lambda d: d["turns"][0]["cost"].update(cpu_seconds=float("nan")), "got something else"),
        (lambda d: d["turns"][0].update(stdout="\ud800"), "got something else: 'utf-8' codec"),
        (
            lambda d: d["turns"][0].update(
                detail={
                    "text": "expected 'ready' after 'start', got {line!r}",
                    "values": {"row": 1},
                }
            ),
            "record.turns[1].detail.values: expected the values of the sentence",
        ),
    ],
)
def test_an_invalid_record_is_refused_with_the_field(
    record: Record, change: Callable[[dict[str, Any]], object], sentence: str
) -> None:
    with pytest.raises(InvalidFileError) as caught:
        changed(record, change)
    assert sentence in str(caught.value)


@pytest.mark.parametrize("template", ["{x:>999999999999}", "{x.__class__}", "{", "{0}", "100 %"])
def test_an_unknown_template_is_plain_text(record: Record, template: str) -> None:
    detail = {"text": template, "values": {"x": "y"}}
    found = changed(record, lambda d: d["turns"][0].update(detail=detail))
    assert str(found.turns[0].detail) == template


def test_the_reason_of_an_illegal_move_is_translated(record: Record) -> None:
    fault = IllegalMoveError("a1", "here", because="the disc must flip at least one other")
    turn = replace(record.turns[0], verdict=Verdict.ILLEGAL_MOVE, detail=fault.text)
    read = Record.parse(replace(record, turns=(turn,)).dumps().encode()).turns[0].detail
    assert str(read) == str(fault)
    assert present(read).render("zh") == "在 'here' 中不能走 a1：落子必须至少翻转一枚对方棋子"


def test_deeply_nested_sentences_are_refused(record: Record) -> None:
    detail: object = "the end"
    for _ in range(200):
        detail = {"text": "{where}: {sentence}", "values": {"where": "x", "sentence": detail}}
    with pytest.raises(InvalidFileError, match="expected a sentence, nested less deeply"):
        changed(record, lambda d: d["turns"][0].update(detail=detail))


@pytest.mark.parametrize(
    "content",
    [b"", b"[]", b"{", b"\xff", b"[" * 100_000, b"null", b"NaN", b'{"seed":%s}' % (b"9" * 5000)],
)
def test_other_files_are_refused(content: bytes) -> None:
    with pytest.raises(InvalidFileError):
        Record.parse(content)


@pytest.mark.parametrize(("busy", "judged"), [(0, True), (3, True), (9, False)])
def test_a_game_on_a_busy_machine_is_run_again(
    monkeypatch: pytest.MonkeyPatch, busy: int, judged: bool
) -> None:
    left = [busy]

    def player(_game_run: object, setup: SeatSetup, *_: object) -> Player:
        if setup.seat is Seat.A and left[0] > 0:
            left[0] -= 1
            return Script([], start=Answer(Verdict.OVERLOAD))
        return Random(1)

    monkeypatch.setattr(game_run, "player_for", player)
    bots = (find_bot("random:tiaojia"), find_bot("random:tiaojia"))
    record = game_run.play(game_run.GameRun("tiaojia", bots, str(TIAOJIA.setup())))
    assert (record.outcome.reason == "not judged: the machine was too busy") is not judged
    assert len(record.overloads) == min(busy, game_run.MOST_OVERLOADS + 1)
    assert Record.parse(record.dumps().encode()).overloads == record.overloads
    if not judged:
        assert record.outcome.winner is None
        assert record.turns == ()


def test_a_game_with_people_is_tried_again_at_every_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine is too busy three times at each turn of the bot: too often for a whole game."""
    busy = Answer(Verdict.OVERLOAD)
    runs: Iterator[list[str | Answer]] = iter(
        [[busy], [busy], [busy], ["h9g7", busy], [busy], [busy], [RESIGNED]]
    )

    def player(
        _: object, setup: SeatSetup, human: Callable[[SeatSetup], Player], *__: object
    ) -> Player:
        return human(setup) if setup.seat is Seat.A else Script(next(runs))

    monkeypatch.setattr(game_run, "player_for", player)
    moves = iter(["h2e2", "e2e6"])  # a person is asked for each move only once
    bots = (find_bot("human"), find_bot("random:xiangqi"))
    record = game_run.play(
        game_run.GameRun("xiangqi", bots, str(GAMES["xiangqi"].setup())),
        human=lambda _: Script(moves),
    )
    assert record.outcome == Outcome(Seat.A, "resigned")
    assert [turn.move for turn in record.turns if turn.number] == ["h2e2", "h9g7", "e2e6", None]


def test_only_the_clock_of_the_whole_game_counts_for_people() -> None:
    game = GAMES["xiangqi"]
    limits = replace(game.limits, turn_seconds=5, game_seconds=60)
    slow = Answer(Verdict.OK, "h2e2", cost=Cost(wall_seconds=20))
    person, bot = Script([slow, RESIGNED]), Script(["h9g7"])
    players = {Seat.A: person, Seat.B: bot}
    Referee(game, players, limits, seed=1, people={Seat.A}).run(game.setup())
    assert (person.seconds, bot.seconds) == ([60, 40], [5])


def test_an_increment_is_added_after_each_move() -> None:
    game = GAMES["xiangqi"]
    limits = replace(game.limits, game_seconds=60, increment_seconds=3)
    answers = [Answer(Verdict.OK, move, cost=Cost(wall_seconds=20)) for move in ("h2e2", "e2e6")]
    person = Script([*answers, RESIGNED])
    players = {Seat.A: person, Seat.B: Script(["h9g7", "b9c7"])}
    Referee(game, players, limits, seed=1, people=set(Seat)).run(game.setup())
    assert person.seconds == [60, 43, 26]


# Resigning, and continuing an unfinished game -------------------------------------------------


def xiangqi(a: Player, b: Player) -> Refereed:
    game = GAMES["xiangqi"]
    return Referee(game, {Seat.A: a, Seat.B: b}, game.limits, seed=1).run(game.setup())


RESIGNED = Answer(Verdict.RESIGNED)


@pytest.mark.parametrize("name", ["othello", "stars"])
def test_a_side_that_resigns_loses_but_keeps_its_score(name: str) -> None:
    game = GAMES[name]
    start = game.setup()
    players = {Seat.A: Script([RESIGNED]), Seat.B: Script([])}
    result = Referee(game, players, game.limits, seed=1).run(start)
    assert result.outcome == Outcome(Seat.B, "resigned", present(scores_of(start)))


def test_a_person_may_resign_while_the_other_one_is_to_move() -> None:
    result = xiangqi(Script(["h2e2"]), Script([Answer(Verdict.OPPONENT_RESIGNED)]))
    assert result.outcome == Outcome(Seat.B, "resigned")


@pytest.mark.parametrize("name", ["othello", "stars"])
def test_an_agreed_draw_ends_the_game_and_keeps_the_scores(name: str) -> None:
    game = GAMES[name]
    start = game.setup()
    players = {Seat.A: Script([Answer(Verdict.DRAW_AGREED)]), Seat.B: Script([])}
    result = Referee(game, players, game.limits, seed=1).run(start)
    assert result.outcome == Outcome(None, "draw agreed", present(scores_of(start)))
    assert not any(turn.verdict.is_fault for turn in result.turns)


def test_an_unfinished_game_is_continued() -> None:
    played = xiangqi(Script(["h2e2", "e2e6"]), Script(["h9g7", RESIGNED]))
    known = played.turns[:4]  # two starts, two moves
    made = []

    def live(*moves: str | Answer) -> Script:
        made.append(Script(moves))
        return made[-1]

    red = RecordedPlayer([turn for turn in known if turn.seat == "red"], lambda: live("e2e6"))
    black = RecordedPlayer([turn for turn in known if turn.seat == "black"], lambda: live(RESIGNED))
    again = xiangqi(red, black)
    assert again == played
    # A player that joins in the middle gets all earlier moves.
    assert made[0].requests[0][1] == ((Seat.A, "h2e2"), (Seat.B, "h9g7"))


def test_a_recorded_player_without_turns_raises() -> None:
    with pytest.raises(RecordEnded):
        xiangqi(RecordedPlayer([]), RecordedPlayer([]))


@pytest.mark.parametrize(
    ("outcome", "counts"),
    [
        (Outcome(None, "judge error"), False),
        (Outcome(None, "not judged: the machine was too busy"), False),
        (Outcome(None, "no legal moves"), True),
        (Outcome(Seat.A, "crash"), True),
    ],
)
def test_a_game_that_could_not_be_judged_does_not_count(outcome: Outcome, counts: bool) -> None:
    facts = RecordedBot("a", "python", "0")
    record = Record(
        "othello", "", 0, GAMES["othello"].limits, "default", (facts, facts), (), (), (), outcome
    )
    assert record.is_judged is counts
