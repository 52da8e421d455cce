"""What an engine is asked and what it answers: plain data, so that it can think in another process."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from parlour.core.choice import Choice
from parlour.core.errors import ParlourError
from parlour.core.limit import Limit
from parlour.core.memory import Past
from parlour.core.view import View

TURN, ANALYSE, REVIEW, DRILL = "turn", "analyse", "review", "drill"


@dataclass(frozen=True)
class Ask:
    """A question to an engine. It holds what a seat knows, never the truth.

    `turn` chooses a whole turn as this seat's player in its match, `analyse` explains a choice as
    `parlour.analyse` does, `review` judges a finished record (without a view; without a spec the strongest
    judges), `drill` plays the game of the view by the seed until there is something to decide.
    """

    view: View | None
    spec: str
    limit: Limit
    do: str = TURN
    key: bytes = b""  # of the seat's streams (turn)
    seed: int = 0  # (analyse, review, drill)
    match: str = ""  # a seat of the same match goes to the engine that keeps its player, if that is free
    past: tuple[Past, ...] = ()  # what the player remembers of finished matches (turn)
    record: str = ""  # (review) a finished record as JSON
    names: tuple[str, ...] = ()  # (review) of the players


@dataclass(frozen=True)
class Answer:
    """What an engine found, and the seconds it thought, without what it waited for the compiler."""

    choices: tuple[Choice, ...]
    seconds: float
    review: dict[str, Any] | None = None
    record: str = ""  # (drill) the match up to there, as JSON with all that it holds
    judged: tuple[int, int] = (0, 0)  # (review, so far) decisions that are judged, and all there are


Heard = Callable[[Answer], None]  # called with an answer as it would be by now


class Busy(ParlourError):
    """Too many are waiting; there may be room again in so many seconds."""

    def __init__(self, retry_after: float) -> None:
        super().__init__(f"all engines are busy; try again in {max(1, round(retry_after))} s")
        self.retry_after = retry_after


class Failed(ParlourError):
    """The engine was killed, ran out of time or memory, or the strategy raised."""


class Engines(ABC):
    """Those who think for a server. One event loop uses them."""

    @abstractmethod
    async def start(self) -> None:
        """Start what thinks; asks may come at once, and wait until it is ready."""

    @abstractmethod
    async def close(self) -> None:
        """End all thinking; whoever still waits gets Failed, and no process is left."""

    @abstractmethod
    async def think(
        self, ask: Ask, seconds: float, patient: bool = False, heard: Heard | None = None
    ) -> Answer:
        """Answer within that many seconds from when an engine begins, not counting what it compiles.

        Past them the engine is told to stop and answers with what it has; one that does not within a second
        is ended, and the ask has Failed. A patient ask, a match's own move, waits as long as it must and goes
        first; any other is refused with Busy when too many wait. When the caller is cancelled, so is the ask.
        For `turn` whatever goes wrong is Failed; the others raise bad input as the ParlourError it is.
        Meanwhile `heard` is called with what is found so far, where the engine can tell it.
        """

    @abstractmethod
    def health(self) -> dict[str, Any]:
        """Say how many there are, how many are ready and busy, how many asks wait, what is compiled."""
