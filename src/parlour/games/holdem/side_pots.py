"""Main pot and side pots, who shows at a showdown, and who gets what.

A pot is what lies between two depths of what the seats have paid: those still in the hand that have paid as
much may win it. Equal hands share it; chips that cannot be shared go to the first of them from the button's
left. Who bet or raised last on the river shows first, or where nobody did the first from the button's left;
the others show in turn unless a hand already shown beats theirs.
"""

from __future__ import annotations

from typing import Any

from parlour.cards.hands import strength
from parlour.core.bits import replace
from parlour.core.rules import rule
from parlour.games.holdem.table import Chips, after, highest, second, set_of

FOLDED = -1


@rule
def zeros(chips: Chips) -> Chips:
    """Return as many zeros."""
    for seat in range(len(chips)):
        chips = replace(chips, seat, 0)
    return chips


@rule
def uncalled(bets: Chips) -> tuple[int, int]:
    """Return the part of the highest bet that nobody else has bet, and whose it is."""
    top = highest(bets)
    for seat in range(len(bets)):
        if bets[seat] == top:
            return top - second(bets), seat
    return 0, 0


@rule
def compared(s: Any) -> tuple[int, ...]:
    """Return the strength of every hand that has not been folded."""
    board = set_of(s.board)
    values = zeros(s.stacks)
    for seat in range(len(s.stacks)):
        if (s.live >> seat) & 1 == 1:
            values = replace(values, seat, strength(s.hands[seat] | board))
        else:
            values = replace(values, seat, FOLDED)
    return values


@rule
def showing(values: tuple[int, ...], opener: int) -> int:
    """Return the seats that show, in turn from the opener, where nobody is all-in."""
    players = len(values)
    best, seats = 0, 0
    for step in range(players):
        seat = (opener + step) % players
        if values[seat] >= best:
            best = values[seat]
            seats |= 1 << seat
    return seats


@rule
def layer(paid: Chips, live: int, below: int) -> int:
    """Return the depth of the next pot: the least above `below` that one of them paid; -1 for none."""
    depth = -1
    for seat in range(len(paid)):
        if (live >> seat) & 1 == 1 and paid[seat] > below and (depth < 0 or paid[seat] < depth):
            depth = paid[seat]
    return depth


@rule
def between(paid: Chips, below: int, depth: int) -> int:
    """Count the chips of all seats that lie between two depths."""
    amount = 0
    for seat in range(len(paid)):
        amount += min(paid[seat], depth) - min(paid[seat], below)
    return amount


@rule
def best_of(values: tuple[int, ...], paid: Chips, depth: int) -> int:
    """Return the seats with the best hand among those that have paid that much."""
    best, seats = 0, 0
    for seat in range(len(values)):
        if paid[seat] >= depth and values[seat] >= max(best, 0):
            seats = seats | (1 << seat) if values[seat] == best else 1 << seat
            best = values[seat]
    return seats


@rule
def winners(s: Any, values: tuple[int, ...]) -> int:
    """Return the seats that win a pot or a part of one."""
    seats, depth = 0, layer(s.paid, s.live, -1)
    while depth >= 0:
        seats |= best_of(values, s.paid, depth)
        depth = layer(s.paid, s.live, depth)
    return seats


@rule
def paid_out(s: Any, values: tuple[int, ...]) -> Chips:
    """Return the stacks after every pot has gone to the best of the hands that may win it.

    Beaten hands are taken away first, so that pots which then lie between the same seats are one.
    """
    stacks: Chips = s.stacks
    left = winners(s, values)
    below = -1
    depth = layer(s.paid, left, below)
    while depth >= 0:
        amount = between(s.paid, max(below, 0), depth) + (s.dead if below < 0 else 0)
        stacks = shared(stacks, amount, best_of(values, s.paid, depth), s.button)
        below = depth
        depth = layer(s.paid, left, below)
    return stacks


@rule
def shared(stacks: Chips, amount: int, among: int, button: int) -> Chips:
    """Return the stacks with an amount shared between some seats, odd chips to the first of them."""
    players, number = len(stacks), 0
    for seat in range(players):
        number += (among >> seat) & 1
    share = amount // number
    for seat in range(players):
        if (among >> seat) & 1 == 1:
            stacks = replace(stacks, seat, stacks[seat] + share)
    first = after(among, button, players)
    return replace(stacks, first, stacks[first] + amount - share * number)


def pots(s: Any) -> list[tuple[int, tuple[int, ...]]]:
    """List the main pot and the side pots: what is in each, and the seats that may win it."""
    found: list[tuple[int, tuple[int, ...]]] = []
    below = -1
    while (depth := layer(s.paid, s.live, below)) >= 0:
        amount = between(s.paid, max(below, 0), depth) + (s.dead if below < 0 else 0)
        seats = tuple(seat for seat, paid in enumerate(s.paid) if s.live >> seat & 1 and paid >= depth)
        if amount:
            found.append((amount, seats))
        below = depth
    return found
