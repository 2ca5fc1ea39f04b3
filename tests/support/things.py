"""Everything a student can make, for tests of who may see it."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from garlic.arena.league.definition import read_league
from garlic.courses.course_maps import add_map
from garlic.courses.leagues import create, enter, freeze_league
from garlic.courses.submitting import accept
from garlic.games import GAMES
from garlic.judge.bots import find_bot
from garlic.judge.game_run import GameRun, play
from garlic.judge.record import RecordedBot
from garlic.people.persons import Person, Role
from garlic.store.assignments import add_assignment, get_assignment
from garlic.store.bots import freeze, keep_bot
from garlic.store.games import keep_game
from garlic.store.grades import KeptSubmission, add_grade, set_grade
from garlic.store.human_games import Setup, add_human_game
from garlic.store.matches import MatchGameRow, add_match
from garlic.store.owners import Owner
from garlic.store.tournaments import FixtureRow, OpeningRow, add_fixtures, create_tournament
from support.classes import Classroom


@dataclass(frozen=True)
class Things:
    """What Ada has made."""

    bot: int
    version: int
    match: int
    tournament: int
    shared: int
    grade: str
    play: str
    key: str
    league: int = 0  # of the teacher; frozen, so that the server does not play it
    entry: int = 0  # Ada's bot in it
    assignment: int = 0  # of the teacher
    map: int = 0  # of the course
    handed_in: str = ""  # what Ada has handed in

    def path(self, template: str, room: Classroom) -> str:
        game = "othello/task1" if template.startswith("/api/labs/") else "othello"
        values: dict[str, Any] = {
            "bot_id": self.bot,
            "number": self.match if "matches" in template else self.tournament,
            "live_id": f"{self.match}-1",
            "grade_id": self.handed_in if "assignments" in template else self.grade,
            "key": self.key,
            "name": self.play if template.startswith("/api/plays") else game,
            "ply": 0,
            "step": 0,
            "course_id": room.course(),
            "person_id": room.id_of("ada"),
            "form": {"report": "html"}.get(template.rpartition("/")[2].partition(".")[0], "csv"),
            "language": "en",
            "session_id": 999_999,
            "token_id": 999_999,
            "invitation_id": 999_999,
            "league_id": self.league,
            "entry_id": self.entry,
            "other_id": self.handed_in if "assignments" in template else self.entry,
            "assignment_id": self.assignment,
            "map_id": self.map,
            "announcement_id": 999_999,
            "comment_id": 999_999,
        }
        if "/as/" in template:
            values["form"] = "ggf"
        return template.format(**values)


def make_things(room: Classroom, folder: Path, *, suffix: str = "") -> Things:
    """A bot, a match with a record, tournaments, a submission, a human game and a league entry."""
    owner = Owner(room.id_of("ada"), room.course())
    source = folder / f"ada{suffix}.py"
    source.write_text(f"import sys\nprint('hello{suffix}', file=sys.stderr)\n")
    frozen, content = freeze(find_bot(str(source)))
    board = str(GAMES["tiaojia"].setup())
    ours = find_bot("random:tiaojia")
    game_run = GameRun("tiaojia", (ours, ours), board, seed=len(suffix))
    record = play(game_run)
    first = RecordedBot("ada", "program", frozen.digest())
    turns = [replace(turn, stderr="a secret", stdout="another") for turn in record.turns]
    record = replace(record, bots=(first, record.bots[1]), turns=type(record.turns)(turns))

    def work(connection: Connection) -> Things:
        version = keep_bot(connection, f"ada{suffix}", frozen, content, owner)
        row = connection.exec_driver_sql(
            f"select bot_id from bot_versions where id = {version.id}"  # noqa: S608
        ).scalar_one()
        pair = version.id, version.id
        keep_game(connection, game_run.key, record)
        games = [MatchGameRow(1, False, board, 0, game_run.key)]
        options = {"games": 1, "swap": True, "limits": "", "timeouts": "default", "map": None}
        match = add_match(connection, "tiaojia", pair, options, games, owner)
        definition = {"format": "round-robin", "bots": [], "games": 2, "seed": 0}
        opening = [OpeningRow(0, "start", None, board)]
        entrants = [("ada", version.id), ("again", version.id)]
        made = [
            create_tournament(
                connection, "t", "tiaojia", definition, entrants, opening, owner, shared=shared
            )
            for shared in (False, True)
        ]
        fixture = FixtureRow(1, 1, 1, 0, 1, 0, 0, game_run.key)
        add_fixtures(connection, made[0], [fixture])
        grade = f"{len(suffix)}".rjust(24, "a")
        add_grade(connection, grade, "trek", "me.cpp", 10, owner)
        setup = Setup("tiaojia", board, ("human", "human"), ("x", "y"), GAMES["tiaojia"].limits)
        add_human_game(connection, f"play{suffix}name", setup, owner)
        return Things(
            row, version.id, match, made[0], made[1], grade, f"play{suffix}name", game_run.key
        )

    made = room.arena.database.write(work)
    league, entry = _league(room, made.version, f"spring{suffix}")
    assignment, handed_in = _assignment(room, f"week{suffix}")
    return replace(
        made,
        league=league,
        entry=entry,
        assignment=assignment,
        handed_in=handed_in,
        map=_map(room, f"island{suffix}"),
    )


def _map(room: Classroom, name: str) -> int:
    """A map of the course."""
    owner, game = Owner(room.id_of("teacher"), room.course()), GAMES["othello"]
    text = "4 4\n1111\n1oO1\n1Oo1\n1111\n"
    return room.arena.database.write(lambda c: add_map(c, owner, game, name, text)).id


def _assignment(room: Classroom, name: str) -> tuple[int, str]:
    """An assignment of the teacher with a submission of Ada's that nobody grades."""
    database, course = room.arena.database, room.course()
    grade = f"{len(name)}".rjust(24, "b")
    ada = Person(room.id_of("ada"), "ada", "Ada", roles={course: Role.STUDENT}, course=course)

    def work(connection: Connection) -> int:
        definition = {"name": name, "lab": "trek"}
        owner = Owner(room.id_of("teacher"), course)
        number = add_assignment(connection, name, definition, owner)
        row = get_assignment(connection, number)
        assert row is not None
        file = KeptSubmission(grade, "trek", "trek.c", b"int x;\n", datetime.now(UTC))
        accept(connection, row, ada, file, "trek.c")
        set_grade(connection, grade, state="failed")
        return number

    return database.write(work), grade


def _league(room: Classroom, version: int, name: str) -> tuple[int, int]:
    """A frozen league of the teacher with a bot of Ada's: their numbers."""
    database, owner = room.arena.database, Owner(room.id_of("teacher"), room.course())
    rules = {"game": "othello", "maps": ["4x4"], "milestones": ["random:othello"]}
    league = create(database, name, read_league(rules), owner)

    def work(connection: Connection) -> int:
        entered = enter(connection, league, version)
        freeze_league(connection, league)
        return entered.entry.id

    return league, database.write(work)
