"""Hybrid play: pick the method by the game's traits and the position, and say which and why.

A theorem where there is one; exact search where the tree is small; sampling where chance or hidden
information rule exactness out; Monte Carlo tree search otherwise.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from parlour.core.choice import Choice
from parlour.core.clock import now
from parlour.core.limit import Limit
from parlour.core.registry import STRATEGY, own_kinds, strategy_kind
from parlour.core.strategy import Strategy, option
from parlour.core.view import View
from parlour.search.cfr import is_quick

PROBE = 100_000  # positions that exact search may try before tree search takes over


class Hybrid(Strategy):
    """Use the strongest method that fits the game and the position."""

    name = "hybrid"

    simulations: int = option(20_000, "playouts, where playouts are made", low=1, high=10**9)
    nodes: int = option(
        PROBE, "positions that exact search may visit before sampling takes over", low=1, high=10**9
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._parts: dict[str, Strategy] = {}
        own = own_kinds(STRATEGY, self.game.module, self.game.name).values()
        theorems = [kind for kind in own if kind.closed_form and kind.suits(self.game)]
        self._theorem = theorems[0].name if theorems else ""

    def choose(self, view: View, limit: Limit) -> Choice:
        """Try the exact ways that suit, then sample."""
        traits = self.game.traits
        if self._theorem:
            return self._ask(self._theorem, view, limit, "the game has a closed form")
        if traits.hidden:
            if self._suits("equilibrium"):
                return self._ask(
                    "equilibrium", view, limit, "hidden information, and a tree small enough to solve"
                )
            if self._suits("cfr") and is_quick(self.game):
                why = "hidden information, and a public tree small enough to solve"
                return self._ask("cfr", view, limit, why)
            if self._suits("determinized"):
                why = "hidden information: worlds that explain the view are searched"
                return self._ask("determinized", view, self._sampling(limit), why, playout="rules")
            why = "hidden information, and too many actions for a tree: worlds are sampled"
            return self._ask("montecarlo", view, self._sampling(limit), why)
        exact = "expectimax" if traits.chance else "alphabeta"
        if self._suits(exact):
            nodes = min(self.nodes, limit.nodes or self.nodes)
            probe, began = Limit(nodes=nodes, seconds=limit.seconds, at_most=limit.at_most), now()
            choice = self._ask(
                exact, view, probe, "the rest of the tree is small enough to search to its end"
            )
            if choice.work.get("exact"):
                return choice
            limit = limit.after(now() - began)
        why = (
            "chance is sampled in a tree"
            if traits.chance
            else f"more than {self.nodes:,} positions lie ahead"
        )
        return self._ask("mcts", view, self._sampling(limit), why)

    def _sampling(self, limit: Limit) -> Limit:
        if limit.simulations is None and limit.seconds is None:
            return replace(limit, simulations=self.simulations)
        return limit

    def _suits(self, name: str) -> bool:
        return self._kind(name).suits(self.game)

    def _kind(self, name: str) -> type[Strategy]:
        kind = strategy_kind(self.game, name)
        assert kind is not None  # one of the general strategies
        return kind

    def _ask(self, name: str, view: View, limit: Limit, why: str, **options: str) -> Choice:
        if name not in self._parts:
            self._parts[name] = self._kind(name)(self.game, self.seat, self.rng, **options)
        part = self._parts[name]
        part.thorough = self.thorough
        choice = part.choose(view, limit)
        if not isinstance(choice, Choice):
            choice = Choice(choice)
        return replace(
            choice,
            lesson=min(choice.lesson, len(choice.reasons)),
            reasons=(*choice.reasons, f"Method: {name}, because {why}."),
            evidence={**choice.evidence, "method": name, "because": why},
        )
