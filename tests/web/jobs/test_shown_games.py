"""Games of a final are shown while they are played."""

from garlic.arena.task import play_one
from garlic.games import GAMES
from garlic.judge.bots import find_bot
from garlic.judge.game_run import GameRun
from garlic.judge.record import Record
from garlic.web.events import Hub
from garlic.web.jobs.shares import LOCAL_SHARE
from garlic.web.jobs.shown_games import ShownExecutor
from garlic.web.jobs.workers import WorkerPool
from garlic.web.view.live import LiveGames, live_id_in_tournament
from support.processes import eventually


class _NotedGames(LiveGames):
    """Remembers which games were in progress whenever something of them was sent."""

    def __init__(self) -> None:
        super().__init__(Hub())
        self.seen: list[list[str]] = []

    def update(self, game_id: str, message: dict[str, object]) -> None:
        super().update(game_id, message)
        self.seen.append([number for number, _ in self.running_in(7)])


def test_a_game_is_live_until_its_record_is_there() -> None:
    bot = find_bot("random:tiaojia")
    game_run = GameRun("tiaojia", (bot, bot), str(GAMES["tiaojia"].setup()), seed=1)
    number = live_id_in_tournament(7, game_run.key)
    live, workers = _NotedGames(), WorkerPool(1)
    try:
        executor = ShownExecutor(workers, LOCAL_SHARE, live, 7)
        record = Record.parse(executor.submit(play_one, game_run).result(60))
        assert executor.submit(len, "abc").result(60) == 3
    finally:
        workers.close()
    assert record.turns
    assert live.seen
    assert live.seen[0] == [number]
    assert eventually(lambda: live.running_in(7) == [], 30)
    found = live.get(number)
    assert found is not None
    assert (found.state, found.key) == ("finished", game_run.key)
    assert live.latest() is None
