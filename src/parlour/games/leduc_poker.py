"""Leduc poker (Southey and others 2005): six cards, a hand of one, one card on the board, two rounds of bets.

Two suits of jack, queen and king. Both ante 1; after one round of betting a card is turned up, and there is
another. Raises are 2 in the first round and 4 in the second, at most two a round. A pair with the board wins,
then the higher card; equal ranks share the pot. Its value to the first player is about -0.0856.

A card is 2 * rank + suit, as in OpenSpiel. The betting of a round is an int: a leading 1, then
two bits a move: 0 fold, 1 check or call, 2 bet or raise, so 0b1_01_10 is "check, bet".
"""

from __future__ import annotations

from typing import Any, NamedTuple

from parlour.cards.cards import SYMBOLS, filled_pair
from parlour.core.bits import popcount
from parlour.core.errors import BadOption
from parlour.core.event import MOVE, Event
from parlour.core.game import Traits
from parlour.core.guide import Guide
from parlour.core.letters import suit_letters
from parlour.core.options import Option
from parlour.core.picture import Cell, Grid, Picture, Text
from parlour.core.rules import CHANCE, OVER, UNKNOWN, changed, evenly

TITLE = "Leduc Poker"
BLURB = "Six cards, one board card, two rounds of bets"
GROUP = "Theory"
SEAT_NAMES = ("Ann", "Ben")
SCORE = "chips won"
SEATS = 2
ACTIONS = 6
BOUNDS = (-13.0, 13.0)
TRAITS = Traits(zero_sum=True)
OPTIONS = {
    "deal": Option("", "the two cards, first player's first, and the board: Ks/Qh/Js", most=1, secret=True)
}
LEVELS = {
    "easy": "random",
    "medium": "cfr:blunder=0.55",
    "hard": "cfr:blunder=0.25",
    "expert": "cfr",
}

RANKS, SUITS = "JQK", "sh"
NAMES = ("jacks", "queens", "kings")
UNDEALT = -1
DECK = 0b111111
FOLD, CALL, RAISE = range(3)
RAISES = (2, 4)  # what a raise adds, by the round
MOST_RAISES = 2


class State(NamedTuple):
    """The cards, the betting of both rounds, and a board that is settled beforehand."""

    cards: tuple[int, int]
    board: int
    bets: tuple[int, int]
    fixed: int  # the card to be turned up, where a deal was asked for


def start(deal: str = "") -> State:
    """Return the start before the deal, or after the one asked for."""
    if not deal:
        return State((UNDEALT, UNDEALT), UNDEALT, (1, 1), UNDEALT)
    names = deal.replace("/", " ").replace(",", " ").split()
    wanted = [_number(name) for name in names]
    if len(wanted) not in (2, 3) or -1 in wanted or len(set(wanted)) != len(wanted):
        raise BadOption(f"deal={deal[:40]!r}: needs two or three different cards of JsQsKsJhQhKh: Ks/Qh/Js")
    return State((wanted[0], wanted[1]), UNDEALT, (1, 1), wanted[2] if len(wanted) == 3 else UNDEALT)


def _number(name: str) -> int:
    name = suit_letters(name)
    if len(name) != 2 or name[0].upper() not in RANKS or name[1].lower() not in SUITS:
        return -1
    return 2 * RANKS.index(name[0].upper()) + SUITS.index(name[1].lower())


def _moves(bets: int) -> int:
    """Count the moves of a round."""
    number = 0
    while bets > 1:
        bets >>= 2
        number += 1
    return number


def _raised(bets: int) -> int:
    """Count the raises of a round."""
    number = 0
    while bets > 1:
        number += int(bets & 3 == RAISE)
        bets >>= 2
    return number


def _closed(bets: int) -> bool:
    """Say whether a round of betting is over: a fold, a call of a raise, or two checks."""
    return bets > 1 and (bets & 3 == FOLD or (bets & 3 == CALL and _moves(bets) > 1))


def turn(s: State) -> int:
    """Deal a card each; bet; turn up the board; bet again. The first player begins both rounds."""
    if s.cards[1] == UNDEALT:
        return CHANCE
    bets = s.bets[0]
    if _closed(bets):
        if bets & 3 == FOLD:
            return OVER
        if s.board == UNDEALT:
            return CHANCE
        bets = s.bets[1]
        if _closed(bets):
            return OVER
    return _moves(bets) % 2


def legal(s: State) -> int:
    """The cards left; then call (or check), raise unless it was done twice, and fold if there is a raise."""
    t = turn(s)
    if t == OVER:
        return 0
    if t == CHANCE:
        return _left(s)
    raised = _raised(s.bets[0] if s.board == UNDEALT else s.bets[1])
    return 1 << CALL | int(raised < MOST_RAISES) << RAISE | int(raised > 0) << FOLD


def _left(s: State) -> int:
    if s.cards[1] != UNDEALT and s.fixed >= 0:
        return 1 << s.fixed
    left = DECK
    for card in s.cards:
        if card >= 0:
            left &= ~(1 << card)
    return left if s.board < 0 else left & ~(1 << s.board)


def weights(s: State, a: int) -> float:
    """Every card left is as likely."""
    return 1.0 / popcount(legal(s))


def random_outcome(s: State, rng: Any) -> int:
    """Draw one as fast as that allows."""
    return evenly(s, rng)


def play(s: State, a: int) -> State:
    """Deal a card, turn up the board, or bet."""
    if s.cards[0] == UNDEALT:
        return changed(s, cards=(a, UNDEALT))
    if s.cards[1] == UNDEALT:
        return changed(s, cards=(s.cards[0], a))
    if turn(s) == CHANCE:
        return changed(s, board=a, fixed=UNDEALT)
    if s.board == UNDEALT:
        return changed(s, bets=(4 * s.bets[0] + a, 1))
    return changed(s, bets=(s.bets[0], 4 * s.bets[1] + a))


def paid(s: State) -> tuple[int, int]:
    """Return what each seat has put into the pot."""
    chips, level = (1, 1), 1
    for number in range(2):
        bets = s.bets[number]
        length = _moves(bets)
        for index in range(length):
            move = (bets >> (2 * (length - 1 - index))) & 3
            if move == RAISE:
                level += RAISES[number]
            if move != FOLD:
                chips = (level, chips[1]) if index % 2 == 0 else (chips[0], level)
    return chips


def returns(s: State) -> tuple[float, float]:
    """A fold loses what was paid; at a showdown the better hand wins what the other has paid."""
    if turn(s) != OVER:
        return (0.0, 0.0)
    last = s.bets[0] if s.board == UNDEALT else s.bets[1]
    chips = paid(s)
    if last & 3 == FOLD:
        loser = (_moves(last) - 1) % 2
    else:
        first, second = _strength(s, s.cards[0]), _strength(s, s.cards[1])
        if first == second:
            return (0.0, 0.0)
        loser = int(first > second)
    stake = float(chips[loser])
    return (-stake, stake) if loser == 0 else (stake, -stake)


def _strength(s: State, card: int) -> int:
    """Rank a hand: a pair with the board above all others."""
    return card // 2 + 3 * int(card // 2 == s.board // 2)


def _shown(s: State) -> bool:
    return _closed(s.bets[1]) and s.bets[1] & 3 == CALL


def mask(s: State, seat: int) -> State:
    """A card is known to its owner, and to all at a showdown; a fold shows nothing."""
    if _shown(s):
        return s
    first = s.cards[0] if seat == 0 or s.cards[0] == UNDEALT else UNKNOWN
    second = s.cards[1] if seat == 1 or s.cards[1] == UNDEALT else UNKNOWN
    return changed(s, cards=(first, second), fixed=UNDEALT)


def fill(v: State, seat: int, rng: object) -> State:
    """Draw each unknown card from those nobody is known to hold."""
    first, second = v.cards
    left = _left(v)
    return changed(v, cards=filled_pair(first, second, left, rng))


def sees(s: State, a: int, seat: int, now: State) -> bool:
    """Betting and the board are open; a card is known to its owner, and to all after a showdown."""
    if s.cards[1] != UNDEALT:
        return True
    return seat == int(s.cards[0] != UNDEALT) or _shown(now)


def evaluate(s: State, seat: int) -> float:
    """The better the card, the better the hand; nothing is known of a hidden one."""
    card = s.cards[seat]
    if card < 0:
        return 0.0
    if s.board < 0:
        return 0.5 * (card // 2 - 1)
    return 4.0 if card // 2 == s.board // 2 else 0.5 * (card // 2) - 1.0


def card_name(card: int) -> str:
    """Write a card: rank and suit."""
    return RANKS[card // 2] + SUITS[card % 2]


def format(s: State, a: int) -> str:
    """The card dealt; check or call, bet or raise, fold."""
    if turn(s) == CHANCE:
        return card_name(a)
    return _word(a, _raised(s.bets[0] if s.board == UNDEALT else s.bets[1]))


def _word(move: int, raised: int) -> str:
    return ("fold", "call" if raised else "check", "raise" if raised else "bet")[move]


def parse(s: State, text: str) -> int:
    """Read a card or a move; `raise` stands for bet, `call` for check."""
    if turn(s) == CHANCE:
        return _number(text)
    text = {"bet": "raise", "check": "call"}.get(text.lower(), text.lower())
    return ("fold", "call", "raise").index(text) if text in ("fold", "call", "raise") else -1


def guide(deal: str = "") -> Guide:
    """Tell how the game is played."""
    return Guide(
        goal="Win chips: hold the better hand, or make the other fold.",
        turn="Both put in 1 chip and get one card of six: jack, queen and king of two suits. After a round of"
        " betting one card is turned up for both, and there is a second round. In turn one may check, bet,"
        " call a bet, raise it, or fold. A bet or raise is 2 chips in the first round and 4 in the second; a"
        " round has two of them at most. The first player begins both rounds.",
        end="A pair with the card turned up wins, otherwise the higher card; equal ranks share the pot. One"
        " deal is played.",
        symbols="J is the jack, Q the queen, K the king, s or ♠ spades, h or ♥ hearts; ? is a card that"
        " cannot be seen.",
        moves="check, bet, call, raise or fold.",
        examples=(
            ("check", "put nothing in"),
            ("bet", "put in the bet of this round"),
            ("call", "put in what was bet"),
            ("raise", "put in what was bet, and as much again"),
            ("fold", "give the pot up"),
        ),
    )


def events(before: State, action: int, after: State, seat: int) -> list[Event]:
    """Tell the card dealt to the seat, the betting, the board, and who wins how much."""
    if before.cards[1] == UNDEALT:
        return [] if before.cards[0] == UNDEALT else [_dealt(after, seat)]
    who = turn(before)
    if who == CHANCE:
        data = {"card": card_name(after.board), "pot": sum(paid(after))}
        return [Event("board", f"The board is {_face(after.board)}, pot {sum(paid(after))}", data)]
    word = format(before, action)
    added = paid(after)[who] - paid(before)[who]
    chips = f" by {RAISES[int(before.board != UNDEALT)]}" if word == "raise" else f" {added}" if added else ""
    told = [Event(MOVE, f"{{{who} {word}s}}{chips}", {"seat": who, "act": word, "chips": added})]
    if turn(after) != OVER:
        return told
    if _shown(after):
        told += [_showdown(after, each) for each in range(2)]
    won = returns(after)
    winner = int(won[1] > won[0])
    if won[0] == won[1]:
        return [*told, Event("result", "Equal hands share the pot", {"chips": 0})]
    text = f"{{{winner} wins}} {won[winner]:g} chip{'s' if won[winner] > 1 else ''}"
    return [*told, Event("result", text, {"winner": winner, "chips": won[winner]})]


def _dealt(s: State, seat: int) -> Event:
    if seat < 0:
        return Event("deal", "A card each is dealt; both put in 1 chip", {})
    card = s.cards[seat]
    text = f"{{{seat} is}} dealt {_face(card)}; both put in 1 chip"
    return Event("deal", text, {"card": card_name(card)})


def _showdown(s: State, seat: int) -> Event:
    card = s.cards[seat]
    pair = f": a pair of {NAMES[card // 2]}" if card // 2 == s.board // 2 else ""
    return Event("showdown", f"{{{seat} shows}} {_face(card)}{pair}", {"seat": seat, "card": card_name(card)})


def _face(card: int) -> str:
    return RANKS[card // 2] + SYMBOLS[SUITS[card % 2]]


def value_told(value: float) -> str:
    """Write what is won or lost in chips."""
    return f"{value:+.3f} chips" if abs(value) >= 0.0005 else "0 chips"


def scores(s: State) -> tuple[float, float]:
    """Return the chips won or lost."""
    return returns(s)


def marked(s: State, a: int) -> list[tuple[int, int, int]]:
    """Find the board when it has just been turned up."""
    return [(0, 0, 2)] if a == s.board and s.bets[1] == 1 else []


def picture(s: State) -> Picture:
    """Show the cards, the pot and the betting."""
    row = (_card(s.cards[0]), _card(s.cards[1]), _card(s.board))
    table = Grid((row,), column_labels=("{0}", "{1}", "board"), style="bare")
    said = "; ".join(", ".join(_spoken(bets)) for bets in s.bets if bets > 1)
    return Picture((table, Text(f"pot {sum(paid(s))}" + (f": {said}" if said else ""))), TITLE)


def _card(card: int) -> Cell:
    if card < 0:
        return Cell("?", "empty", shape="back") if card == UNKNOWN else Cell("-", "empty", shape="card")
    return Cell(card_name(card), ("black", "red")[card % 2], shape="card")


def _spoken(bets: int) -> list[str]:
    words, raised = [], 0
    for index in reversed(range(_moves(bets))):
        move = (bets >> 2 * index) & 3
        words.append(_word(move, raised))
        raised += move == RAISE
    return words
