"""How Hearts players lead, follow, discard, pass and try to shoot: the chance of each card, seen from a hand.

A player is a softmax over the cards it may play, P(card) = exp(w · f(card)) / sum over the legal cards, with
one set of weights for leading, one for following suit and one for discarding. The features f look at the
mover's own hand and at what is public, never at other hands. Those named *mine* and *strong* are the attempt
to shoot the moon, *threat* the defence against one. A pass is three cards drawn together,
P(three) = the product of their exp(w · g(card)), over the sum of that product for all threes of the hand.
The weights are fitted to self-play (`tools/fit_hearts_beliefs.py`), none is set by hand.
"""

from __future__ import annotations

from math import exp
from typing import Any, NamedTuple, TypeAlias

from parlour.core.bits import lowest, popcount, rest, some, trailing
from parlour.core.rules import legal, rule
from parlour.games.hearts import State
from parlour.games.hearts.cards import CLUB, DECK, DIAMOND, HEART, QUEEN_CARD, SPADE, SPADES, SUIT, worth

FEATURES = 20  # of each kind; the last ones may be unused
LEAD, FOLLOW, DISCARD, PASSING = range(4)  # kinds of decision: rows of the weights
HAND_POINTS = 26.0
EMPTY = -1  # no card on the table
Features: TypeAlias = tuple[float, ...]

LEAD_NAMES = (
    *("rank", "higher cards out", "highest out", "lowest out", "last of the suit", "length"),
    *("spade under the queen", "spade beside the queen", "king or ace over the queen", "queen"),
    *("heart", "heart's rank", "nobody else has the suit", "cards out", "highest, strong hand"),
    *("rank, points all mine", "rank, threat", "known voids", "club", "diamond"),
)
FOLLOW_NAMES = (
    *("rank", "wins", "wins as last", "wins points", "wins points as last", "wins, higher cards out"),
    *("rank, loses", "highest that loses", "queen loses", "queen wins", "king or ace before the queen"),
    *("king or ace after all", "rank, wins as last", "wins the first trick", "rank, first trick"),
    *("wins, points all mine", "wins, strong hand", "wins points, threat", "rank, not last", "wins hearts"),
)
DISCARD_NAMES = (
    *("rank", "queen", "king or ace over the queen", "heart", "heart's rank", "last of the suit", "length"),
    *("higher cards out", "lowest out", "highest out", "queen, threat", "heart, threat wins"),
    *("queen, threat wins", "heart, points all mine", "queen, points all mine", "rank, points all mine"),
    *("rank, strong hand", "heart, strong hand", "spade beside the queen", "first trick, rank"),
)
PASS_NAMES = (
    *("rank", "queen", "king of spades", "ace of spades", "spade under the queen", "heart", "heart's rank"),
    *("alone", "one of two", "one of three", "club", "diamond", "rank squared", "queen, spades held"),
    *("king or ace, spades held", "lower cards held", "rank, strong hand", "heart, strong hand"),
    *("ace", "two or three"),
)
NAMES = (LEAD_NAMES, FOLLOW_NAMES, DISCARD_NAMES, PASS_NAMES)


class Situation(NamedTuple):
    """What a mover sees, worked out once for all its cards."""

    kind: int  # LEAD, FOLLOW or DISCARD
    hand: int
    out: int  # cards in other hands
    best: int  # the card that wins the trick so far
    last: float  # 1 for the fourth card of a trick
    table: float  # points in the trick, a share of 13
    first: float  # 1 in the first trick
    mine: float  # all points taken so far, a share of 26, if they are the mover's
    threat: float  # the same, if they are another seat's
    threat_wins: float  # 1 if that seat is winning the trick
    strong: float  # the share of the hand that no card out can beat
    voids: int


@rule
def situation(s: State, seat: int) -> Situation:
    """Look at a state as the mover does."""
    hand = s.hands[seat]
    gone = s.played[0] | s.played[1] | s.played[2] | s.played[3]
    out = DECK & ~hand & ~gone
    best, winner, table, laid = EMPTY, EMPTY, 0, 0
    for step in range(4):
        other = (s.leader + step) % 4
        card = s.trick[other]
        if card < 0:
            break
        laid += 1
        table += worth(1 << card, 0)
        if best < 0 or (card // 13 == best // 13 and card > best):
            best, winner = card, other
    kind = LEAD
    if best >= 0:
        kind = FOLLOW if hand & (SUIT << 13 * (best // 13)) != 0 else DISCARD
    total, owner, owners = 0, EMPTY, 0
    for other in range(4):
        points = worth(s.taken[other], 0)
        if points > 0:
            total += points
            owner = other
            owners += 1
    alone = total / HAND_POINTS if owners == 1 else 0.0
    strong = 0
    for suit in range(4):
        held = hand & (SUIT << 13 * suit)
        against = out & (SUIT << 13 * suit)
        # All bits from the highest card out down: held cards among these can be beaten.
        against |= against >> 1
        against |= against >> 2
        against |= against >> 4
        against |= against >> 8
        held &= ~against
        strong += popcount(held)
    return Situation(
        kind=kind,
        hand=hand,
        out=out,
        best=best,
        last=1.0 if laid == 3 else 0.0,
        table=table / 13.0,
        first=1.0 if popcount(gone) < 4 else 0.0,
        mine=alone if owner == seat else 0.0,
        threat=alone if owner != seat else 0.0,
        threat_wins=1.0 if owners == 1 and owner != seat and owner == winner else 0.0,
        strong=strong / max(1, popcount(hand)),
        voids=s.voids,
    )


@rule
def lead_features(v: Situation, card: int) -> Features:
    """Describe a card as a lead; LEAD_NAMES says how."""
    suit, rank = card // 13, (card % 13) / 12.0
    spade = suit == SPADE
    among = SUIT << 13 * suit
    against = v.out & among
    lower = popcount(against & ((1 << card) - 1))
    higher = popcount(against) - lower
    queen_out = (v.out >> QUEEN_CARD) & 1 == 1
    queen_held = (v.hand >> QUEEN_CARD) & 1 == 1
    held = popcount(v.hand & among)
    top = 1.0 if higher == 0 and lower > 0 else 0.0
    without = 0
    for seat in range(4):
        without += (v.voids >> (4 * seat + suit)) & 1
    return (
        rank,
        higher / 6.0,
        top,
        1.0 if lower == 0 and higher > 0 else 0.0,
        1.0 if held == 1 else 0.0,
        held / 4.0,
        1.0 if spade and queen_out and card < QUEEN_CARD else 0.0,
        1.0 if spade and queen_held and card != QUEEN_CARD else 0.0,
        1.0 if spade and queen_out and card > QUEEN_CARD else 0.0,
        1.0 if card == QUEEN_CARD else 0.0,
        1.0 if suit == HEART else 0.0,
        rank if suit == HEART else 0.0,
        1.0 if against == 0 else 0.0,
        (lower + higher) / 13.0,
        top * v.strong,
        rank * v.mine,
        rank * v.threat,
        without / 3.0,
        1.0 if suit == CLUB else 0.0,
        1.0 if suit == DIAMOND else 0.0,
    )


@rule
def follow_features(v: Situation, card: int) -> Features:
    """Describe a card of the suit led; FOLLOW_NAMES says how."""
    suit, rank = card // 13, (card % 13) / 12.0
    among = SUIT << 13 * suit
    wins = 1.0 if card > v.best else 0.0
    loses = 1.0 - wins
    higher = popcount(v.out & among & ~((2 << card) - 1))
    # The highest of one's cards that stays under the winner: none between the two.
    between = v.hand & ((1 << max(v.best, card)) - 1) & ~((2 << card) - 1)
    over_queen = suit == SPADE and card > QUEEN_CARD and (v.out >> QUEEN_CARD) & 1 == 1
    return (
        rank,
        wins,
        wins * v.last,
        wins * v.table,
        wins * v.table * v.last,
        wins * higher / 6.0,
        loses * rank,
        loses if between == 0 else 0.0,
        loses if card == QUEEN_CARD else 0.0,
        wins if card == QUEEN_CARD else 0.0,
        1.0 - v.last if over_queen else 0.0,
        v.last if over_queen else 0.0,
        wins * v.last * rank,
        wins * v.first,
        rank * v.first,
        wins * v.mine,
        wins * v.strong,
        wins * v.threat if v.table > 0.0 else 0.0,
        rank * (1.0 - v.last),
        wins if suit == HEART else 0.0,
    )


@rule
def discard_features(v: Situation, card: int) -> Features:
    """Describe a card thrown on another suit; DISCARD_NAMES says how."""
    suit, rank = card // 13, (card % 13) / 12.0
    among = SUIT << 13 * suit
    against = v.out & among
    lower = popcount(against & ((1 << card) - 1))
    higher = popcount(against) - lower
    held = popcount(v.hand & among)
    heart = 1.0 if suit == HEART else 0.0
    queen = 1.0 if card == QUEEN_CARD else 0.0
    return (
        rank,
        queen,
        1.0 if suit == SPADE and card > QUEEN_CARD and (v.out >> QUEEN_CARD) & 1 == 1 else 0.0,
        heart,
        heart * rank,
        1.0 if held == 1 else 0.0,
        held / 4.0,
        higher / 6.0,
        1.0 if lower == 0 and higher > 0 else 0.0,
        1.0 if higher == 0 and lower > 0 else 0.0,
        queen * v.threat,
        heart * v.threat * v.threat_wins,
        queen * v.threat_wins,
        heart * v.mine,
        queen * v.mine,
        rank * v.mine,
        rank * v.strong,
        heart * v.strong,
        1.0 if suit == SPADE and card != QUEEN_CARD and (v.hand >> QUEEN_CARD) & 1 == 1 else 0.0,
        rank * v.first,
    )


@rule
def pass_features(hand: int, card: int) -> Features:
    """Describe a card as one to pass from a hand; PASS_NAMES says how."""
    suit, number = card // 13, card % 13
    rank = number / 12.0
    among = hand & (SUIT << 13 * suit)
    held = popcount(among)
    spades = popcount(hand & SPADES) / 4.0
    heart = 1.0 if suit == HEART else 0.0
    queen = 1.0 if card == QUEEN_CARD else 0.0
    over = 1.0 if suit == SPADE and card > QUEEN_CARD else 0.0
    strong = 0.0
    for other in range(4):
        strong += popcount((hand >> 13 * other) & 0x1C00) / 6.0  # queens, kings and aces
    return (
        rank,
        queen,
        1.0 if card == QUEEN_CARD + 1 else 0.0,
        1.0 if card == QUEEN_CARD + 2 else 0.0,
        1.0 if suit == SPADE and card < QUEEN_CARD else 0.0,
        heart,
        heart * rank,
        1.0 if held == 1 else 0.0,
        1.0 if held == 2 else 0.0,
        1.0 if held == 3 else 0.0,
        1.0 if suit == CLUB else 0.0,
        1.0 if suit == DIAMOND else 0.0,
        rank * rank,
        queen * spades,
        over * spades,
        popcount(among & ((1 << card) - 1)) / 6.0,
        rank * strong,
        heart * strong,
        1.0 if number == 12 else 0.0,
        1.0 if number < 2 else 0.0,
    )


@rule
def dot(features: Features, weights: Any, kind: int) -> float:
    """Return w · f."""
    total = 0.0
    for index in range(FEATURES):
        total += weights[kind, index] * features[index]
    return total


@rule
def appeal(v: Situation, card: int, weights: Any) -> float:
    """Return the weight of a card among the legal ones, not yet a chance: exp(w · f)."""
    if v.kind == LEAD:
        return exp(dot(lead_features(v, card), weights, LEAD))
    if v.kind == FOLLOW:
        return exp(dot(follow_features(v, card), weights, FOLLOW))
    return exp(dot(discard_features(v, card), weights, DISCARD))


@rule
def play_chance(s: State, seat: int, card: int, weights: Any) -> float:
    """Return the chance that a mover with this hand plays the card; 0 if it may not."""
    actions: Any = legal(s)
    if (actions >> card) & 1 == 0:
        return 0.0
    if actions & (actions - 1) == 0:
        return 1.0
    v = situation(s, seat)
    total, wanted = 0.0, 0.0
    while some(actions):
        a = lowest(actions)
        actions = rest(actions)
        weight = appeal(v, a, weights)
        total += weight
        if a == card:
            wanted = weight
    return wanted / total


@rule
def pass_chance(hand: int, given: int, weights: Any) -> float:
    """Return the chance that a hand passes these three cards: their product over the sum for all threes."""
    one, two, three, product = 0.0, 0.0, 0.0, 1.0  # elementary symmetric sums of the cards so far
    left = hand
    while left != 0:
        card = trailing(left)
        left &= left - 1
        weight = exp(dot(pass_features(hand, card), weights, PASSING))
        three += weight * two
        two += weight * one
        one += weight
        if (given >> card) & 1 == 1:
            product *= weight
    return product / three
