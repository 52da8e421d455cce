"""Worlds of Hold'em: what a seat may know of the cards, and hands drawn for those it may not."""

from __future__ import annotations

from typing import Any

from parlour.cards.hands import strength
from parlour.core.bits import nth, popcount, replace
from parlour.core.rng import below
from parlour.core.rules import UNKNOWN, rule
from parlour.games.holdem.hand import receiver
from parlour.games.holdem.table import DECK, DONE, HOLE, State, known, set_of, turned_up

TRIALS = 100


@rule
def seen_hands(s: State, seat: int) -> tuple[int, ...]:
    """Return the hands as a seat sees them: its own, and those turned up."""
    hands, first = s.hands, len(s.stacks) * s.hand_no
    for other in range(len(hands)):
        if other != seat and hands[other] != 0 and turned_up(s.shown, first + other) == 0:
            hands = replace(hands, other, UNKNOWN)
    return hands


@rule
def drawn_hands(v: State, rng: Any) -> tuple[int, ...]:
    """Draw the unknown hands from the unseen cards, every consistent deal equally likely."""
    hands = v.hands
    if v.phase == DONE and popcount(v.live) > 1:
        hands = drawn_losers(v, rng)
    unseen = DECK & ~(known(hands) | set_of(v.board))
    for seat in range(len(hands)):
        if hands[seat] == UNKNOWN:
            number = 2
            if v.phase == HOLE and v.dealt & 1 == 1 and seat == receiver(v):
                number = 1
            hand = 0
            for _ in range(number):
                card = 1 << nth(unseen, below(rng, popcount(unseen)))
                hand, unseen = hand | card, unseen ^ card
            hands = replace(hands, seat, hand)
    return hands


@rule
def drawn_losers(v: State, rng: Any) -> tuple[int, ...]:
    """Draw the hands not shown at a showdown: each loses to one shown before its turn.

    Each is drawn by itself, and all again when two hold the same card, so that every deal is as likely.
    """
    players, board = len(v.hands), set_of(v.board)
    while True:
        hands, best = v.hands, 0
        used = known(v.hands) | board
        apart = True
        for step in range(players):
            seat = (v.opener + step) % players
            if (v.live >> seat) & 1 == 0:
                continue
            if hands[seat] != UNKNOWN:
                best = max(best, strength(hands[seat] | board))
                continue
            hand = drawn_loser(DECK & ~(known(v.hands) | board), board, best, rng)
            apart = apart and used & hand == 0
            used |= hand
            hands = replace(hands, seat, hand)
        if apart:
            return hands


@rule
def drawn_loser(unseen: int, board: int, best: int, rng: Any) -> int:
    """Draw one of the hands that are weaker than `best`: by trial, and where they are rare by counting."""
    for _ in range(TRIALS):
        hand = 1 << nth(unseen, below(rng, popcount(unseen)))
        hand |= 1 << nth(unseen ^ hand, below(rng, popcount(unseen) - 1))
        if strength(hand | board) < best:
            return hand
    hand, found = 0, 0
    for turn in range(2):  # count them, then take the one drawn
        wanted = below(rng, found) if turn == 1 else -1
        found = 0
        firsts = unseen
        while firsts != 0:
            first = firsts & -firsts
            firsts ^= first
            seconds = firsts
            while seconds != 0:
                second = seconds & -seconds
                seconds ^= second
                if strength(first | second | board) < best:
                    hand = first | second if found == wanted else hand
                    found += 1
    return hand
