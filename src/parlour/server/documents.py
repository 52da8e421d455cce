"""Answers about positions: one that was set up, and how a match might go on."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from parlour.server.bodies import Told
from parlour.server.settings import MOST_LEGAL


class Step(BaseModel):
    """A move of a line: who makes it, and how the board looks after it."""

    move: str
    who: int = Field(description="a seat; -1 is chance")
    ply: int = Field(description="after it")
    picture: dict[str, Any]
    told: list[dict[str, Any]]


class LineDocument(BaseModel):
    """How a match might go on, move by move."""

    steps: list[Step]


class SetUpDocument(BaseModel):
    """A position that was set up."""

    game: str
    title: str
    options: dict[str, Any]
    seat: int = Field(description="that it is seen from; -1 where chance decides or it is over")
    turn: int = Field(description="a seat; -1 where chance decides, -2 when it is over")
    ply: int
    over: bool
    returns: list[float] | None
    result: list[str]
    legal: list[str] = Field(max_length=MOST_LEGAL, description="the moves, or the outcomes of chance")
    legal_total: int
    touches: list[list[str]] = Field(description="what each of them touches: parts of the board, or buttons")
    moves: list[str]
    last: list[Told]
    told: list[dict[str, Any]]
    picture: dict[str, Any]
