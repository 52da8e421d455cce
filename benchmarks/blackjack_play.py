"""Rounds of Blackjack by the million, in the game's own rules, by policies that are tables.

This is how rules and mathematics are held against each other, and how small differences between players are
measured: two policies play the same cards, for as long as they do the same.
"""

from __future__ import annotations

from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from parlour.compile import kernel
from parlour.core.registry import rules_module
from parlour.core.rng import Stream, below, draw
from parlour.core.rules import rule
from parlour.games.blackjack import State, legal, play
from parlour.games.blackjack.cards import (
    BET,
    DECLINE,
    DONE,
    EARLY,
    GO,
    INSURANCE,
    PLAY,
    POINTS,
    SIDE,
    SPLIT,
    STAND,
    SURRENDER,
    card_at,
    cards_in,
    is_chance,
    worth,
)
from parlour.games.blackjack.play.basic import ACTIONS, HARD, PAIR, SOFT, Row, basic_order
from parlour.games.blackjack.play.round import Round
from parlour.games.blackjack.play.tables import ACE, TEN, VALUES, hands
from parlour.games.blackjack.play.value import Shoe, pair_value
from parlour.games.blackjack.shoe import drawn, left_of

rules_module("blackjack")  # registers the game, so that compiled code may call its functions
COUNTS = 41  # true counts from -20 to 20 that a policy may tell apart
NO_COUNT = 20


@rule
def hand_index(words: tuple[int, int], facts: int, child: Any) -> int:
    """Give the number of a hand from its cards."""
    at = 0
    for place in range(cards_in(facts)):
        at = child[at, worth(card_at(words, place)) - 1]
    return at


@rule
def first_legal(order: int, actions: int) -> int:
    """Give the first of the packed actions that is legal."""
    for _ in range(5):
        if (actions >> (order & 7)) & 1 == 1:
            return order & 7
        order >>= 3
    return STAND


@rule
def running_count(shoe: tuple[int, int, int, int]) -> int:
    """Give the Hi-Lo count of the cards that are gone: what tens and aces are left over the low ones."""
    count = 0
    for card in range(52):
        points = worth(card)
        if points == 1 or points == 10:
            count += left_of(shoe, card)
        elif points < 7:
            count -= left_of(shoe, card)
    return count


@rule
def one_session(s: State, policy: Any, early: Any, stakes: Any, child: Any, rng: Any) -> int:
    """Play to the end: what to do by `policy[count, dealer's card, hand]`, bets by `stakes[count]`."""
    count = NO_COUNT
    while s.phase != DONE:
        if is_chance(s.phase):
            s = play(s, drawn(s.shoe, below(rng, s.left), 0))
            continue
        if s.phase == BET or s.phase == SIDE:
            a = GO
            if s.phase == BET:
                true = running_count(s.shoe) * 52.0 / s.left
                count = min(max(int(np.floor(true)) + NO_COUNT, 0), COUNTS - 1)
                a = GO + stakes[count]
            s = play(s, a)
            continue
        up = (s.dealer_facts & POINTS) - 1
        hand = hand_index((s.hands[2 * s.active], s.hands[2 * s.active + 1]), s.facts[s.active], child)
        if s.phase == EARLY:
            a = DECLINE
            if early[count, up, hand] == SURRENDER and (legal(s) >> SURRENDER) & 1 == 1:
                a = SURRENDER
            elif stakes[COUNTS] <= count - NO_COUNT and (legal(s) >> INSURANCE) & 1 == 1:
                a = INSURANCE
            s = play(s, a)
        elif s.phase == PLAY:
            s = play(s, first_legal(policy[count, up, hand], legal(s)))
    return s.won


@kernel
def duel(
    s: State,
    first: Any,
    first_early: Any,
    first_stakes: Any,
    second: Any,
    second_early: Any,
    second_stakes: Any,
    child: Any,
    sessions: int,
    seeds: Any,
    cards: Any,
    sums: Any,
) -> int:
    """Play sessions twice on the same cards; add up both results, their squares, and the difference's."""
    for _ in range(sessions):
        mark = draw(seeds)
        cards[0] = mark
        a = one_session(s, first, first_early, first_stakes, child, cards) / 10.0
        cards[0] = mark
        b = one_session(s, second, second_early, second_stakes, child, cards) / 10.0
        sums[0] += a
        sums[1] += a * a
        sums[2] += b
        sums[3] += b * b
        sums[4] += (a - b) * (a - b)
    return sessions


class Policy(NamedTuple):
    """A way to play: orders of actions and early surrenders by count, card and hand, and bets by count.

    The last of the stakes is the count from which insurance is taken.
    """

    plays: Any
    early: Any
    stakes: Any


class Measured(NamedTuple):
    """Means and 95 % intervals, half of their width, in units a session."""

    first: float
    first_error: float
    second: float
    second_error: float
    difference: float
    difference_error: float


def policy(plays: Any, early: Any = None, stakes: Any = None) -> Policy:
    """Make a policy that does not count, from one table for all counts."""
    hands = plays.shape[-1]
    if plays.ndim == 2:
        plays = np.broadcast_to(plays, (COUNTS, VALUES, hands))
    if early is None:
        early = np.zeros((VALUES, hands), np.int64)
    if early.ndim == 2:
        early = np.broadcast_to(early, (COUNTS, VALUES, hands))
    if stakes is None:
        stakes = np.array([1] * COUNTS + [COUNTS], np.int64)
    return Policy(np.ascontiguousarray(plays), np.ascontiguousarray(early), stakes)


def measure(s: State, one: Policy, other: Policy, child: Any, sessions: int, seed: int) -> Measured:
    """Play sessions from a state by both policies, on the same cards."""
    sums = np.zeros(5)
    duel(s, *one, *other, child, sessions, Stream.of(seed, "duel"), Stream.of(0), sums)
    n = float(sessions)
    mean, other_mean = sums[0] / n, sums[2] / n
    gap = mean - other_mean

    def error(squares: float, average: float) -> float:
        return float(1.96 * sqrt(max(squares / n - average * average, 0.0) / n))

    return Measured(
        float(mean),
        error(sums[1], mean),
        float(other_mean),
        error(sums[3], other_mean),
        float(gap),
        error(sums[4], gap),
    )


def packed(order: tuple[int, ...]) -> int:
    """Pack actions from the best down into a number, three bits each."""
    return sum(action << 3 * place for place, action in enumerate(order))


def basic_policy(rules: int, shoe: Shoe = ()) -> Any:
    """Give the order of actions for each card of the dealer and each hand: basic strategy."""
    known = hands()
    policy = np.zeros((VALUES, len(known.best)), np.int64)
    for up in range(VALUES):
        for hand, (best, soft, size) in enumerate(zip(known.best, known.soft, known.size, strict=True)):
            row: Row = (SOFT if soft else HARD, int(best))
            order = basic_order(rules, up, row, shoe)
            value = pair_value(hand) if size == 2 else -1
            if value >= 0:
                split = basic_order(rules, up, (PAIR, value), shoe)
                # Where it cannot be split, or no more, a pair is played as its total.
                order = (*_until_split(split), *order)[:5]
            policy[up, hand] = packed(order)
    return policy


def _until_split(order: tuple[int, ...]) -> tuple[int, ...]:
    return order[: order.index(SPLIT) + 1] if SPLIT in order else ()


def exact_policy(found: Round) -> Any:
    """Give the order of actions for each card of the dealer and each hand: by their own values."""
    known = hands()
    policy = np.zeros((VALUES, len(known.best)), np.int64)
    for up, column in found.columns.items():
        firsts = {int(known.child[known.child[0, low], high]): (low, high) for low, high in column.worth}
        for hand in range(len(known.best)):
            values = [column.after.stand[hand], column.after.hit[hand]]
            if hand in firsts:
                values = list(column.worth[firsts[hand]])
            ranked = [(-value, place) for place, value in enumerate(values) if not np.isnan(value)]
            policy[up, hand] = packed(tuple(ACTIONS[place] for _, place in sorted(ranked)))
    return policy


def early_policy(found: Round) -> Any:
    """Mark the hands that are given up before the dealer looks, where the rules allow it."""
    known = hands()
    marks = np.zeros((VALUES, len(known.best)), np.int64)
    for up, column in found.columns.items():
        for low, high in column.worth:
            if (low, high) != (ACE, TEN) and column.value((low, high)) <= -0.5:
                marks[up, known.child[known.child[0, low], high]] = SURRENDER
    return marks
