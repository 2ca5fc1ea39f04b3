"""A course server for tests: people of every role, each with a client of their own."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field

from fastapi import FastAPI
from sqlalchemy import Connection
from starlette.testclient import TestClient

from garlic.people.accounts import account_called, add_person
from garlic.people.courses import add_course, find_course, set_role
from garlic.people.persons import Role
from garlic.web.app import Arena, create_app
from garlic.web.settings import ServerSettings

PASSWORD = "open sesame 7"  # noqa: S105  (of people who do not exist)
ADDRESS = "http://127.0.0.1:8000"


@dataclass
class Classroom:
    """A server with accounts. People sign in when they are first asked for."""

    app: FastAPI
    stack: ExitStack
    clients: dict[str, TestClient] = field(default_factory=dict)

    @property
    def arena(self) -> Arena:
        arena: Arena = self.app.state.arena
        return arena

    def add(self, login: str, role: Role | None = None, course: str = "algorithms") -> int:
        """Somebody with a password; an administrator if they have no role."""

        def work(connection: Connection) -> int:
            account = add_person(
                connection, login, login.title(), password=PASSWORD, is_administrator=role is None
            )
            if role is not None:
                found = find_course(connection, course) or add_course(connection, course)
                set_role(connection, found.id, account.id, role)
            return account.id

        return self.arena.database.write(work)

    def id_of(self, login: str) -> int:
        return self.arena.database.read(lambda c: account_called(c, login).id)

    def course(self, name: str = "algorithms") -> int:
        found = self.arena.database.read(lambda c: find_course(c, name))
        assert found is not None
        return found.id

    def nobody(self) -> TestClient:
        """Somebody who is not signed in."""
        return TestClient(self.app, base_url=ADDRESS)

    def client(self, login: str) -> TestClient:
        """Somebody who is signed in."""
        if login not in self.clients:
            client = self.nobody()
            answer = client.post("/api/session", json={"login": login, "password": PASSWORD})
            assert answer.status_code == 200, answer.text
            self.clients[login] = client
        return self.clients[login]


@contextmanager
def classroom(database: str, **settings: object) -> Iterator[Classroom]:
    """A server with accounts in this process, and an administrator called root."""
    chosen = ServerSettings(database=database, has_accounts=True, **settings)  # type: ignore[arg-type]
    app = create_app(chosen)
    with ExitStack() as stack:
        stack.enter_context(TestClient(app, base_url=ADDRESS))  # starts the services
        found = Classroom(app, stack)
        found.add("root")
        yield found


def people_of_all_roles(room: Classroom) -> None:
    """Two courses with everybody whom a rule tells apart."""
    room.add("teacher", Role.TEACHER)
    room.add("assistant", Role.ASSISTANT)
    room.add("ada", Role.STUDENT)
    room.add("bob", Role.STUDENT)
    room.add("guest", Role.GUEST)
    room.add("stranger", Role.TEACHER, "geometry")
    room.add("outsider", Role.STUDENT, "geometry")
