"""Self-play of Hearts to fit a model to, compiled: cards and passes tried out, and decisions described."""

from __future__ import annotations

from math import exp
from typing import Any

import numpy as np

from parlour.compile import kernel
from parlour.core.bits import lowest, nth, popcount, rest, some, trailing
from parlour.core.rng import below, uniform
from parlour.core.rules import changed, legal, play, returns, rule, turn
from parlour.games.hearts import NONE, State, first_lead, new_hand
from parlour.games.hearts.belief.behaviour import (
    FEATURES,
    FOLLOW,
    LEAD,
    PASSING,
    appeal,
    discard_features,
    dot,
    follow_features,
    lead_features,
    pass_features,
    situation,
)
from parlour.games.hearts.belief.worlds import draw_three
from parlour.games.hearts.cards import DECK, Four
from parlour.search.playout import RULES, finish


@rule
def result(s: State, seat: int, rng: Any) -> float:
    """Play a hand out by the rules' own policy; give a seat's result."""
    return float(returns(finish(s, rng, RULES, 0.0))[seat])


@kernel
def try_cards(v: State, hands: Any, given: Any, rng: Any, totals: Any) -> int:
    """Add up the mover's results of each legal card, played out once in every world."""
    mover = turn(v)
    for index in range(len(hands)):
        s = changed(
            v,
            hands=(int(hands[index, 0]), int(hands[index, 1]), int(hands[index, 2]), int(hands[index, 3])),
            given=(int(given[index, 0]), int(given[index, 1]), int(given[index, 2]), int(given[index, 3])),
        )
        actions: Any = legal(s)
        while actions != 0:
            card = trailing(actions)
            actions &= actions - 1
            totals[card] += result(play(s, card), mover, rng)
    return len(hands)


@rule
def likely_pass(hand: int, weights: Any, rng: Any, draw: Any, sums: Any) -> int:
    """Draw the three cards the model passes; the arrays are room to work in."""
    size = popcount(hand)
    left = hand
    for place in range(size):
        draw[place] = exp(dot(pass_features(hand, trailing(left)), weights, PASSING))
        left &= left - 1
    return draw_three(hand, draw, sums, rng)


@rule
def exchanged(v: State, hands: Four, given: Four) -> State:
    """Give the state before the first trick, from the hands as they were dealt."""
    after = NONE
    for step in range(1, 4):  # the compiler wants the direction as a constant to index by
        if step == v.direction:
            after = (
                (hands[0] & ~given[0]) | given[(4 - step) & 3],
                (hands[1] & ~given[1]) | given[(5 - step) & 3],
                (hands[2] & ~given[2]) | given[(6 - step) & 3],
                (hands[3] & ~given[3]) | given[(7 - step) & 3],
            )
    return first_lead(changed(new_hand(v), hands=after, given=given))


@kernel
def try_passes(
    v: State, seat: int, hand: int, passes: Any, deals: int, weights: Any, rng: Any, totals: Any
) -> int:
    """Add up the results of each pass from a hand, over deals of the rest; others pass by the model."""
    draw, sums = np.zeros(13), np.zeros((14, 4))
    for _ in range(deals):
        left = DECK & ~hand
        hands = np.zeros(4, np.int64)
        given = np.zeros(4, np.int64)
        for other in range(4):
            if other == seat:
                hands[other] = hand
                continue
            for _ in range(13):
                bit = 1 << nth(left, below(rng, popcount(left)))
                hands[other] |= bit
                left ^= bit
            given[other] = likely_pass(int(hands[other]), weights, rng, draw, sums)
        for index in range(len(passes)):
            given[seat] = passes[index]
            dealt = (int(hands[0]), int(hands[1]), int(hands[2]), int(hands[3]))
            passed = (int(given[0]), int(given[1]), int(given[2]), int(given[3]))
            totals[index] += result(exchanged(v, dealt, passed), seat, rng)
    return deals


@kernel
def model_pass(v: State, hand: int, weights: Any, rng: Any) -> int:
    """Draw the pass of the model."""
    return int(likely_pass(hand, weights, rng, np.zeros(13), np.zeros((14, 4))))


@rule
def likely_card(s: State, seat: int, weights: Any, rng: Any) -> int:
    """Draw the card the model plays."""
    actions: Any = legal(s)
    card = lowest(actions)
    if actions & (actions - 1) == 0:
        return card
    v = situation(s, seat)
    total = 0.0
    while some(actions):  # keep a card with the chance it has among those so far
        a = lowest(actions)
        actions = rest(actions)
        weight = appeal(v, a, weights)
        total += weight
        if uniform(rng) * total < weight:
            card = a
    return card


@kernel
def model_play(s: State, weights: Any, rng: Any) -> int:
    """Draw the card the model plays."""
    return int(likely_card(s, turn(s), weights, rng))


@kernel
def describe(s: State, rows: Any) -> int:
    """Write the features of each legal card, in ascending order, into the rows; give the kind of decision."""
    seat = turn(s)
    v = situation(s, seat)
    actions: Any = legal(s)
    row = 0
    while actions != 0:
        card = trailing(actions)
        actions &= actions - 1
        found = discard_features(v, card)
        if v.kind == LEAD:
            found = lead_features(v, card)
        if v.kind == FOLLOW:
            found = follow_features(v, card)
        for index in range(FEATURES):
            rows[row, index] = found[index]
        row += 1
    return v.kind


@kernel
def describe_pass(s: State, hand: int, rows: Any) -> int:
    """Write the features of each card of a hand as one to pass, in ascending order, into the rows."""
    row, left = 0, hand
    while left != 0:
        found = pass_features(hand, trailing(left))
        left &= left - 1
        for index in range(FEATURES):
            rows[row, index] = found[index]
        row += 1
    return row
