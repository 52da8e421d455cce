"""What requests and answers about puzzles and drills look like."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Path
from pydantic import BaseModel, Field

from parlour.server.bodies import Body, GameOptions, MoveText, Seed
from parlour.server.settings import MOST_LEGAL

PuzzleNumber = Annotated[int, Path(ge=1, le=10_000, description="a puzzle of the game, from 1")]


class TryBody(Body):
    """A move in the position of a puzzle."""

    move: MoveText


class DrillBody(Body):
    """Which decision to draw; without a seed any."""

    options: GameOptions = Field(default_factory=dict)
    seed: Seed | None = None


class JudgeBody(Body):
    """A move in the decision of that seed."""

    options: GameOptions = Field(default_factory=dict)
    seed: Seed
    move: MoveText


class PuzzleGame(BaseModel):
    """A game that has puzzles, and the grade of each."""

    game: str
    title: str
    grades: list[int | None] = Field(description="of each puzzle: how many of the game's levels miss it")


class PuzzleGames(BaseModel):
    """The games that have puzzles."""

    games: list[PuzzleGame]


class PuzzleLine(BaseModel):
    """A puzzle in a list."""

    game: str
    number: int
    options: dict[str, Any]
    moves: list[str]
    task: str
    theme: str
    grade: int | None


class PuzzleList(BaseModel):
    """The puzzles of a game, the easiest first."""

    game: str
    title: str
    puzzles: list[PuzzleLine]


class Decision(BaseModel):
    """A position in which one seat is to move, as that seat sees it."""

    title: str
    seat: int
    seats: list[str] = Field(description="what the players are called")
    ply: int
    legal: list[str] = Field(max_length=MOST_LEGAL)
    legal_total: int
    touches: list[list[str]]
    picture: dict[str, Any]


class PuzzleDocument(PuzzleLine, Decision):
    """A puzzle, without its solution."""

    count: int = Field(description="puzzles of the game")


class TriedDocument(BaseModel):
    """Whether a move solves a puzzle, what does, and why."""

    right: bool
    move: str
    best: list[str]
    told: str
    reasons: list[str]
    candidates: list[dict[str, Any]]
    picture: dict[str, Any] = Field(description="the board after the move")


class DrillDocument(Decision):
    """A decision to be made."""

    game: str
    seed: int
    options: dict[str, Any]
    situation: str
    told: list[dict[str, Any]] = Field(description="what led to it, in the words of the game")


class JudgedDocument(BaseModel):
    """What a decision costs, in the returns of the game; null where nobody can tell."""

    move: str
    best: str
    cost: float | None
    told: str
    situation: str
    reasons: list[str]
    candidates: list[dict[str, Any]]
