"""Human games: moves, faults, taking back, continuing after a restart."""

import time
from pathlib import Path
from typing import Any, NoReturn

import pytest
from starlette.testclient import TestClient

from garlic.core import Verdict
from garlic.judge.game_run import play
from garlic.judge.players.process import TalkingPlayer
from garlic.judge.record import Cost, Record, Turn
from garlic.judge.referee import Answer, Overloaded
from garlic.judge.replay import first_difference
from garlic.web.app import create_app
from garlic.web.events import Event
from garlic.web.sentences import code_of
from garlic.web.settings import ServerSettings
from support.processes import eventually
from support.web import arena_of
from web.play.tables import BOTH, KEY, Table, problem, record_of


def test_two_people_on_one_screen(client: TestClient) -> None:
    table = Table(client, game="gomoku", rule="freestyle")
    for number, move in enumerate(("h8", "a1", "h9", "a2", "h10", "a3", "h11")):
        table.move("ab"[number % 2], move)
    assert table.move("b", "a4")["waiting"] == ["a"]
    table.post("moves", seat="a", move="h12", ply=8)
    status = table.over()
    assert status["outcome"]["winner"] == "a"
    assert status["moves"] == {}
    view = table.view()
    assert view["frame"]["last"] == [view["shape"]["names"].index("h12")]
    record = record_of(client, status["record"])
    assert first_difference(record) is None
    assert [bot.kind for bot in record.bots] == ["human", "human"]


def test_a_built_in_opponent_answers(client: TestClient) -> None:
    table = Table(client, game="othello", seats=["human", "random:othello"])
    status = table.view()["status"]
    table.move("a", status["moves"]["a"][0]["move"])
    status = table.wait(lambda status: status["ply"] == 2)
    assert status["waiting"] == ["a"]
    assert [turn["seat"] for turn in table.view()["turns"]] == ["a", "b", "a", "b"]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"seat": "a", "move": "h8", "ply": 7}, (409, "play.stale")),
        ({"seat": "b", "move": "h8", "ply": 1}, None),
        ({"seat": "a", "move": "h9", "ply": 1}, (409, "play.not_your_turn")),
        ({"seat": "b", "move": "z99", "ply": 1}, 400),
        ({"seat": "b", "move": "a1", "ply": 1}, 400),  # taken
        ({"seat": "c", "move": "h8", "ply": 1}, (422, "problem.field")),
        ({"seat": "b", "move": "h8" * 100, "ply": 1}, (422, "problem.field")),
        ({"seat": "b", "ply": 1}, (422, "problem.field")),
    ],
)
def test_an_invalid_move_is_refused_and_changes_nothing(
    shared_client: TestClient, body: dict[str, str | int], expected: tuple[int, str] | int | None
) -> None:
    table = Table(shared_client, game="gomoku")
    table.move("a", "a1")
    answer = table.post("moves", **body)
    if expected is None:
        assert answer.status_code == 200
        return
    assert problem(answer) == expected if isinstance(expected, tuple) else answer.status_code == 400
    assert table.view()["status"]["ply"] == 1


def test_earlier_boards_can_be_looked_at(client: TestClient) -> None:
    table = Table(client, game="gomoku")
    for seat, move in (("a", "h8"), ("b", "i9")):
        table.move(seat, move)
    boards = [client.get(f"{table.path}/boards/{ply}").json() for ply in range(3)]
    assert [len(board["pieces"]) for board in boards] == [0, 1, 2]
    assert boards[2] == table.view()["frame"]
    assert problem(client.get(f"{table.path}/boards/3")) == (404, "play.no_board")


def test_a_double_click_plays_once(client: TestClient) -> None:
    table = Table(client, game="tiaojia", seats=["human", "random:tiaojia"])
    moves = table.view()["status"]["moves"]["a"]
    first = table.post("moves", seat="a", move=moves[0]["move"], ply=0)
    again = table.post("moves", seat="a", move=moves[0]["move"], ply=0)
    second = table.post("moves", seat="a", move=moves[1]["move"], ply=0)
    assert (first.status_code, again.status_code, second.status_code) == (200, 200, 409)
    table.wait(lambda status: status["ply"] == 2)
    assert table.view()["turns"][2]["move"] == moves[0]["move"]
    # The response was lost, and the page sends the same move once more.
    assert table.post("moves", seat="a", move=moves[0]["move"], ply=0).status_code == 200
    assert problem(table.post("moves", seat="a", move=moves[1]["move"], ply=0))[1] == "play.stale"
    assert table.view()["status"]["ply"] == 2


def test_take_back_goes_to_before_my_last_move(client: TestClient) -> None:
    table = Table(client, game="othello", seats=["human", "random:othello"])
    before = table.view()["frame"]["pieces"]
    table.move("a", table.view()["status"]["moves"]["a"][0]["move"])
    table.wait(lambda status: status["ply"] == 2)
    assert table.post("take_back", ply=1).status_code == 409
    answer = table.post("take_back", ply=2).json()
    assert (answer["status"]["ply"], answer["status"]["waiting"]) == (0, ["a"])
    assert answer["frame"]["pieces"] == before
    assert problem(table.post("take_back", ply=0)) == (409, "play.nothing_to_take_back")
    table.move("a", table.view()["status"]["moves"]["a"][1]["move"])  # and the game continues
    table.wait(lambda status: status["ply"] == 2)


def test_a_game_that_is_over_can_be_taken_back_and_played_on(client: TestClient) -> None:
    table = Table(client, game="xiangqi")
    table.move("a", "h2e2")
    assert table.post("resign", seat="b", ply=1).status_code == 200
    first = table.over()
    assert first["outcome"]["reason"]["code"] == code_of("resigned")
    assert first["outcome"]["winner"] == "a"
    assert problem(table.post("moves", seat="b", move="h9g7", ply=1))[0] == 409
    ply = table.view()["status"]["ply"]
    status = table.post("take_back", ply=ply).json()["status"]
    assert (status["outcome"], status["waiting"]) == (None, ["b"])
    table.move("b", "h9g7")
    table.post("resign", seat="a", ply=2)
    second = table.over()
    assert second["record"] != first["record"]
    for key in (first["record"], second["record"]):
        assert first_difference(record_of(client, key)) is None


@pytest.mark.parametrize("game", ["othello", "tiaojia", "stars"])
def test_people_may_resign_where_bots_may_not(client: TestClient, game: str) -> None:
    table = Table(client, game=game)
    assert table.post("resign", seat="a", ply=0).status_code == 200
    status = table.over()
    assert status["outcome"]["winner"] == "b"
    assert first_difference(record_of(client, status["record"])) is None


def test_swapping_seats_lets_the_bot_move(client: TestClient) -> None:
    table = Table(client, game="tiaojia", seats=["human", "random:tiaojia"])
    view = table.post("swap", ply=0).json()
    assert [seat["human"] for seat in view["seats"]] == [False, True]
    status = table.wait(lambda status: status["ply"] == 1)
    assert status["waiting"] == ["b"]


def test_a_game_continues_after_a_server_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GARLIC_CACHE", str(tmp_path / "cache"))
    settings = ServerSettings(database=str(tmp_path / "web.db"))
    address = "http://127.0.0.1:8000"
    with TestClient(create_app(settings), base_url=address) as client:
        table = Table(client, game="othello", seats=["human", "engine:othello?level=1"])
        table.move("a", table.view()["status"]["moves"]["a"][0]["move"])
        table.wait(lambda status: status["ply"] == 2)
        before = table.view()
    with TestClient(create_app(settings), base_url=address) as client:
        table.client = client
        after = table.view()
        after["status"]["elapsed"] = before["status"]["elapsed"] = 0  # clocks keep running
        assert after == before
        assert [play["id"] for play in client.get("/api/plays").json()] == [table.id]
        table.move("a", after["status"]["moves"]["a"][0]["move"])
        table.wait(lambda status: status["ply"] == 4)
        table.post("resign", seat="a", ply=4)
        key = table.over()["record"]
    with TestClient(create_app(settings), base_url=address) as client:
        table.client = client
        assert table.over()["record"] == key  # still over, with the same record
        assert first_difference(record_of(client, key)) is None


def test_a_finished_round_game_is_shown_as_it_ended_after_a_restart(tmp_path: Path) -> None:
    """The last turns led to no new position."""
    settings = ServerSettings(database=str(tmp_path / "web.db"))
    address = "http://127.0.0.1:8000"
    with TestClient(create_app(settings), base_url=address) as client:
        table = Table(client, game="stars")
        moves = table.view()["status"]["moves"]
        table.post("moves", seat="b", move=moves["b"][1]["move"], ply=0)
        table.move("a", moves["a"][1]["move"])
        table.post("resign", seat="a", ply=1)
        table.over()
        before = table.view()
    with TestClient(create_app(settings), base_url=address) as client:
        table.client = client
        after = table.view()
        after["status"]["elapsed"] = before["status"]["elapsed"] = 0  # clocks keep running
        assert after == before


def test_a_move_waits_for_a_game_that_is_being_restored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page was open during the restart, so its next request may be a move."""
    settings = ServerSettings(database=str(tmp_path / "web.db"))
    address = "http://127.0.0.1:8000"
    with TestClient(create_app(settings), base_url=address) as client:
        table = Table(client, game="gomoku", seats=BOTH)
        table.move("a", "h8")

    def slowly(*args: Any, **options: Any) -> Record:
        time.sleep(0.3)
        return play(*args, **options)

    monkeypatch.setattr("garlic.web.play.run.play", slowly)
    with TestClient(create_app(settings), base_url=address) as client:
        table.client = client
        answer = table.post("moves", seat="b", move="a1", ply=1)
        assert answer.status_code == 200, answer.text
        assert table.wait(lambda status: status["ply"] == 2)


def test_a_fault_of_the_bot_is_explained(client: TestClient, tmp_path: Path) -> None:
    bot = tmp_path / "crash.py"
    bot.write_text("import sys\nsys.exit(3)\n")
    table = Table(client, game="gomoku", seats=["human", str(bot)])
    status = table.over()
    assert status["outcome"]["winner"] == "a"
    fault = table.view()["turns"][-1]
    assert fault["seat"] == "b"
    assert fault["verdict"] == "crash"
    assert fault["fault"]["advice"]
    assert table.view()["seats"][1]["name"] == "crash.py"


def test_a_local_bot_is_stored_when_the_game_starts(client: TestClient, tmp_path: Path) -> None:
    bot = tmp_path / "mine.py"
    bot.write_text("import sys\nsys.exit(3)\n")
    table = Table(client, game="gomoku", seats=["human", str(bot)])
    bot.unlink()
    table.over()
    assert table.view()["seats"][1]["who"].startswith("stored:")


@pytest.mark.parametrize(
    ("settings", "status"),
    [
        ({"game": "chess"}, 404),
        ({"game": "gomoku", "seats": ["random:gomoku", "random:gomoku"]}, 400),
        ({"game": "gomoku", "seats": ["human", "engine:othello"]}, 400),
        ({"game": "gomoku", "seats": ["human", "engine:gomoku?level=11"]}, 400),
        ({"game": "gomoku", "seats": ["human", "engine:gomoku?threads=200"]}, 400),
        ({"game": "gomoku", "seats": ["human", "baseline:gomoku/nobody"]}, 400),
        ({"game": "gomoku", "seats": ["human", "stored:99"]}, 400),
        ({"game": "gomoku", "seats": ["human", "/nowhere/bot.py"]}, 400),
        ({"game": "gomoku", "seats": ["human"]}, 422),
        ({"game": "gomoku", "rule": "chess"}, 400),
        ({"game": "gomoku", "map": "99x99"}, 400),
        ({"game": "stars", "map": "/etc/passwd"}, 400),
        ({"game": "stars", "map": "../maps/10x10-full.txt"}, 400),
        ({"game": "gomoku", "position": "nonsense"}, 400),
        ({"game": "gomoku", "ticks": 3}, 400),
        ({"game": "gomoku", "turn_seconds": 0}, 422),
        ({"game": "gomoku", "clock_seconds": 1e9}, 422),
    ],
)
def test_invalid_settings_are_refused(
    shared_client: TestClient, settings: dict[str, str | list[str] | float], status: int
) -> None:
    answer = shared_client.post("/api/plays", json={"seats": BOTH, **settings})
    assert answer.status_code == status, answer.text
    assert answer.json()["problem"]["code"]


def test_a_remote_client_cannot_name_local_files(tmp_path: Path) -> None:
    settings = ServerSettings(host="192.0.2.1", token="t" * 20, database=str(tmp_path / "web.db"))
    with TestClient(create_app(settings), base_url="http://arena.example") as client:
        answer = client.post(
            "/api/plays",
            json={"game": "gomoku", "seats": ["human", "cmd:cat /etc/passwd"]},
            headers={"Authorization": f"Bearer {'t' * 20}"},
        )
        assert problem(answer) == (403, "problem.local_bot")


@pytest.mark.parametrize("name", ["abcd1234", "..%2f..", "x" * 80, "%20aaaa"])
def test_an_unknown_game_is_not_found(shared_client: TestClient, name: str) -> None:
    assert shared_client.get(f"/api/plays/{name}").status_code in (404, 422)


def test_a_game_can_be_removed(client: TestClient) -> None:
    table = Table(client, game="gomoku")
    assert client.delete(table.path, headers={KEY: table.key}).json() == {"done": True}
    assert problem(client.get(table.path)) == (404, "play.missing")
    assert client.get("/api/plays").json() == []


def test_a_clock_that_runs_out_loses(client: TestClient) -> None:
    table = Table(client, game="othello", clock_seconds=1)
    status = table.over()
    assert status["outcome"]["winner"] == "b"
    assert status["outcome"]["reason"]["code"] == code_of("too late")


def test_a_round_of_stars_waits_for_both_sides(client: TestClient) -> None:
    table = Table(client, game="stars")
    status = table.view()["status"]
    assert status["waiting"] == ["a", "b"]
    table.post("moves", seat="b", move=status["moves"]["b"][0]["move"], ply=0)
    status = table.wait(lambda status: status["waiting"] == ["a"])
    assert status["ply"] == 0
    table.post("moves", seat="a", move=status["moves"]["a"][1]["move"], ply=0)
    status = table.wait(lambda status: status["ply"] == 1)
    assert status["waiting"] == ["a", "b"]
    assert problem(table.post("steer", seat="a", direction="up")) == (409, "play.no_steering")


def test_real_time_stars_follows_the_direction(client: TestClient) -> None:
    table = Table(client, game="stars", seats=["human", "random:stars"], ticks=15)
    time.sleep(0.3)
    view = table.view()
    assert (view["status"]["ply"], view["status"]["paused"]) == (0, True)
    here, there = view["status"]["moves"]["a"][1]["path"]
    direction = {-10: "up", 10: "down", -1: "left", 1: "right"}[there - here]
    assert table.post("steer", seat="a", direction=direction).status_code == 200
    assert table.post("pause", paused=False).status_code == 200
    table.wait(lambda status: status["ply"] >= 3)
    table.post("pause", paused=True)
    first = [turn for turn in table.view()["turns"] if turn["seat"] == "a" and turn["number"] == 1]
    assert first[0]["move"] == view["shape"]["names"][there]
    time.sleep(0.2)
    ply = table.view()["status"]["ply"]
    time.sleep(0.3)
    assert table.view()["status"]["ply"] == ply
    table.post("resign", seat="a", ply=ply)
    assert first_difference(record_of(client, table.over()["record"])) is None


def test_real_time_stars_keeps_its_pace_when_the_person_is_out(client: TestClient) -> None:
    """No move of the person is awaited any more, but rounds must not run faster."""
    rows = "oooooooooo/ooo#oooooo/" + "oooooooooo/" * 7 + "oooooooooo"
    rows = "." + rows[1:9] + "." + rows[10:]
    position = f"{rows} d0=9,9@9,9 d1=9,8@9,8 red=0,0:0:-1 blue=0,9:0:0 round=0"
    seats = ["human", "random:stars"]
    table = Table(client, game="stars", seats=seats, position=position, ticks=2)
    began = time.monotonic()
    table.post("pause", paused=False)
    table.wait(lambda status: status["ply"] >= 1)
    time.sleep(1.2)
    ply = table.view()["status"]["ply"]
    assert ply <= 2 * (time.monotonic() - began) + 2
    table.post("pause", paused=True)


def test_an_overloaded_machine_stops_the_game_until_retry(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(*_: object, **__: object) -> NoReturn:
        raise Overloaded(Turn(1, "white", None, Verdict.OVERLOAD, cost=Cost()))

    monkeypatch.setattr("garlic.judge.players.process.TalkingPlayer.ask", busy)
    table = Table(client, game="gomoku", seats=["human", "random:gomoku"])
    table.move("a", "h8")
    status = table.wait(lambda status: status["trouble"] is not None)
    assert status["trouble"]["code"] == "play.too_busy"
    assert status["outcome"] is None
    monkeypatch.undo()
    assert table.post("retry").status_code == 200
    table.wait(lambda status: status["ply"] == 2)


def test_the_record_names_the_turns_that_were_run_again(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask, left = TalkingPlayer.ask, [2]

    def busy_twice(player: TalkingPlayer, *args: Any) -> Answer:
        if left[0] > 0:
            left[0] -= 1
            return Answer(Verdict.OVERLOAD)
        return ask(player, *args)

    monkeypatch.setattr(TalkingPlayer, "ask", busy_twice)
    table = Table(client, game="gomoku", seats=["human", "random:gomoku"])
    table.move("a", "h8")
    table.wait(lambda status: status["ply"] == 2)
    table.post("resign", seat="a", ply=2)
    record = record_of(client, table.over()["record"])
    assert [turn.number for turn in record.overloads] == [2, 2]
    assert first_difference(record) is None


def test_a_hint_is_a_legal_move_with_an_evaluation(client: TestClient) -> None:
    table = Table(client, game="tiaojia")
    legal = {move["move"] for move in table.view()["status"]["moves"]["a"]}
    thoughts = table.post("hint", seat="a", ply=0).json()
    assert thoughts["lines"][0]["move"] in legal
    assert len(thoughts["lines"][0]["path"]) == 2
    assert thoughts["lines"][0]["score"]["code"].startswith("core:")
    assert problem(table.post("hint", seat="b", ply=0)) == (409, "play.not_your_turn")


def test_live_analysis_runs_until_a_move_is_made(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    published: list[Any] = []
    hub = arena_of(client).hub
    real = hub.publish

    def publish(event: Event) -> None:
        published.append(event)
        real(event)

    monkeypatch.setattr(hub, "publish", publish)
    table = Table(client, game="othello")
    assert table.post("analysis", on=True, lines=3).status_code == 200
    assert eventually(lambda: any(event.kind == "thoughts" for event in published))
    thoughts = next(event.data for event in published if event.kind == "thoughts")
    assert len(thoughts.lines) == 3
    assert {known.move for known in thoughts.book} == {"d3", "c4", "f5", "e6"}
    table.move("a", table.view()["status"]["moves"]["a"][0]["move"])
    assert not arena_of(client).human_games.engine._running


def test_a_game_from_a_given_position(client: TestClient) -> None:
    start = "............/............/............/............/....O......./.....X....../"
    start += "............/............/............/............/............/............ X 7"
    table = Table(client, game="tiaojia", position=start)
    view = table.view()
    assert view["status"]["waiting"] == ["b"]
    assert len(view["frame"]["pieces"]) == 2


def test_a_rematch_with_swapped_seats(client: TestClient) -> None:
    table = Table(client, game="tiaojia", seats=["human", "random:tiaojia"])
    view = table.post("again", swapped=True).json()
    assert view["id"] != table.id
    assert [seat["who"] for seat in view["seats"]] == ["random:tiaojia", "human"]


def test_games_without_viewers_are_ended_for_new_ones(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("garlic.web.play.games._MOST_RUNNING", 3)
    tables = [Table(client, game="tiaojia") for _ in range(5)]
    human_games = arena_of(client).human_games
    assert len(human_games._running) == 3
    tables[0].move("a", "9 7 4")  # it is restored when it is requested
    monkeypatch.setattr(arena_of(client).hub, "watched", lambda _: True)
    answer = client.post("/api/plays", json={"game": "tiaojia", "seats": BOTH})
    assert problem(answer) == (429, "play.too_many")


def test_unknown_names_are_not_remembered(client: TestClient) -> None:
    for number in range(20):
        assert problem(client.get(f"/api/plays/nobody-{number}")) == (404, "play.missing")
    assert arena_of(client).human_games._running == {}
