"""Hearts by rules of thumb, as a fair club player has them; quick, and every choice comes with its reason.

All cards are weighed in one way: what a card is likely to cost in this trick (the chance to take the trick
with it times the points that will then lie in it), less what it would cost to keep it. So one ducks under the
winning card with the highest that stays under, throws the queen on the tricks of others, leads what others
can go under of, and takes a harmless trick with a high card. Two habits override that: to duck the queen of
spades at any price, and to take points oneself when an opponent might get them all.

Chances are the simplest there are: each unseen card is as likely with each seat that may have it, and others
go under if they can.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from parlour.core.bits import listed
from parlour.core.choice import Candidate, Choice
from parlour.core.exhibit import bars, table
from parlour.core.limit import Limit
from parlour.core.rules import legal
from parlour.core.strategy import Strategy
from parlour.core.view import View
from parlour.core.words import percent
from parlour.games.hearts import State
from parlour.games.hearts.cards import (
    ABOVE_QUEEN,
    BELOW_QUEEN,
    CLEAN_FIRST,
    DECK,
    HEART,
    HEARTS,
    JACK_BONUS,
    JACK_CARD,
    PASS,
    POINTS,
    QUEEN,
    QUEEN_CARD,
    SPADE,
    SUIT,
    on_table,
    suit_of,
    together,
    winner,
    worth,
)
from parlour.games.hearts.play.thumb_words import moon_numbers, note, pass_reason, reasons
from parlour.games.hearts.policy import GUARDS
from parlour.games.hearts.words import card_name, names

COLUMNS = ("card", "takes the trick", "points then in it", "cost to keep it")

QUEEN_POINTS = 13
JACK_POINTS = 10
# The numbers from here on were set by hand; benchmarks/hearts_match.py measures the player as a whole, and
# benchmarks/hearts_moons.py those about a moon.
ELSEWHERE = 2.0 / 3.0  # the chance that a card which is out is not with one of the three others
HEART_THROWN = 0.7  # the chance that a seat void of the suit led throws a heart, while hearts are out
# What it costs, in points, to keep a card: the queen of spades with fewer and with enough spades below her;
# the king and the ace above her, less by each spade below, and the least; in hearts and elsewhere, the
# points of a trick that the card takes later, and the share of that which each lower card of the suit
# leaves; a singleton in clubs or diamonds, which keeps one from discarding; and so that of equals the
# higher goes, by rank.
BARE_QUEEN, GUARDED_QUEEN = 7.0, 4.0
OVER_QUEEN, PER_GUARD, LEAST_OVER = 4.0, 0.8, 0.6
HEART_TRICK, OTHER_TRICK, PER_LOWER = 3.0, 1.2, 0.85
SINGLETON, BY_RANK = 0.3, 0.01
# In a trick: having to lead next; a low spade led to force the queen out, and one led that guards one's own.
LEADING, SMOKING, UNGUARDING = 0.15, 1.0, 1.5
# Of a moon: how many hearts the queen of spades stands for as a sign, how many each trick after the first,
# the power of the share of tricks, and the threat from which on the player speaks of it.
QUEEN_SIGNS, TRICK_SIGNS, SHARE, ALARM = 3, 0.5, 3, 0.1
# What a card does about a moon, beside taking a trick with points in it, which ends it: a trick that may get
# points; a point thrown on another's trick; one thrown on the shooter's; a card to stop it with, played.
FEW, THROWN, FED, KEEP = 0.3, 0.7, 0.7, 0.4
MOON = 39.0
# How unwanted a card is when three are passed: a low spade; a high one, more by a tenth of its rank, the
# queen herself, less by each guard beyond two; a heart by rank and by the low ones below it; any other card
# likewise, more in a suit of up to three cards, the shorter the better (to be void of it).
LOW_SPADE, HIGH_SPADE, QUEEN_EXTRA, GUARDED = -4.0, 9.0, 1.0, 2.5
HEART_RANK, HEART_LOW = 0.65, 0.7
PLAIN_RANK, PLAIN_LOW, SHORT_SUIT = 0.5, 0.5, 1.5


@dataclass(frozen=True)
class Sight:
    """What a seat that is to play sees, and what it makes of that."""

    v: State
    seat: int

    @cached_property
    def hand(self) -> int:
        """Return one's own cards."""
        return self.v.hands[self.seat]

    @cached_property
    def out(self) -> int:
        """Return the cards that others hold."""
        return DECK & ~(together(self.v.played) | self.hand)

    @cached_property
    def others(self) -> list[int]:
        """List the seats that still have to play to this trick, in order."""
        after = 3 - self.v.count % 4
        return [(self.seat + i) % 4 for i in range(1, after + 1)]

    @cached_property
    def leads(self) -> bool:
        """Say whether the seat leads."""
        return self.v.count % 4 == 0

    @cached_property
    def ahead(self) -> int:
        """Return the seat that is winning the trick so far; -1 before the lead."""
        return -1 if self.leads else winner(self.v.trick, self.v.leader)

    @cached_property
    def clean(self) -> bool:
        """Say whether nobody will play points to this trick: the first one, by the usual rule."""
        return self.v.count < 4 and self.v.switches & CLEAN_FIRST != 0

    @cached_property
    def owner(self) -> int:
        """Return the opponent with all points so far or, before there are any, most tricks; -1 if none."""
        taken = self.v.taken
        holders = [seat for seat in range(4) if taken[seat] & POINTS]
        first = holders[0] if holders else max(range(4), key=lambda seat: taken[seat].bit_count())
        return first if len(holders) < 2 and first != self.seat and taken[first] else -1

    @cached_property
    def threat(self) -> float:
        """Say how near that opponent is to a moon, from 0 to 1, by its points and its share of the tricks."""
        if self.owner < 0:
            return 0.0
        taken = self.v.taken[self.owner]
        tricks = taken.bit_count() / 4
        signs = (
            (taken & HEARTS).bit_count() + QUEEN_SIGNS * int(taken & QUEEN != 0) + TRICK_SIGNS * (tricks - 1)
        )
        return min(1.0, signs / (13 + QUEEN_SIGNS)) * (tricks / (self.v.count // 4)) ** SHARE

    @cached_property
    def shooter(self) -> int:
        """Return the opponent who seems to shoot the moon; -1 if none does."""
        return self.owner if self.threat >= ALARM else -1

    def void(self, seat: int, suit: int) -> float:
        """Estimate the chance that a seat has none of a suit."""
        if self.v.voids >> 4 * seat + suit & 1:
            return 1.0
        may = sum(1 for other in range(4) if other != self.seat and not self.v.voids >> 4 * other + suit & 1)
        left = (self.out & SUIT << 13 * suit).bit_count()
        return float((1.0 - 1.0 / may) ** left)

    def wins(self, card: int, seats: list[int]) -> float:
        """Estimate the chance that a card of the suit led is beaten by none of these seats."""
        suit = card // 13
        same = self.out & suit_of(card)
        higher, lower = (same >> card).bit_count(), (same & (1 << card) - 1).bit_count()
        if higher == 0:
            return 1.0
        chance = 1.0
        for seat in seats:
            void = self.void(seat, suit)
            ducks = 1.0 - ELSEWHERE**lower
            chance *= void + (1.0 - void) * ducks
        return chance

    def takes(self, card: int) -> float:
        """Estimate the chance that a card takes this trick."""
        if not self.leads:
            best = self.v.trick[self.ahead]
            if card // 13 != best // 13 or card < best:
                return 0.0
        return self.wins(card, self.others)

    def lying(self, card: int) -> float:
        """Estimate the points of the trick, once all have played, if the card takes it."""
        suit = card // 13
        total = float(worth(on_table(self.v.trick) | 1 << card, self.v.switches))
        if self.clean:
            return total
        queen_out, hearts_out = bool(self.out & QUEEN), bool(self.out & HEARTS)
        for seat in self.others:
            void = self.void(seat, suit)
            if queen_out:
                with_queen = void
                if suit == SPADE and card > QUEEN_CARD:
                    with_queen = 1.0
                total += QUEEN_POINTS * with_queen / 3.0
            if hearts_out:
                total += 1.0 - void if suit == HEART else HEART_THROWN * void
        return total

    def burden(self, card: int) -> float:
        """Estimate what it costs to keep a card: the chance that it takes a later trick, and that trick."""
        guards = (self.hand & BELOW_QUEEN).bit_count()
        if card == QUEEN_CARD:
            return BARE_QUEEN if guards < GUARDS else GUARDED_QUEEN
        if 1 << card & ABOVE_QUEEN and self.out & QUEEN:
            return max(LEAST_OVER, OVER_QUEEN - PER_GUARD * guards)
        suit = card // 13
        own = self.hand & suit_of(card)
        seats = [seat for seat in range(4) if seat != self.seat]
        all_void = all(self.v.voids >> 4 * seat + suit & 1 for seat in seats)
        chance = self.wins(card, seats) if not all_void else 1.0
        low = (own & (1 << card) - 1).bit_count()  # with low cards beside it, it need not be played soon
        lies = HEART_TRICK if suit == HEART else OTHER_TRICK
        short = SINGLETON if suit < SPADE and own.bit_count() == 1 else 0.0
        return chance * lies * PER_LOWER**low + short + BY_RANK * (card % 13)


class HeartsHeuristic(Strategy):
    """Play Hearts by rules of thumb: duck, dump what is dangerous, mind the queen, stop a moon."""

    name = "heuristic"

    def choose(self, view: View, limit: Limit) -> Choice:
        """Pass or play by the rules of thumb; nothing is drawn, so the same view gives the same card."""
        if view.state.phase == PASS:
            return _passing(view)
        sight = Sight(view.state, view.seat)
        costs = {card: _cost(sight, card) for card in listed(legal(view.state))}
        best = min(costs, key=lambda card: (costs[card], card))
        ranked = sorted(costs, key=lambda card: (card != best, costs[card], card))
        candidates = tuple(Candidate(card, card_name(card), note=note(sight, card)) for card in ranked)
        evidence: dict[str, Any] = {"costs": {card_name(card): round(costs[card], 3) for card in ranked}}
        evidence["takes"] = {card_name(card): sight.takes(card) for card in ranked}
        evidence["points_then"] = {card_name(card): sight.lying(card) for card in ranked}
        evidence["to_keep"] = {card_name(card): sight.burden(card) for card in ranked}
        evidence["table"] = worth(on_table(sight.v.trick), 0)
        if sight.shooter >= 0:
            evidence["shooter"] = {self.game.names[sight.shooter]: round(sight.threat, 3)}
            evidence |= moon_numbers(sight)
        rows = [
            [card_name(c), percent(sight.takes(c), 0), f"{sight.lying(c):.1f}", f"{sight.burden(c):.1f}"]
            for c in ranked
        ]
        shown = table("What each card may cost, in points", COLUMNS, rows)
        why = tuple(reasons(sight, best, ranked))
        return Choice(best, "", candidates, evidence, why, exhibits=(shown,))


def _cost(sight: Sight, card: int) -> float:
    """Weigh a card: its cost in this trick less the cost of keeping it, and what it does to a moon."""
    takes = sight.takes(card)
    lies = sight.lying(card)
    if not sight.clean:
        lies += LEADING  # whoever takes a trick must lead
    cost = takes * lies - sight.burden(card) * (1.0 - sight.threat)
    if sight.leads:
        # A lead uses a safe card up; but spades under the queen smoke her out where that is no danger.
        low_spade = bool(1 << card & BELOW_QUEEN)
        if low_spade and sight.out & QUEEN and not sight.hand & ABOVE_QUEEN:
            cost -= SMOKING
        if low_spade and sight.hand & (QUEEN | (ABOVE_QUEEN if sight.out & QUEEN else 0)):
            cost += UNGUARDING
    if card == JACK_CARD and sight.v.switches & JACK_BONUS:
        cost += JACK_POINTS * (1.0 - takes) + sight.burden(card)  # whoever else takes it gets the bonus
    if sight.threat > 0.0:
        cost -= MOON * sight.threat * _stops(sight, card, takes, lies)
    return cost


def _stops(sight: Sight, card: int, takes: float, lies: float) -> float:
    """Say how far a card goes to end a moon: any point that goes elsewhere does; below 0, it helps it on."""
    v, bit = sight.v, 1 << card
    stopper = (sight.out & suit_of(card)) >> card == 0
    if takes > 0.0:
        sure = bool((on_table(v.trick) | bit) & POINTS)
        return takes * (1.0 if sure else FEW * min(1.0, lies)) - (KEEP if stopper and not sure else 0.0)
    helps = KEEP if stopper else 0.0
    if bit & POINTS:
        elsewhere = sight.ahead != sight.owner
        helps += -THROWN if elsewhere else FED
    return -helps


# -- passing -------------------------------------------------------------------------------------------------


def pass_scores(dealt: int) -> dict[int, float]:
    """Say how much one wants to be rid of each of the thirteen cards."""
    return {card: _unwanted(dealt, card) for card in listed(dealt)}


def _unwanted(dealt: int, card: int) -> float:
    rank, suit = card % 13, card // 13
    guards = (dealt & BELOW_QUEEN).bit_count()
    if suit == SPADE:
        if card < QUEEN_CARD:
            return LOW_SPADE
        high = HIGH_SPADE + rank / 10.0 + (QUEEN_EXTRA if card == QUEEN_CARD else 0.0)
        return high if guards < GUARDS else high - GUARDED * (guards - 2)
    own = dealt & suit_of(card)
    low = (own & (1 << card) - 1 & (0b11111 << 13 * suit)).bit_count()  # up to the six
    if suit == HEART:
        return HEART_RANK * rank - HEART_LOW * low
    length = own.bit_count()
    return PLAIN_RANK * rank - PLAIN_LOW * low + (SHORT_SUIT * (4 - length) if length <= 3 else 0.0)


def _passing(view: View) -> Choice:
    dealt = view.state.hands[view.seat] | view.state.given[view.seat]
    scores = pass_scores(dealt)
    left = [
        card
        for card in sorted(scores, key=lambda c: (-scores[c], c))
        if view.state.hands[view.seat] >> card & 1
    ]
    need = 3 - view.state.given[view.seat].bit_count()
    going = sorted(left[:need])
    may = listed(legal(view.state))
    best = next((card for card in going if card in may), next(card for card in left if card in may))
    ranked = [best] + [card for card in left if card != best and card in may]
    candidates = tuple(
        Candidate(card, card_name(card), note=f"unwanted {scores[card]:.1f}") for card in ranked
    )
    passed = names(sum(1 << card for card in going))
    said, numbers = pass_reason(dealt, best)
    why = f"{{{view.seat} passes}} {passed}: {said}."
    unwanted = {card_name(card): round(scores[card], 2) for card in ranked}
    shown = bars("How much each card is better passed on", {c: max(0.0, v) for c, v in unwanted.items()})
    return Choice(best, "", candidates, {"unwanted": unwanted, **numbers}, (why,), exhibits=(shown,))
