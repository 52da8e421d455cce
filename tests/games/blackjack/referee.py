"""Random hands of Blackjack by OpenSpiel's rules beside ours, compared card for card.

    python tests/games/blackjack/referee.py --hands 20000

OpenSpiel plays one deck with hit and stand alone, and an even bet. Its player gets both cards first; the same
cards are given here in our order. Compared are who wins, and how many cards the dealer draws. Naturals are
left out (there they count as any 21), and nobody hits a 21.
"""

from __future__ import annotations

import argparse
import sys
from random import Random
from typing import Any

import pyspiel

from parlour import Match, game
from parlour.games.blackjack.cards import cards_in

SUITS = "cdhs"
RANKS = "A23456789TJQK"
HIT, STAND = 0, 1


def card_name(card: int) -> str:
    """Write OpenSpiel's card as ours."""
    return RANKS[card % 13] + SUITS[card // 13]


def total(cards: list[int]) -> int:
    """Add a hand up, an ace as 11 where it does not bust."""
    points = sum(min(card % 13 + 1, 10) for card in cards)
    return points + 10 if any(card % 13 == 0 for card in cards) and points <= 11 else points


def their_hand(rng: Random) -> tuple[list[int], list[int], list[str], float]:
    """Play a hand there: the player's cards, the dealer's, the moves, the result."""
    s: Any = pyspiel.load_game("blackjack").new_initial_state()
    cards: list[int] = []
    moves: list[str] = []
    stood = 4
    while not s.is_terminal():
        if s.is_chance_node():
            card = rng.choice([outcome for outcome, _ in s.chance_outcomes()])
            cards.append(card)
            s.apply_action(card)
            continue
        mine = cards[:2] + cards[4:]
        action = STAND if total(mine) >= 21 else rng.choice([HIT, HIT, STAND])
        moves.append("hit" if action == HIT else "stand")
        stood = 4 + moves.count("hit")
        s.apply_action(action)
    return cards[:2] + cards[4:stood], cards[2:4] + cards[stood:], moves, s.returns()[0]


def compare(hands: int, seed: int) -> tuple[int, list[str]]:
    """Play hands there and here; give how many were compared, and what differed."""
    rng, found, compared = Random(seed), [], 0
    for _ in range(hands):
        mine, dealer, moves, result = their_hand(rng)
        if 21 in (total(mine[:2]), total(dealer[:2])):
            continue
        compared += 1
        order = [mine[0], dealer[0], mine[1], dealer[1], *mine[2:], *dealer[2:]]
        deal = " ".join(card_name(card) for card in order)
        match = Match(game("blackjack", decks=1, deal=deal, insurance=False), seed=0)
        for move in moves:
            if not match.over and not (move == "stand" and total(mine) == 21 and len(mine) > 2):
                match.play(move)
        if not match.over or match.returns[0] != result or cards_in(match.state.dealer_facts) != len(dealer):
            found.append(f"{deal}: {' '.join(moves)} gives {match.returns[0]:+g} here, {result:+g} there")
    return compared, found


def main() -> int:
    """Compare many hands."""
    parser = argparse.ArgumentParser(description="Blackjack beside OpenSpiel's.")
    parser.add_argument("--hands", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    compared, found = compare(given.hands, given.seed)
    print(f"{compared} of {given.hands} hands compared, {len(found)} differ")
    for line in found[:10]:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
