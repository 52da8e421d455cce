"""Play random hands beside PokerKit and compare everything that both know.

Run it for as many hands as you like: `python tests/games/holdem/referee.py 20000`.
"""

from __future__ import annotations

import sys
from collections import Counter
from random import Random
from typing import Any

import pokerkit
from pokerkit import Automation, FixedLimitTexasHoldem, NoLimitTexasHoldem
from pokerkit.games import PotLimitPokerMixin, TexasHoldemMixin, UnfixedLimitHoldem

from parlour import CHANCE, OVER, game
from parlour.cards.cards import card_text, set_text
from parlour.core import rules
from parlour.games import holdem
from parlour.games.holdem.betting import raise_bounds
from parlour.games.holdem.table import pot_of, turned_up

AUTOMATIC = (
    Automation.ANTE_POSTING, Automation.BET_COLLECTION, Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING, Automation.CHIPS_PULLING,
)  # fmt: skip


class PotLimitTexasHoldem(PotLimitPokerMixin, TexasHoldemMixin, UnfixedLimitHoldem):
    """PokerKit has all the parts of it and no name for the whole."""


PEERS = {"no-limit": NoLimitTexasHoldem, "pot-limit": PotLimitTexasHoldem, "limit": FixedLimitTexasHoldem}


def random_options(rng: Random) -> dict[str, Any]:
    """Draw a table: small and large stacks, blinds with straddles, antes of all or by position."""
    players = rng.randint(2, 9)
    big = rng.choice((1, 2, 2, 3, 10, 20))
    # Heads-up with two equal blinds PokerKit lets the big blind begin; here the button does, as ever.
    blinds = [big // 2 if players == 2 else rng.choice((big // 2, big)), big]
    if players > 2 and rng.random() < 0.15:
        blinds.append(2 * big)
    deep = rng.choice((3, 12, 40, 150))
    stacks = tuple(rng.randint(1, deep * big) for _ in range(players))
    antes: tuple[int, ...] = (0,)
    if rng.random() < 0.3:
        antes = (rng.randint(1, big),)
    elif rng.random() < 0.2:
        antes = (0, big)
    return {
        "seats": players,
        "structure": rng.choice(list(PEERS)),
        "stacks": stacks,
        "blinds": tuple(blinds),
        "antes": antes,
        "bets": rng.choice(("all", "all", "min,half,pot,allin")),
        "button": rng.randrange(players),
    }


class Table:
    """One hand here and there; player i of PokerKit is the seat i + 1 places left of the button."""

    def __init__(self, options: dict[str, Any], rng: Random) -> None:
        self.game = game("holdem", **options)
        self.s = self.game.start()
        self.rng = rng
        self.players = options["seats"]
        self.seats = [(options["button"] + 1 + i) % self.players for i in range(self.players)]
        self.peer = self._peer(options)
        self.deck = list(range(52))
        rng.shuffle(self.deck)
        self.seen: Counter[str] = Counter()

    def _peer(self, options: dict[str, Any]) -> pokerkit.State:
        antes = options["antes"]
        uniform = len(antes) == 1
        big = options["blinds"][1]
        sizes = (big, 2 * big) if options["structure"] == "limit" else (big,)
        stacks = tuple(options["stacks"][seat] for seat in self.seats)
        kind = PEERS[options["structure"]]
        table = kind(AUTOMATIC, uniform, antes[0] if uniform else antes, options["blinds"], *sizes)
        return table(stacks, self.players)

    def play(self) -> None:
        """Play to the end, comparing at every decision."""
        while rules.turn(self.s) != OVER:
            if rules.turn(self.s) == CHANCE:
                self._deal()
            else:
                self._act()
        self._compare_end()

    def _deal(self) -> None:
        """Deal until somebody is to act, and what was dealt there too."""
        hole = self.s.phase == 0
        before = sum(card >= 0 for card in self.s.board)
        while rules.turn(self.s) == CHANCE:
            self.s = rules.play(self.s, self.deck.pop())
        if hole:
            for seat in self.seats:
                self.peer.deal_hole(set_text(self.s.hands[seat], ""))
            before = 0
        dealt = [card_text(card) for card in self.s.board if card >= 0]
        while before < len(dealt):
            step = 3 if before == 0 else 1
            self.peer.burn_card("??")
            self.peer.deal_board("".join(dealt[before : before + step]))
            before += step

    def _act(self) -> None:
        s, peer = self.s, self.peer
        same(self.seats[peer.actor_index], s.actor, "who is to act")
        same(peer.can_fold(), rules.is_legal(s, holdem.FOLD), "may fold")
        same(peer.checking_or_calling_amount, holdem.to_call(s), "to call")
        least, most = raise_bounds(s)
        same(peer.can_complete_bet_or_raise_to(), most > 0, "may raise")
        same(peer.total_pot_amount, pot_of(s), "pot")
        same([peer.stacks[i] for i in range(self.players)], [s.stacks[seat] for seat in self.seats], "stacks")
        if most > 0:
            same(peer.min_completion_betting_or_raising_to_amount, least, "least raise")
            same(peer.max_completion_betting_or_raising_to_amount, most, "most raise")
            if self.game.options["bets"] == "all":
                amounts = [a - 1 for a in self.game.legal(s) if a > holdem.CALL]
                same(list(range(least, most + 1)), amounts, "amounts")
        action = self._choose()
        words = self.game.format(s, action).split()
        self.seen[words[0]] += 1
        self.s = rules.play(s, action)
        if words[0] == "fold":
            peer.fold()
        elif words[0] in ("check", "call"):
            peer.check_or_call()
        else:
            amount = int(words[1]) if len(words) == 2 else s.stacks[s.actor] + s.bets[s.actor]
            peer.complete_bet_or_raise_to(amount)

    def _choose(self) -> int:
        """Draw a move: calls often, so that hands get far; of raises often the least and the most."""
        actions = self.game.legal(self.s)
        draw = self.rng.random()
        raises = [a for a in actions if a > holdem.CALL]
        if draw < 0.55 or not raises:
            return holdem.CALL if draw < 0.45 or holdem.FOLD not in actions else holdem.FOLD
        if draw < 0.75:
            return raises[0]
        return raises[-1] if draw < 0.82 else self.rng.choice(raises)

    def _compare_end(self) -> None:
        s, peer = self.s, self.peer
        if s.live.bit_count() > 1:
            self._compare_showdown()
        while peer.can_kill_hand():
            peer.kill_hand()
        while peer.can_push_chips():
            peer.push_chips()
        same(False, peer.status, "the hand goes on")
        same(peer.stacks, [s.stacks[seat] for seat in self.seats], "stacks at the end")
        payoffs = self.game.returns(s)
        same([float(chips) for chips in peer.payoffs], [payoffs[seat] for seat in self.seats], "payoffs")

    def _compare_showdown(self) -> None:
        s, peer = self.s, self.peer
        shown = [
            (self.seats[operation.player_index], bool(operation.hole_cards))
            for operation in peer.operations
            if isinstance(operation, pokerkit.HoleCardsShowingOrMucking)
        ]
        ours = [(seat, turned_up(s.shown, seat) == 1) for seat in range(self.players) if s.live >> seat & 1]
        same(sorted(shown), ours, "hands shown")
        pots = [(pot.amount, sorted(self.seats[i] for i in pot.player_indices)) for pot in peer.pots]
        self.seen[f"{len(pots)} pots"] += 1
        if all(up for _, up in shown):
            same(pots, [(amount, sorted(seats)) for amount, seats in holdem.pots(s)], "pots")
        else:  # whose hand was not shown is no longer in a pot, and there is one pot only
            self.seen["mucked"] += 1
            same([amount for amount, _ in pots], [amount for amount, _ in holdem.pots(s)], "pot")
            order = [(s.opener + step) % self.players for step in range(self.players)]
            same(
                [seat for seat, _ in shown],
                [seat for seat in order if s.live >> seat & 1],
                "order of showing",
            )


def same(theirs: Any, ours: Any, what: str) -> None:
    """Complain of a difference."""
    if theirs != ours:
        raise AssertionError(f"{what}: PokerKit says {theirs}, we say {ours}")


def compare(hands: int, seed: int = 0) -> Counter[str]:
    """Play so many hands; give how often each kind of thing happened."""
    seen: Counter[str] = Counter()
    for number in range(hands):
        rng = Random(f"{seed} {number}")
        options = random_options(rng)
        table = Table(options, rng)
        try:
            table.play()
        except AssertionError as error:
            raise AssertionError(f"hand {number} of seed {seed}, {options}: {error}") from error
        seen += table.seen + Counter({options["structure"]: 1, f"{options['seats']} players": 1})
    return seen


if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    print(f"{wanted} hands, no difference: {dict(sorted(compare(wanted).items()))}")
