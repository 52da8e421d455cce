"""What a decision of Blackjack is about, as tables of basic strategy name it: hard 16 against 10."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from parlour.games.blackjack.cards import (
    EARLY,
    PLAY,
    SPLIT,
    card_at,
    cards_of_hand,
    is_soft,
    total_of,
    worth,
)

if TYPE_CHECKING:
    from parlour.core.view import View


def situation(view: View) -> str:
    """Name the hand and the dealer's card; nothing for bets, which no hand is behind."""
    s = view.state
    if s.phase == EARLY:
        return f"insurance with {_hand(s, pair=False)}"
    if s.phase != PLAY:
        return ""
    return f"{_hand(s, SPLIT in view.legal())} against {_card(card_at(s.dealer, 0))}"


def _hand(s: Any, pair: bool) -> str:
    facts = s.facts[s.active]
    if pair:
        return f"a pair of {_card(card_at(cards_of_hand(s.hands, s.active), 0))}s"
    return f"{'soft' if is_soft(facts) else 'hard'} {total_of(facts)}"


def _card(card: int) -> str:
    points = worth(card)
    return "ace" if points == 1 else str(points)
