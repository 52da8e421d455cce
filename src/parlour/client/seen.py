"""What a server tells, as Python values: how a match stands for one seat, and what an engine advises."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Chair:
    """Who sits in a seat."""

    seat: int
    name: str
    kind: str  # "person" or "machine"
    spec: str  # of a machine
    taken: bool  # an open seat is not, until somebody joins


@dataclass(frozen=True)
class Step:
    """A move of the past: where it began, whose it was, its words as this seat saw it."""

    ply: int
    who: int
    move: str


@dataclass(frozen=True)
class Seen:
    """How a match stands for one seat, or for a spectator (-1): all that it may know."""

    match: str
    version: int
    game: str
    title: str
    seat: int
    seats: tuple[Chair, ...]
    turn: int
    ply: int
    over: bool
    ended: str
    returns: tuple[float, ...] | None
    result: tuple[str, ...]  # sentences
    legal: tuple[str, ...]  # the first thousand; `legal_total` says how many there are
    legal_total: int
    last: tuple[Step, ...]
    told: tuple[str, ...]  # what happened, in the words of the game
    commitment: str
    can_undo: bool
    seed: int | None = None  # when it is over
    rematch: str = ""  # the match that follows
    picture: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    data: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)  # all of it, as it came

    @property
    def my_turn(self) -> bool:
        """Say whether this seat is to move."""
        return not self.over and self.turn == self.seat

    def __str__(self) -> str:
        return self.picture or f"{self.title}, ply {self.ply}"


def seen(data: Mapping[str, Any]) -> Seen:
    """Read a view; keys that are not known here stay in `data`."""
    seed = data.get("seed")
    return Seen(
        match=data["match"],
        version=data["version"],
        game=data["game"],
        title=data["title"],
        seat=data["seat"],
        seats=tuple(
            Chair(each["seat"], each["name"], each["kind"], each["spec"], each["taken"])
            for each in data["seats"]
        ),
        turn=data["turn"],
        ply=data["ply"],
        over=data["over"],
        ended=data["ended"],
        returns=None if data["returns"] is None else tuple(data["returns"]),
        result=tuple(data["result"]),
        legal=tuple(data["legal"]),
        legal_total=data["legal_total"],
        last=tuple(Step(each["ply"], each["who"], each["move"]) for each in data["last"]),
        told=tuple(each["text"] for each in data["told"]),
        commitment=data["commitment"],
        can_undo=data["can_undo"],
        seed=None if seed is None else int(seed),
        rematch=data.get("rematch") or "",
        picture=data["picture"] if isinstance(data.get("picture"), str) else "",
        options=data["options"],
        data=data,
    )


@dataclass(frozen=True)
class Advice:
    """What an engine would play for a seat, and why."""

    move: str
    hint: tuple[str, ...]  # the first sentences, for a learner
    reasons: tuple[str, ...]
    candidates: tuple[Mapping[str, Any], ...]
    data: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    def __str__(self) -> str:
        return "\n".join([self.move, *self.hint])


def advice(data: Mapping[str, Any]) -> Advice:
    """Read a choice."""
    return Advice(data["move"], tuple(data["hint"]), tuple(data["reasons"]), tuple(data["candidates"]), data)
