"""The app: the parts put together, from the first to the last request."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

from parlour import __version__
from parlour.core.loading import load
from parlour.core.spec import HUMAN
from parlour.server import description, often, page, problems
from parlour.server.drive import Drivers
from parlour.server.engines import Engines, engines_of
from parlour.server.guard import Guard
from parlour.server.house import House
from parlour.server.routes import (
    events,
    games,
    health,
    lobby,
    looking,
    matches,
    offer,
    players,
    socket,
    study,
    thinking,
)
from parlour.server.settings import Settings
from parlour.store import Store, open_store

ROUTERS = (
    health.router,
    games.router,
    offer.router,
    lobby.router,
    matches.router,
    looking.router,
    thinking.router,
    study.router,
    players.router,
    events.router,
    socket.router,
)
LATELY = 100  # matches


def make_app(settings: Settings, engines: Engines | None = None) -> FastAPI:
    """Make the app of one server; `engines` may be given, else they are made as the settings say."""

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        for path in settings.load:
            load(path)
        store = await asyncio.to_thread(open_store, settings.database)
        app.state.house = house = House(store, settings)
        app.state.engines = engines or engines_of(
            settings.engines,
            settings.load,
            settings.memory,
            settings.queue,
            await asyncio.to_thread(played_lately, store),
        )
        await app.state.engines.start()
        drivers = Drivers(house, app.state.engines)
        app.state.events = events.Events(store, settings)
        await app.state.events.resume()
        house.listen()
        resuming = asyncio.create_task(drivers.resume())
        try:
            yield
        finally:
            resuming.cancel()
            await app.state.events.close()
            await drivers.close()
            await app.state.engines.close()
            await asyncio.to_thread(house.close)

    app = FastAPI(
        title="Parlour",
        version=__version__,
        summary="Play, analyse and watch games by HTTP and by sockets.",
        docs_url=None,
        redoc_url=None,
        lifespan=life,
    )
    problems.install(app)
    for router in ROUTERS:
        app.include_router(router, prefix="/api/v1")
    app.openapi = description.of(app)  # type: ignore[method-assign]
    app.add_middleware(often.Lane)
    app.add_middleware(page.Page)
    app.add_middleware(Guard, settings=settings)
    return app


def played_lately(store: Store) -> list[tuple[str, str]]:
    """List the machines that people met last, by game and spec: their code is compiled first."""
    pairs = [(kept.game, spec) for kept in store.find(source="server", limit=LATELY) for spec in kept.seats]
    return list(dict.fromkeys(pair for pair in pairs if pair[1] != HUMAN))
