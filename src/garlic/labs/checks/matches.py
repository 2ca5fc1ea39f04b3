"""The check that plays a match: a number is measured over its games and earns points."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median

from garlic.core import Game, Limits, Position, Seat, Text, UsageError, Verdict
from garlic.core.language.bilingual import Bilingual
from garlic.core.reading.fields import Fields
from garlic.engines.built_in import check_built_in
from garlic.judge.bots import Bot, find_bot
from garlic.judge.faults import (
    TIMEOUTS,
    after_verdict,
    fault_name,
    fault_rules,
    without_position,
)
from garlic.judge.game_run import GameRun
from garlic.judge.record import Record, Turn
from garlic.judge.replay import replayed
from garlic.judge.settings import start_of
from garlic.labs.candidates import Candidate
from garlic.labs.checks.base import Setting, bot_remark, read_limits, unjudged_result
from garlic.labs.results import GradedGame, PackedRecord, Remark, TestResult, shown_points
from garlic.labs.steps import Outcome, Step, why_not_judged

_SEATS = {"both": (Seat.A, Seat.B), "first": (Seat.A,), "second": (Seat.B,)}
_SCORE, _MARGIN, _RESULT = "score", "margin", "result"
_MEDIAN, _SUM = "median", "sum"
_MOST_REMARKS = 4
_VERDICTS = {verdict.value for verdict in Verdict}


@dataclass(frozen=True, slots=True)
class Threshold:
    """Points for a number from *bound* on, or only above it."""

    bound: float
    points: float
    above: bool  # the bound itself is not enough

    def reached(self, value: float) -> bool:
        """Whether *value* is enough."""
        return value > self.bound if self.above else value >= self.bound

    def sentence(self) -> Text:
        """The threshold as a sentence."""
        points, bound = shown_points(self.points), f"{self.bound:g}"
        if self.above:
            return Text("above {bound}: {points:point|points}", bound=bound, points=points)
        return Text("from {bound}: {points:point|points}", bound=bound, points=points)


@dataclass(frozen=True, slots=True)
class MatchCheck:
    """Games against one opponent from one start, and what they earn."""

    title: Bilingual
    against: str
    map: str | None
    rule: str | None
    opening: str | None
    games: int  # on each seat
    seats: tuple[Seat, ...]
    measure: str
    over: str
    thresholds: tuple[Threshold, ...]
    pay: tuple[float, float, float] | None  # a game won, drawn, lost
    scoring: str | None
    limits: Limits
    timeouts: str
    lenient: bool
    tie_break: bool

    @classmethod
    def parse(cls, fields: Fields, setting: Setting) -> "MatchCheck":
        """Read the fields that `docs/teach/lab-format.md` lists; raise `InvalidFileError`."""
        if setting.game is None:
            raise fields.fault("check", "a match needs a lab with a game")
        limits = read_limits(fields, setting.limits)
        against = fields.take("against", str)
        check = cls(
            title=fields.words("title", Bilingual(against, against)),
            against=against,
            map=fields.maybe("map", str) or None,
            rule=fields.maybe("rule", str) or None,
            opening=fields.maybe("opening", str) or None,
            games=fields.whole("games", 1, 1000, 1),
            seats=_SEATS[fields.one_of("seats", _SEATS, "both")],
            measure=fields.one_of("measure", (_SCORE, _MARGIN, _RESULT), _RESULT),
            over=fields.one_of("over", (_MEDIAN, _SUM), _SUM),
            thresholds=tuple(_threshold(step) for step in fields.many("steps", [])),
            pay=_pay(fields),
            scoring=fields.maybe("scoring", str) or None,
            limits=limits,
            timeouts=fields.one_of("timeouts", TIMEOUTS, "default"),
            lenient=fields.take("lenient", bool, False),
            tie_break=fields.take("tie_break", bool, False),
        )
        if (check.pay is None) == (not check.thresholds):
            raise fields.fault("steps", "expected either steps or pay")
        if check.pay is not None and check.measure != _RESULT:
            raise fields.fault("pay", "pay is for the measure 'result'; give steps instead")
        if check.pay is None and check.measure == _RESULT:
            raise fields.fault("steps", "steps need the measure 'score' or 'margin'")
        return check

    @property
    def max_points(self) -> float:
        """The points of the highest threshold, or for winning all games."""
        if self.pay is not None:
            return max(self.pay) * self.games * len(self.seats)
        return max(threshold.points for threshold in self.thresholds)

    def describe(self, setting: Setting) -> list[Text]:
        """What is played, then what earns points."""
        game = _game(setting)
        where = self.map or self.rule
        count = self.games * len(self.seats)
        template = (
            "{count:game|games} against {against} on {map}, {seats}"
            if where
            else "{count:game|games} against {against}, {seats}"
        )
        seats = Text("seats swapped after each")
        if len(self.seats) == 1:
            seats = Text("you are {seat}", seat=Text(game.seats[self.seats[0].index]))
        values = {"map": where} if where else {}
        against = setting.opponent or self.against
        played = Text(template, count=count, against=against, seats=seats, **values)
        return [played, *self._price()]

    def _price(self) -> list[Text]:
        if self.pay is not None:
            won, drawn, lost = map(shown_points, self.pay)
            sentence = "a game won: {won:point|points}, drawn: {drawn}, lost: {lost}"
            return [Text(sentence, won=won, drawn=drawn, lost=lost)]
        measured = Text(_MEASURED[self.measure, self.over])
        sentences = [Text("what counts is {what}", what=measured)]
        if self.over == _MEDIAN and self.games * len(self.seats) > 1:
            sentences.append(
                Text("chance plays a part, so it is the median of all games that is graded")
            )
        if self.scoring:
            sentences.append(Text("scores are counted by the rule {name!r}", name=self.scoring))
        steps = sorted(self.thresholds, key=lambda step: -step.points)
        return sentences + [step.sentence() for step in steps]

    def verify(self, setting: Setting) -> None:
        """Raise `GarlicError` if the opponent, map, rule or scoring does not exist."""
        game = _game(setting)
        check_built_in(game, setting.opponent or self.against)
        self._opponent(setting)
        self._start(setting, 0)
        fault_rules(game, self.timeouts)
        if self.scoring is not None and self.scoring not in game.scorings:
            raise UsageError(
                "{game} has no scoring {name!r}; there are: {known}",
                game=game.name,
                name=self.scoring,
                known=", ".join(game.scorings) or "-",
            )

    def steps(self, setting: Setting, candidate: Candidate) -> list[Step]:
        """The games: each seed once on every seat."""
        assert candidate.bot is not None  # noqa: S101  (it is built)
        opponent = self._opponent(setting)
        steps = []
        for number in range(self.games):
            start = str(self._start(setting, number))
            for seat in self.seats:
                pair = (candidate.bot, opponent)
                game_run = GameRun(
                    game=_game(setting).name,
                    bots=pair if seat is Seat.A else pair[::-1],
                    start=start,
                    seed=setting.seed + number,
                    limits=self.limits,
                    timeouts=self.timeouts,
                    lenient=self.lenient,
                    map=self.map,
                )
                steps.append(Step(game_run.key, game_run=game_run))
        return steps

    def _opponent(self, setting: Setting) -> Bot:
        name = setting.opponent or self.against
        beside = setting.home / name
        if setting.opponent is None and ":" not in name and beside.is_file():
            return replace(find_bot(str(beside)), name=name)
        return find_bot(name)

    def _start(self, setting: Setting, number: int) -> Position:
        where = self.map
        if where is not None and (setting.home / where).is_file():
            where = str(setting.home / where)
        return start_of(
            _game(setting),
            map_name=where,
            rule=self.rule,
            opening=self.opening,
            seed=setting.seed + number,
        )

    def judge(
        self, setting: Setting, candidate: Candidate, outcomes: Sequence[Outcome]
    ) -> TestResult:
        """The points for all games together."""
        del candidate
        games = [
            self._played(setting, PackedRecord(outcome["record"].encode()), place)
            for place, outcome in enumerate(outcomes)
        ]
        for game in games:
            if (why := _not_judged_because(game)) is not None:
                return replace(unjudged_result(self, setting, why), games=tuple(games))
        points, summary = self._graded(games)
        times = [
            turn.cost.wall_seconds for game in games for turn in _turns(game) if turn.number > 0
        ]
        return TestResult(
            title=self.title,
            max_points=self.max_points,
            points=round(points, 2),
            summary=summary,
            ran=self.describe(setting)[0],
            remarks=tuple(_remarks(games)),
            games=tuple(games),
            seconds_a_move=sum(times) / len(times) if self.tie_break and times else None,
            verdicts=tuple(
                dict.fromkeys(
                    turn.verdict.value
                    for game in games
                    for turn in _turns(game)
                    if turn.verdict is not Verdict.OK
                )
            ),
        )

    def _played(self, setting: Setting, played: PackedRecord, place: int) -> GradedGame:
        seat, record = self.seats[place % len(self.seats)], played.record
        own, other = self._scores(_game(setting), record, seat)
        lost = own < other if self.measure == _MARGIN else record.outcome.winner is seat.other
        name = setting.opponent or self.against
        return GradedGame(_game(setting), played, seat, name, lost)

    def _scores(self, game: Game, record: Record, seat: Seat) -> tuple[int, int]:
        """The student's score and the opponent's; 0 if the game has none."""
        pair = record.outcome.scores or (0, 0)
        if self.scoring is not None and record.outcome.reason not in _VERDICTS:
            pair = game.scorings[self.scoring](replayed(record)[0][-1].position)
        return pair[seat.index], pair[seat.other.index]

    def _graded(self, games: list[GradedGame]) -> tuple[float, Text]:
        if self.pay is not None:
            won = sum(game.record.outcome.winner is game.seat for game in games)
            drawn = sum(game.record.outcome.winner is None for game in games)
            lost = len(games) - won - drawn
            points = won * self.pay[0] + drawn * self.pay[1] + lost * self.pay[2]
            sentence = "won {won}, drawn {drawn}, lost {lost}"
            return points, Text(sentence, won=won, drawn=drawn, lost=lost)
        scores = [self._scores(game.game, game.record, game.seat) for game in games]
        listed = ", ".join(f"{own} : {other}" for own, other in scores)
        values = [own - other if self.measure == _MARGIN else own for own, other in scores]
        value = float(median(values)) if self.over == _MEDIAN else float(sum(values))
        reached = [step.points for step in self.thresholds if step.reached(value)]
        summary = Text(
            "{what}: {value} (yours : theirs {scores})",
            what=Text(_MEASURED[self.measure, self.over]),
            value=f"{value:g}",
            scores=listed,
        )
        return max(reached, default=0.0), summary


_MEASURED = {
    (_SCORE, _MEDIAN): "the median of your scores",
    (_SCORE, _SUM): "the sum of your scores",
    (_MARGIN, _MEDIAN): "the median of your lead",
    (_MARGIN, _SUM): "the sum of your lead",
    (_RESULT, _SUM): "the results of the games",
    (_RESULT, _MEDIAN): "the results of the games",
}


def _threshold(fields: Fields) -> Threshold:
    above = fields.has("above")
    bound = fields.number("above" if above else "from", -1e9, 1e9)
    threshold = Threshold(bound, fields.number("points", 0, 10_000), above)
    fields.finish()
    return threshold


def _pay(fields: Fields) -> tuple[float, float, float] | None:
    if not fields.has("pay"):
        return None
    inner = fields.inner("pay")
    won, drawn, lost = (
        inner.number(name, 0, 10_000, usual)
        for name, usual in (("win", None), ("draw", 0.0), ("loss", 0.0))
    )
    inner.finish()
    return won, drawn, lost


def _game(setting: Setting) -> Game:
    assert setting.game is not None  # noqa: S101  (checked by parse)
    return setting.game


def _turns(played: GradedGame) -> list[Turn]:
    """The student's turns."""
    name = played.game.seats[played.seat.index]
    return [turn for turn in played.record.turns if turn.seat == name]


def _not_judged_because(played: GradedGame) -> Text | None:
    """Why the game cannot be graded: a fault of the machine or of the opponent; None if it can."""
    if (why := why_not_judged(played.record)) is not None:
        return why
    outcome = played.record.outcome
    if outcome.reason in _VERDICTS and outcome.winner is played.seat:
        return Text(
            "the opponent {name} failed: {reason}",
            name=played.opponent,
            reason=Text(outcome.reason),
        )
    return None


def _remarks(games: list[GradedGame]) -> list[Remark]:
    """The student's faults, each kind once, with its count and its first place."""
    faults: dict[Verdict, list[tuple[int, Turn]]] = {}
    for number, game in enumerate(games, 1):
        for turn in _turns(game):
            if turn.verdict is not Verdict.OK:
                faults.setdefault(turn.verdict, []).append((number, turn))
    remarks = []
    for verdict, turns in faults.items():
        number, first = turns[0]
        what = Text(
            "{count} x {verdict}, first in game {number}, turn {turn}: {detail}",
            count=len(turns),
            verdict=fault_name(verdict, first.detail),
            number=number,
            turn=first.number,
            # The page draws the position.
            detail=after_verdict(without_position(first.detail)) if first.detail else "-",
        )
        remarks.append(bot_remark(what, verdict, first.stderr, first.detail))
    return remarks[:_MOST_REMARKS]
