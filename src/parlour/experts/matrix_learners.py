"""Learning to exploit an opponent over the rounds of a matrix game: following it, counting, Markov habits.

Every learner here may be wrong about an opponent who has learned as much. What it can lose is bounded, as
S. Ganzfried and T. Sandholm, "Safe opponent exploitation" (EC 2012), show: it owns a risk budget; a mixture
may lose at most the budget in the worst case; and after each round the budget changes by what that mixture
earned against what the opponent chose, above what the equilibrium guarantees. So the budget never falls below
nought, and over any number of rounds, against anybody, the expected loss is at most what it began with.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, ClassVar, NamedTuple

from parlour.beliefs.history import past_records
from parlour.core import rules
from parlour.core.bits import listed
from parlour.core.choice import Candidate, Choice
from parlour.core.game import Game
from parlour.core.limit import Limit
from parlour.core.strategy import Strategy, option
from parlour.core.view import View
from parlour.experts.matrix_games import stage
from parlour.search.explain import drawn_by, many
from parlour.theory import zero_sum

ROUNDING = 1e-12  # gains below are none


class Security(NamedTuple):
    """One seat's side of the round: what it gains, and how it guarantees itself the most."""

    gains: tuple[tuple[float, ...], ...]  # by own action, by the opponent's
    theirs: tuple[tuple[float, ...], ...]  # what the opponent gains, by its own action, by this seat's
    mixture: tuple[float, ...]
    value: float

    def earned(self, mixture: Sequence[float], other: int) -> float:
        """Give what a mixture earns against an action, above the value that is guaranteed."""
        gain = sum(p * line[other] for p, line in zip(mixture, self.gains, strict=True)) - self.value
        return 0.0 if abs(gain) < ROUNDING else gain

    def worst(self, action: int) -> float:
        """Give what an action loses at worst, below the value that is guaranteed."""
        return self.value - min(self.gains[action])

    def best(self, chances: Sequence[float]) -> tuple[int, float]:
        """Give the action that earns most against a mixture, and by how much above the value."""
        worth = [sum(q * x for q, x in zip(chances, line, strict=True)) for line in self.gains]
        action = max(range(len(worth)), key=lambda a: worth[a])
        return action, worth[action] - self.value

    def reply(self, chances: Sequence[float]) -> int:
        """Give the opponent's best action against a mixture of this seat's."""
        worth = [sum(q * x for q, x in zip(chances, line, strict=True)) for line in self.theirs]
        return max(range(len(worth)), key=lambda a: worth[a])


@lru_cache(64)
def security(game: Game, seat: int) -> Security:
    """Solve one round for one seat, once a process."""
    own, other = stage(game, seat), stage(game, 1 - seat)
    if seat == 0:
        other = tuple(zip(*other, strict=True))
    else:
        own = tuple(zip(*own, strict=True))
    solved = zero_sum(own)
    # The least that the mixture gets, not the solver's value: the bound must not lean on rounding.
    assured = [sum(p * line[b] for p, line in zip(solved.row, own, strict=True)) for b in range(len(own[0]))]
    return Security(own, other, solved.row, min(assured))


class Follower(Strategy):
    """Follow the rounds one by one, so that a decision costs the same in round 10,000 as in round 10."""

    name = ""  # a base, not a strategy to be named
    games: ClassVar[tuple[str, ...]] = ("matrix", "rock_paper_scissors")

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._last: tuple[int, int] | None = None
        self._rounds = 0
        self.forget()

    def forget(self) -> None:
        """Start from nothing."""
        raise NotImplementedError

    def note(self, mine: int, theirs: int) -> None:
        """Take in one round."""
        raise NotImplementedError

    def follow(self, view: View) -> int:
        """Take in the rounds since the last decision, or all of them after an undo; give their number."""
        rounds = len(view.history) // 2
        known = self._rounds
        if known > rounds or (known and self._round(view, known - 1) != self._last):
            self.forget()
            known = 0
        for number in range(known, rounds):
            self._last = self._round(view, number)
            self.note(*self._last)
        self._rounds = rounds
        return rounds

    def _round(self, view: View, number: int) -> tuple[int, int]:
        own, other = (view.history[2 * number + seat][1] for seat in (view.seat, 1 - view.seat))
        return own, other


class Learner(Follower):
    """Follow the rounds with a budget of risk: see above for the bound and how it is kept."""

    name = ""  # a base, not a strategy to be named

    risk: float = option(
        10.0, "the most it may lose on average to anyone, over all rounds together", low=0.0, high=1e9
    )
    history: str = option("", "a file with records of earlier matches to learn from")
    against: str = option("", "the opponent's name in those records; else who sat where it sits now")

    def __init__(self, game: Game, seat: int, *arguments: Any, **options: Any) -> None:
        self.side = security(game.public, seat)
        s = game.start()
        self._names = [
            [game.format(s, a) for a in listed(rules.legal(s))],
            [game.format(rules.play(s, 0), a) for a in listed(rules.legal(rules.play(s, 0)))],
        ]
        super().__init__(game, seat, *arguments, **options)

    @property
    def names(self) -> list[str]:
        """Give the words for this seat's actions."""
        return self._names[self.seat]

    @property
    def other_names(self) -> list[str]:
        """Give the words for the opponent's actions."""
        return self._names[1 - self.seat]

    def forget(self) -> None:
        """Start from what earlier matches have taught; the budget is this match's own."""
        self.budget = float(self.risk)
        self.start()
        if self.history:
            for record in past_records(self.history):
                if record.game == self.game.name and record.ended == "finished":
                    match = record.replay()
                    for mine, theirs in self._rounds_of(match.actions, match.seats, match.game):
                        self.learn(mine, theirs)

    def _rounds_of(self, actions: list[int], seats: Sequence[str], game: Game) -> list[tuple[int, int]]:
        """Give an earlier match's rounds as (mine, the opponent's); none if the opponent was not in it."""
        where = 1 - self.seat
        if self.against:
            if self.against not in seats:
                return []
            same = self.side.gains == self.side.theirs
            where = seats.index(self.against) if same else where
            if seats[where] != self.against:
                return []
        if stage(game) != stage(self.game):
            return []
        return [(pair[1 - where], pair[where]) for pair in zip(actions[::2], actions[1::2], strict=False)]

    def note(self, mine: int, theirs: int) -> None:
        """Settle the budget by the mixture that was played, then learn."""
        self.budget += self.side.earned(self.mixture(*self.aim()[:2]), theirs)
        self.budget = max(self.budget, 0.0)  # rounding may leave -1e-17
        self.learn(mine, theirs)

    def mixture(self, action: int, wanted: bool) -> list[float]:
        """Mix an action into the equilibrium, as far as the budget covers its worst case."""
        shares = list(self.side.mixture)
        if wanted:
            worst = self.side.worst(action)
            part = 1.0 if worst <= self.budget else self.budget / worst
            shares = [(1.0 - part) * p for p in shares]
            shares[action] += part
        return shares

    def start(self) -> None:
        """Set the tables up."""
        raise NotImplementedError

    def learn(self, mine: int, theirs: int) -> None:
        """Take one round into the tables."""
        raise NotImplementedError

    def aim(self) -> tuple[int, bool, str, dict[str, Any]]:
        """Give the action that exploits, whether to play it, why, and the evidence; drawing nothing."""
        raise NotImplementedError

    def choose(self, view: View, limit: Limit) -> Choice:
        """Play the exploiting action as far as the budget covers it; the rest is the equilibrium."""
        rounds = self.follow(view)
        action, wanted, why, found = self.aim()
        shares = self.mixture(action, wanted)
        reasons = [why]
        if wanted and shares[action] < 1.0:
            reasons.append(
                f"Its worst case would cost {self.side.worst(action):.3g} and the risk budget is "
                f"{self.budget:.3g}, so it is mixed into the equilibrium: {100 * shares[action]:.1f} %."
            )
        evidence: dict[str, Any] = {
            "rounds": rounds,
            **found,
            "guaranteed": round(self.side.value, 12) + 0.0,
            "risk_budget": self.budget,
            "most_lost_on_average": self.risk,
        }
        candidates = tuple(
            Candidate(a, self.names[a], probability=shares[a])
            for a in sorted(range(len(shares)), key=lambda a: -shares[a])
        )
        drawn = self.rng.weighted(shares)
        if shares[drawn] < 1.0:
            odds = {c.move: c.probability or 0.0 for c in candidates if c.probability}
            reasons.append(f"{drawn_by(self.names[drawn], odds)}.")
        return Choice(drawn, candidates=candidates, evidence=evidence, reasons=tuple(reasons))


class Frequency(Learner):
    """Count the opponent's actions and answer the mixture best."""

    name = "frequency"

    def start(self) -> None:
        """Start with empty counts."""
        self._counts = [0] * len(self.other_names)

    def learn(self, mine: int, theirs: int) -> None:
        """Count the opponent's action."""
        self._counts[theirs] += 1

    def aim(self) -> tuple[int, bool, str, dict[str, Any]]:
        """Answer what has been counted."""
        total = sum(self._counts)
        found: dict[str, Any] = {"counts": dict(zip(self.other_names, self._counts, strict=True))}
        if not total:
            return 0, False, "Nothing was seen yet: plays the equilibrium.", found
        action, edge = self.side.best([n / total for n in self._counts])
        most = max(range(len(self._counts)), key=lambda a: self._counts[a])
        why = (
            f"The opponent chose {self.other_names[most]} {self._counts[most]} of {many(total, 'time')}: "
            f"{self.names[action]} does best against its counts, {edge:+.3f} a round."
        )
        return action, edge > 0.0, why, {**found, "edge": edge}
