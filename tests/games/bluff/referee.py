"""A second Bluff, over lists of card names, and random games in which both must agree at every step.

python tests/games/bluff/referee.py GAMES [SEED]      compares so many games and counts the positions
"""

from __future__ import annotations

import sys
from random import Random

from parlour import Match, game
from parlour.core.rules import UNKNOWN

RANKS = "23456789TJQKA"
NAMES = [rank + suit for rank in RANKS for suit in "cdsh"]


class Table:
    """The rules told again: hands and pile as lists, the pile as (seat, card) from the bottom."""

    def __init__(self, hands, ranks, any_rank, most, limit):
        self.hands = [list(hand) for hand in hands]
        self.ranks, self.any_rank, self.most, self.limit = RANKS[:ranks], any_rank, most, limit
        self.pile = []
        self.seat = self.due = self.claims = 0
        self.claim = None  # (seat, cards, rank) while it is open
        self.asked = []
        self.over = False
        # Who can place which card: watcher -> {card: holder}; a holder's card may be in the pile by then.
        self.places = [{} for _ in self.hands]

    def to_move(self):
        return self.asked[0] if self.claim else self.seat

    def lay(self, cards, rank):
        for card in cards:
            self.hands[self.seat].remove(card)
        self.claims += 1
        self.pile += [(self.seat, card) for card in cards]
        self.claim = (self.seat, cards, rank)
        n = len(self.hands)
        self.asked = [(self.seat + k) % n for k in range(1, n)]

    def passes(self):
        self.asked.pop(0)
        if not self.asked:
            self._next()

    def challenge(self):
        doubter, (seat, cards, rank) = self.asked[0], self.claim
        taker = seat if any(card[0] != rank for card in cards) else doubter
        self._remember(taker, cards)
        self.hands[taker] += [card for _, card in self.pile]
        self.pile = []
        self._next()
        return taker

    def _remember(self, taker, shown):
        everything = [card for _, card in self.pile]
        unsure = {seat for seat, card in self.pile if card not in shown and seat != taker}
        for watcher, places in enumerate(self.places):
            if watcher == taker:
                kept = {card: who for card, who in places.items() if card not in everything}
            else:
                kept = {c: who for c, who in places.items() if who not in unsure and c not in shown}
                kept |= {card: taker for seat, card in self.pile if seat == watcher or card in shown}
            self.places[watcher] = kept

    def _next(self):
        seat = self.claim[0]
        self.due = (self.ranks.index(self.claim[2]) + 1) % len(self.ranks)
        self.claim, self.asked = None, []
        self.seat = (seat + 1) % len(self.hands)
        self.over = not self.hands[seat] or self.claims >= self.limit

    def results(self):
        fewest = min(map(len, self.hands))
        winners = [len(hand) == fewest for hand in self.hands]
        n = len(self.hands)
        return [(n * won / sum(winners) - 1) / (n - 1) for won in winners]


def names(cards):
    return [NAMES[card] for card in range(52) if cards >> card & 1]


def agree(match, table):
    """Compare hands, pile, turn, sizes, legal actions and what every seat can place."""
    s, n = match.state, len(table.hands)
    laid = [sorted(card for seat, card in table.pile if seat == i) for i in range(n)]
    for i in range(n):
        assert names(s.hands[i]) == sorted(table.hands[i], key=NAMES.index)
        assert sorted(names(s.laid[i])) == laid[i]
        assert s.sizes >> 6 * i & 63 == len(table.hands[i])
        assert s.lays >> 6 * i & 63 == len(laid[i])
    assert match.over == table.over
    if table.over:
        assert all(abs(a - b) < 1e-12 for a, b in zip(match.returns, table.results(), strict=True))
        return
    assert match.turn == table.to_move()
    legal = {match.game.format(s, a) for a in match.game.legal(s)}
    if table.claim:
        assert legal == {"challenge", "pass"}
    else:
        assert legal == set(table.hands[table.seat])
    for watcher in range(n):
        v = match.view(watcher).state
        for other in range(n):
            if other != watcher:
                placed = [c for c, who in table.places[watcher].items() if who == other]
                assert sorted(names(~v.hands[other])) == sorted(placed), (watcher, other)


def compare(number, seed):
    """Play so many random games with both; give the positions compared."""
    rng, positions = Random(seed), 0
    for _ in range(number):
        seats, ranks = rng.randint(2, 8), rng.choice((3, 5, 13))
        options = {
            "seats": seats,
            "ranks": ranks,
            "claims": rng.choice(("next", "any")),
            "most": rng.randint(1, 4),
            "limit": rng.randint(1, 40),
        }
        match = Match(game("bluff", **options), rng.getrandbits(32))
        table = Table(
            map(names, match.state.hands),
            ranks,
            options["claims"] == "any",
            options["most"],
            options["limit"],
        )
        agree(match, table)
        while not match.over:
            positions += 1
            if table.claim:
                if rng.random() < 0.3:
                    match.play("challenge")
                    taker = table.challenge()
                    assert match.state.taker == taker
                else:
                    match.play("pass")
                    table.passes()
            else:
                hand = table.hands[table.seat]
                rank = rng.choice(table.ranks) if table.any_rank else table.ranks[table.due]
                true = [card for card in hand if card[0] == rank]
                honest = true and rng.random() < 0.6
                pool = true if honest else hand
                cards = rng.sample(pool, rng.randint(1, min(options["most"], len(pool))))
                match.play(f"{','.join(cards)} as {rank}")
                table.lay(sorted(cards, key=NAMES.index), rank)
                hidden = match.view(match.turn).history[-1 - len(cards) : -1]
                assert all(action == UNKNOWN for _, action in hidden)
            agree(match, table)
    return positions


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    print(f"{compare(count, int(sys.argv[2]) if len(sys.argv) > 2 else 0):,} positions agree")
