"""Our engines over the line protocol and the Tiaojia course's, line by line."""

import pytest

from garlic.core import GarlicError
from garlic.games import GAMES
from garlic.games.tiaojia import GAME as TIAOJIA
from garlic.games.xiangqi import GAME as XIANGQI
from support.talking import Counterpart


def test_the_line_protocol_from_greeting_to_end() -> None:
    judge = Counterpart("xiangqi", "line", nodes=500, seed=3)
    start = XIANGQI.start()
    assert judge.tell(
        "garlic 1 xiangqi black", "limits 5000 1000 0 512", f"start {start}", "anything else"
    )
    assert judge.hear() == "ready"
    after = start.play(XIANGQI.move.parse("h2e2"))
    judge.tell("played red h2e2", f"turn {after}")
    after.play(XIANGQI.move.parse(judge.hear()))  # legal
    assert judge.tell("end loss checkmate") is False


@pytest.mark.parametrize("game", GAMES)
def test_every_game_speaks_the_line_protocol(game: str) -> None:
    facts = GAMES[game]
    judge = Counterpart(game, "line", nodes=200, hash_mb=64)
    judge.tell(f"garlic 1 {game} {facts.seats[0]}", "limits 5000 500 0 512")
    judge.tell(f"start {facts.start()}", f"turn {facts.start()}")
    assert judge.hear() == "ready"
    facts.move.parse(judge.hear())


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        (["turn x"], "expected 'garlic VERSION GAME SEAT' first, got 'turn x'"),
        (["garlic 1 xiangqi"], "expected 'garlic VERSION GAME SEAT' first"),
        (["garlic 1 xiangqi white"], "expected 'garlic VERSION GAME SEAT' first"),
        (["garlic 1 checkers red"], "there is no game called 'checkers'"),
        (["garlic 1 xiangqi red", "limits 1 2 3"], "expected 'limits INIT TURN GAME MEMORY'"),
        (["garlic 1 tiaojia black", "start O./.X O 0"], "xiangqi does not play tiaojia"),
        (["garlic 1 xiangqi red", "start rubbish"], "expected a FEN"),
    ],
)
def test_wrong_lines_are_explained(lines: list[str], complaint: str) -> None:
    with pytest.raises(GarlicError, match=complaint):
        Counterpart("xiangqi", "line").tell(*lines)


def test_the_course_protocol_from_start_to_end() -> None:
    judge = Counterpart("tiaojia", "tongji", nodes=500)
    tiaojia = TIAOJIA
    assert judge.tell("TURN", "START 3", "", "hello")  # no answer yet
    assert judge.silent_for(0.05)
    judge.tell("START 2")
    assert judge.hear() == "OK"
    position = tiaojia.start()
    first = position.legal_moves()[0]
    judge.tell(f"PLACE {first}", "TURN")
    answer = tiaojia.move.parse(judge.hear())
    position = position.play(first).play(answer)  # legal
    judge.tell("PLACE 0 0", "PLACE 11 11 7")
    assert judge.hear().startswith("DEBUG expected row, column and direction")
    assert judge.hear().startswith("DEBUG illegal move")
    judge.tell(f"PLACE {position.legal_moves()[0]}", "TURN")
    tiaojia.move.parse(judge.hear())
    judge.tell("START 1", "TURN")  # another game
    assert judge.hear() == "OK"
    tiaojia.start().play(tiaojia.move.parse(judge.hear()))
    assert judge.tell("END 1") is False
