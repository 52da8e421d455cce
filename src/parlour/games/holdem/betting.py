"""What may be bet: fold, check or call, and to what a seat may raise.

A raise is at least as large as the largest bet or raise of the round, and as the minimum bet; a seat with
less may still go all-in, which does not reopen the betting for those who have acted, unless several such
all-ins together make a full raise. Pot limit: call, then raise by what the pot holds then. Limit: one size,
and a limited number of raises a round.
"""

from __future__ import annotations

from typing import Any

from parlour.core.bits import WORD, replace
from parlour.core.rules import rule
from parlour.games.holdem.table import (
    ALL_IN_SIZE,
    CALL,
    CAP,
    CAP_FIRST,
    EVERY_AMOUNT,
    FIRST_RAISE,
    FOLD,
    LIMIT,
    MENU,
    MIN_BET,
    MIN_SIZE,
    MOST_SIZES,
    NO_LIMIT,
    PUSH_OR_FOLD,
    SIZE_BITS,
    SIZE_MASK,
    STRUCTURE,
    Chips,
    highest,
    total,
)


@rule
def to_call(s: Any) -> int:
    """Return what the seat to act has to add to stay in: never more than it has."""
    price: int = min(s.stacks[s.actor], highest(s.bets) - s.bets[s.actor])
    return price


@rule
def raise_bounds(s: Any) -> tuple[int, int]:
    """Return the least and the most that the seat to act may raise to, or 0 and 0 if it may not raise."""
    seat, top, structure = s.actor, highest(s.bets), s.terms[STRUCTURE]
    price, everything = top - s.bets[seat], s.stacks[seat] + s.bets[seat]
    if everything <= top or price < s.raised:
        return 0, 0
    if 0 < s.short < s.raised and (s.acted >> seat) & 1 == 1:
        return 0, 0
    if structure == LIMIT and s.raises >= (s.terms[CAP] if s.street > 0 else s.terms[CAP_FIRST]):
        return 0, 0
    if not is_opposed(s.stacks, s.bets, s.live & ~(1 << seat), top):
        return 0, 0
    step = s.terms[MIN_BET] * (2 if structure == LIMIT and s.street >= 2 else 1)
    least = min(everything, top + max(s.raised, step))
    if structure == NO_LIMIT:
        return least, everything
    if structure == LIMIT:
        return least, least
    return least, min(everything, max(least, top + total(s.paid) + s.dead + price))


@rule
def is_opposed(stacks: Chips, bets: Chips, others: int, top: int) -> bool:
    """Say whether one of the others could still answer a raise."""
    for seat in range(len(stacks)):
        if (others >> seat) & 1 == 1 and stacks[seat] + bets[seat] > top:
            return True
    return False


@rule
def sized(menu: int, entry: int, bounds: tuple[int, int], top: int, pot: int) -> int:
    """Return what an entry of the menu raises to, 0 beyond its end; `pot` is what a call would make it."""
    size = (menu >> (SIZE_BITS * entry)) & SIZE_MASK
    if size == 0:
        return 0
    if size == MIN_SIZE:
        return bounds[0]
    if size == ALL_IN_SIZE:
        return bounds[1]
    return min(max(top + (size - 1) * pot // 100, bounds[0]), bounds[1])


@rule
def amount_of(s: Any, a: int) -> int:
    """Return what an action that raises raises to."""
    if s.terms[MENU] == EVERY_AMOUNT:
        return a - 1
    top = highest(s.bets)
    pot = total(s.paid) + s.dead + top - s.bets[s.actor]
    return sized(s.terms[MENU], a - FIRST_RAISE, raise_bounds(s), top, pot)


@rule
def betting_actions(s: Any) -> tuple[int, ...]:
    """Return the set of what the seat to act may do."""
    top = highest(s.bets)
    word = 1 << CALL
    if s.bets[s.actor] < top:
        word |= 1 << FOLD
    bounds = raise_bounds(s)
    if bounds[1] > 0 and s.terms[MENU] == EVERY_AMOUNT:
        return with_stretch(replace(s.blank, 0, word), bounds[0] + 1, bounds[1] + 1)
    if bounds[1] > 0:
        pot = total(s.paid) + s.dead + top - s.bets[s.actor]
        amount = sized(s.terms[MENU], 0, bounds, top, pot)
        for entry in range(MOST_SIZES):
            following = sized(s.terms[MENU], entry + 1, bounds, top, pot)
            if amount > 0 and amount != following:  # of entries that come to the same, the last stays
                word |= 1 << (FIRST_RAISE + entry)
            amount = following
        if s.terms[MENU] & PUSH_OR_FOLD != 0 and s.raises == 0 and word & (1 << FOLD) != 0:
            word ^= 1 << CALL
    return replace(s.blank, 0, word)


@rule
def with_stretch(actions: tuple[int, ...], first: int, last: int) -> tuple[int, ...]:
    """Return the set with all actions from the first to the last added."""
    for index in range(len(actions)):
        low = max(first - WORD * index, 0)
        high = min(last - WORD * index, WORD - 1)
        if low <= high:
            actions = replace(actions, index, actions[index] | (1 << (high + 1)) - (1 << low))
    return actions
