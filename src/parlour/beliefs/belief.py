"""A belief: given what one seat may know, worlds that explain it, as likely as the belief holds them to be.

A belief is a subclass of `Belief` in the file of its name, in its game's folder `belief/` or in this package;
it is found, not listed. Searches draw their worlds from it (determinizations of the belief state) and never
see the truth: a belief gets a `View`, which does not hold it.
"""

from __future__ import annotations

from typing import Any, ClassVar

from parlour.core.errors import unknown
from parlour.core.game import Game
from parlour.core.registry import BELIEF, find, general_kinds, own_kinds
from parlour.core.rng import Stream
from parlour.core.view import View


class Belief:
    """Base of every belief: subclass it, set `name`, write `worlds`."""

    name: ClassVar[str] = ""
    games: ClassVar[tuple[str, ...]] = ()  # the only games it knows; () is any
    words: ClassVar[str] = ""  # what it takes for likely, in words that can follow "30 worlds"
    by_fill: ClassVar[bool] = False  # its worlds are those of the rules' `fill`: compiled code may draw them

    def __init__(self, game: Game) -> None:
        self.game = game.public
        self.work: dict[str, Any] = {}  # how the last draw went, where that is worth telling

    @classmethod
    def knows(cls, game: Game) -> bool:
        """Say whether this belief is about the game."""
        return not cls.games or game.name in cls.games

    def worlds(self, view: View, count: int, rng: Stream) -> list[Any]:
        """Draw worlds that explain the view, independently of each other."""
        raise NotImplementedError(f"{type(self).__name__} needs a worlds(self, view, count, rng) method")

    def weights(self, view: View, worlds: list[Any]) -> list[float] | None:
        """Say how much each drawn world counts; None if all count the same, drawn as likely as they are."""
        return None

    def picture(self, view: View) -> dict[str, Any]:
        """Return the belief state itself as evidence, under keys of its own: for one who asks why."""
        return {}


def beliefs_for(game: Game) -> dict[str, type[Belief]]:
    """Return the beliefs that know a game, by name."""
    found = {**general_kinds(BELIEF), **own_kinds(BELIEF, game.module, game.name)}
    return {name: found[name] for name in sorted(found) if found[name].knows(game)}


def belief_named(name: str, game: Game) -> Belief:
    """Make the belief of that name for a game; raise UnknownName, with those it has, if there is none."""
    kind = find(BELIEF, game, name)
    if kind is None or not kind.knows(game):
        raise unknown(f"belief for {game.name}", name, beliefs_for(game))
    made: Belief = kind(game)
    return made
