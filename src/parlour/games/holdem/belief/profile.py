"""What is known of a Hold'em player: how often it plays, raises, gives up and bluffs, with intervals.

Every rate starts from a prior, worth some observations of a typical player, so that nothing is ever divided
by zero and one hand changes little. Older hands count less: after so many hands an observation counts half.
VPIP and PFR are per hand dealt: put chips in before the flop by choice; raised before the flop. Aggression is
the number of bets and raises to a call. A bluff is a bet or raise made with one of the weaker holdings for
its board, seen at a showdown. D. Sklansky and M. Malmuth, "Hold'em Poker for Advanced Players" (1999).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from parlour.cards.ranges import holding_index
from parlour.games.holdem.belief.answers import AFTER_THE_FLOP, Answers, Raising
from parlour.games.holdem.belief.equity import board_equity
from parlour.games.holdem.belief.reading import FOLDED, PASSED, RAISED, Hand

# What a player faces: before the flop the blinds, a raise or a large one; later nothing, or a bet by size.
# The blinds are another matter where they are paid already, and the more others there are who may act.
BLINDS, RAISE, LARGE_RAISE, NOTHING, SMALL_BET, BET, LARGE_BET, FREE, FEW, MANY = range(10)
CONTEXTS = (
    "blinds",
    "a raise before the flop",
    "a large raise before the flop",
    "no bet",
    "a bet below half the pot",
    "a bet about the pot",
    "a larger bet",
    "blinds, nothing to pay",
    "blinds, two or three others",
    "blinds, more others",
)
# A typical player in each: the shares of folding, checking or calling, and raising. Who may open the betting
# plays about what has one chance in three to be the best hand: of k others 1 - 0.34 ** (1 / k), 42 % of hands
# on the button of a full table and 20 % with five behind; heads-up some more, the button having position.
TYPICAL = (
    (0.25, 0.20, 0.55),
    (0.45, 0.42, 0.13),
    (0.75, 0.20, 0.05),
    (0.0, 0.60, 0.40),
    (0.30, 0.55, 0.15),
    (0.42, 0.45, 0.13),
    (0.68, 0.28, 0.04),
    (0.0, 0.64, 0.36),
    (0.62, 0.12, 0.26),
    (0.80, 0.06, 0.14),
)
OPENING = (BLINDS, FREE, FEW, MANY)  # where nobody has raised before the flop
CALLS = (BLINDS, FEW, MANY, RAISE, LARGE_RAISE, SMALL_BET, BET, LARGE_BET)  # where staying in is a call
PRIOR = 8.0  # observations that the prior is worth, in each context
WEAK = 0.40  # of holdings by rank: betting one of these is a bluff
PRIOR_RATES = {"vpip": 0.28, "pfr": 0.18, "bluff": 0.15, "showdown": 0.25, "voluntary": 0.40}


@dataclass
class Rate:
    """A share with its prior: how often it was observed and how often it was so, older cases fading."""

    mean: float
    weight: float = PRIOR
    seen: float = 0.0
    hits: float = 0.0

    def add(self, hit: bool) -> None:
        """Take in an observation."""
        self.seen += 1.0
        self.hits += float(hit)

    def fade(self, factor: float) -> None:
        """Let what was seen count less."""
        self.seen *= factor
        self.hits *= factor

    @property
    def value(self) -> float:
        """Return the expected share: the mean of a Beta distribution."""
        return (self.mean * self.weight + self.hits) / (self.weight + self.seen)

    def interval(self) -> tuple[float, float]:
        """Return the 95 % interval of the share."""
        from scipy.special import betaincinv

        a = self.mean * self.weight + self.hits
        b = self.weight + self.seen - a
        return float(betaincinv(a, b, 0.025)), float(betaincinv(a, b, 0.975))

    def to_json(self) -> dict[str, Any]:
        """Return the rate as data."""
        low, high = self.interval()
        return {"value": round(self.value, 4), "low": round(low, 4), "high": round(high, 4)}


@dataclass
class Profile:
    """One player's habits; `half_life` is the number of hands after which an observation counts half."""

    half_life: float = 200.0
    hands: int = 0
    played: int = 0  # hands it paid for before the flop by choice, as counted: nothing fades
    raised: int = 0  # bets and raises, as counted
    called: int = 0
    rates: dict[str, Rate] = field(
        default_factory=lambda: {name: Rate(mean) for name, mean in PRIOR_RATES.items()}
    )
    actions: list[list[float]] = field(default_factory=lambda: [[0.0, 0.0, 0.0] for _ in CONTEXTS])
    answers: Answers = field(default_factory=Answers)
    raising: Raising = field(default_factory=Raising)

    def fade(self) -> None:
        """Let what was seen count less: a hand has gone by."""
        factor = 0.5 ** (1.0 / self.half_life)
        for rate in self.rates.values():
            rate.fade(factor)
        self.actions = [[count * factor for count in counts] for counts in self.actions]
        self.answers.fade(factor)
        self.raising.fade(factor)

    def add(self, hand: Hand, seat: int) -> None:
        """Take in a finished hand."""
        if not hand.dealt >> seat & 1:
            return
        self.fade()
        self.hands += 1
        early = [act for act in hand.acts if act.seat == seat and act.street == 0]
        paid = [act for act in early if act.kind == RAISED or (act.kind == PASSED and act.price > 0)]
        self.played += bool(paid)
        self.rates["vpip"].add(bool(paid))
        self.rates["pfr"].add(any(act.kind == RAISED for act in early))
        if any(act.price > 0 for act in early):
            self.rates["voluntary"].add(bool(paid))
        own = [act for act in hand.acts if act.seat == seat]
        if own and own[-1].kind != FOLDED and len({act.seat for act in hand.acts}) > 1:
            self.rates["showdown"].add(seat in hand.shown and hand.board.bit_count() == 5)
        for act in own:
            self.raised += act.kind == RAISED
            self.called += act.kind == PASSED and act.price > 0
            context = context_of(act.street, act.price, act.pot, act.raises, act.others)
            self.actions[context][act.kind] += 1.0
            if act.kind == RAISED and seat in hand.shown and act.street > 0:
                rank = board_equity(act.board).rank[holding_index(hand.shown[seat])]
                self.rates["bluff"].add(bool(rank < WEAK))

    def shares(self, context: int) -> tuple[float, float, float]:
        """Return how likely the player folds, checks or calls, and raises in a context: a Dirichlet mean."""
        counts = self.actions[context]
        whole = PRIOR + sum(counts)
        fold, stay, up = (
            (PRIOR * prior + count) / whole for prior, count in zip(TYPICAL[context], counts, strict=True)
        )
        return fold, stay, up

    @property
    def aggression(self) -> float:
        """Return bets and raises per call (the aggression factor), with a prior of one to one."""
        ups = sum(counts[RAISED] for counts in self.actions)
        calls = sum(self.actions[context][PASSED] for context in CALLS)
        return (PRIOR / 2 + ups) / (PRIOR / 2 + calls)

    @property
    def tightness(self) -> float:
        """Return the share of hands folded before the flop where staying had a price."""
        return 1.0 - self.rates["voluntary"].value

    def to_json(self) -> dict[str, Any]:
        """Return the profile as data."""
        out: dict[str, Any] = {name: rate.to_json() for name, rate in self.rates.items()}
        del out["voluntary"]
        return {
            "hands": self.hands,
            "played": self.played,
            "raised": self.raised,
            "called": self.called,
            **out,
            "aggression": round(self.aggression, 3),
            "tightness": round(self.tightness, 3),
            "calls_by_the_odds": round(self.answers.by_odds(AFTER_THE_FLOP), 3),
            "acts": {
                name: dict(zip(("fold", "call", "raise"), (round(x, 3) for x in self.shares(i)), strict=True))
                for i, name in enumerate(CONTEXTS)
            },
        }


def asked(price: int, pot: int) -> float:
    """Return a price in pots before it was asked; `pot` is what lies there now."""
    return price / max(pot - price, 1)


def context_of(street: int, price: int, pot: int, raises: int, others: int = 1) -> int:
    """Say what a player faces; `others` are the other players still in the hand."""
    if street == 0:
        if raises == 0:
            return FREE if price == 0 else BLINDS if others == 1 else FEW if others <= 3 else MANY
        return RAISE if asked(price, pot) < 1.8 else LARGE_RAISE
    if price == 0:
        return NOTHING
    size = asked(price, pot)
    return SMALL_BET if size < 0.5 else BET if size < 1.25 else LARGE_BET
