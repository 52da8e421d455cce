"""What one lane of many does for an equity: count a stretch of boards, or draw some deals.

Boards are numbered: five places p1 < ... < p5 in a row of cards, those that may come first and those that lie
already behind them, make number C(p1, 1) + C(p2, 2) + ... (the combinatorial number system; Knuth, "The Art
of Computer Programming" 4A, 7.2.1.3). So a lane finds its first board at once and steps to the next.

Two players' results are counted in one word and added at the end; others' are added deal by deal. Neighbours
add in neighbouring places, so that they do not wait for each other.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from parlour.cards.evaluator import flush_class, plain_class
from parlour.cards.sampling import Deals, draw_ranges
from parlour.cards.tables import BIAS, FLUSH, Tables
from parlour.compile.lanes import add, lanes
from parlour.core.bits import replace, trailing
from parlour.core.rng import below
from parlour.core.rules import rule

COUNT_BITS = 21  # of a word that counts wins of one, of the other, and ties
MOST_BOARDS = (1 << COUNT_BITS) - 1  # of a lane, and as many deals
ROW = 54  # places for cards in a row: the deck, and two that are passed when the last board is left


class Count(NamedTuple):
    """A count of boards as the lanes read it."""

    rows: (
        Any  # for each choice of hands: cards in ROW places, then each player's hand as a set, then as a key
    )
    ways: Any  # ways[k, n]: how many ways there are to choose k of n
    players: int
    live: int  # cards that may come
    missing: int  # how many of them come
    boards: int  # how many boards there are
    size: int  # of which a lane counts so many
    parts: int  # so many lanes a choice
    slots: int  # places for each number of the tally, shared by the lanes


@rule
def board_at(ways: Any, number: int, live: int, missing: int) -> tuple[int, ...]:
    """Return the places of a board by its number."""
    at: tuple[int, ...] = (0, 0, 0, 0, 0)
    high = live
    for k in range(5, 0, -1):
        place = live + k - missing - 1  # of a card that lies already
        if k <= missing:
            place = high - 1
            while ways[k, place] > number:
                place -= 1
            number -= ways[k, place]
            high = place
        at = replace(at, k - 1, place)
    return at


@rule
def add_result(tied: Any, begin: int, slots: int, players: int, winners: int) -> None:
    """Add a deal to the tally of each that wins it: alone, by two, by three and so on."""
    many, left = 0, winners
    while left != 0:
        many += 1
        left &= left - 1
    while winners != 0:
        add(tied, begin + (trailing(winners) * players + many - 1) * slots, 1)
        winners &= winners - 1


@rule
def add_counts(tied: Any, begin: int, slots: int, counts: int) -> None:
    """Add a word of two players' counts to the tally."""
    full = (1 << COUNT_BITS) - 1
    add(tied, begin, counts & full)
    add(tied, begin + 2 * slots, (counts >> COUNT_BITS) & full)
    ties = counts >> (2 * COUNT_BITS)
    add(tied, begin + slots, ties)
    add(tied, begin + 3 * slots, ties)


@lanes(key=Tables)
def count_boards(lane: int, rng: Any, t: Tables, q: Count, tied: Any) -> None:
    """Count a stretch of the boards of one choice of hands."""
    choice, number = lane // q.parts, (lane % q.parts) * q.size
    rows, cards = q.rows, t.cards
    begin = choice * q.players * q.players * q.slots + lane % q.slots
    c1, c2, c3, c4, c5 = board_at(q.ways, number, q.live, q.missing)
    counts, key_3, three, key, board, fresh = 0, 0, 0, 0, 0, 2
    for _ in range(min(q.size, q.boards - number)):
        if fresh > 0:  # the second place has changed, with 2 those above it as well
            if fresh == 2:
                d3, d4, d5 = rows[choice, c3], rows[choice, c4], rows[choice, c5]
                key_3 = BIAS + cards[d3] + cards[d4] + cards[d5]
                three = (1 << d3) | (1 << d4) | (1 << d5)
            d2 = rows[choice, c2]
            key, board, fresh = key_3 + cards[d2], three | (1 << d2), 0
        card = rows[choice, c1]
        best, winners = 0, 0
        for p in range(q.players):
            whole = key + cards[card] + rows[choice, ROW + q.players + p]
            if whole & FLUSH == 0:
                value = plain_class(t, whole)
            else:
                value = flush_class(t, whole, board | (1 << card) | rows[choice, ROW + p])
            if value >= best:
                winners = (winners if value == best else 0) | (1 << p)
                best = value
        if q.players == 2:
            counts += 1 << (COUNT_BITS * (winners - 1))
        else:
            add_result(tied, begin, q.slots, q.players, winners)
        c1 += 1
        if c1 == c2:
            c1, c2, fresh = 0, c2 + 1, 1
            if c2 == c3:
                c2, c3, fresh = 1, c3 + 1, 2
                if c3 == c4:
                    c3, c4 = 2, c4 + 1
                    if c4 == c5:
                        c4, c5 = 3, c5 + 1
    if q.players == 2:
        add_counts(tied, begin, q.slots, counts)


@lanes(key=Tables)
def deal_boards(
    lane: int, rng: Any, t: Tables, d: Deals, share: Any, slots: int, picks: Any, tied: Any, stuck: Any
) -> None:
    """Draw a lane's share of the deals: share[0] deals, and one more for lanes below share[1].

    The order of the players is that of `d`. `picks` has room for a holding of each player and lane.
    """
    players, live, twos = len(d.order), len(d.deck), len(d.pairs)
    deck, pairs, pair_keys = d.deck, d.pairs, d.pair_keys
    fixed, begin, counts = d.board, lane % slots, 0
    for p in range(d.known):
        fixed |= d.holds[d.bounds[p]]
    for _ in range(share[0] + (1 if lane < share[1] else 0)):
        used = fixed
        if d.ranged > d.known:
            used = draw_ranges(d, rng, picks[:, lane])
            if used < 0:
                add(stuck, 0, 1)
                return
        # Two cards at a time: there are equally many twos that share no card with what is out.
        key, board = d.board_key, d.board
        for _k in range(d.missing // 2):
            i = below(rng, twos)
            while used & pairs[i] != 0:
                i = below(rng, twos)
            used |= pairs[i]
            board |= pairs[i]
            key += pair_keys[i]
        if d.missing % 2 == 1:
            card = deck[below(rng, live)]
            while (used >> card) & 1 == 1:
                card = deck[below(rng, live)]
            used |= 1 << card
            board |= 1 << card
            key += t.cards[card]
        best, winners = 0, 0
        for p in range(players):
            if p < d.ranged:
                i = d.bounds[p] if p < d.known else picks[p, lane]
                whole, mask = key + d.keys[i], d.holds[i]
            else:
                i = below(rng, twos)
                while used & pairs[i] != 0:
                    i = below(rng, twos)
                used |= pairs[i]
                whole, mask = key + pair_keys[i], pairs[i]
            if whole & FLUSH == 0:
                value = plain_class(t, whole)
            else:
                value = flush_class(t, whole, board | mask)
            if value >= best:
                winners = (winners if value == best else 0) | (1 << p)
                best = value
        if players == 2:
            counts += 1 << (COUNT_BITS * (winners - 1))
        else:
            add_result(tied, begin, slots, players, winners)
    if players == 2:
        add_counts(tied, begin, slots, counts)
