"""Builds the application: its shared services, routes, error handling and middleware."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass, field
from importlib import import_module
from typing import Annotated, Any

from fastapi import Depends, FastAPI, Request
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import Lifespan

import garlic
from garlic.store import Database, open_database
from garlic.store.claims import claimed
from garlic.web.access import Access
from garlic.web.errors import ErrorLog
from garlic.web.events import Hub
from garlic.web.jobs.services import Services
from garlic.web.play.games import HumanGames
from garlic.web.problems import handle_problems
from garlic.web.security import Guard
from garlic.web.settings import ServerSettings
from garlic.web.slots import Slots
from garlic.web.view.records import Records
from garlic.web.view.reviews import Reviews
from garlic.web.view.showcase import Showcases

# The modules with a `router`, in the order of the API reference.
ROUTES = (
    "games.games",
    "games.plays",
    "games.editor",
    "games.records",
    "arena.bots",
    "arena.ladders",
    "arena.matches",
    "arena.tournaments",
    "leagues.leagues",
    "leagues.entries",
    "leagues.notifications",
    "labs.labs",
    "assignments.students",
    "assignments.staff",
    "labs.puzzles",
    "site.events",
    "people.session",
    "people.account",
    "courses.courses",
    "courses.home",
    "courses.maps",
    "courses.members",
    "people.people",
    "site.status",
    "site.reference",
    "site.book",
)


@dataclass(slots=True)
class Arena:
    """The objects that all requests share."""

    settings: ServerSettings
    database: Database
    hub: Hub
    human_games: HumanGames
    records: Records
    reviews: Reviews
    showcases: Showcases
    services: Services
    access: Access | None  # None where no token is required
    # Only one bot at a time is asked for a single answer, so that none waits for a processor.
    ask_slots: Slots = field(default_factory=lambda: Slots(1, waiting=8, seconds=20.0))
    puzzle_slots: Slots = field(default_factory=lambda: Slots(13, waiting=0, seconds=0.0, of_one=2))
    errors: ErrorLog = field(default_factory=ErrorLog)
    started_at: float = field(default_factory=time.monotonic)

    def uptime(self) -> float:
        """For how many seconds it has been running."""
        return time.monotonic() - self.started_at


def create_app(settings: ServerSettings) -> FastAPI:
    """The application; raise `StoreError` or `UsageError` if the database cannot be used."""
    database, hub = open_database(settings.database, upgrade=True), Hub()
    claim = ExitStack()
    try:
        if settings.has_accounts:
            claim.enter_context(claimed(database))
    except BaseException:
        database.close()
        raise
    records, services = Records(database), Services(settings, database, hub)
    arena = Arena(
        settings,
        database,
        hub,
        HumanGames(database, hub, settings),
        records,
        Reviews(hub),
        Showcases(database, records, services.live),
        services,
        Access(settings.token) if settings.token is not None else None,
    )

    try:
        arena.services.recover()
    except BaseException:
        claim.close()
        database.close()
        raise

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        arena.errors.start()
        arena.services.start()
        try:
            yield
        finally:
            arena.hub.close()
            await asyncio.to_thread(arena.human_games.close)
            await asyncio.to_thread(arena.reviews.close)
            await asyncio.to_thread(arena.services.close)
            claim.close()
            arena.database.close()
            arena.errors.close()

    app = _routes(lifespan)
    app.state.arena = arena
    handle_problems(app)
    app.add_middleware(GZipMiddleware, minimum_size=1_000, compresslevel=5)
    app.add_middleware(Guard, settings=settings, access=arena.access)
    return app


def openapi() -> dict[str, Any]:
    """The OpenAPI document, without a database."""
    return _routes().openapi()


def _routes(lifespan: Lifespan[FastAPI] | None = None) -> FastAPI:
    app = FastAPI(
        title="Garlic Arena",
        version=garlic.__version__,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    for name in (*ROUTES, "site.pages"):  # whose route matches all other paths
        # Not included: FastAPI would make a second form of each route, during the first requests,
        # and search for the route of every request twice.
        app.router.routes += import_module(f"garlic.web.api.{name}").router.routes
    import_module("garlic.web.permission").check_rules(app)
    return app


async def _arena(request: Request) -> Arena:
    arena: Arena = request.app.state.arena
    return arena


Shared = Annotated[Arena, Depends(_arena)]  # the type of a route's `arena` parameter
