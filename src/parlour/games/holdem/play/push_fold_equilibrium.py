"""Push or fold before the flop, heads-up: the exact equilibrium over the 169 kinds of hands.

The button goes all-in or folds, the big blind calls or folds. Suits matter only through the cards that a hand
takes from the other, and that is alike for all hands of a kind: an equilibrium over kinds is one of the game.
It is a linear program. Chances and equities are counted, none is sampled; what a best response could win is
computed.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from parlour.cards.cards import RANKS
from parlour.cards.preflop import BOARDS, results
from parlour.cards.ranges import all_holdings, kind_of, kinds
from parlour.core.errors import BadOption

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Stakes:
    """What is played for, in any unit: what each has posted, and what each has at most to lose."""

    button: float  # small blind, and the ante that the other matches
    blind: float  # big blind, and that ante
    stack: float  # the smaller stack, with what was posted
    button_dead: float = 0.0  # an ante that the other does not match; it is on top of the stack
    blind_dead: float = 0.0

    def __post_init__(self) -> None:
        if not (0 <= self.button <= self.stack and 0 < self.blind <= self.stack):
            raise BadOption(f"stack {self.stack:g} must cover the {self.button:g} and {self.blind:g} posted")

    @property
    def button_lost(self) -> float:
        """Return what the button loses by folding."""
        return self.button + self.button_dead

    @property
    def blind_lost(self) -> float:
        """Return what the blind loses by folding."""
        return self.blind + self.blind_dead


@dataclass(frozen=True)
class PushFoldPlan:
    """How often each kind is pushed and called with, and what that is worth to the button."""

    stakes: Stakes
    push: Floats  # by kind, in the order of `kinds()`
    call: Floats
    value: float  # to the button, when both play so
    button_gain: float  # what a best response to `call` wins beyond the value
    blind_gain: float

    @property
    def exploitability(self) -> float:
        """Return what a best response wins beyond the value, on the average of both seats."""
        return (self.button_gain + self.blind_gain) / 2


@cache
def matchups() -> tuple[Floats, Floats]:
    """Give the chance that the seats are dealt two kinds, and the equity of the first against the second."""
    import numpy as np

    names = kinds()
    holdings = np.array(all_holdings(), np.int64)
    kind = np.array([names.index(kind_of(int(holding))) for holding in holdings])
    sizes = np.bincount(kind)
    first = np.array([int(np.nonzero(kind == index)[0][0]) for index in range(len(names))])
    # One hand of a kind stands for all: what it meets, and how often it wins, is the same for each.
    one, two = np.nonzero((holdings[first][:, None] & holdings[None, :]) == 0)
    wins, ties = results(first[one], two)
    shape = (len(names), len(names))
    count, equity = np.zeros(shape), np.zeros(shape)
    np.add.at(count, (one, kind[two]), 1.0)
    np.add.at(equity, (one, kind[two]), (wins + ties / 2) / BOARDS)
    chance = count * sizes[:, None]
    return chance / chance.sum(), equity / np.maximum(count, 1.0)


def called(stakes: Stakes) -> Floats:
    """Return what the button wins, by the two kinds, when its push is called."""
    _, equity = matchups()
    pot = 2.0 * stakes.stack + stakes.button_dead + stakes.blind_dead
    answer: Floats = pot * equity - stakes.stack - stakes.button_dead
    return answer


@lru_cache(maxsize=256)
def solve(stakes: Stakes) -> PushFoldPlan:
    """Find an equilibrium: the button's best plan is a linear program, the blind's is its dual."""
    import numpy as np
    from scipy.optimize import linprog

    chance, _ = matchups()
    size = len(chance)
    # Unknowns: how often each kind is pushed, then what each kind of the blind leaves the button at most.
    gain = np.concatenate([chance.sum(axis=1) * stakes.button_lost, np.ones(size)])
    ceiling = -np.eye(size)
    rows = np.block([[-chance.T * stakes.blind_lost, -ceiling], [-(chance * called(stakes)).T, -ceiling]])
    bounds = [(0.0, 1.0)] * size + [(None, None)] * size
    found = linprog(-gain, A_ub=rows, b_ub=np.zeros(2 * size), bounds=bounds, method="highs")
    if found.status != 0:
        raise BadOption(f"push or fold at {stakes}: {found.message}")
    assert found.x is not None
    push: Floats = np.clip(found.x[:size], 0.0, 1.0)
    fold, take = -found.ineqlin.marginals[:size], -found.ineqlin.marginals[size:]
    call: Floats = np.clip(take / np.maximum(fold + take, 1e-12), 0.0, 1.0)
    return judged(stakes, push, call)


def judged(stakes: Stakes, push: Floats, call: Floats) -> PushFoldPlan:
    """Value two plans against each other and against their best responses, exactly."""
    import numpy as np

    going, folding = button_values(stakes, call)
    value = float(push @ going + (1.0 - push) @ folding)
    best = float(np.maximum(going, folding).sum())
    taking, leaving = blind_values(stakes, push)
    unpushed = float((1.0 - push) @ folding)
    worst = unpushed - float(np.maximum(taking, leaving).sum())
    return PushFoldPlan(stakes, push, call, value, best - value, value - worst)


def button_values(stakes: Stakes, call: Floats) -> tuple[Floats, Floats]:
    """Return what pushing and folding bring the button with each kind, times the chance of the kind."""
    chance, _ = matchups()
    pushed = (chance * ((1.0 - call) * stakes.blind_lost + call * called(stakes))).sum(axis=1)
    return pushed, -stakes.button_lost * chance.sum(axis=1)


def blind_values(stakes: Stakes, push: Floats) -> tuple[Floats, Floats]:
    """Return what calling and folding bring the blind with each kind, times the chance of kind and push."""
    chance, _ = matchups()
    reached = push @ chance
    return -(push @ (chance * called(stakes))), -stakes.blind_lost * reached


def in_words(plan: Floats) -> str:
    """Write a plan as a range, `22+, A2s+, T9s-T6s, 43s:0.711`: what is played now and then has a weight."""
    weights = {name: round(float(weight), 3) for name, weight in zip(kinds(), plan, strict=True)}
    found = []
    for name in kinds():
        if weights[name] == 0.0:
            continue
        run = [name]
        while (lower := _below(run[-1])) in weights and weights[lower] == weights[name]:
            run.append(lower)
        for part in run:
            weight, weights[part] = weights[part], 0.0
        top = name[0] == name[1] == "A" or RANKS.index(name[0]) == RANKS.index(name[1]) + 1
        words = name if len(run) == 1 else f"{run[-1]}+" if top else f"{name}-{run[-1]}"
        found.append(words if weight == 1.0 else f"{words}:{weight:g}")
    return ", ".join(found)


def _below(name: str) -> str:
    """Return the next weaker kind of a row: after AA KK, after K9s K8s; nothing after the last."""
    high, low = RANKS.index(name[0]), RANKS.index(name[1])
    if low == 0:
        return ""
    return RANKS[low - 1] * 2 if high == low else name[0] + RANKS[low - 1] + name[2]


def share(plan: Floats) -> float:
    """Return the part of all hands that a plan plays."""
    chance, _ = matchups()
    return float(chance.sum(axis=1) @ plan)
