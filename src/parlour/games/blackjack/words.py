"""Cards, moves, deals and the table of Blackjack as text."""

from __future__ import annotations

from typing import Any

from parlour.cards.cards import FACE_DOWN, Deck
from parlour.core.errors import BadOption
from parlour.core.picture import Block, Cell, Grid, Picture, Text
from parlour.core.rules import UNKNOWN
from parlour.games.blackjack.cards import (
    BET,
    CARD,
    DEAL,
    DONE,
    DOUBLED,
    DRAW,
    EARLY,
    GIVEN_UP,
    GO,
    HIT,
    MOST_BET,
    NEW,
    NOBODY_HAS,
    PLAY,
    SIDE,
    SPLIT,
    STAND,
    SURRENDER,
    Four,
    Two,
    card_at,
    cards_in,
    cards_of_hand,
    decks_of,
    is_natural,
    is_soft,
    top_bet,
    total_of,
)

deck = Deck("cdsh")
card_name, card_number = deck.name, deck.number
MOVES = ("hit", "stand", "double", "split", "surrender", "insurance", "no", "pairs", "21+3", "deal")
SAID = {"no": "no insurance", "pairs": "Perfect Pairs"}  # where a button says more than the move's text
FEW_BETS = 10
OTHER_WORDS = {"decline": 6, "h": HIT, "s": STAND, "d": 2, "p": SPLIT, "r": SURRENDER, "i": 5, "n": 6}
CHANCES = (NEW, DEAL, CARD, DRAW)
BETWEEN = (BET, SIDE, NEW)  # the cards on the table are those of the round before
MOST_FIXED = 40


def move_name(s: Any, a: int) -> str:
    """Write a card dealt, a bet or a move."""
    if s.phase in CHANCES:
        return card_name(a)
    return f"bet {a - GO}" if s.phase == BET else MOVES[a]


def buttons(s: Any, a: int) -> tuple[str, ...]:
    """Name a move as a button does; where many bets can be made, the word and then how much."""
    name = move_name(s, a)
    if s.phase == BET and top_bet(s.rules) > FEW_BETS:
        return tuple(name.split())
    return (SAID.get(name, name),)


def move_number(s: Any, text: str) -> int:
    """Read what `move_name` writes, `decline` for `no`, and the first letters of the plays (split is p)."""
    text = text.lower()
    if s.phase in CHANCES:
        return card_number(text)
    if s.phase == BET:
        units = text.removeprefix("bet").strip()
        if not units.isascii() or not units.isdigit() or len(units) > 4:
            return -1
        return GO + int(units) if 1 <= int(units) <= MOST_BET else -1
    if text in MOVES:
        return MOVES.index(text)
    return OTHER_WORDS.get(text, -1)


def read_deal(deal: str, decks: int) -> Four:
    """Read the shoe's next cards into four words of ten, six bits a card, the first lowest."""
    cards = [card for hand in deck.hands(deal) for card in hand]
    if len(cards) > MOST_FIXED:
        raise BadOption(f"deal: {len(cards)} cards, at most {MOST_FIXED} can be set")
    for card in cards:
        if decks and cards.count(card) > decks:
            raise BadOption(f"deal: {card_name(card)} comes {cards.count(card)} times; decks={decks}")
    a, b, c, d = (
        sum((card + 1) << 6 * place for place, card in enumerate(cards[first : first + 10]))
        for first in (0, 10, 20, 30)
    )
    return (a, b, c, d)


def total_text(facts: int) -> str:
    """Say what a hand comes to: soft 17, 21, 24 bust."""
    total = total_of(facts)
    if total > 21:
        return f"{total} bust"
    return f"soft {total}" if is_soft(facts) and total < 21 else str(total)


def table(s: Any) -> Picture:
    """Draw a state or a view: the dealer's cards, the player's hands, the money and the shoe."""
    rows = [_dealer(s)]
    labels = ["dealer"]
    for hand in range(s.number if s.facts[0] else 0):
        active = s.phase in (PLAY, CARD) and hand == s.active
        rows.append(_hand(s, hand, active))
        labels.append(f"hand {hand + 1}" if s.number > 1 else "{0}")
    widest = max(len(row) for row in rows)
    padded = tuple((*row[:-1], *[Cell()] * (widest - len(row)), row[-1]) for row in rows)
    cards = Grid(padded, tuple(labels), style="bare")
    if s.phase in BETWEEN and s.facts[0]:
        shown: tuple[Block, ...] = (Text("the last round ended so:", "empty"), cards)
    else:
        shown = (cards,)
    return Picture((Text(_headline(s)), *shown, Text(_shoe(s))), "Blackjack")


def _cards(words: Two, facts: int) -> list[Cell]:
    found = [card_at(words, place) for place in range(cards_in(facts))]
    return [deck.cell(card) for card in found]


def _dealer(s: Any) -> tuple[Cell, ...]:
    cells = _cards(s.dealer, s.dealer_facts)
    if s.hole != NOBODY_HAS:
        cells.append(FACE_DOWN)
    note = total_text(s.dealer_facts) if cells and s.hole == NOBODY_HAS else ""
    return (*cells, Cell("blackjack" if is_natural(s.dealer_facts) else note))


def _hand(s: Any, hand: int, active: bool) -> tuple[Cell, ...]:
    facts = s.facts[hand]
    notes = [total_text(facts)]
    if s.number == 1 and is_natural(facts):
        notes = ["blackjack"]
    if facts & DOUBLED:
        notes.append("doubled")
    if facts & GIVEN_UP:
        notes.append("surrendered")
    if active and s.number > 1:
        notes.append("<")
    return (*_cards(cards_of_hand(s.hands, hand), facts), Cell(", ".join(notes), "plain", active))


def _headline(s: Any) -> str:
    parts = [f"round {s.round + 1} of {s.rounds}"] if s.rounds > 1 else []
    parts.append(f"bet {s.bet}")
    parts += [name for bit, name in ((1, "Perfect Pairs"), (2, "21+3")) if s.side & bit]
    if s.insured:
        parts.append("insured")
    if s.phase == EARLY:
        parts.append("the dealer may have a blackjack")
    if s.phase in (BET, SIDE):
        parts.append("{0} to bet")
    if s.phase == DONE or s.round > 0:
        parts.append(f"{s.won / 10:+g} in all" if s.rounds > 1 else f"won {s.won / 10:+g}")
    return ", ".join(parts)


def _shoe(s: Any) -> str:
    if decks_of(s.rules) == 0:
        return "infinite shoe"
    hidden = s.hole not in (NOBODY_HAS, UNKNOWN)
    return f"{s.left + hidden} cards unseen"
