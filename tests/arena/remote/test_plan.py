"""Plans and parcels: bots and games read on another machine are the same."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from garlic.arena.remote.parcels import Parcel
from garlic.arena.remote.plan import Plan
from garlic.core import InvalidFileError, Limits, UsageError
from garlic.core.reading.fields import read_json
from garlic.judge.adjudication import Adjudication
from garlic.judge.bots import Bot, BotKind, find_bot
from garlic.judge.game_run import play
from support.matches import EXAMPLES, own_cache, quick_game_run, quick_game_runs
from support.present import present

NAMES = [
    str(EXAMPLES / "othello" / "c" / "player.h"),
    str(EXAMPLES / "gomoku" / "c" / "bot.c"),
    str(EXAMPLES / "othello" / "python" / "bot.py"),
    str(EXAMPLES / "othello" / "perl" / "bot.pl"),
    f"tongji:{EXAMPLES / 'tiaojia' / 'python' / 'bot.py'}",
    "engine:tiaojia?level=3",
    "random:othello",
    "cmd:perl -e 1",
]


@pytest.mark.parametrize("name", NAMES)
def test_a_parcel_is_the_same_bot_elsewhere(name: str, tmp_path: Path) -> None:
    bot = find_bot(name)
    parcel = Parcel.of(bot)
    packed = json.dumps(parcel.to_json()).encode()
    with own_cache(tmp_path / "elsewhere"):
        again = Parcel.from_json(read_json(packed, "bot")).open()
    assert again.digest() == bot.digest() == parcel.digest
    assert (again.name, again.kind, again.protocol) == (bot.name, bot.kind, bot.protocol)
    if bot.path is not None:
        assert present(again.path).is_relative_to(tmp_path)
        assert present(again.path).read_bytes() == bot.path.read_bytes()


def test_the_hash_of_a_bot_does_not_depend_on_paths_of_programs() -> None:
    here = Bot("bot.pl", BotKind.SCRIPT, command=("/usr/bin/perl",))
    there = replace(here, command=("/opt/perl/bin/perl",))
    assert here.digest() == there.digest() != replace(here, command=("/usr/bin/lua",)).digest()
    ours = find_bot("random:othello")
    moved = replace(ours, command=("/elsewhere/python3", *ours.command[1:]))
    assert moved.digest() == ours.digest() != find_bot("random:stars").digest()


def test_a_program_stays_executable(tmp_path: Path) -> None:
    program = tmp_path / "program"
    program.write_bytes(b"\x7fELF")
    program.chmod(0o755)
    assert Parcel.of(find_bot(str(program))).open().kind is BotKind.PROGRAM


def test_a_changed_copy_in_the_cache_is_replaced(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("play = None\n")
    parcel = Parcel.of(find_bot(str(bot)))
    kept = parcel.open().path
    present(kept).write_text("play = 'spoilt'\n")
    assert present(parcel.open().path).read_text() == "play = None\n"


def test_a_bot_with_another_hash_is_refused() -> None:
    parcel = replace(Parcel.of(find_bot("random:othello")), digest="0" * 64)
    with pytest.raises(UsageError, match="'random:othello' is another one on this machine"):
        parcel.open()


def test_a_plan_is_read_as_it_was_written(tmp_path: Path) -> None:
    bots = (find_bot(NAMES[0]), find_bot(NAMES[2]))
    first = quick_game_run(7, bots)
    whole = Limits(init_seconds=10, turn_seconds=10, memory_bytes=256 << 20)  # not 10.0
    game_runs = (
        first,
        replace(first, bots=bots[::-1], lenient=True, map="a map"),
        replace(first, timeouts="forfeit", limits=whole),
        replace(first, limits=None, adjudication=Adjudication(max_plies=4, agreed_score=3)),
    )
    text = Plan(game_runs).dumps()
    assert text.count('"content"') == 2  # each bot once
    with own_cache(tmp_path):
        again = Plan.parse(text.encode()).game_runs
        assert [game_run.key for game_run in again] == [game_run.key for game_run in game_runs]
        assert [game_run.map for game_run in again] == [None, "a map", None, None]
        assert play(again[0]).outcome == play(first).outcome
    assert Plan.parse(Plan(()).dumps().encode()) == Plan(())


def test_a_plan_has_no_human() -> None:
    human = (find_bot("human"), find_bot("random:othello"))
    with pytest.raises(UsageError, match="a human can only play in a terminal"):
        Plan((quick_game_run(0, human),)).dumps()


def in_first_game(**changes: object) -> Callable[[dict[str, Any]], None]:
    return lambda plan: plan["matches"][0].update(changes)


def in_first_bot(**changes: object) -> Callable[[dict[str, Any]], None]:
    return lambda plan: plan["bots"][0].update(changes)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda plan: plan.update(schema="x"), "expected a plan of schema 'garlic-plan/1'"),
        (lambda plan: plan.pop("bots"), "plan.bots: expected a list, got nothing"),
        (in_first_bot(file="../player.h"), "plan.bots[1].file: expected the name of a file"),
        (in_first_bot(file=".profile"), "plan.bots[1].file: expected the name of a file"),
        (in_first_bot(file="bot\n.h"), "plan.bots[1].file: expected the name of a file"),
        (in_first_bot(content="?"), "plan.bots[1].content: expected a packed file"),
        (in_first_bot(content="eJwDAA=="), "plan.bots[1].content: expected a packed file"),
        (in_first_bot(content="eJwDAAAAAAE="), "is another one on this machine"),
        (in_first_bot(digest="0"), "is another one on this machine"),
        (in_first_bot(name="human", file=None), "is another one on this machine"),
        (in_first_game(bots=[0, 9]), "expected a list of two bots, by place"),
        (in_first_game(bots=[0, True]), "expected a list of two bots, by place"),
        (in_first_game(bots=[0]), "plan.matches[1].bots: expected a list of two, got [0]"),
        (in_first_game(game="go"), "there is no game called 'go'"),
        (in_first_game(timeouts="never"), "expected one of default, skip, forfeit"),
        (in_first_game(seed=8), "plan.matches[1] is not what its key stands for"),
        (in_first_game(limits={}), "plan.matches[1].limits.init_seconds: expected a number"),
    ],
)
def test_a_damaged_plan_is_refused_with_the_reason(
    change: Callable[[dict[str, Any]], object], sentence: str
) -> None:
    plan = json.loads(Plan((quick_game_run(7),)).dumps())
    change(plan)
    with pytest.raises((InvalidFileError, UsageError)) as caught:
        Plan.parse(json.dumps(plan).encode())
    assert sentence in str(caught.value)


def test_an_unpacked_file_has_a_size_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("garlic.arena.remote.parcels.LARGEST_BOT", 100)
    packed = Parcel("bot.py", "0", "bot.py", b"#" * 101).to_json()
    with pytest.raises(InvalidFileError, match="expected a packed file"):
        Parcel.from_json(read_json(json.dumps(packed).encode(), "bot"))


def test_games_of_a_plan_share_their_bots() -> None:
    text = Plan(tuple(quick_game_runs(50))).dumps()
    assert len(text) < 50_000
    assert len({game_run.bots[0].path for game_run in Plan.parse(text.encode()).game_runs}) == 1
    assert Path(NAMES[0]).name in text
