"""Bluff by archetype, from the honest to the paranoid."""

from __future__ import annotations

from typing import NamedTuple

from parlour.core.bits import listed
from parlour.core.choice import Choice
from parlour.core.limit import Limit
from parlour.core.strategy import option
from parlour.core.view import View
from parlour.core.words import percent
from parlour.games.bluff import State
from parlour.games.bluff.belief.models import suspicion
from parlour.games.bluff.cards import ANY_RANK, cards_of, count_of, most_of, of_rank, ranks_of
from parlour.games.bluff.play.claimer import Claimer, Plan, claim_move, late_first
from parlour.games.bluff.play.words import claim_words


class Style(NamedTuple):
    """An archetype: how it lies and how it doubts."""

    added: float  # chance to add a lie to true cards
    double: float  # chance to lie with two cards rather than one
    doubt: float  # chance of a lie from which it challenges
    last: bool  # challenges the claim by which a hand is empty, whatever it thinks


STYLES = {
    "honest": Style(0.0, 0.0, 1.0, False),
    "cautious": Style(0.0, 0.0, 0.9, True),
    "counting": Style(0.0, 0.05, 0.75, True),
    "bold": Style(0.35, 0.4, 0.75, True),
    "paranoid": Style(0.05, 0.1, 0.4, True),
}


class Bluffer(Claimer):
    """Claim and doubt as an archetype does; it counts cards and remembers nothing of the players."""

    name = "bluffer"

    style: str = option("counting", "the archetype", choices=tuple(STYLES))
    doubt: float = option(
        0.0, "chance of a lie from which it challenges; 0 is the archetype's", low=0.0, high=1.0
    )

    def answer(self, view: View, limit: Limit) -> Choice:
        """Challenge from the archetype's chance of a lie on."""
        style = STYLES[self.style]
        found = suspicion(view.state, view.seat)
        wanted = self.doubt or style.doubt
        v = view.state
        if style.last and count_of(v.sizes, v.claimer) == 0:
            return self.decided(view, found, 0.0, True, self.must_be_seen(view))
        doubt = found.chance >= wanted
        why = f"{{{view.seat} challenges}} from {percent(wanted)} on, as {self.style} players do."
        return self.decided(view, found, wanted, doubt, why)

    def plans(self, view: View, limit: Limit) -> list[Plan]:
        """Tell the truth if possible, with or without a lie added; otherwise lie with few cards."""
        style, v = STYLES[self.style], view.state
        hand = cards_of(v.hands[view.seat]) | cards_of(v.picked)
        rank, true = _truest(v, hand)
        useless = late_first(v, view.seat, hand & ~of_rank(rank), rank)
        if true:
            extra = self.rng.uniform() < style.added and true.bit_count() < most_of(v.rules) and useless
            cards = true | (1 << useless[0] if extra else 0)
        else:
            pair = self.rng.uniform() < style.double and len(useless) > 1 and most_of(v.rules) > 1
            cards = 1 << useless[0] | (1 << useless[1] if pair else 0)
        why = claim_words(claim_move(cards, rank), cards, rank, hand, view.seat)
        return [Plan(cards, rank, None, (why,))]


def _truest(v: State, hand: int) -> tuple[int, int]:
    """Return the rank to claim and the true cards for it: the due rank, or the one held most of."""
    if not v.rules & ANY_RANK:
        return v.rank, _few(hand & of_rank(v.rank), v)
    rank = max(range(ranks_of(v.rules)), key=lambda r: ((hand & of_rank(r)).bit_count(), -r))
    return rank, _few(hand & of_rank(rank), v)


def _few(cards: int, v: State) -> int:
    return sum(1 << card for card in listed(cards)[: most_of(v.rules)])
