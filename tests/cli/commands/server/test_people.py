"""`garlic people`: the accounts of a course server from its terminal, and what can go wrong."""

from pathlib import Path

import pytest

from cli.results import Garlic, Result
from garlic.people.accounts import account_called, add_person, check_password
from garlic.people.audit import entries
from garlic.people.courses import add_course, list_courses
from garlic.people.links import LinkError, find_link
from garlic.people.sessions import begin_session, person_of_session
from garlic.store import Database, open_database
from support.classes import PASSWORD
from support.databases import database_location, postgres_server, postgres_url

__all__ = ["database_location", "postgres_server", "postgres_url"]

ROSTER = "number,name,group\n1001,Ada Lovelace,A\n1002,Alan Turing,B\n"


@pytest.fixture
def people(garlic: Garlic, database_location: str, monkeypatch: pytest.MonkeyPatch) -> Garlic:
    """Run `garlic people ARGUMENTS` on a database of its own, of both kinds."""
    monkeypatch.setenv("GARLIC_DATABASE", database_location)
    with open_database(upgrade=True) as database:
        database.write(lambda c: [add_course(c, name) for name in ("algorithms", "optics")])
    return lambda *arguments: garlic("people", *arguments)


def fails(found: Result) -> str:
    """The one sentence of a command that was refused."""
    assert (found.code, found.out) == (2, "")
    assert found.err.startswith("garlic: error: ")
    assert found.err.count("\n") == 1
    return found.err.removeprefix("garlic: error: ").rstrip()


def secret_in(link: str) -> str:
    address, _, secret = link.partition("#")
    assert address == "https://arena.example.org/join"
    return secret


URL = ("--url", "https://arena.example.org")


def test_somebody_is_added_and_gets_a_link(people: Garlic) -> None:
    words = ("ada", "--name", "Ada Lovelace", "--role", "teacher", "--course", "algorithms")
    added = people("add", *words, *URL, "--json")
    assert (added.code, added.err) == (0, "")
    with open_database() as database:
        link = database.read(lambda c: find_link(c, secret_in(added.json["link"])))
        assert link.person_id == database.read(lambda c: account_called(c, "ada").id)
    (row,) = people("list", "--json").json
    assert row == {
        "login": "ada",
        "name": "Ada Lovelace",
        "number": "",
        "administrator": False,
        "roles": {"algorithms": "teacher"},
        "state": "invited",
    }
    shown = people("list", "--course", "algorithms")
    assert "algorithms: teacher" in shown.out
    assert fails(people("add", "ADA")) == "the login 'ada' is taken"


def test_what_cannot_be_done(
    people: Garlic, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for words, expected in (
        (
            "add no-space-in@a;login",
            "expected a login of letters, digits, '.', '-', '_', '+' and '@', got"
            " 'no-space-in@a;login'",
        ),
        (
            "add bob --role king",
            "expected one of administrator, teacher, assistant, student, guest, got 'king'",
        ),
        ("role nobody student", "there is no account 'nobody'"),
        ("reset nobody", "there is no account 'nobody'"),
        ("disable nobody", "there is no account 'nobody'"),
        ("import missing.csv", "cannot read missing.csv: No such file or directory"),
    ):
        assert fails(people(*words.split(" "))) == expected
    assert people("list", "--json").json == []


@pytest.mark.parametrize("words", ["add bob", "role bob guest", "import {roster}", "list"])
def test_a_course_that_does_not_exist_is_not_created(
    people: Garlic, tmp_path: Path, words: str
) -> None:
    roster = tmp_path / "roster.csv"
    roster.write_text(ROSTER)
    if not words.startswith("add"):
        people("add", "bob")
    command = words.format(roster=roster).split()
    expected = "there is no course 'algoritms'; did you mean 'algorithms'?"
    assert fails(people(*command, "--course", "algoritms")) == expected
    expected = "there is no course 'geometry'; `garlic course new NAME` makes one"
    assert fails(people(*command, "--course", "geometry")) == expected
    with open_database() as database:
        names = [course.name for course, _ in database.read(list_courses)]
    assert names == ["algorithms", "arena", "optics"]


def test_a_role_is_changed_and_logged(people: Garlic) -> None:
    people("add", "bob", "--course", "algorithms")
    changed = people("role", "bob", "assistant", "--course", "algorithms")
    assert (changed.code, changed.out) == (0, "bob is assistant now\n")
    people("role", "bob", "guest", "--course", "optics")
    assert people("role", "bob", "administrator").out == "bob is administrator now\n"
    (row,) = people("list", "--json").json
    assert row["roles"] == {"algorithms": "assistant", "optics": "guest"}
    assert row["administrator"]
    with open_database() as database:
        log = database.read(entries)
    assert [entry.action for entry in log].count("role changed") == 3
    assert {entry.address for entry in log} == {"terminal"}


def session_of(database: Database, login: str) -> str:
    return database.write(
        lambda c: begin_session(c, account_called(c, login).id, "127.0.0.1", "test")
    )


def test_whoever_is_disabled_is_signed_out_at_once(people: Garlic) -> None:
    with open_database() as database:
        database.write(lambda c: add_person(c, "root", password=PASSWORD, is_administrator=True))
        database.write(lambda c: add_person(c, "mallory", password=PASSWORD))
        secret = session_of(database, "mallory")
        assert people("disable", "mallory").out == "mallory can no longer sign in\n"
        assert database.read(lambda c: person_of_session(c, secret)) is None
        assert database.read(lambda c: check_password(c, "mallory", PASSWORD)) is None
        assert {row["login"]: row["state"] for row in people("list", "--json").json} == {
            "mallory": "disabled",
            "root": "active",
        }
        assert people("disable", "mallory", "--enable").out == "mallory can sign in again\n"
        assert database.read(lambda c: check_password(c, "mallory", PASSWORD)) is not None
        expected = "the last administrator has to stay: make somebody else one first"
        assert fails(people("disable", "root")) == expected


def test_a_student_can_be_disabled_while_no_administrator_has_signed_in(people: Garlic) -> None:
    people("add", "ada", "--role", "administrator", *URL)
    people("add", "mallory", "--role", "student", "--course", "algorithms", *URL)
    assert people("disable", "mallory").out == "mallory can no longer sign in\n"
    expected = "the last administrator has to stay: make somebody else one first"
    assert fails(people("disable", "ada")) == expected


def test_a_newer_link_ends_the_one_before(people: Garlic) -> None:
    first = people("add", "ada", *URL, "--json").json["link"]
    second = people("reset", "ada", *URL)
    assert second.out.startswith("ada sets a password at https://arena.example.org/join#")
    with open_database() as database:
        newer = second.out.split()[-1]
        assert database.read(lambda c: find_link(c, secret_in(newer))).person_id is not None
        with pytest.raises(LinkError):
            database.read(lambda c: find_link(c, secret_in(first)))


def test_a_roster_is_imported_twice(people: Garlic, tmp_path: Path) -> None:
    roster = tmp_path / "students.csv"
    roster.write_text(ROSTER)
    first = people("import", str(roster), "--course", "algorithms", *URL)
    assert (first.code, first.err) == (0, "2 added to algorithms, 0 were already there\n")
    logins, links = zip(*(line.split("\t") for line in first.out.splitlines()), strict=True)
    assert logins == ("1001", "1002")
    assert len({secret_in(link) for link in links}) == 2
    roster.write_text(f"{ROSTER}1003,Grace Hopper,A\n")
    again = people("import", str(roster), "--course", "algorithms", *URL)
    assert again.err == "1 added to algorithms, 2 were already there\n"
    assert again.out.startswith("1003\t")
    names = [row["name"] for row in people("list", "--course", "algorithms", "--json").json]
    assert names == ["Ada Lovelace", "Alan Turing", "Grace Hopper"]
    expected = "a roster cannot make administrators"
    assert fails(people("import", str(roster), "--role", "administrator")) == expected
