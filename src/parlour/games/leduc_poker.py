"""Leduc poker (Southey and others 2005): six cards, a hand of one, one card on the board, two rounds of bets.

Two suits of jack, queen and king. Both ante 1; after one round of betting a card is turned up, and there is
another. Raises are 2 in the first round and 4 in the second, at most two a round. A pair with the board wins,
then the higher card; equal ranks share the pot. Its value to the first player is about -0.0856.
Options make it a larger game: up to 13 ranks of 4 suits, more raises, or one round, before the board.

A card is suits * rank + suit, as in OpenSpiel. The betting of a round is an int: a leading 1, then two bits a
move: 0 fold, 1 check or call, 2 bet or raise, so 0b1_01_10 is "check, bet".
"""

from __future__ import annotations

from typing import NamedTuple

from parlour.cards.cards import INKS, RANK_NAMES, SYMBOLS, filled_pair
from parlour.cards.cards import RANKS as ALL_RANKS
from parlour.core.bits import popcount
from parlour.core.errors import BadOption
from parlour.core.event import MOVE, Event
from parlour.core.game import Traits
from parlour.core.guide import Guide
from parlour.core.letters import suit_letters
from parlour.core.options import Option
from parlour.core.picture import Cell, Grid, Picture, Text
from parlour.core.rules import CHANCE, OVER, UNKNOWN, changed

TITLE = "Leduc Poker"
BLURB = "Six cards, one board card, two rounds of bets"
GROUP = "Theory"
SEAT_NAMES = ("Ann", "Ben")
SCORE = "chips won"
SEATS = 2
TRAITS = Traits(zero_sum=True)
OPTIONS = {
    "ranks": Option(3, "ranks in the deck: 3 are J Q K, more are the highest up to the ace", low=3, high=13),
    "suits": Option(2, "cards of each rank", low=2, high=4),
    "rounds": Option(2, "rounds of betting: 1 is before the board only", low=1, high=2),
    "raises": Option(2, "bets and raises in a round, at most", low=1, high=6),
    "deal": Option("", "the two cards, first player's first, and the board: Ks/Qh/Js", most=1, secret=True),
}
LEVELS = {
    "easy": "random",
    "medium": "cfr:blunder=0.55",
    "hard": "cfr:blunder=0.25",
    "expert": "cfr",
}

SUIT_LETTERS = "shdc"
UNDEALT = -1
FOLD, CALL, RAISE = range(3)
BETS = (2, 4)  # what a raise adds, by the round
RANKS, SUITS, ROUNDS, RAISES = range(4)  # places of the table


class State(NamedTuple):
    """The cards, the betting of both rounds, a board that is settled beforehand, and what is played with."""

    cards: tuple[int, int]
    board: int
    bets: tuple[int, int]
    fixed: int  # the card to be turned up, where a deal was asked for
    table: tuple[int, int, int, int] = (3, 2, 2, 2)  # ranks, suits, rounds, raises a round


def start(ranks: int = 3, suits: int = 2, rounds: int = 2, raises: int = 2, deal: str = "") -> State:
    """Return the start before the deal, or after the one asked for."""
    blank = State((UNDEALT, UNDEALT), UNDEALT, (1, 1), UNDEALT, (ranks, suits, rounds, raises))
    if not deal:
        return blank
    names = deal.replace("/", " ").replace(",", " ").split()
    wanted = [_number(name, blank) for name in names]
    if len(wanted) not in (2, 3) or -1 in wanted or len(set(wanted)) != len(wanted):
        cards = f"ranks {_ranks(ranks)} and suits {SUIT_LETTERS[:suits]}"
        raise BadOption(f"deal={deal[:40]!r}: needs two or three different cards of {cards}: Ks/Qh/Js")
    return changed(blank, cards=(wanted[0], wanted[1]), fixed=wanted[2] if len(wanted) == 3 else UNDEALT)


def ACTIONS(s: State) -> int:  # noqa: N802
    """As many as there are cards."""
    return s.table[RANKS] * s.table[SUITS]


def BOUNDS(s: State) -> tuple[float, float]:  # noqa: N802
    """The ante and all raises, lost or won."""
    most = 1.0 + s.table[RAISES] * (6 if s.table[ROUNDS] == 2 else 2)
    return (-most, most)


def _ranks(ranks: int) -> str:
    """Return the letters of the ranks in play: those of Leduc poker, or the highest up to the ace."""
    return "JQK" if ranks == 3 else ALL_RANKS[-ranks:]


def _number(name: str, s: State) -> int:
    name, ranks, suits = suit_letters(name), _ranks(s.table[RANKS]), SUIT_LETTERS[: s.table[SUITS]]
    if len(name) != 2 or name[0].upper() not in ranks or name[1].lower() not in suits:
        return -1
    return len(suits) * ranks.index(name[0].upper()) + suits.index(name[1].lower())


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
        if s.table[ROUNDS] == 1 or _closed(bets):
            return OVER
    return _moves(bets) % 2


def legal(s: State) -> int:
    """The cards left; then call (or check), raise unless that was done enough, fold if there is a raise."""
    t = turn(s)
    if t == OVER:
        return 0
    if t == CHANCE:
        return _left(s)
    raised = _raised(s.bets[0] if s.board == UNDEALT else s.bets[1])
    return 1 << CALL | int(raised < s.table[RAISES]) << RAISE | int(raised > 0) << FOLD


def _left(s: State) -> int:
    if s.cards[1] != UNDEALT and s.fixed >= 0:
        return 1 << s.fixed
    left = (1 << s.table[RANKS] * s.table[SUITS]) - 1
    for card in s.cards:
        if card >= 0:
            left &= ~(1 << card)
    return left if s.board < 0 else left & ~(1 << s.board)


def weights(s: State, a: int) -> float:
    """Every card left is as likely."""
    return 1.0 / popcount(legal(s))


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
                level += BETS[number]
            if move != FOLD:
                chips = (level, chips[1]) if index % 2 == 0 else (chips[0], level)
    return chips


def returns(s: State) -> tuple[float, float]:
    """A fold loses what was paid; at a showdown the better hand wins what the other has paid."""
    if turn(s) != OVER:
        return (0.0, 0.0)
    last = s.bets[0] if s.board == UNDEALT or s.table[ROUNDS] == 1 else s.bets[1]
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
    rank = card // s.table[SUITS]
    return rank + s.table[RANKS] * int(rank == s.board // s.table[SUITS])


def _shown(s: State) -> bool:
    if s.table[ROUNDS] == 1:
        return s.board >= 0
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
    rank = card // s.table[SUITS]
    if s.board < 0:
        return 0.5 * rank - 0.25 * (s.table[RANKS] - 1)
    return 4.0 if rank == s.board // s.table[SUITS] else 0.5 * rank - 0.25 * (s.table[RANKS] + 1)


def card_name(s: State, card: int) -> str:
    """Write a card: rank and suit."""
    rank, suit = divmod(card, s.table[SUITS])
    return _ranks(s.table[RANKS])[rank] + SUIT_LETTERS[suit]


def format(s: State, a: int) -> str:
    """The card dealt; check or call, bet or raise, fold."""
    if turn(s) == CHANCE:
        return card_name(s, a)
    return _word(a, _raised(s.bets[0] if s.board == UNDEALT else s.bets[1]))


def _word(move: int, raised: int) -> str:
    return ("fold", "call" if raised else "check", "raise" if raised else "bet")[move]


def parse(s: State, text: str) -> int:
    """Read a card or a move; `raise` stands for bet, `call` for check."""
    if turn(s) == CHANCE:
        return _number(text, s)
    text = {"bet": "raise", "check": "call"}.get(text.lower(), text.lower())
    return ("fold", "call", "raise").index(text) if text in ("fold", "call", "raise") else -1


def guide(ranks: int = 3, suits: int = 2, rounds: int = 2, raises: int = 2, deal: str = "") -> Guide:
    """Tell how the game is played."""
    words = ("no", "one", "two", "three", "four", "five", "six")
    held = "jack, queen and king" if ranks == 3 else f"the ranks {' '.join(_ranks(ranks))}"
    of = "six" if ranks * suits == 6 else str(ranks * suits)
    second = " and there is a second round." if rounds == 2 else " and the hands are shown."
    size = " in the first round and 4 in the second" if rounds == 2 else ""
    return Guide(
        goal="Win chips: hold the better hand, or make the other fold.",
        turn=f"Both put in 1 chip and get one card of {of}: {held} of {words[suits]} suits. After a round of"
        f" betting one card is turned up for both,{second} In turn one may check, bet,"
        f" call a bet, raise it, or fold. A bet or raise is 2 chips{size}; a"
        f" round has {words[raises]} of them at most. The first player begins"
        f"{' both rounds' if rounds == 2 else ''}.",
        end="A pair with the card turned up wins, otherwise the higher card; equal ranks share the pot. One"
        " deal is played.",
        symbols=f"J is the jack, Q the queen, K the king,{' A the ace,' if ranks > 3 else ''}"
        f"{' T the ten,' if ranks > 4 else ''} s or ♠ spades, h or ♥ hearts;"
        f"{' d or ♦ diamonds;' if suits > 2 else ''}{' c or ♣ clubs;' if suits > 3 else ''}"
        " ? is a card that cannot be seen.",
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
        data = {"card": card_name(after, after.board), "pot": sum(paid(after))}
        told = [Event("board", f"The board is {_face(after, after.board)}, pot {sum(paid(after))}", data)]
        return told + _outcome(after) if turn(after) == OVER else told
    word = format(before, action)
    added = paid(after)[who] - paid(before)[who]
    chips = f" by {BETS[int(before.board != UNDEALT)]}" if word == "raise" else f" {added}" if added else ""
    told = [Event(MOVE, f"{{{who} {word}s}}{chips}", {"seat": who, "act": word, "chips": added})]
    return told + _outcome(after) if turn(after) == OVER else told


def _outcome(after: State) -> list[Event]:
    """Tell what is shown at the end, and who wins how much."""
    told = [_showdown(after, each) for each in range(2)] if _shown(after) else []
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
    text = f"{{{seat} is}} dealt {_face(s, card)}; both put in 1 chip"
    return Event("deal", text, {"card": card_name(s, card)})


def _showdown(s: State, seat: int) -> Event:
    card, name = s.cards[seat], card_name(s, s.cards[seat])
    kind = RANK_NAMES[ALL_RANKS.index(name[0])]
    paired = card // s.table[SUITS] == s.board // s.table[SUITS]
    pair = f": a pair of {kind}{'es' if kind == 'six' else 's'}" if paired else ""
    return Event("showdown", f"{{{seat} shows}} {_face(s, card)}{pair}", {"seat": seat, "card": name})


def _face(s: State, card: int) -> str:
    name = card_name(s, card)
    return name[0] + SYMBOLS[name[1]]


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
    row = (_card(s, s.cards[0]), _card(s, s.cards[1]), _card(s, s.board))
    table = Grid((row,), column_labels=("{0}", "{1}", "board"), style="bare")
    said = "; ".join(", ".join(_spoken(bets)) for bets in s.bets if bets > 1)
    return Picture((table, Text(f"pot {sum(paid(s))}" + (f": {said}" if said else ""))), TITLE)


def _card(s: State, card: int) -> Cell:
    if card < 0:
        return Cell("?", "empty", shape="back") if card == UNKNOWN else Cell("-", "empty", shape="card")
    name = card_name(s, card)
    return Cell(name, INKS[name[1]], shape="card")


def _spoken(bets: int) -> list[str]:
    words, raised = [], 0
    for index in reversed(range(_moves(bets))):
        move = (bets >> 2 * index) & 3
        words.append(_word(move, raised))
        raised += move == RAISE
    return words
