"""What a turn cost, as the judge adds it up."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from garlic.core import Position, Seat
from garlic.games import GAMES
from garlic.judge.players.exchange import Exchange
from garlic.judge.players.process import TalkingPlayer
from garlic.sandbox import Ahead, Confinement, SandboxTurn
from garlic.wire import SeatSetup
from garlic.wire.dialogue import Clock, Message, Played
from garlic.wire.protocols.line import LineDialogue


def sandbox_turn(credit: float, memory_bytes: int = 1 << 20) -> SandboxTurn:
    return SandboxTurn(
        reply=b"d3\n",
        wall_seconds=0.3,
        cpu_seconds=0.12,
        delay_seconds=0.15,
        credit_seconds=credit,
        memory_bytes=memory_bytes,
    )


def test_the_cost_of_an_answer_names_delay_and_credit_and_only_own_time_is_used_up() -> None:
    turns, limits = [sandbox_turn(0.0, 3 << 20), sandbox_turn(0.03)], []

    def turn(message: bytes, wall_seconds: float, cpu_seconds: float, **_: object) -> SandboxTurn:
        assert message == b""
        limits.append((round(wall_seconds, 9), round(cpu_seconds, 9)))
        return turns[len(limits) - 1]

    process: Any = SimpleNamespace(confinement=Confinement(1 << 26), turn=turn)
    exchange = Exchange(process, 1.0)
    exchange.turn(b"", ahead=Ahead.KEEP)
    last = exchange.turn(b"", ahead=Ahead.KEEP)
    cost = exchange.answer(last, "d3").cost
    assert (cost.delay_seconds, cost.credit_seconds) == (0.3, 0.03)
    assert cost.memory_bytes == 3 << 20  # the most of both, not the last
    assert limits == [(1.0, 1.0), (0.85, 0.88)]


def test_own_time_is_wall_time_without_delay_and_credit() -> None:
    assert round(sandbox_turn(0.03).own_seconds, 9) == 0.12
    assert sandbox_turn(0.3).own_seconds == 0


def test_a_new_process_is_told_all_moves_so_far() -> None:
    game, told = GAMES["othello"], []
    setup = SeatSetup(game, Seat.A, game.limits, game.setup())

    class Told(LineDialogue):
        def start_message(self, played: Played = ()) -> Message:
            told.append(tuple(played))
            return replace(super().start_message(played), wants_answer=False)

    process: Any = SimpleNamespace(
        alive=True,
        confinement=Confinement(1 << 26),
        turn=lambda *_, **__: sandbox_turn(0.0),
        close=lambda: None,
        rings=SimpleNamespace(numbers=()),
    )
    launch: Any = SimpleNamespace(start=lambda: process)
    player = TalkingPlayer(launch, setup, Told(setup), Ahead.FAULT)
    player.start()
    player.ask(setup.start, ((Seat.A, "d3"), (Seat.B, "c3")), 1.0)
    process.alive = False
    player.ask(setup.start, ((Seat.A, "c4"), (Seat.B, None)), 1.0)
    moves = ((Seat.A, "d3"), (Seat.B, "c3"), (Seat.A, "c4"), (Seat.B, None))
    assert told == [(), moves]


def test_a_bot_is_told_what_is_left_of_the_clock_of_the_game_with_its_increments() -> None:
    game, clocks = GAMES["othello"], []
    limits = replace(game.limits, game_seconds=60.0, increment_seconds=3.0)
    setup = SeatSetup(game, Seat.A, limits, game.setup())

    class Told(LineDialogue):
        def turn_message(self, position: Position, played: Played, clock: Clock) -> Message:
            clocks.append(clock)
            return super().turn_message(position, played, clock)

    turn = replace(sandbox_turn(0.0), wall_seconds=20.15)
    launch: Any = SimpleNamespace()
    player = TalkingPlayer(launch, setup, Told(setup), Ahead.FAULT)
    process: Any = SimpleNamespace(
        alive=True, confinement=Confinement(1 << 26), turn=lambda *_, **__: turn
    )
    player.process = process
    for _ in range(3):
        player.ask(setup.start, (), 50.0)
    assert [round(clock.game or 0.0, 9) for clock in clocks] == [60.0, 43.0, 26.0]
    assert {clock.move for clock in clocks} == {50.0}
