"""Kuhn poker (Kuhn 1950): three cards, one each, one bet; the smallest game that has to bluff.

Both ante 1. The first may check or bet 1; facing a bet one may call or fold. The higher card takes the pot.
Its value to the first player is -1/18. The betting so far is an int: a leading 1, then one bit a move,
0 for check or fold, 1 for bet or call, so 0b101 is "check, bet".
"""

from __future__ import annotations

from typing import Any, NamedTuple

from parlour.cards.cards import filled_pair
from parlour.core.bits import popcount
from parlour.core.errors import BadOption
from parlour.core.event import MOVE, Event
from parlour.core.game import Traits
from parlour.core.guide import Guide
from parlour.core.options import Option
from parlour.core.picture import Cell, Grid, Picture, Text
from parlour.core.rules import CHANCE, OVER, UNKNOWN, changed, evenly

TITLE = "Kuhn Poker"
BLURB = "Three cards, one bet: the smallest game with a bluff"
GROUP = "Theory"
SEAT_NAMES = ("Ann", "Ben")
SCORE = "chips won"
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
NAMES = ("jack", "queen", "king")
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


def random_outcome(s: State, rng: Any) -> int:
    """Draw one as fast as that allows."""
    return evenly(s, rng)


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


def guide(deal: str = "") -> Guide:
    """Tell how the game is played."""
    return Guide(
        goal="Win chips: hold the higher of two cards, or make the other fold.",
        turn="Both put in 1 chip and get one of three cards: jack, queen, king, in rising order. The first"
        " may check or bet 1 chip. If the first checks, the second may check or bet too. Who faces a bet may"
        " call, putting in 1 chip as well, or fold and give the pot up.",
        end="After a call or two checks the higher card wins the pot. One deal is played.",
        symbols="J is the jack, Q the queen, K the king; ? is a card that cannot be seen.",
        moves="check, bet, call or fold; pass stands for check and fold.",
        examples=(
            ("check", "put nothing in"),
            ("bet", "put 1 chip in"),
            ("call", "put in the chip that was bet"),
            ("fold", "give the pot up"),
        ),
    )


def events(before: State, action: int, after: State, seat: int) -> list[Event]:
    """Tell the card dealt to the seat, the betting, and who wins how much."""
    if before.cards[1] == UNDEALT:
        return [] if before.cards[0] == UNDEALT else [_dealt(after, seat)]
    who = turn(before)
    word = format(before, action)
    chips = " 1" if action == 1 else ""
    told = [Event(MOVE, f"{{{who} {word}s}}{chips}", {"seat": who, "act": word})]
    if turn(after) != OVER:
        return told
    won = returns(after)
    winner = int(won[1] > won[0])
    gain = f"{{{winner} wins}} {won[winner]:g} chip{'s' if won[winner] > 1 else ''}"
    data = {"winner": winner, "chips": won[winner]}
    if word == "fold":
        return [*told, Event("result", gain, data)]
    shown = [f"the {NAMES[card]}" for card in after.cards]
    text = f"{{0 shows}} {shown[0]}, {{1}} {shown[1]}: {gain}"
    return [*told, Event("showdown", text, {**data, "cards": [RANKS[card] for card in after.cards]})]


def _dealt(s: State, seat: int) -> Event:
    if seat < 0:
        return Event("deal", "A card each is dealt; both put in 1 chip", {})
    card = s.cards[seat]
    return Event("deal", f"{{{seat} is}} dealt the {NAMES[card]}; both put in 1 chip", {"card": RANKS[card]})


def value_told(value: float) -> str:
    """Write what is won or lost in chips."""
    return f"{value:+.3f} chips" if abs(value) >= 0.0005 else "0 chips"


def scores(s: State) -> tuple[float, float]:
    """Return the chips won or lost."""
    return returns(s)


def picture(s: State) -> Picture:
    """Show the cards, the pot and the betting."""
    row = tuple(map(_card, s.cards))
    spoken = _spoken(s.bets)
    pot = 2 + spoken.count("bet") + spoken.count("call")
    table = Grid((row,), column_labels=("{0}", "{1}"), style="bare")
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
