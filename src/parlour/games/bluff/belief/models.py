"""Models of the players of Bluff that learn from what challenges turn up, in this match and earlier ones.

A player's history shifts the odds that a claim is a lie (see `lie_parts` of the game's policy): the lies and
truths that challenges turned up, against how many were to be expected; claims of one card and of several are
told apart. Of an earlier match that was played out all claims are known at its end, so that all of them count
there: those that were challenged would be too many lies, for they were picked by somebody who thought so.
It also tells how often a player challenges, by the number of cards claimed.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import comb

from parlour.core.memory import Past
from parlour.core.rules import OVER
from parlour.core.view import View
from parlour.games.bluff import State
from parlour.games.bluff.cards import AS, CHALLENGE, PASS
from parlour.games.bluff.policy import lie_chance, lie_parts

PRIOR = 3.0  # exposed claims that the expectation counts for, before a player's own weigh more
EXPECTED = (0.0, 0.45, 0.45, 0.6, 0.8)  # how many of the claims that are challenged are lies, by their number
CHALLENGES = (0.0, 0.02, 0.04, 0.1, 0.25)  # how often players challenge, by the number claimed
CHALLENGE_PRIOR = 10.0
ONE_CARD, EACH_SEAT, SEVERAL = 0.25, 0.05, 0.1  # lies among all claims: of one card, more by seat; of several
NOBODY, STRANGER = -1, -2  # who is no player of the match: none, or one of an earlier match who is not here


@dataclass(frozen=True)
class Suspicion:
    """The chance that a claim is a lie, with the parts it is made of."""

    chance: float
    mine: int  # cards of the rank that the seat holds, has laid or can place elsewhere
    possible: int  # cards of the rank that the claimer may have
    number: int
    rank: int
    enough: float  # chance that the claimer had as many as claimed, before the claim
    factor: float  # how the player's history shifts the odds
    unknown: float  # the chance if nothing were known of the player


@dataclass
class Model:
    """What is known of one player; counts by the number of cards claimed."""

    claims: int = 0
    cards: int = 0
    exposed: list[int] = field(default_factory=lambda: [0] * 5)
    lies: list[int] = field(default_factory=lambda: [0] * 5)
    known: list[int] = field(default_factory=lambda: [0] * 5)  # claims of earlier matches, shown at the end
    known_lies: list[int] = field(default_factory=lambda: [0] * 5)
    usual: list[float] = field(default_factory=lambda: [0.0] * 5)  # lies to be expected among those
    answers: list[int] = field(default_factory=lambda: [0] * 5)
    challenges: list[int] = field(default_factory=lambda: [0] * 5)
    wrong: int = 0  # challenges of a true claim

    def factor(self, number: int) -> float:
        """Give by how much the odds of a lie are more than those of a player nothing is known of."""
        alike = (1,) if number == 1 else (2, 3, 4)
        shown = sum(self.exposed[n] + self.known[n] for n in alike)
        lies = sum(self.lies[n] + self.known_lies[n] for n in alike)
        expected = sum(EXPECTED[n] * self.exposed[n] + self.usual[n] for n in alike)
        truths, honest = shown - lies, shown - expected
        return (lies + PRIOR) / (expected + PRIOR) * (honest + PRIOR) / (truths + PRIOR)

    def challenged(self, number: int) -> float:
        """Return the chance that this player challenges a claim of that many cards."""
        made = self.challenges[number] + CHALLENGE_PRIOR * CHALLENGES[number]
        return made / (self.answers[number] + CHALLENGE_PRIOR)

    def summary(self) -> dict[str, float]:
        """Return the model as data for a table."""
        return {
            "claims": self.claims,
            "cards_a_claim": self.cards / self.claims if self.claims else 0.0,
            "challenged": sum(self.exposed),
            "lies": sum(self.lies),
            "lies_expected": sum(e * n for e, n in zip(EXPECTED, self.exposed, strict=True)),
            "factor_one": self.factor(1),
            "factor_several": self.factor(2),
            "answers": sum(self.answers),
            "challenges": sum(self.challenges),
            "wrong": self.wrong,
        }


def chances_of_rank(total: int, suited: int, drawn: int) -> list[float]:
    """Give the chances to have 0, 1, ... of the `suited` cards among `drawn` of `total` (hypergeometric)."""
    whole = comb(total, drawn)
    ways = (comb(suited, k) * comb(total - suited, drawn - k) if drawn >= k else 0 for k in range(suited + 1))
    return [number / whole for number in ways]


def suspicion(v: State, seat: int, factor: float = 1.0) -> Suspicion:
    """Weigh the open claim by all that the seat can place; `factor` is the player's own."""
    possible, true, lie, enough = lie_parts(v, seat)
    chance = lie_chance(v, seat, factor)
    return Suspicion(chance, 4 - possible, possible, v.number, v.rank, enough, factor, lie / (lie + true))


@dataclass(frozen=True)
class Claim:
    """A claim of the past, as a seat saw it."""

    who: int
    rank: int
    number: int
    cards: tuple[int, ...]  # those it knows
    passed: tuple[int, ...]  # who let it pass
    doubter: int  # who challenged it, or NOBODY
    usual: float = 0.0  # in an earlier match that was shown whole: how often such a claim is a lie

    @property
    def lied(self) -> bool:
        """Say whether it was a lie, of a claim whose cards are known."""
        return any(card // 4 != self.rank for card in self.cards)


def claims_of(view: View) -> list[Claim]:
    """Read the claims of a match from its history; one under way is left out."""
    found: list[Claim] = []
    cards: list[int] = []
    laid = 0
    for who, action in view.history:
        if who < 0:
            continue
        if action in (CHALLENGE, PASS):
            if found:
                last = found[-1]
                doubter = who if action == CHALLENGE else last.doubter
                passed = last.passed if action == CHALLENGE else (*last.passed, who)
                found[-1] = Claim(last.who, last.rank, last.number, last.cards, passed, doubter)
        elif action >= AS:
            found.append(Claim(who, action - AS, laid, tuple(cards), (), NOBODY))
            cards, laid = [], 0
        else:
            laid += 1
            if action >= 0:
                cards.append(action)
    return found


def past_claims(past: Past) -> list[Claim]:
    """Read the claims of an earlier match, each by whom it was made, by the seats of the present one."""
    whole = past.view.turn() == OVER  # then all cards are shown
    one_card = ONE_CARD + EACH_SEAT * past.view.game.seats

    def now(who: int) -> int:
        seat = past.now(who) if who >= 0 else who
        return STRANGER if seat is None else seat

    return [
        replace(
            claim,
            who=now(claim.who),
            passed=tuple(map(now, claim.passed)),
            doubter=now(claim.doubter),
            usual=(one_card if claim.number == 1 else SEVERAL) if whole else 0.0,
        )
        for claim in claims_of(past.view)
    ]


class Models:
    """Models of all players of a match, and of matches before it."""

    def __init__(self, seats: int) -> None:
        self.of = [Model() for _ in range(seats)]

    def learn(self, claim: Claim) -> None:
        """Take in a claim and its answers, as far as they are by players of this match."""
        number = min(claim.number, 4)
        for who in (*claim.passed, claim.doubter):
            if who >= 0:
                self.of[who].answers[number] += 1
        if claim.doubter >= 0:
            self.of[claim.doubter].challenges[number] += 1
            self.of[claim.doubter].wrong += not claim.lied
        if claim.who >= 0:
            model = self.of[claim.who]
            model.claims += 1
            model.cards += claim.number
            if claim.usual:
                model.known[number] += 1
                model.known_lies[number] += claim.lied
                model.usual[number] += claim.usual
            elif claim.doubter != NOBODY:
                model.exposed[number] += 1
                model.lies[number] += claim.lied
