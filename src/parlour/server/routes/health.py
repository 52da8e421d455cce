"""Health: whether all parts answer."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request
from starlette.responses import Response

from parlour import __version__
from parlour.server import bodies
from parlour.server.asking import answer, house_of
from parlour.server.problems import documented

router = APIRouter(tags=["health"])


@router.get("/health", response_model=bodies.Health, responses=documented())
async def health(request: Request) -> Response:
    """Say whether the database answers, and how far the engines are with what they compile."""
    house = house_of(request)
    await asyncio.to_thread(house.store.check)
    return answer(
        {
            "status": "ok",
            "version": __version__,
            "database": house.store.dialect,
            "matches": len(house.tables),
            "engines": request.app.state.engines.health(),
        }
    )
