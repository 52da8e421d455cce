"""Texas Hold'em: two cards each, five on the board, four rounds of betting; the best five of seven win.

No-limit, pot-limit and limit, for two to ten, one hand or a session of hands with the stacks carried on. The
rules are those of the Tournament Directors Association as PokerKit plays them; docs/games/holdem.md tells
where these leave a choice. A player's actions: 0 folds, 1 checks or calls, from 2 on come the raises of the
menu; with `bets=all`, raising to x chips is action x + 1. Chance deals card by card. Results are in chips.
"""

from __future__ import annotations

from typing import Any

from parlour.cards.cards import BadCards, card_text, parse_card
from parlour.core.bits import WORD, count, floats, has, nth, popcount, replace
from parlour.core.errors import BadOption, IllegalMove
from parlour.core.game import Traits
from parlour.core.options import Option
from parlour.core.picture import Picture
from parlour.core.rng import below
from parlour.core.rules import CHANCE, OVER, changed, evenly
from parlour.games.holdem import words
from parlour.games.holdem.betting import amount_of, betting_actions, raise_bounds, to_call
from parlour.games.holdem.hand import act, advance, give_hole_card, new_hand, put_on_board, receiver
from parlour.games.holdem.manual import guide
from parlour.games.holdem.side_pots import pots
from parlour.games.holdem.situations import situation
from parlour.games.holdem.table import (
    BET,
    CALL,
    EMPTY,
    EVERY_AMOUNT,
    FIRST_RAISE,
    FOLD,
    FRESH,
    HANDS,
    HOLE,
    MENU,
    State,
    cards_left,
    pot_of,
    turned_up,
)
from parlour.games.holdem.told import events, marked, scores, value_told
from parlour.games.holdem.worlds import drawn_hands, seen_hands

__all__ = [
    "CALL",
    "FOLD",
    "MENU",
    "State",
    "events",
    "guide",
    "marked",
    "pots",
    "scores",
    "situation",
    "to_call",
    "value_told",
]

TITLE = "Texas Hold'em"
BLURB = "Poker: two cards of one's own, five for all, and bets"
GROUP = "Cards"
SCORE = "chips"
SITTING = {"hands": 20}
TRAITS = Traits(zero_sum=True)
NOTATIONS = {"phh": ".phh"}
STRUCTURES = ("no-limit", "pot-limit", "limit")
MOST_CHIPS = 1_000_000_000
MOST_AMOUNTS = 1_000_000  # that a bet may have with bets=all
ENDLESS = 1 << 30
OPTIONS = {
    "seats": Option(2, "how many play", low=2, high=10),
    "structure": Option("no-limit", "how much may be bet", choices=STRUCTURES),
    "stacks": Option((200,), "chips of every seat, or one number a seat", low=1, high=MOST_CHIPS, most=10),
    "blinds": Option((1, 2), "small and big blind; more are straddles", low=0, high=MOST_CHIPS, most=10),
    "antes": Option(
        (0,), "ante of every seat, or by position from the button's left", low=0, high=MOST_CHIPS, most=10
    ),
    "min_bet": Option(
        0, "smallest bet, in limit doubled from the turn on; 0: the big blind", low=0, high=MOST_CHIPS
    ),
    "bets": Option(
        words.MENU, "raises: min, allin, shares of the pot; all: every amount; push: all-in or fold", most=1
    ),
    "cap": Option(4, "bets and raises a round in limit; 0: any number", low=0, high=1000),
    "blind_counts": Option(False, "the big blind counts as the first bet against the cap"),
    "hands": Option(1, "hands to play, the stacks carried on", low=1, high=1000),
    "fresh": Option(False, "every hand begins with the stacks of the first; what was won is put aside"),
    "button": Option(-1, "the seat with the button in the first hand; -1: the last seat", low=-1, high=9),
    "deal": Option(
        "", "hands of the first deal, such as AsKs/QdQh; ? for one to be dealt", most=1, secret=True
    ),
    "board": Option("", "board cards of the first deal, in order, such as Qs Js 2c", most=1, secret=True),
}
LEVELS = {
    "easy": "archetype:vpip=0.4,aggression=0.4,bluff=0.1,blunder=0.1",  # loose and passive
    "medium": "tight_aggressive:seats=yes",
    "hard": "equity",
    "expert": "adaptive",
}
# The four types of players: hands played, bets and raises to a call, and weak hands bet.
STRATEGIES = {
    "tight_passive": "archetype:vpip=0.15,aggression=0.3,bluff=0.05",
    "tight_aggressive": "archetype:vpip=0.2,aggression=2,bluff=0.15",
    "loose_passive": "archetype:vpip=0.4,aggression=0.4,bluff=0.1",
    "loose_aggressive": "archetype:vpip=0.35,aggression=3,bluff=0.3",
}


def start(
    seats: int = 2,
    structure: str = "no-limit",
    stacks: tuple[int, ...] = (200,),
    blinds: tuple[int, ...] = (1, 2),
    antes: tuple[int, ...] = (0,),
    min_bet: int = 0,
    bets: str = words.MENU,
    cap: int = 4,
    blind_counts: bool = False,
    hands: int = 1,
    fresh: bool = False,
    button: int = -1,
    deal: str = "",
    board: str = "",
) -> State:
    """Return the table with antes and blinds posted and any fixed cards dealt."""
    players = seats
    chips = stacks * players if len(stacks) == 1 else stacks
    if len(chips) != players:
        raise BadOption(f"stacks: {len(stacks)} numbers for {players} players; give one, or one a seat")
    posts = words.by_position("blinds", blinds, players, 2)
    if posts[1] == 0 or list(blinds) != sorted(blinds):
        raise BadOption(f"blinds={blinds}: needs a small and a larger big blind such as 1,2")
    if button >= players:
        raise BadOption(f"button={button}: the seats are 0 to {players - 1}")
    even = len(antes) == 1
    ante = antes * players if even else words.by_position("antes", antes, players, 2)
    sizes = words.read_menu("min" if structure == "limit" and bets.strip().lower() != "all" else bets)
    top = sum(chips) if hands > 1 and not fresh else max(chips)
    if sizes == EVERY_AMOUNT and top > MOST_AMOUNTS:
        raise BadOption(f"bets=all: {top:,} chips are too many; use fewer, or a menu such as {words.MENU}")
    limit = cap or ENDLESS
    terms = (
        hands, STRUCTURES.index(structure), min_bet or posts[1], limit, max(limit - int(blind_counts), 0),
        int(not even), sizes, int(fresh),
    )  # fmt: skip
    none = (0,) * players
    blank = (0,) * (-(-(top + 2) // WORD) if sizes == EVERY_AMOUNT else 1)
    shown = (0,) * -(-players * hands // WORD)
    at = players - 1 if button < 0 else button
    cards = State(none, EMPTY, EMPTY, stacks=chips, bets=none, paid=none, button=at, shown=shown, blank=blank)
    empty = changed(cards, began=chips, banked=none, blinds=posts, antes=ante, terms=terms)
    empty = changed(empty, last=(*EMPTY, *none, *none))
    s = new_hand(empty)
    held, plan = words.read_cards(deal, board, players)
    waiting = sum(1 << seat for seat in range(players) if not held[seat])
    return advance(changed(s, hands=held, plan=plan, waiting=waiting))


def SEAT_NAMES(s: State) -> tuple[str, ...]:  # noqa: N802
    """First names, round the table."""
    return ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hope", "Ivy", "Joe")[: len(s.stacks)]


def SEATS(s: State) -> int:  # noqa: N802
    """As many as there are stacks."""
    return len(s.stacks)


def ACTIONS(s: State) -> int:  # noqa: N802
    """The cards of the deck; with every amount, as many as the words of a set of actions hold."""
    return 52 if s.terms[MENU] != EVERY_AMOUNT else WORD * len(s.blank)


def BOUNDS(s: State) -> tuple[float, float]:  # noqa: N802
    """A seat can lose its stack and win all the others'; in every hand, if stacks are fresh."""
    times = s.terms[HANDS] if s.terms[FRESH] == 1 else 1
    return (-float(times * max(s.began)), float(times * (sum(s.began) - min(s.began))))


def turn(s: State) -> int:
    """Chance deals; the seats act clockwise."""
    return s.actor


def legal(s: State) -> tuple[int, ...]:
    """The cards left; fold, check or call, and the raises that the menu offers."""
    if s.actor == CHANCE:
        return replace(s.blank, 0, cards_left(s))
    return s.blank if s.actor == OVER else betting_actions(s)


def weights(s: State, a: int) -> float:
    """Every card left is as likely."""
    return 1.0 / popcount(cards_left(s))


def random_outcome(s: State, rng: Any) -> int:
    """Draw one as fast as that allows."""
    return evenly(s, rng)


def play(s: State, a: int) -> State:
    """Deal a card, or act; then go on to where the next is to be done."""
    if s.phase == BET:
        s = act(s, a)
    else:
        s = give_hole_card(s, a) if s.phase == HOLE else put_on_board(s, a)
    return advance(s)


def returns(s: State) -> tuple[float, ...]:
    """The chips won or lost since the start."""
    won = s.stacks
    for seat in range(len(won)):
        gain = won[seat] - s.began[seat] + s.banked[seat]
        won = replace(won, seat, gain if s.actor == OVER else 0)
    return floats(won)


# -- what a seat may know ------------------------------------------------------------------------------------


def mask(s: State, seat: int) -> State:
    """A hand is known to its owner, and to all once it is shown; cards to come are known to nobody."""
    return changed(s, hands=seen_hands(s, seat), plan=EMPTY)


def fill(v: State, seat: int, rng: Any) -> State:
    """Draw the others' hands from the unseen cards, every deal equally likely (a determinization).

    What the betting tells of them is not the rules' affair; but a hand kept hidden at a showdown has lost.
    """
    return changed(v, hands=drawn_hands(v, rng), plan=EMPTY)


def sees(s: State, a: int, seat: int, now: State) -> bool:
    """Betting and the board are open; a hole card is known to its owner, and to all once it was shown."""
    if s.phase != HOLE:
        return True
    owner = receiver(s)
    return owner == seat or turned_up(now.shown, len(s.stacks) * s.hand_no + owner) == 1


# -- hints ---------------------------------------------------------------------------------------------------


def evaluate(s: State, seat: int) -> float:
    """What a seat has, and an even share of the pot while it is in the hand."""
    share = 0.0
    if (s.live >> seat) & 1 == 1 and s.actor != OVER:
        share = pot_of(s) / popcount(s.live)
    return 0.96 * (s.stacks[seat] + share - s.began[seat] + s.banked[seat])


def rollout(s: State, rng: Any) -> int:
    """Check or call three times in four, so that most playouts see a showdown."""
    actions = legal(s)
    if below(rng, 4) > 0 and has(actions, CALL):
        return CALL
    return nth(actions, below(rng, count(actions)))


# -- words ---------------------------------------------------------------------------------------------------


def format(s: State, a: int) -> str:
    """The card dealt; fold, check, call, `raise 40` (to 40 chips in this round) or allin."""
    if s.actor == CHANCE:
        return card_text(a)
    if a == FOLD:
        return "fold"
    if a == CALL:
        return "call" if to_call(s) > 0 else "check"
    amount = amount_of(s, a)
    return "allin" if amount == s.stacks[s.actor] + s.bets[s.actor] else f"raise {amount}"


def parse(s: State, text: str) -> int:
    """Read a card, or a move: also `bet 40`, and allin for a call that takes the last chip."""
    text = text.lower()
    if s.actor == CHANCE:
        try:
            return parse_card(text)
        except BadCards:
            return -1
    never = WORD * len(s.blank)  # no legal action: the words are those of a move, but not of one here
    if text in ("f", "cc"):  # as hand histories write them
        return FOLD if text == "f" else CALL
    if text in ("fold", "check", "call"):
        return FOLD if text == "fold" else CALL if format(s, CALL) == text else never
    everything = s.stacks[s.actor] + s.bets[s.actor]
    if text in words.ALL_IN:
        amount = everything
        if to_call(s) == s.stacks[s.actor]:
            return CALL
    else:
        found = words.MOVE.fullmatch(text)
        if found is None:
            return -1
        amount = int(found[1])
    if s.terms[MENU] == EVERY_AMOUNT:
        return amount + 1 if amount > 0 else never
    offered = [a for a in range(FIRST_RAISE, FIRST_RAISE + words.MOST_SIZES) if legal(s)[0] >> a & 1]
    least, most = raise_bounds(s)
    if least < amount < most and all(amount_of(s, a) != amount for a in offered):
        sizes = " | ".join(format(s, a) for a in offered)
        raise IllegalMove(f"holdem: {text!r} is no size offered here: {sizes}; -o bets=all allows any amount")
    return next((a for a in offered if amount_of(s, a) == amount), never)


def picture(s: State) -> Picture:
    """Show the board, and of each seat its cards, stack, bet and place."""
    return words.table(s)


def touches(s: State, a: int) -> tuple[str, ...]:
    """The move as a button; for a raise the word, then the amount."""
    text = format(s, a)
    return ("all-in",) if text == words.ALL_IN[0] else tuple(text.split())
