"""What is asked and answered about events of the arena."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from parlour.server.bodies import WHOLE, Body, GameOptions, LimitBody, Seed, Spec, Word
from parlour.server.settings import MOST_EVENT_GAMES


class EventBody(Body):
    """An event to run: strategies at a game, every two of them."""

    game: Word
    options: GameOptions = Field({})
    specs: list[Spec] = Field(min_length=2, max_length=8, examples=[["easy", "medium"]])
    games: Annotated[int, Field(ge=1, le=MOST_EVENT_GAMES), WHOLE] = Field(
        20, description="games of each pairing"
    )
    seed: Seed = 0
    limit: LimitBody | None = None


class EventDocument(BaseModel):
    """An event and its table so far."""

    id: str
    game: str
    options: dict[str, Any]
    specs: list[str]
    games: int
    seed: int
    state: Literal["waiting", "running", "finished", "failed"]
    played: int
    total: int
    created: float
    table: dict[str, Any] | None
    growth: list[list[int | dict[str, float]]] = Field(
        [], description="how the scores have stood: after so many matches, by strategy"
    )
    reason: str = ""


class EventList(BaseModel):
    """Events, the latest first."""

    events: list[EventDocument]
