"""Games of rounds in which two choose at once: what a round is worth, and following an opponent over them.

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
from parlour.core import exhibit, rules
from parlour.core.bits import listed
from parlour.core.choice import Candidate, Choice
from parlour.core.exhibit import Exhibit
from parlour.core.game import Game
from parlour.core.limit import Limit
from parlour.core.memory import Past, in_past, past_of
from parlour.core.rules import OVER, UNKNOWN
from parlour.core.strategy import Strategy, option
from parlour.core.view import View
from parlour.core.words import percent
from parlour.search.explain import NOISE, drawn_by
from parlour.theory import zero_sum

Table = tuple[tuple[float, ...], ...]
ROUNDING = 1e-12  # gains below are none


def unfit_rounds(game: Game) -> str:
    """Say what keeps a game from being a table that two play, once or round after round; empty if nothing."""
    s = game.start()
    if game.seats == 2 and game.traits.simultaneous and not game.traits.chance and rules.turn(s) == 0:
        committed = rules.play(s, listed(rules.legal(s))[0])
        if rules.turn(committed) == 1:
            after = rules.play(committed, listed(rules.legal(committed))[0])
            if rules.turn(after) == OVER or (rules.turn(after) == 0 and hasattr(after, "played")):
                return ""
    return "it needs a table that two players choose from at once, in one round or several"


def stage(game: Game, seat: int = 0) -> Table:
    """Play every pair of actions from the start and read off what a seat gains."""
    s = game.start()
    before = rules.returns(s)[seat]
    rows = [rules.play(s, a) for a in listed(rules.legal(s))]
    return tuple(
        tuple(float(rules.returns(rules.play(row, b))[seat] - before) for b in listed(rules.legal(row)))
        for row in rows
    )


def rounds_left(s: Any) -> int:
    """Count the rounds to come, this one included: one, unless the state says otherwise."""
    return int(s.rounds - s.played) if hasattr(s, "played") else 1


class Security(NamedTuple):
    """One seat's side of the round: what it gains, and how it guarantees itself the most."""

    gains: tuple[tuple[float, ...], ...]  # by own action, by the opponent's
    theirs: tuple[tuple[float, ...], ...]  # what the opponent gains, by its own action, by this seat's
    mixture: tuple[float, ...]
    value: float

    def earned(self, mixture: Sequence[float], other: int) -> float:
        """Return what a mixture earns against an action, above the value that is guaranteed."""
        gain = sum(p * line[other] for p, line in zip(mixture, self.gains, strict=True)) - self.value
        return 0.0 if abs(gain) < ROUNDING else gain

    def worst(self, action: int) -> float:
        """Return what an action loses at worst, below the value that is guaranteed."""
        return self.value - min(self.gains[action])

    def best(self, chances: Sequence[float]) -> tuple[int, float]:
        """Return the action that earns most against a mixture, and by how much above the value."""
        worth = [sum(q * x for q, x in zip(chances, line, strict=True)) for line in self.gains]
        action = max(range(len(worth)), key=lambda a: worth[a])
        return action, worth[action] - self.value

    def reply(self, chances: Sequence[float]) -> int:
        """Return the opponent's best action against a mixture of this seat's."""
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

    @classmethod
    def unfit(cls, game: Game) -> str:
        """Take games of rounds in which two choose at once."""
        return unfit_rounds(game)

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


class Rememberer(Follower):
    """Follow the rounds from where earlier matches with the same opponent have led."""

    name = ""  # a base, not a strategy to be named
    chose: ClassVar[str] = "chose"  # what the opponent did, in the words of the game

    def __init__(self, *arguments: Any, **options: Any) -> None:
        self._past: list[list[tuple[int, int]]] = []  # the rounds of each, as (mine, the opponent's)
        super().__init__(*arguments, **options)

    def recall(self, past: Sequence[Past]) -> None:
        """Start from the rounds that were played against the same opponent, whoever was its opponent then."""
        self._past += [rounds for match in past if (rounds := past_rounds(match, self.game, self.seat))]
        self.forget()
        self._rounds = 0

    def note(self, mine: int, theirs: int) -> None:
        """Learn by a round of this match as by one of an earlier match."""
        self.learn(mine, theirs)

    def remember(self) -> None:
        """Learn every round of the earlier matches."""
        for rounds in self._past:
            for pair in rounds:
                self.learn(*pair)

    def learn(self, mine: int, theirs: int) -> None:
        """Take one round into the tables."""
        raise NotImplementedError

    def remembered(self, names: Sequence[str]) -> tuple[list[str], dict[str, Any]]:
        """Say what the opponent chose most in earlier matches, and give the counts; nothing without any."""
        if not self._past:
            return [], {}
        counts = [0] * len(names)
        for rounds in self._past:
            for _, theirs in rounds:
                counts[theirs] += 1
        most = max(range(len(counts)), key=lambda a: counts[a])
        share = counts[most] / sum(counts)
        told = f"{in_past(len(self._past))} {{{1 - self.seat}}} {self.chose} {names[most]} {percent(share)}"
        found = {"matches": len(self._past), "counts": dict(zip(names, counts, strict=True)), "share": share}
        return [f"{told} of the time."], {"past": found}


def past_rounds(past: Past, game: Game, seat: int) -> list[tuple[int, int]]:
    """Return an earlier match's rounds as (its opponent's, the opponent's) of the seat; none if not in it.

    In a game that is not the same for both seats, only what was chosen from the same side tells anything.
    """
    where, then = past.then(1 - seat), past.view.game
    if where is None or then.name != game.name or stage(then) != stage(game):
        return []
    side = security(game, seat)
    if where == seat and side.gains != side.theirs:
        return []
    actions = [action for _, action in past.view.history]
    pairs = zip(actions[::2], actions[1::2], strict=False)
    return [(pair[1 - where], pair[where]) for pair in pairs if UNKNOWN not in pair]


class Learner(Rememberer):
    """Follow the rounds with a budget of risk: see above for the bound and how it is kept."""

    name = ""  # a base, not a strategy to be named

    risk: float = option(
        10.0, "the most it may lose on average to anyone, over all rounds together", low=0.0, high=1e9
    )
    history: str = option("", "a file with records of earlier matches to learn from", local=True)
    against: str = option("", "the opponent's name in those records; else who sat where it sits now")

    def __init__(self, game: Game, seat: int, *arguments: Any, **options: Any) -> None:
        self.side = security(game.public, seat)
        s = game.start()
        self._names = [
            [game.format(s, a) for a in listed(rules.legal(s))],
            [game.format(rules.play(s, 0), a) for a in listed(rules.legal(rules.play(s, 0)))],
        ]
        super().__init__(game, seat, *arguments, **options)
        if self.history:
            self.recall(self._matches_of(self.history))

    @property
    def names(self) -> list[str]:
        """Return the words for this seat's actions."""
        return self._names[self.seat]

    @property
    def other_names(self) -> list[str]:
        """Return the words for the opponent's actions."""
        return self._names[1 - self.seat]

    def forget(self) -> None:
        """Start from what earlier matches have taught; the budget is this match's own."""
        self.budget = float(self.risk)
        self.start()
        self.remember()

    def _matches_of(self, path: str) -> list[Past]:
        """Read a file of earlier matches, those in which the opponent sat if it has a name."""
        found = []
        for record in past_records(path):
            if record.game == self.game.name and record.ended == "finished":
                match, where = record.replay(), 1 - self.seat
                if self.against:
                    if self.against not in match.seats:
                        continue
                    same = self.side.gains == self.side.theirs
                    where = match.seats.index(self.against) if same else where
                    if match.seats[where] != self.against:
                        continue
                found.append(past_of(match, 1 - where, ((1 - self.seat, where), (self.seat, 1 - where))))
        return found

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

    def aim(self) -> tuple[int, bool, list[str], dict[str, Any]]:
        """Return the action that exploits, whether to play it, why, and the evidence; drawing nothing."""
        raise NotImplementedError

    def choose(self, view: View, limit: Limit) -> Choice:
        """Play the exploiting action as far as the budget covers it; the rest is the equilibrium."""
        rounds = self.follow(view)
        action, wanted, reasons, found = self.aim()
        shares = self.mixture(action, wanted)
        worst = self.side.worst(action)
        if wanted and shares[action] < 1.0:
            reasons.append(
                f"At worst {self.names[action]} loses {worst:.3g} a round and {{{self.seat} has}} "
                f"{self.budget:.3g} to risk, so it is only mixed in, {percent(shares[action])} of the time."
            )
        past, counted = self.remembered(self.other_names)
        evidence: dict[str, Any] = {
            "rounds": rounds,
            **found,
            **counted,
            "guaranteed": round(self.side.value, 12) + 0.0,
            "worst_case": worst,
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
            reasons.insert(1, f"{drawn_by(self.names[drawn], odds)}.")
        lesson = 1 + (shares[drawn] < 1.0)
        reasons[lesson:lesson] = past
        return Choice(
            drawn,
            candidates=candidates,
            evidence=evidence,
            reasons=tuple(reasons),
            exhibits=self.expected(found),
            lesson=lesson + len(past),
        )

    def expected(self, found: dict[str, Any]) -> tuple[Exhibit, ...]:
        """Show what the other has chosen, and what it is taken to choose next."""
        shown = []
        if any(found.get("counts", {}).values()):
            caption = f"What {{{1 - self.seat} has}} chosen, in rounds"
            shown.append(exhibit.bars(caption, found["counts"]))
        if "chances" in found:
            caption = f"What {{{1 - self.seat} is}} taken to choose next"
            shown.append(exhibit.shares(caption, found["chances"]))
        return tuple(shown)

    def unknown(self) -> str:
        """Say how to play where nothing speaks for anything: by the equilibrium."""
        return f"{{{self.seat} plays}} the mixture by which nobody can gain, the equilibrium."

    def gaining(self, action: int, edge: float) -> str:
        """Say that an action does best, and by how much a round."""
        if edge < NOISE:
            return f"{self.names[action]} does as well as anything else."
        return f"{self.names[action]} does best against that, {edge:+.3f} a round above the equilibrium."
