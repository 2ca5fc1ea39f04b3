"""What the referee decides, with players that answer from a script."""

import json
from collections.abc import Iterable
from dataclasses import replace

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
from garlic.games import GAMES
from garlic.judge import game_run
from garlic.judge.bots import find_bot
from garlic.judge.record import Cost, Record, RecordedBot
from garlic.judge.referee import Answer, Overloaded, Referee
from garlic.judge.replay import RecordedPlayer, RecordEnded, first_difference, replayed

TIAOJIA = GAMES["tiaojia"]


class Script:
    """A player that gives the answers it was made with; texts are moves."""

    def __init__(self, answers: Iterable[str | Answer], start: Answer | None = None) -> None:
        self.answers = iter(answers)
        self.first = start or Answer(Verdict.OK)
        self.requests: list[tuple[str, tuple[tuple[Seat, str | None], ...]]] = []
        self.seconds: list[float] = []
        self.ended: Outcome | None = None

    def start(self):
        return self.first

    def ask(self, position, played, seconds):
        self.requests.append((str(position), tuple(played)))
        self.seconds.append(seconds)
        answer = next(self.answers)
        return answer if isinstance(answer, Answer) else Answer(Verdict.OK, answer)

    def end(self, outcome, played):
        del played
        self.ended = outcome

    def close(self):
        pass


class Random:
    """A player of random legal moves."""

    def __init__(self, seed):
        self.stream = Stream(seed)

    def start(self):
        return Answer(Verdict.OK)

    def ask(self, position, played, seconds):
        del played, seconds
        moves = position.legal_moves()
        return Answer(Verdict.OK, str(moves[self.stream.below(len(moves))]), cost=Cost(0.001))

    def end(self, outcome, played):
        pass

    def close(self):
        pass


def refereed(a, b, start="O../.X./... O 0", **limits):
    given = Limits(**{"init_seconds": 1, "turn_seconds": 2, "memory_bytes": 1 << 28, **limits})
    return Referee(TIAOJIA, {Seat.A: a, Seat.B: b}, given, seed=1).run(TIAOJIA.parse(start))


def test_both_players_get_the_moves_and_the_end():
    black, white = Script(["0 0 1"]), Script(["1 1 0"])
    result = refereed(black, white, start="O../.X./... O 118")
    assert result.outcome.reason == "equal stones after 120 plies"
    assert white.requests == [(".../OX./... X 119", ((Seat.A, "0 0 1"),))]
    assert black.ended == white.ended == result.outcome


def test_an_illegal_move_loses_with_the_reason():
    result = refereed(Script(["0 0 0"]), Script([]))
    assert result.outcome == Outcome(Seat.B, "illegal move")
    assert "step to an empty cell" in str(result.turns[-1].detail)


def test_a_text_that_is_no_move_is_a_protocol_fault():
    result = refereed(Script(["castle"]), Script([]))
    assert result.outcome == Outcome(Seat.B, "protocol")
    assert result.turns[-1].move == "castle"


def test_a_fault_of_the_process_loses_the_game():
    late = Answer(Verdict.TOO_LATE, detail=Text("too late"))
    assert refereed(Script(["0 0 1"]), Script([late])).outcome == Outcome(Seat.A, "too late")


def test_a_bot_that_cannot_start_loses_without_a_move():
    result = refereed(Script([]), Script([], start=Answer(Verdict.COMPILE_ERROR)))
    assert result.outcome == Outcome(Seat.A, "compile error")
    assert [turn.number for turn in result.turns] == [0, 0]


def test_an_overload_is_raised():
    with pytest.raises(Overloaded):
        refereed(Script([Answer(Verdict.OVERLOAD)]), Script([]))


def test_the_game_clock_shortens_the_turn():
    moves = [Answer(Verdict.OK, move, cost=Cost(wall_seconds=1.5)) for move in ("0 0 1", "1 0 0")]
    black = Script(moves)
    refereed(black, Script(["1 1 3", "1 2 2"]), "O../.X./... O 116", game_seconds=2.5)
    assert black.seconds == [2, 1.0]


def record_of(result, start):
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
def record():
    start = str(TIAOJIA.setup())
    return record_of(refereed(Random(1), Random(2), start), start)


def test_a_record_reads_what_it_writes(record):
    again = Record.parse(record.dumps().encode())
    assert again.dumps() == record.dumps()
    assert first_difference(again) is None


def test_replay_gives_every_position(record):
    steps, _ = replayed(record)
    assert str(steps[0].position) == record.start
    assert len(steps) == len(record.turns) - 1  # both starts are one step
    assert steps[-1].position.outcome() == record.outcome


def changed(record, change):
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
def test_a_changed_record_is_detected(record, change, difference):
    assert str(first_difference(changed(record, change))).startswith(difference)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda d: d.update(schema="x"), "expected a record of schema 'garlic-record/1', got 'x'"),
        (lambda d: d.update(seed="x"), 'expected a whole number at record.seed, got "x"'),
        (lambda d: d["turns"][3].update(verdict="fine"), "expected a verdict at record.turns[3]"),
        (lambda d: d["bots"].pop(), "expected a list of two at record.bots"),
        (lambda d: d["outcome"].update(scores=[1]), "expected a list of two at record.outcome"),
        (lambda d: d.update(turns={}), "expected a list at record.turns, got {}"),
        (lambda d: d.update(seed=1 << 64), "expected a whole number at record.seed, got 1844"),
        (lambda d: d["turns"][0]["cost"].update(cpu_seconds=1 << 2000), "expected a number at"),
        (lambda d: d["turns"][0]["cost"].update(cpu_seconds=float("nan")), "got something else"),
        (lambda d: d["turns"][0].update(stdout="\ud800"), "got something else: 'utf-8' codec"),
        (
            lambda d: d["turns"][0].update(
                detail={
                    "text": "expected 'ready' after 'start', got {line!r}",
                    "values": {"row": 1},
                }
            ),
            "expected the values of the sentence at record.turns[0].detail.values",
        ),
    ],
)
def test_an_invalid_record_is_refused_with_the_field(record, change, sentence):
    with pytest.raises(InvalidFileError) as caught:
        changed(record, change)
    assert sentence in str(caught.value)


@pytest.mark.parametrize("template", ["{x:>999999999999}", "{x.__class__}", "{", "{0}", "100 %"])
def test_an_unknown_template_is_plain_text(record, template):
    detail = {"text": template, "values": {"x": "y"}}
    found = changed(record, lambda d: d["turns"][0].update(detail=detail))
    assert str(found.turns[0].detail) == template


def test_the_reason_of_an_illegal_move_is_translated(record):
    fault = IllegalMoveError("a1", "here", because="the disc must flip at least one other")
    turn = replace(record.turns[0], verdict=Verdict.ILLEGAL_MOVE, detail=fault.text)
    read = Record.parse(replace(record, turns=(turn,)).dumps().encode()).turns[0].detail
    assert str(read) == str(fault)
    assert read.render("zh") == "在 'here' 中不能走 a1：落子必须至少翻转一枚对方棋子"


def test_deeply_nested_sentences_are_refused(record):
    detail = "the end"
    for _ in range(200):
        detail = {"text": "{where}: {sentence}", "values": {"where": "x", "sentence": detail}}
    with pytest.raises(InvalidFileError, match="expected a string at"):
        changed(record, lambda d: d["turns"][0].update(detail=detail))


@pytest.mark.parametrize(
    "content",
    [b"", b"[]", b"{", b"\xff", b"[" * 100_000, b"null", b"NaN", b'{"seed":%s}' % (b"9" * 5000)],
)
def test_other_files_are_refused(content):
    with pytest.raises(InvalidFileError):
        Record.parse(content)


@pytest.mark.parametrize(("busy", "judged"), [(0, True), (3, True), (9, False)])
def test_a_game_on_a_busy_machine_is_run_again(monkeypatch, busy, judged):
    left = [busy]

    def player(_game_run, setup, *_):
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


# Resigning, and continuing an unfinished game -------------------------------------------------


def xiangqi(a, b):
    game = GAMES["xiangqi"]
    return Referee(game, {Seat.A: a, Seat.B: b}, game.limits, seed=1).run(game.setup())


RESIGNED = Answer(Verdict.RESIGNED)


@pytest.mark.parametrize("name", ["othello", "stars"])
def test_a_side_that_resigns_loses_but_keeps_its_score(name):
    game = GAMES[name]
    start = game.setup()
    players = {Seat.A: Script([RESIGNED]), Seat.B: Script([])}
    result = Referee(game, players, game.limits, seed=1).run(start)
    scores = (start.score(Seat.A), start.score(Seat.B)) if name == "othello" else start.scores()
    assert result.outcome == Outcome(Seat.B, "resigned", scores)


def test_an_unfinished_game_is_continued():
    played = xiangqi(Script(["h2e2", "e2e6"]), Script(["h9g7", RESIGNED]))
    known = played.turns[:4]  # two starts, two moves
    made = []

    def live(*moves):
        made.append(Script(moves))
        return made[-1]

    red = RecordedPlayer([turn for turn in known if turn.seat == "red"], lambda: live("e2e6"))
    black = RecordedPlayer([turn for turn in known if turn.seat == "black"], lambda: live(RESIGNED))
    again = xiangqi(red, black)
    assert again == played
    # A player that joins in the middle gets all earlier moves.
    assert made[0].requests[0][1] == ((Seat.A, "h2e2"), (Seat.B, "h9g7"))


def test_a_recorded_player_without_turns_raises():
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
def test_a_game_that_could_not_be_judged_does_not_count(outcome, counts):
    facts = RecordedBot("a", "python", "0")
    record = Record(
        "othello", "", 0, GAMES["othello"].limits, "default", (facts, facts), (), (), (), outcome
    )
    assert record.is_judged is counts
