"""Result files: complete lines, also after a kill or on a full disk."""

import json
import resource
import signal
import subprocess
import sys
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from garlic.arena.remote.plan import Plan
from garlic.arena.remote.shards import ResultFile, Shard, checked_results, play_shard, read_results
from garlic.arena.task import play_one
from garlic.cli import run
from garlic.core import UsageError
from garlic.judge.record import NOT_JUDGED, Record
from garlic.judge.workers.pool import SetAsideError
from support.matches import moves, quick_game_run, quick_game_runs
from support.processes import eventually


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "results.jsonl"


@pytest.fixture(scope="module")
def content() -> bytes:
    return play_one(quick_game_run())


def keys(path: Path) -> list[str]:
    return [result.key for result in read_results(path)]


def plan_file(folder: Path, count: int) -> Path:
    path = folder / "plan.json"
    path.write_text(Plan(tuple(quick_game_runs(count))).dumps())
    return path


@pytest.mark.parametrize("count", [1, 2, 3, 7, 10, 30])
def test_shards_are_parts_of_the_whole(count: int) -> None:
    items = list(range(23))
    parts = [Shard(number, count).of(items) for number in range(1, count + 1)]
    assert sorted(item for part in parts for item in part) == items
    assert max(map(len, parts)) - min(map(len, parts)) <= 1


@pytest.mark.parametrize("text", ["0/3", "4/3", "3", "1/0", "-1/3", "1/3/5", "a/b", "", "１/3"])
def test_malformed_shards_are_refused(text: str) -> None:
    with pytest.raises(UsageError, match="expected a shard like 3/10"):
        Shard.parse(text)


def test_results_are_read_as_they_were_written(path: Path, content: bytes) -> None:
    with ResultFile(path) as results:
        results.add("one", content)
        results.add("two", content)
    found = list(read_results(path))
    assert [(result.key, result.line) for result in found] == [("one", 1), ("two", 2)]
    assert Record.parse(found[0].content) == Record.parse(content)


@pytest.mark.parametrize("cut", [1, 2, 100, -1])
def test_an_unfinished_line_is_removed(path: Path, content: bytes, cut: int) -> None:
    with ResultFile(path) as results:
        results.add("one", content)
    whole = path.read_bytes()
    path.write_bytes(whole + whole[:cut])
    assert keys(path) == ["one"]
    with ResultFile(path) as results:
        assert results.keys == {"one"}
        results.add("two", content)
    assert path.read_bytes().startswith(whole)
    assert keys(path) == ["one", "two"]


def test_a_file_that_is_only_an_unfinished_line(path: Path) -> None:
    path.write_bytes(b'{"key": "one", ' + b" " * 200_000)
    with ResultFile(path) as results:
        assert results.keys == set()
    assert path.read_bytes() == b""


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("{", "line 1: expected JSON"),
        ("[]", "line 1: result: expected an object, got []"),
        ('{"key": 1, "record": {}}', "line 1: result.key: expected text, got 1"),
        ('{"key": "one"}', "line 1: result.record: expected an object"),
        ('{"key": "one", "record": {"seed": NaN}}', "line 1: expected JSON"),
    ],
)
def test_the_error_names_the_damaged_line(path: Path, line: str, sentence: str) -> None:
    path.write_text(f"{line}\n")
    with pytest.raises(UsageError) as caught:
        keys(path)
    assert f"results.jsonl, {sentence}" in str(caught.value)


def test_two_workers_do_not_share_a_file(path: Path) -> None:
    with ResultFile(path), pytest.raises(UsageError, match="another worker writes to"):
        ResultFile(path)
    ResultFile(path).__exit__()


def test_a_full_disk_leaves_whole_lines(path: Path, content: bytes) -> None:
    with ResultFile(path) as results:
        results.add("one", content)
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + 100, before[1]))
        try:
            with pytest.raises(UsageError, match=r"cannot write .*: File too large"):
                results.add("two", content)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
            signal.signal(signal.SIGXFSZ, ignored)
        assert path.read_bytes().count(b"\n") == 1
        assert path.read_bytes().endswith(b"\n")
        assert "two" not in results.keys
        results.add("two", content)
    assert keys(path) == ["one", "two"]


def test_results_are_checked_against_their_games(path: Path, content: bytes) -> None:
    game_run = quick_game_run()
    with ResultFile(path) as results:
        results.add(game_run.key, content)
    checked = dict(checked_results(path, {game_run.key: game_run}))
    assert checked == {game_run.key: Record.parse(content)}
    with pytest.raises(UsageError, match="line 1: there is no match with the key"):
        list(checked_results(path, {}))
    with pytest.raises(UsageError, match="line 1: the record is of another match: its seed"):
        list(checked_results(path, {game_run.key: replace(game_run, seed=3)}))


class _Stub(ThreadPoolExecutor):
    """An executor with the same result for every game."""

    def __init__(self, result: bytes | Exception) -> None:
        super().__init__(1)
        self.result = result

    def submit(self, *_: object) -> "Future[bytes]":  # type: ignore[override]
        future: Future[bytes] = Future()
        if isinstance(self.result, Exception):
            future.set_exception(self.result)
        else:
            future.set_result(self.result)
        return future


def test_games_without_a_result_are_reported_and_not_written(path: Path, content: bytes) -> None:
    game_run = quick_game_run()
    record = Record.parse(content)
    busy = replace(record, turns=(), outcome=NOT_JUDGED, overloads=record.turns[:1] * 4)
    with ResultFile(path) as results:
        for stub in (_Stub(SetAsideError()), _Stub(busy.dumps().encode())):
            [played] = play_shard([game_run], results, stub)
            assert played.trouble is not None
    assert keys(path) == []


def test_a_worker_plays_its_shard_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plan = plan_file(tmp_path, 7)
    command = ["worker", "--shard", "2/3", str(plan), "--jobs", "1", "--json"]
    assert run(command) == 0
    first = json.loads(capsys.readouterr().out)
    assert (first["played"], first["known"], first["left"]) == (2, 0, 0)
    assert first["file"].endswith("plan.2-of-3.jsonl")
    assert run(command) == 0
    assert json.loads(capsys.readouterr().out) | {"played": 0, "known": 2} == first | {
        "played": 0,
        "known": 2,
    }
    game_runs = {game_run.key: game_run for game_run in quick_game_runs(7)[1::3]}
    found = dict(checked_results(Path(first["file"]), game_runs))
    assert found.keys() == game_runs.keys()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["missing.json"], "cannot read missing.json"),
        (["PLAN", "--shard", "9"], "expected a shard like 3/10, got '9'"),
        (["PLAN", "--out", "/nowhere/results"], "cannot write /nowhere/results"),
        (["README.md"], "README.md: line 1"),
    ],
)
def test_a_worker_explains_wrong_arguments(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str
) -> None:
    plan = str(plan_file(tmp_path, 1))
    assert run(["worker", *[plan if word == "PLAN" else word for word in arguments]]) == 2
    assert sentence in capsys.readouterr().err


def test_a_killed_worker_continues_where_it_stopped(tmp_path: Path) -> None:
    plan = plan_file(tmp_path, 10)
    results = tmp_path / "plan.1-of-1.jsonl"
    command = [sys.executable, "-m", "garlic", "worker", str(plan), "--jobs", "1"]
    kills = 0
    while True:
        had = len(keys(results)) if results.exists() else 0
        worker = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        if kills == 2:
            assert worker.wait(timeout=120) == 0
            break
        assert eventually(lambda: results.exists() and len(keys(results)) > had + 2)  # noqa: B023
        worker.kill()
        worker.wait()
        kills += 1
    found = keys(results)
    assert len(found) == len(set(found)) == 10
    game_runs = {game_run.key: game_run for game_run in quick_game_runs(10)}
    assert {key for key, _ in checked_results(results, game_runs)} == game_runs.keys()
    again = next(read_results(results))
    assert moves(again.content) == moves(play_one(game_runs[again.key]))
