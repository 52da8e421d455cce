"""A belief: given what one seat may know, worlds that explain it, as likely as the belief holds them to be.

A belief is one file of this package with a subclass of `Belief` in it; it is found, not listed. Searches draw
their worlds from it and never see the truth: a belief gets a `View`, which does not hold it. The belief
`fill` works for every game, by the verb of that name in its rules.
"""

from __future__ import annotations

from functools import cache
from typing import Any, ClassVar

from parlour.compile import kernel
from parlour.core.errors import unknown
from parlour.core.game import Game
from parlour.core.registry import game_parts, modules_in
from parlour.core.rng import Stream
from parlour.core.rules import AnyState, fill
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

    def worlds(self, view: View, count: int, rng: Stream) -> list[AnyState]:
        """Draw worlds that explain the view, independently of each other."""
        raise NotImplementedError(f"{type(self).__name__} needs a worlds(self, view, count, rng) method")

    def weights(self, view: View, worlds: list[AnyState]) -> list[float] | None:
        """Say how much each drawn world counts; None if all count the same, drawn as likely as they are."""
        return None

    def matrix(self, view: View) -> list[list[float]] | None:
        """Give the probability that seat s holds card c as `matrix[c][s]`; None in games without cards."""
        return None


@kernel
def drawn(view: AnyState, seat: int, count: int, rng: Any) -> list[AnyState]:
    """Draw worlds by the rules' own `fill`."""
    found = [fill(view, seat, rng)]
    for _ in range(count - 1):
        found.append(fill(view, seat, rng))
    return found


class Fill(Belief):
    """Take the worlds of the game's own `fill`."""

    name = "fill"
    words = "drawn by the game's own rules"
    by_fill = True

    def worlds(self, view: View, count: int, rng: Stream) -> list[AnyState]:
        """Draw worlds by the rules; they see the masked state and nothing else."""
        found: list[AnyState] = drawn(view.state, view.seat, count, rng)
        return found


@cache
def _package_beliefs() -> dict[str, type[Belief]]:
    import parlour.beliefs

    found: dict[str, type[Belief]] = {}
    for module in (*modules_in(parlour.beliefs), *game_parts("belief")):
        for value in vars(module).values():
            if isinstance(value, type) and issubclass(value, Belief) and value.__module__ == module.__name__:
                found[value.name] = value
    return {name: found[name] for name in sorted(found) if name}


def beliefs_for(game: Game) -> dict[str, type[Belief]]:
    """Give the beliefs that know a game, by name."""
    return {n: kind for n, kind in _package_beliefs().items() if not kind.games or game.name in kind.games}


def belief_named(name: str, game: Game) -> Belief:
    """Make the belief of that name for a game; raise UnknownName, with those it has, if there is none."""
    known = beliefs_for(game)
    if name not in known:
        raise unknown(f"belief for {game.name}", name, known)
    return known[name](game)
