"""Claims, suspicions and models of players in words, every number computed."""

from __future__ import annotations

from parlour.cards.cards import RANK_NAMES
from parlour.core.view import View
from parlour.games.bluff.belief.models import Models, Suspicion
from parlour.games.bluff.cards import of_rank
from parlour.games.bluff.policy import LIE_SIZES
from parlour.games.bluff.words import cards_in_words, names

COUNTS = ("none", "one", "two", "three", "all four")


def plural(rank: int) -> str:
    """Name the cards of a rank: queens, sixes."""
    return cards_in_words(2, rank).removeprefix("two ")


def suspicion_words(view: View, found: Suspicion) -> str:
    """Say what the chance of a lie follows from."""
    place = (
        f"Player {view.seat + 1} can place {COUNTS[found.mine]} of the four {plural(found.rank)} elsewhere"
    )
    claimed = f"{cards_in_words(found.number, found.rank)} {'was' if found.number == 1 else 'were'} claimed"
    if found.number > found.possible:
        return f"{place}; {claimed}: it cannot be true, P(lie) = 1."
    who = f"player {view.state.claimer + 1}"
    parts = f"{who} had that many with chance {found.enough:.2f}, and {LIE_SIZES[found.number]:.0%} of lies "
    parts += f"for want of a true card are of {'one card' if found.number == 1 else f'{found.number} cards'}"
    if abs(found.factor - 1.0) > 0.005:
        parts += f", and by what challenges have shown lies {found.factor:.2f} times as readily as others"
    return f"{place}; {claimed}; {parts}: P(lie) = {found.chance:.2f}."


def claim_words(cards: int, rank: int, hand: int) -> str:
    """Say what a claim is made of."""
    true, lies = cards & of_rank(rank), cards & ~of_rank(rank)
    have = (hand & of_rank(rank)).bit_count()
    if not lies:
        return f"The truth: {names(true)}, of {COUNTS[have]} held."
    if not true:
        why = "" if have else f", for there is no {RANK_NAMES[rank]} to lay"
        return f"A lie: {names(lies)} for {cards_in_words(cards.bit_count(), rank)}{why}."
    return f"The truth with a lie in it: {names(true)}, and {names(lies)} with it."


def models_words(models: Models, seat: int) -> str:
    """Tabulate what is known of the others, one line each."""
    lines = [
        f"  player {i + 1}: claims {m.claims}, of {m.cards / m.claims if m.claims else 0.0:.1f} cards, "
        f"{sum(m.exposed)} challenged, {sum(m.lies)} of them lies; "
        f"challenged {sum(m.challenges)} of {sum(m.answers)}, {m.wrong} wrongly"
        for i, m in enumerate(models.of)
        if i != seat
    ]
    return "\n".join(lines)
