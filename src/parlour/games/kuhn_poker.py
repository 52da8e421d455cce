"""Kuhn poker (Kuhn 1950): three cards, one each, one bet; the smallest game that has to bluff.

Both ante 1. The first may check or bet 1; facing a bet one may call or fold. The higher card takes the pot.
Its value to the first player is -1/18. The betting so far is an int: a leading 1, then one bit a move,
0 for check or fold, 1 for bet or call, so 0b101 is "check, bet".
"""

from __future__ import annotations

from typing import NamedTuple

from parlour.cards.cards import filled_pair
from parlour.core.bits import popcount
from parlour.core.errors import BadOption
from parlour.core.game import Traits
from parlour.core.options import Option
from parlour.core.picture import Cell, Grid, Picture, Text
from parlour.core.rules import CHANCE, OVER, UNKNOWN, changed

TITLE = "Kuhn Poker"
SEATS = 2
ACTIONS = 3
BOUNDS = (-2.0, 2.0)
TRAITS = Traits(zero_sum=True)
OPTIONS = {"deal": Option("", "the two cards, first player's first, such as K/Q", most=1, secret=True)}
LEVELS = {
    "easy": "random",
    "medium": "equilibrium:blunder=0.6",
    "hard": "equilibrium:blunder=0.15",
    "expert": "equilibrium",
}

RANKS = "JQK"
UNDEALT = -1
DECK = 0b111


class State(NamedTuple):
    """The two cards and the betting."""

    cards: tuple[int, int]
    bets: int


def start(deal: str = "") -> State:
    """Return the start before the deal, or after the one asked for."""
    if not deal:
        return State((UNDEALT, UNDEALT), 1)
    wanted = [RANKS.find(letter) for letter in deal.upper() if letter not in "/ ,"]
    if len(wanted) != 2 or -1 in wanted or wanted[0] == wanted[1]:
        raise BadOption(f"deal={deal!r}: needs two different cards of J, Q and K, such as K/Q")
    return State((wanted[0], wanted[1]), 1)


def turn(s: State) -> int:
    """Deal first; then the first player, the second, and the first again after check, bet."""
    if s.cards[1] == UNDEALT:
        return CHANCE
    if s.bets == 0b1 or s.bets == 0b101:
        return 0
    if s.bets == 0b10 or s.bets == 0b11:
        return 1
    return OVER


def legal(s: State) -> int:
    """The cards still in the deck; then pass (check or fold) and bet (or call)."""
    t = turn(s)
    if t == OVER:
        return 0
    if t != CHANCE:
        return 0b11
    if s.cards[0] == UNDEALT:
        return DECK
    return DECK if s.cards[0] == UNKNOWN else DECK ^ (1 << s.cards[0])


def weights(s: State, a: int) -> float:
    """Every card left is as likely."""
    return 1.0 / popcount(legal(s))


def play(s: State, a: int) -> State:
    """Deal a card, or pass or bet."""
    if s.cards[1] == UNDEALT:
        return changed(s, cards=(a, UNDEALT) if s.cards[0] == UNDEALT else (s.cards[0], a))
    return changed(s, bets=2 * s.bets + a)


def returns(s: State) -> tuple[float, float]:
    """A fold loses the ante; a showdown the ante, or ante and bet after a call."""
    if turn(s) != OVER:
        return (0.0, 0.0)
    if s.bets == 0b110:  # bet, fold
        return (1.0, -1.0)
    if s.bets == 0b1010:  # check, bet, fold
        return (-1.0, 1.0)
    stake = 1.0 if s.bets == 0b100 else 2.0
    if s.cards[0] > s.cards[1]:
        return (stake, -stake)
    return (-stake, stake)


def mask(s: State, seat: int) -> State:
    """A card is known to its owner, and to all at a showdown; a fold shows nothing."""
    if s.bets == 0b100 or s.bets == 0b111 or s.bets == 0b1011:
        return s
    first = s.cards[0] if seat == 0 or s.cards[0] == UNDEALT else UNKNOWN
    second = s.cards[1] if seat == 1 or s.cards[1] == UNDEALT else UNKNOWN
    return changed(s, cards=(first, second))


def fill(v: State, seat: int, rng: object) -> State:
    """Draw each unknown card from those nobody is known to hold."""
    first, second = v.cards
    left = DECK
    if first >= 0:
        left ^= 1 << first
    if second >= 0:
        left ^= 1 << second
    return changed(v, cards=filled_pair(first, second, left, rng))


def sees(s: State, a: int, seat: int, now: State) -> bool:
    """Betting is open; a deal is known to the seat that got the card, and to all after a showdown."""
    if s.cards[1] != UNDEALT:
        return True
    owner = 0 if s.cards[0] == UNDEALT else 1
    return owner == seat or mask(now, seat).cards[owner] >= 0


def evaluate(s: State, seat: int) -> float:
    """The better the card, the better the hand; nothing is known of a hidden one."""
    card = s.cards[seat]
    return 0.0 if card < 0 else 0.5 * (card - 1)


def format(s: State, a: int) -> str:
    """The card dealt; check, bet, fold or call."""
    if turn(s) == CHANCE:
        return RANKS[a]
    if s.bets & 1 == 1 and s.bets > 1:
        return "call" if a == 1 else "fold"
    return "bet" if a == 1 else "check"


def parse(s: State, text: str) -> int:
    """Read a move; `pass` stands for check and fold."""
    text = text.lower()
    if turn(s) == CHANCE:
        return RANKS.lower().find(text) if len(text) == 1 else -1
    if text == "pass":
        return 0
    return next((a for a in (0, 1) if format(s, a) == text), -1)


def picture(s: State) -> Picture:
    """Show the cards, the pot and the betting."""
    row = tuple(map(_card, s.cards))
    spoken = _spoken(s.bets)
    pot = 2 + spoken.count("bet") + spoken.count("call")
    table = Grid((row,), column_labels=("player 1", "player 2"), style="bare")
    return Picture((table, Text(f"pot {pot}" + "".join(f", {word}" for word in spoken))), TITLE)


def _card(card: int) -> Cell:
    if card < 0:
        return Cell("?", "empty", shape="back") if card == UNKNOWN else Cell("-", "empty", shape="card")
    return Cell(RANKS[card], "black", shape="card")


def _spoken(bets: int) -> list[str]:
    words, bet = [], False
    for bit in bin(bets)[3:]:
        words.append(("call" if bit == "1" else "fold") if bet else ("bet" if bit == "1" else "check"))
        bet = bet or bit == "1"
    return words
