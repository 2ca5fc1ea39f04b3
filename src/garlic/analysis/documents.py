"""Reviews and answers as plain JSON values, for `--json`, the page and the single file."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from garlic.analysis.ask import BotAnswer
from garlic.analysis.review import MoveReview, Review, Side
from garlic.analysis.scales import accuracy, losses
from garlic.core import Game, Scale
from garlic.games import GAMES
from garlic.judge.record import turn_to_json
from garlic.judge.replay import ReplayStep, positions

_DECIMALS = 4


def review_to_json(review: Review, steps: Sequence[ReplayStep] | None = None) -> dict[str, Any]:
    """*review* as JSON; *steps* are the positions of its record, computed if not given."""
    game = GAMES[review.record.game]
    steps = steps or positions(review.record)
    moves = {move: _move(game, move, steps, review.scale) for move in review.moves}
    return {
        "game": game.name,
        "limit": {"seconds": review.limit.time, "nodes": review.limit.nodes},
        "complete": review.complete,
        "counted": review.scale.counted,
        "losses": losses(review.scale),
        "evaluations": [score and score.to_json() for score in review.evaluations],
        "chances": [
            None if chance is None else round(chance, _DECIMALS) for chance in review.chances
        ],
        "moves": list(moves.values()),
        "costliest": [moves[move] for move in review.costliest],
        "sides": [_side(side) for side in review.sides],
        "clocks": [asdict(clock) for clock in review.time_use],
    }


def _side(side: Side) -> dict[str, Any]:
    return {
        "moves": side.moves,
        "accuracy": _rounded(side.accuracy),
        "average_points": _rounded(side.average_points),
        "grades": {grade.value: count for grade, count in side.grades.items()},
    }


def _move(
    game: Game, move: MoveReview, steps: Sequence[ReplayStep], scale: Scale
) -> dict[str, Any]:
    position = steps[move.step - 1].position
    document: dict[str, Any] = {
        "step": move.step,
        "number": move.number,
        "seat": move.seat.value,
        "played": move.played,
        "verdict": move.verdict.value,
        "worth": move.evaluation.to_json(),
        "best": move.best,
        "best_worth": move.best_evaluation.to_json(),
        "line": list(move.line),
        "loss": {"points": _rounded(move.loss.points), "drop": round(move.loss.drop, _DECIMALS)},
        "accuracy": round(accuracy(move.loss.drop, scale), 1),
        "grade": move.grade and move.grade.value,
        "only_move": move.only_move,
    }
    if words := game.spoken(position, [move.best]):
        document["best_spoken"] = words[0]
    if game.move_styles:
        parse = game.move.parse
        document["best_written"] = game.written(position, parse(move.best))
        document["line_written"] = game.written_line(position, map(parse, move.line))
    return document


def answer_to_json(answer: BotAnswer) -> dict[str, Any]:
    """*answer* as JSON."""
    return {
        "bot": answer.bot.name,
        "seat": answer.seat.value,
        "position": str(answer.before),
        "same": answer.same,
        "delayed": answer.is_delayed,
        "played": turn_to_json(answer.played),
        "answer": turn_to_json(answer.answer),
    }


def _rounded(number: float | None) -> float | None:
    return None if number is None else round(number, 2)
