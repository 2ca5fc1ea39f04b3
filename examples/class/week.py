"""A week of a course in minutes: assignments, a league that never sleeps, a final, grades.

    python examples/class/week.py [FOLDER] [--minutes 7] [--students 30]

It starts `garlic serve --class` on a free port and imports a course of 30 students, with two
assignments and a league. The students join by their one-time links, hand in, some of them late, and
let their bots play; the server is killed once while it grades and plays. The teacher comments,
changes a grade, grades again what a change affects, holds the final, and exports everything.
All goes through the server's API, as its pages use it, and through the commands of garlic.

With FOLDER, the database, the course's file and the exported grades stay there. Look at them with
`garlic serve --class --database FOLDER/class.db`: everybody's password is the one in `people.py`.
"""

import argparse
import csv
import io
import math
import tempfile
import time
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Thread
from typing import Any

from course_server import (
    PATIENCE_SECONDS,
    ROSTER,
    ClassServer,
    class_server,
    garlic,
)
from students import CRASHES, DOES_NOT_COMPILE, Program, first_try, othello_bots, trek_programs

from garlic.cli.remote import ServerError
from garlic.games import GAMES
from people import PASSWORD, Member, Student

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
COURSE, NEXT_COURSE = "algorithms-2026", "algorithms-2027"
OTHELLO, TREK, LEAGUE = 1, 2, 1  # the numbers of the assignments and of the league
AT_THE_TERMINAL = 3  # students who use commands instead of pages
MOST_ATTEMPTS = 3
LEAST_FINALISTS = 4
_MOST_BEHIND_SECONDS = 5.0
_SHORTEST_LATE_SECONDS = 45.0


class WrongError(Exception):
    """Something is not as it should be."""


def check(is_right: bool, what: str) -> None:
    """Raise `WrongError` unless it is right."""
    if not is_right:
        raise WrongError(what)


@dataclass(frozen=True, slots=True)
class Calendar:
    """A week that begins on Monday at midnight, and in which a day is short."""

    monday: datetime
    began: float  # the same on the monotonic clock
    day_seconds: float

    @classmethod
    def starting(cls, day_seconds: float) -> "Calendar":
        """The week that begins with the next second."""
        monday = datetime.now(UTC).replace(microsecond=0) + timedelta(seconds=1)
        wait = (monday - datetime.now(UTC)).total_seconds()
        return cls(monday, time.monotonic() + wait, day_seconds)

    @property
    def grace_seconds(self) -> float:
        """Two hours of the week, as it can be written in hundredths of a minute."""
        return round(self.day_seconds * 2 / 24 / 60, 2) * 60

    @property
    def closing(self) -> datetime:
        """Thursday noon; on short days later, so that a busy machine can hand in late."""
        due = self.moment(2, 12)
        return max(self.moment(3, 12), due + timedelta(seconds=_SHORTEST_LATE_SECONDS))

    def moment(self, day: int, hour: float) -> datetime:
        """A time of the week on real clocks, in whole seconds; Monday is day 0."""
        seconds = round((day + hour / 24) * self.day_seconds)
        return self.monday + timedelta(seconds=seconds)

    def seconds_until(self, day: int, hour: float) -> float:
        """How long it is until then; negative if it is over."""
        seconds = (self.moment(day, hour) - self.monday).total_seconds()
        return self.began + seconds - time.monotonic()

    def wait_for(self, day: int, hour: float) -> None:
        """Sleep until then, unless it is over."""
        time.sleep(max(0.0, self.seconds_until(day, hour)))

    def postponed(self, seconds: float) -> "Calendar":
        """The same week, beginning so much later."""
        later = timedelta(seconds=math.ceil(seconds))
        return replace(self, monday=self.monday + later, began=self.began + later.total_seconds())

    def say(self, text: str) -> None:
        """Print *text* with the time of the week."""
        days = max(0.0, time.monotonic() - self.began) / self.day_seconds
        hours, minutes = divmod(int(days % 1 * 24 * 60), 60)
        day = DAYS[int(days)] if days < len(DAYS) else "Later"
        print(f"{day:<9} {hours:02}:{minutes:02}  {text}", flush=True)


def placed_in(league: dict[str, Any]) -> list[dict[str, Any]]:
    """The bots of a league that have a rank."""
    return [line for line in league["lines"] if line["rank"] is not None]


def course_file(calendar: Calendar) -> str:
    """The course in TOML."""

    def written(day: int, hour: float) -> str:
        return calendar.moment(day, hour).isoformat(" ")

    grace = f"{calendar.grace_seconds / 60:.2f} min"
    return f"""\
schema = "garlic-course/1"
name = "{COURSE}"
title = "Algorithms"

[rosters]
student = "students.csv"

[limits.student]
uploads = 100

[[assignments]]
name = "othello"
title = {{ en = "Othello: beat chance", zh = "黑白棋：战胜随机走子" }}
lab = "othello/task1"
opens = "{written(0, 0)}"
due = "{written(2, 12)}"
closes = "{calendar.closing.isoformat(" ")}"
grace = "{grace}"
late = "10 %/hour"
attempts = {MOST_ATTEMPTS}
counts = "best"
hidden = [4]
assistance_off = ["engines"]

[[assignments]]
name = "trek"
title = {{ en = "Trek: a journey with supplies", zh = "Trek：有补给的旅行" }}
lab = "trek"
opens = "{written(3, 0)}"
due = "{written(5, 0)}"
groups = true
after_due = [3]

[[leagues]]
name = "ladder"
game = "othello"
maps = ["8x8"]
limits = "turn=100ms,init=1s"
milestones = ["random:othello", "engine:othello?level=1", "engine:othello?level=3"]
placing_games = 12
pause_after = 3
games_per_day = 0

[[announcements]]
title = "Welcome"
text = "Hand in by Wednesday noon. The ladder is open day and night."
"""


class Week:
    """The course, its people, and what happens on each day."""

    def __init__(self, folder: Path, server: ClassServer, students: int, minutes: float) -> None:
        self.folder, self.server = folder, server
        self.database = str(folder / "class.db")
        self.count, self.minutes = students, minutes
        self.calendar = Calendar.starting(60.0 * minutes / len(DAYS))
        self.students: list[Student] = []
        self.teacher = Member("", "teacher", "the teacher")
        self.counted = 0  # games of the league that are known to count

    # Monday ---------------------------------------------------------------------------------

    def set_up(self) -> None:
        """The teacher imports the course; everybody joins."""
        home = self.folder / "course"
        home.mkdir()
        rows = list(csv.reader(ROSTER.read_text().splitlines()))
        chosen = rows[: self.count + 1]
        with (home / "students.csv").open("w", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows(chosen)
        self.calendar = Calendar.starting(self.calendar.day_seconds)
        (home / "course.toml").write_text(course_file(self.calendar))
        words = ("course", "import", str(home), "--url", self.server.address)
        links = dict(
            line.split("\t") for line in garlic(*words, "--database", self.database).splitlines()
        )
        words = ("people", "add", "teacher", "--name", "Tony Teacher", "--role", "teacher")
        words += ("--course", COURSE, "--database", self.database)
        self.teacher.url = self.server.address
        self.teacher.join(garlic(*words).strip().rpartition("\t")[2])
        programs = othello_bots(self.count)
        for (number, name, _), program in zip(chosen[1:], programs, strict=True):
            member = Member(self.server.address, number, name)
            member.join(links[number])
            self.students.append(Student(member, program, self.folder / number))
        self.calendar.say(f"{len(self.students)} students have joined the course")
        for student in self.students[:AT_THE_TERMINAL]:
            student.log_in_at_the_terminal()

    def import_course(self) -> str:
        """Write the course's file with the dates of the week, and import it; the new links."""
        home = self.folder / "course"
        (home / "course.toml").write_text(course_file(self.calendar))
        words = ("course", "import", str(home), "--url", self.server.address)
        return garlic(*words, "--database", self.database)

    def go_to(self, day: int, hour: float, *, and_seconds: float = 0.0) -> None:
        """Sleep until then. On a machine so busy that it is over, the week is postponed."""
        left = self.calendar.seconds_until(day, hour) + and_seconds
        if left < -max(_MOST_BEHIND_SECONDS, self.calendar.day_seconds / 4):
            self.calendar = self.calendar.postponed(-left)
            self.import_course()
            self.calendar.say("the machine is busy: all dates are postponed")
        time.sleep(max(0.0, left))

    def hand_in_othello(self) -> None:
        """Most hand in early, and a few of these too early."""
        hasty, stubborn = self.students[-1], self.students[-2]
        first = hasty.hand_in(OTHELLO, Program("player.h", DOES_NOT_COMPILE, ""))
        check(first.number == 1, "it is the first attempt")
        self.calendar.say(f"{hasty.name} hands in something that does not compile")
        stubborn.hand_in(OTHELLO, first_try())
        for place, student in enumerate(self.students[:-4]):
            self.go_to(0, 4 + 28 * place / len(self.students))
            if place < AT_THE_TERMINAL:
                done = student.submit(OTHELLO, "othello", student.program)
            else:
                done = student.hand_in(OTHELLO, student.program)
            if place % 5 == 0:
                self.calendar.say(f"{student.name} hands in: {student.program.idea}")
            check(done.late_percent == 0, f"{student.name} is not late")
        eager = self.students[1]
        for _ in range(MOST_ATTEMPTS - 1):
            eager.hand_in(OTHELLO, first_try())
        sentence = eager.refused(OTHELLO, eager.program)
        self.calendar.say(f"{eager.name} hands in once more: {sentence}")
        try:
            curious = self.students[1].member
            start = {"position": str(GAMES["othello"].setup())}
            curious.post("/api/editor/othello/thoughts", start)
        except ServerError as fault:
            check("switched off" in str(fault), str(fault))
            self.calendar.say(f"{curious.name} asks our engine: {fault}")
        else:
            raise WrongError("the engine should be switched off until the assignment is due")

    # Tuesday --------------------------------------------------------------------------------

    def enter_the_league(self) -> None:
        """Everybody lets a bot play; one hides behind a nickname, one stays anonymous."""
        crashing = self.students[-3]
        crashing.program = Program("bot.py", CRASHES, "divides by zero")
        for place, student in enumerate(self.students):
            self.go_to(1, 20 * place / len(self.students))
            if place < AT_THE_TERMINAL:
                student.push(student.program, "othello")
            else:
                student.upload(student.program, "othello")
            options: dict[str, Any] = {}
            if place == 3:
                options = {"nickname": "the quiet one"}
            elif place == 4:
                options = {"is_anonymous": True}
            student.enter(LEAGUE, **options)
        self.calendar.say(f"{len(self.students)} bots play in the ladder")

    # Wednesday ------------------------------------------------------------------------------

    def the_deadline(self) -> None:
        """Noon: two in the second of the deadline, one in the grace period, one late."""
        lucky, quick, graceful, late = self.students[-4:]
        self.go_to(2, 12, and_seconds=0.05)
        threads = [
            Thread(target=student.hand_in, args=(OTHELLO, first_try()))
            for student in (lucky, quick)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.calendar.wait_for(2, 13)  # the due date does not move from here on
        graceful.hand_in(OTHELLO, graceful.program)
        self.calendar.wait_for(2, 15)
        late.hand_in(OTHELLO, late.program)
        due = self.calendar.moment(2, 12)
        for student in (lucky, quick, graceful, late):
            done = student.handed_in[-1]
            late_by = (datetime.fromisoformat(done.received) - due).total_seconds()
            off = f"{done.late_percent:g} % off"
            self.calendar.say(f"{student.name} hands in {late_by:g} s after it was due: {off}")
            expected = 10 if late_by > self.calendar.grace_seconds else 0
            check(done.late_percent == expected, f"expected {expected} % off")

    def kill_the_server(self) -> None:
        """End the server while it grades and plays; the next one goes on."""
        self.counted = max(self.counted, self.league()["played"])
        self.server.kill()
        self.server.start()
        played = self.league()["played"]
        check(played >= self.counted, f"{played} games count, but {self.counted} did before")
        self.calendar.say(
            f"the server was killed and started again: {self.counted} games of the ladder counted"
            f" before, {played} now"
        )
        self.counted = played
        self.check_submissions()

    # Thursday -------------------------------------------------------------------------------

    def the_staff_at_work(self) -> None:
        """After the assignment is closed, the teacher looks at the class."""
        self.go_to(3, 12)
        left = (self.calendar.closing - datetime.now(UTC)).total_seconds()
        time.sleep(max(0.0, left + 1.2))
        latecomer = self.students[-4]
        self.calendar.say(latecomer.refused(OTHELLO, latecomer.program))
        self.wait_for_grades(OTHELLO)
        hasty = self.students[-1]
        path = f"/api/assignments/{OTHELLO}/submissions/{hasty.handed_in[0].id}"
        comment = {"file": "player.h", "line": 3, "text": "this brace is never closed"}
        self.teacher.post(f"{path}/comments", comment)
        seen = hasty.member.get(path)
        check(seen["comment_list"][0]["line"] == 3, "the student sees the comment")
        changed = hasty.member.get(
            f"/api/assignments/{OTHELLO}/submissions/{hasty.handed_in[-1].id}"
            f"/changes/{hasty.handed_in[0].id}"
        )
        check(bool(changed), "the student sees what changed between two attempts")
        check(len(seen["tests"]) == 3, "students do not see the hidden check")
        stubborn = self.students[-2]
        line = self.line_of(OTHELLO, stubborn)
        better = {"points": 75.5, "reason": "shown to us in the lab"}
        self.teacher.put(f"/api/assignments/{OTHELLO}/grades/{line['person']}", better)
        given = stubborn.member.get(f"/api/assignments/{OTHELLO}")["mine"]["given"]
        check(given["reason"] == better["reason"], "the student sees the reason")
        self.calendar.say(
            f"the teacher comments on a line, and gives {stubborn.name} {given['points']:g} points:"
            f" {given['reason']}"
        )

    def another_policy(self) -> None:
        """Lateness costs less from now on: what is affected is graded again."""
        details = self.teacher.get(f"/api/assignments/{OTHELLO}")
        definition = {**details["definition"], "late": "5 %/hour"}
        self.teacher.put(f"/api/assignments/{OTHELLO}", definition)
        home = f"/api/assignments/{OTHELLO}"
        late = self.students[-1].member.get(home)["submissions"][0]["lateness"]
        check(late["percent"] == 5, "grades follow the dates and reductions at once")
        count = self.teacher.post(f"{home}/regrade", {"which": "affected"})["regraded"]
        self.calendar.say(f"a late hour costs 5 % now; graded again: {count}")
        expected = sum(each.late_percent > 0 for one in self.students for each in one.handed_in)
        check(count == expected, f"expected {expected}")

    def a_paused_bot(self) -> None:
        """A bot that always crashes was paused; its author is told, and mends it."""
        author = self.students[-3]
        told = self.awaited(
            lambda: author.member.get("/api/notifications"),
            lambda found: any(each["kind"] == "paused" for each in found),
        )
        paused = next(each for each in told if each["kind"] == "paused")
        check(paused["key"] is not None, "the author is shown the game")
        self.calendar.say(f"{author.name} is told that version {paused['version']} is paused")
        (author.program,) = othello_bots(3)[2:]
        mended = Program("bot.py", author.program.content + b"# mended\n", "mended")
        author.upload(mended, "othello")
        entered = author.enter(LEAGUE)
        check(entered["replaced"] == paused["version"], "the new version replaces the old one")
        self.calendar.say(f"{author.name} lets a mended version play")

    # Friday ---------------------------------------------------------------------------------

    def hand_in_trek(self) -> None:
        """One of each group hands in for all of it."""
        self.go_to(4, 0)
        groups = self.students[::3]
        programs = trek_programs(len(groups), self.folder)
        for place, (student, program) in enumerate(zip(groups, programs, strict=True)):
            self.go_to(4, 14 * place / len(groups))
            student.hand_in(TREK, program)
        partner = self.students[1].member.get(f"/api/assignments/{TREK}")["submissions"]
        check(len(partner) == 1, "a group shares its submissions")
        self.calendar.say(f"{len(groups)} groups have handed in")

    def a_new_version(self) -> None:
        """A new version is worse: the old one is restored, with its results."""
        student = self.students[0]
        before = student.entry
        # On a busy machine few games have been played by now.
        old = self.awaited(lambda: self.profile(before)["line"], lambda line: line["games"] >= 4)
        student.upload(first_try(), "othello")
        student.enter(LEAGUE)
        self.awaited(
            lambda: self.profile(student.entry)["line"],
            lambda line: line["games"] >= 4,
        )
        worse = self.profile(student.entry)["line"]
        student.member.post(f"/api/leagues/{LEAGUE}/entries/{before}/restore", {})
        student.entry = before
        line = self.profile(before)["line"]
        check(line["games"] >= old["games"], "the restored version has its old results")
        self.calendar.say(
            f"{student.name} tries a new version ({worse['rating']:.0f}), and restores the old one"
            f" ({line['rating']:.0f} ± {(line['high'] - line['low']) / 2:.0f})"
        )

    # Saturday -------------------------------------------------------------------------------

    def the_final(self) -> None:
        """The league is frozen; the best play a knock-out on openings that are new."""
        self.go_to(5, 8)
        table = self.awaited(self.league, lambda found: len(placed_in(found)) >= LEAST_FINALISTS)
        placed = placed_in(table)
        self.calendar.say(f"the ladder after {table['played']} games:")
        for line in placed[:5]:
            error = (line["high"] - line["low"]) / 2
            print(f"{'':17}{line['rank']:>3}. {line['name']}  {line['rating']:.0f} ± {error:.0f}")
        self.teacher.post(f"/api/leagues/{LEAGUE}/freeze", {})
        top = 8 if len(placed) >= 8 else LEAST_FINALISTS
        final = self.teacher.post(f"/api/leagues/{LEAGUE}/final", {"top": top, "games": 4})
        self.calendar.say(f"the league is frozen; the final of the best {len(final['names'])}:")
        final = self.awaited(
            lambda: self.teacher.get(f"/api/leagues/{LEAGUE}/final"),
            lambda found: found["state"] == "finished",
        )
        for pair in final["pairs"]:
            names = [final["names"][pair[seat]] for seat in ("first", "second")]
            points = f"{pair['first_points']:g} : {pair['second_points']:g}"
            scored = f"{pair['first_scored']} : {pair['second_scored']}"
            print(f"{'':17}round {pair['stage']}: {names[0]} {points} ({scored}) {names[1]}")
        self.calendar.say(f"{final['prizes'][0]['name']} wins the final")
        check(final["prizes"][0]["place"] == 1, "there is a winner")

    # Sunday ---------------------------------------------------------------------------------

    def export_grades(self) -> None:
        """The grades for every course system."""
        self.wait_for_grades(TREK)
        out = self.folder / "grades"
        out.mkdir()
        for assignment, name in ((OTHELLO, "othello"), (TREK, "trek")):
            for form in ("moodle", "canvas", "gradescope", "csv"):
                found = self.teacher.download(f"/api/assignments/{assignment}/export/{form}")
                ending = "zip" if form == "gradescope" else "csv"
                (out / f"{name}-{form}.{ending}").write_bytes(found)
                self.check_export(assignment, form, found)
        self.calendar.say(
            f"grades are exported: {', '.join(sorted(p.name for p in out.iterdir()))}"
        )

    def the_end(self) -> None:
        """Everything is still there; the course is copied for next year and archived."""
        self.check_submissions()
        self.check_games()
        database = ("--database", self.database)
        garlic("course", "copy", COURSE, NEXT_COURSE, *database)
        garlic("course", "export", COURSE, str(self.folder / "exported"), *database)
        garlic("course", "archive", COURSE, *database)
        sentence = self.students[0].refused(TREK, first_try())
        garlic("course", "archive", COURSE, "--off", *database)
        self.calendar.say(f"copied for next year, exported, and archived: {sentence}")

    # What is true on every day --------------------------------------------------------------

    def check_submissions(self) -> None:
        """Every submission that was accepted is there, once, as the attempt that it was."""
        for student in self.students:
            for assignment in (OTHELLO, TREK):
                own = [each for each in student.handed_in if each.assignment == assignment]
                found = student.member.get(f"/api/assignments/{assignment}")["submissions"]
                known = {each["id"]: (each["number"], each["received_at"]) for each in found}
                check(len(known) == len(found), f"{student.name}: a submission comes twice")
                for each in own:
                    is_there = known.get(each.id) == (each.number, each.received)
                    check(is_there, f"{student.name}: attempt {each.number} is not there")

    def check_games(self) -> None:
        """Every game of the league counts once, for both bots."""
        league = self.league()
        numbers: list[int] = []
        while len(numbers) < league["played"]:
            path = f"/api/leagues/{LEAGUE}/games?limit=200&offset={len(numbers)}"
            page = self.teacher.get(path)["games"]
            check(bool(page), "games of the league are missing")
            numbers += [game["number"] for game in page]
        check(len(set(numbers)) == league["played"], "a game of the league counts twice")
        check(league["played"] >= self.counted, "games of the league are lost")
        entries = {line["entry"] for line in league["lines"] if line["entry"] is not None}
        games = 0
        for entry in entries:
            line = self.profile(entry)
            games += sum(each["games"] for each in line["versions"])
        check(games == 2 * league["played"], f"{games} results of {league['played']} games")
        self.calendar.say(f"all {league['played']} games of the ladder count once")

    def check_export(self, assignment: int, form: str, content: bytes) -> None:
        """Every student is in an exported file; in Gradescope's all that have handed in."""
        if form == "gradescope":
            with zipfile.ZipFile(io.BytesIO(content)) as archive:
                check(bool(archive.namelist()), "Gradescope has results")
            return
        text = content.decode("utf-8-sig")
        rows = list(csv.reader(io.StringIO(text)))
        missing = [each.name for each in self.students if each.name not in text]
        check(not missing, f"{form}: {missing} are missing from assignment {assignment}")
        check(len(rows) > len(self.students), f"{form}: a heading and a row for each student")

    def league(self) -> dict[str, Any]:
        """The league with its table."""
        found: dict[str, Any] = self.teacher.get(f"/api/leagues/{LEAGUE}")
        return found

    def profile(self, entry: int) -> dict[str, Any]:
        """All about a bot of the league."""
        found: dict[str, Any] = self.teacher.get(f"/api/leagues/{LEAGUE}/entries/{entry}")
        return found

    def line_of(self, assignment: int, student: Student) -> dict[str, Any]:
        """A student in the table of the class."""
        lines = self.teacher.get(f"/api/assignments/{assignment}/class")["lines"]
        return next(each for each in lines if each["name"] == student.name)

    def wait_for_grades(self, assignment: int) -> None:
        """Until everything that was handed in is graded."""
        table = self.awaited(
            lambda: self.teacher.get(f"/api/assignments/{assignment}/class"),
            lambda found: found["waiting"] == 0,
        )
        points = [line["points"] for line in table["lines"] if line["points"] is not None]
        check(bool(points), "nobody has points")
        mean = sum(points) / len(points)
        self.calendar.say(
            f"{table['assignment']['title']['en']}: {len(points)} of {len(table['lines'])} have"
            f" grades, {mean:.1f} of {table['max_points']:g} points on average"
        )

    def awaited(
        self, ask: Callable[[], Any], is_done: Callable[[Any], bool], seconds: float | None = None
    ) -> Any:
        """What *ask* returns as soon as *is_done* says so of it."""
        deadline = time.monotonic() + (seconds or PATIENCE_SECONDS + 60 * self.minutes)
        while not is_done(found := ask()):
            if time.monotonic() > deadline:
                raise WrongError(f"still waiting: {found}")
            time.sleep(0.5)
        return found

    def run(self) -> None:
        """From Monday to Sunday."""
        self.set_up()
        self.hand_in_othello()
        self.enter_the_league()
        self.the_deadline()
        self.kill_the_server()
        self.the_staff_at_work()
        self.another_policy()
        self.a_paused_bot()
        self.hand_in_trek()
        self.a_new_version()
        self.the_final()
        self.export_grades()
        self.the_end()


def main(folder: Path, students: int, minutes: float) -> None:
    """Run the week."""
    began = time.monotonic()
    with class_server(str(folder / "class.db")) as server:
        print(f"the server is at {server.address}")
        Week(folder, server, students, minutes).run()
    seconds = time.monotonic() - began
    print(f"all is as it should be, after {seconds / 60:.1f} minutes")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path, help="by default one that is deleted")
    parser.add_argument("--students", type=int, default=30, help="at least 6, at most 30")
    parser.add_argument("--minutes", type=float, default=7.0, help="that the week has")
    given = parser.parse_args()
    if not 6 <= given.students <= 30:
        parser.error("expected 6 to 30 students")
    if given.folder is not None:
        given.folder.mkdir(parents=True)
        main(given.folder, given.students, given.minutes)
        print(f"everybody's password is {PASSWORD!r}")
    else:
        with tempfile.TemporaryDirectory(prefix="garlic-week-") as made:
            main(Path(made), given.students, given.minutes)
