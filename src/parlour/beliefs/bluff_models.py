"""What claims in Bluff tell: the chance of a lie by Bayes, and models of the players that learn as they play.

The chance of a lie follows from what the seat can place, how many cards the claimer had, how many it claimed,
and how players claim: who has cards of the rank lays them all, seldom fewer or with a lie among them; who has
none lays one, seldom more. Hands are not drawn evenly: players lie with cards they cannot use soon and keep
those whose rank comes up, the more so the fewer are left, and who took a pile has cards of every rank. Such a
card is `kept` times as likely to be there as an even deal would have it (fitted to games between the players
of this package). A player's own history shifts the odds: the lies and truths that challenges turned up,
against how many were to be expected; claims of one card and of several are told apart.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import comb

from parlour.core.rules import AnyState
from parlour.core.view import View
from parlour.games._bluff_cards import (
    ANY_RANK,
    AS,
    CHALLENGE,
    PASS,
    cards_of,
    count_of,
    deck_of,
    of_rank,
)

LIE_SIZES = (0.0, 0.88, 0.09, 0.02, 0.01)  # cards laid by who lies, by number
ADDED = 0.05  # chance that a lie is added to true cards
FREE_LIE = 0.3  # chance of a lie where any rank may be claimed
FEWER = 0.12  # chance that fewer true cards are laid than there are
PRIOR = 3.0  # exposed claims that the expectation counts for, before a player's own weigh more
EXPECTED = (0.0, 0.45, 0.45, 0.6, 0.8)  # how many of the claims that are challenged are lies, by their number
CHALLENGES = (0.0, 0.04, 0.08, 0.2, 0.5)  # how often players challenge, by the number claimed
CHALLENGE_PRIOR = 10.0


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


@dataclass
class Model:
    """What is known of one player; counts by the number of cards claimed."""

    claims: int = 0
    cards: int = 0
    exposed: list[int] = field(default_factory=lambda: [0] * 5)
    lies: list[int] = field(default_factory=lambda: [0] * 5)
    answers: list[int] = field(default_factory=lambda: [0] * 5)
    challenges: list[int] = field(default_factory=lambda: [0] * 5)
    wrong: int = 0  # challenges of a true claim

    def factor(self, number: int) -> float:
        """Give by how much the odds of a lie are more than those of a player nothing is known of."""
        alike = (1,) if number == 1 else (2, 3, 4)
        exposed, lies = sum(self.exposed[n] for n in alike), sum(self.lies[n] for n in alike)
        expected = sum(EXPECTED[n] * self.exposed[n] for n in alike)
        truths, honest = exposed - lies, exposed - expected
        return (lies + PRIOR) / (expected + PRIOR) * (honest + PRIOR) / (truths + PRIOR)

    def challenged(self, number: int) -> float:
        """Give the chance that this player challenges a claim of so many cards."""
        made = self.challenges[number] + CHALLENGE_PRIOR * CHALLENGES[number]
        return made / (self.answers[number] + CHALLENGE_PRIOR)

    def told(self) -> dict[str, float]:
        """Give the model as data for a table."""
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
    return [
        comb(suited, k) * comb(total - suited, drawn - k) / whole if drawn >= k else 0.0
        for k in range(suited + 1)
    ]


def kept(size: int, any_rank: bool) -> float:
    """Give how much likelier than in an even deal a card of the due rank is in a hand of so many cards."""
    if any_rank:
        return 1.5
    return 4.0 if size > 13 else 32.0 / (size + 2)


def weights_of_claim(number: int, have: int, any_rank: bool) -> tuple[float, float]:
    """Give how likely who has so many of the rank claims so many: truly, and as a lie."""
    if have == 0:
        return 0.0, LIE_SIZES[number] * (FREE_LIE if any_rank else 1.0)
    added = FREE_LIE / 3 if any_rank else ADDED
    lie = added * LIE_SIZES[number - have] if number > have else 0.0
    if number > have:
        return 0.0, lie
    true = (1.0 - FREE_LIE if any_rank else 1.0 - ADDED) * (
        1.0 - FEWER if number == have and have > 1 else 1.0 if have == 1 else FEWER / (have - 1)
    )
    return true, 0.0


def suspicion(v: AnyState, seat: int, factor: float = 1.0) -> Suspicion:
    """Weigh the open claim by all that the seat can place; `factor` is the player's own."""
    claimer, number = v.claimer, v.number
    cards = of_rank(v.rank)
    own = cards_of(v.hands[seat]) | cards_of(v.laid[seat])
    unseen, located = deck_of(v.rules) & ~own, own
    for i in range(len(v.hands)):
        if i not in (seat, claimer):
            located |= ~v.hands[i]
        if i != seat:
            unseen &= ~(~v.hands[i])
    sure = ~v.hands[claimer]  # with the claimer for certain, in hand or laid
    possible = (cards & ~located).bit_count()
    # The claimer's cards before the claim, less those that can be placed.
    before = count_of(v.sizes, claimer) + count_of(v.lays, claimer)
    earlier = count_of(v.lays, claimer) - number
    share = max(0, before - sure.bit_count())
    total = max(unseen.bit_count(), share)
    # Of the unplaced cards of the claimer, those laid earlier were not in its hand.
    drawn = max(0, min(share, share - earlier))
    surely = (sure & cards).bit_count()  # it might have laid them earlier, but not likely: they were useful
    suited = min((cards & unseen).bit_count(), total)
    any_rank = bool(v.rules & ANY_RANK)
    true = lie = enough = 0.0
    often = kept(count_of(v.sizes, claimer) + number, any_rank)
    weighed = [p * often**x for x, p in enumerate(chances_of_rank(total, suited, min(drawn, total)))]
    for extra, weight in enumerate(weighed):
        chance = weight / sum(weighed)
        have = surely + extra
        honest, lying = weights_of_claim(number, have, any_rank)
        true += chance * honest
        lie += chance * lying
        enough += chance * (have >= number)
    mine = 4 - possible
    if number > possible:
        return Suspicion(1.0, mine, possible, number, v.rank, 0.0, factor)
    whole = factor * lie + true
    return Suspicion(
        factor * lie / whole if whole > 0.0 else 0.5, mine, possible, number, v.rank, enough, factor
    )


@dataclass(frozen=True)
class Claim:
    """A claim of the past, as a seat saw it."""

    who: int
    rank: int
    number: int
    cards: tuple[int, ...]  # those it knows
    passed: tuple[int, ...]  # who let it pass
    doubter: int  # who challenged it, or -1

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
            found.append(Claim(who, action - AS, laid, tuple(cards), (), -1))
            cards, laid = [], 0
        else:
            laid += 1
            if action >= 0:
                cards.append(action)
    return found


class Models:
    """Models of all players of a match, and of matches before it."""

    def __init__(self, seats: int) -> None:
        self.of = [Model() for _ in range(seats)]

    def learn(self, claim: Claim) -> None:
        """Take in a claim and its answers."""
        model = self.of[claim.who]
        model.claims += 1
        model.cards += claim.number
        number = min(claim.number, 4)
        for who in (*claim.passed, *((claim.doubter,) if claim.doubter >= 0 else ())):
            self.of[who].answers[number] += 1
        if claim.doubter >= 0:
            self.of[claim.doubter].challenges[number] += 1
            model.exposed[number] += 1
            model.lies[number] += claim.lied
            self.of[claim.doubter].wrong += not claim.lied
