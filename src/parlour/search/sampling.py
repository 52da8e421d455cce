"""What the searches by playouts have in common: their options, their budget and their threads."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar

from parlour.core.choice import Choice
from parlour.core.clock import shared
from parlour.core.game import Game
from parlour.core.limit import Limit
from parlour.core.options import Option
from parlour.core.strategy import Strategy, option
from parlour.core.view import View
from parlour.search.playout import POLICIES, RANDOM, Settings

PLAYOUT_WORDS = (
    "how playouts move: random, greedy (by the evaluation one ply on), rules (the game's rollout), or one of "
    "the game's own"
)
EPSILON_WORDS = "share of random moves in playouts that are not all random"
MOST_ACTIONS = 100_000  # of a game that a tree is grown for
ENDLESS = 10**12  # simulations, where only time is limited
Result = TypeVar("Result")


class PlayoutSearch(Strategy):
    """Base of the strategies that estimate values by playouts."""

    name = ""

    simulations: int
    playout: str
    epsilon: float
    c: float = 0.0

    @classmethod
    def options_in(cls, game: Game) -> dict[str, Option]:
        """Let `playout` name a policy of the game's own as well."""
        playout = replace(cls.options["playout"], choices=(*POLICIES, *game.playouts))
        return {**cls.options, "playout": playout}

    @property
    def settings(self) -> Settings:
        """Return what the kernel goes by; playouts that are random all the time need draw no epsilon."""
        low, high = self.game.bounds
        policy = (*POLICIES, *self.game.playouts).index(self.playout)
        if self.epsilon >= 1.0:
            policy = RANDOM
        return Settings(self.c, policy, self.epsilon, float(low), float(high))

    def budget(self, limit: Limit) -> int:
        """Return the number of simulations to make."""
        only_time = limit.seconds is not None and limit.simulations is None
        return limit.simulations or (ENDLESS if only_time else self.simulations)

    def only_move(self, view: View) -> Choice | None:
        """Return the choice where there is none, unless someone asks what it is worth."""
        actions = view.legal()
        if len(actions) > 1 or self.thorough:
            return None
        return Choice(actions[0], reasons=("It is the only move.",))


class WorldSearch(PlayoutSearch):
    """Base of the searches over worlds that explain the view, drawn from a belief (determinizations)."""

    name = ""

    belief: str = option("fill", "which worlds are likely")
    c: float = option(0.5, "exploration: UCB1's constant, on results scaled to [0, 1]", low=0.0, high=100.0)
    playout: str = option("random", PLAYOUT_WORDS, choices=POLICIES)
    epsilon: float = option(0.1, EPSILON_WORDS, low=0.0, high=1.0)

    def __init__(self, *args: Any, **options: Any) -> None:
        from parlour.beliefs.belief import belief_named  # here: searches of open games need no beliefs

        super().__init__(*args, **options)
        self._belief = belief_named(self.belief, self.game)

    @classmethod
    def unfit(cls, game: Game) -> str:
        """Something hidden: in a game without, every world is the same one and mcts searches it."""
        if not game.traits.hidden:
            return "it needs a game with hidden information; take mcts"
        return f"more than {MOST_ACTIONS:,} actions" if game.actions > MOST_ACTIONS else ""


class Searched(NamedTuple):
    """What a search of many worlds found, move by move in the order of the actions."""

    worlds: list[Any]  # those that were searched, where they can be looked at
    size: int  # how many worlds
    means: list[float | None]  # None where a move was not tried
    errors: list[float | None]  # standard errors, of two worlds or more
    visits: list[int]
    votes: list[int]  # in how many worlds each move came out best
    simulations: int


def side_by_side(work: Callable[[int], Result], count: int, threads: int, stop: Any) -> list[Result]:
    """Do work(0) to work(count - 1) in threads; when one of them fails, stop[0] ends the others."""
    if threads == 1 or count == 1:
        return [work(i) for i in range(count)]
    with ThreadPoolExecutor(threads) as executor:
        jobs = [executor.submit(shared(work), i) for i in range(count)]
        try:
            return [job.result() for job in jobs]
        except BaseException:
            stop[0] = 1
            raise
